"""Bytes at rest: how logs, states and scenes are encoded, kept, read again, verified and exported.

All of it is synchronous. It may import the table and what lies below; not the session, the serializers,
asyncio, websockets or the server.
"""
