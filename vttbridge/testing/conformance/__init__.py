"""Suites that any implementation of one of our seams must pass, ours or a stranger's."""
