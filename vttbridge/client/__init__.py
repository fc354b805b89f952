"""An asynchronous client: connects, pairs, acts, answers, follows; comes back by itself and misses nothing.

A program that pushes an ogre is short::

    async with await Client.pair("ws://127.0.0.1:8765 BCDF-GHJK") as gm:
        reply = await gm.act("rooftops", "knock_back", {"source": "hero", "targets": ["ogre"], "squares": 3})
        event = await gm.event("committed")

It knows the protocol and nothing of tables or rules. Replies that say no are values; what raises is a
connection that will not come back (`Closed`) or was never opened (`Refused`). Commands on their way when the
link breaks are sent again under their ids.
"""

from vttbridge.client.client import Client
from vttbridge.client.settings import DEFAULTS, Closed, Refused, Settings, socket_of
from vttbridge.client.vtt import Order, Vtt

__all__ = ["DEFAULTS", "Client", "Closed", "Order", "Refused", "Settings", "Vtt", "socket_of"]
