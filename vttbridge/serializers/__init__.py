"""The table's values as the wire's, and the wire's as the table's: pure functions, no state.

It may import the protocol, the table, rules and geometry; not the session, storage or the server.
"""
