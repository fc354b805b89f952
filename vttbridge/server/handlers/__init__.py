"""What a client's message does, one file a topic: a message comes in, a reply goes out.

It may use the tables, access and transport; it never touches a socket or plain HTTP.
"""
