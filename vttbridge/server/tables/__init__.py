"""One table as an actor: its mailbox, its members, its timers, and what it tells them.

It may use access, transport and storage; it knows no handlers, no HTTP and no sockets.
"""
