"""Plain HTTP: the page's files, health, and what the host asks from the command line.

It knows no handlers: whoever speaks over the WebSocket is none of its business.
"""
