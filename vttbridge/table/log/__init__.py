"""The log's hash chain and the `Store` protocol that every store keeps.

It knows records and their order, never what stands in them.
"""
