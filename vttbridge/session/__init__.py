"""One connection as a state machine without a socket: who it is, what it may do and what it sees.

Pure: time and entropy come in as values, frames go in and out as messages.
"""
