"""Who may come in and how often: seats, tokens, failed tries, rates. Pure: time and chance are handed in.

It knows seats and roles only: no protocol, no table, no session, no server.
"""
