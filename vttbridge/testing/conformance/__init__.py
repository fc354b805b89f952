"""Suites that anybody's part must pass: a rule book's, a store's."""
