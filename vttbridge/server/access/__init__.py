"""Who may reach the server: hosts and origins, seats and codes, who waits at the door, the data folder.

It knows no table's work, no handlers and no sockets.
"""
