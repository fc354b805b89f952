"""What vouches for an event: the chain's hash for game masters, a mark of it for everybody else.

A bare hash would let its reader try out guesses of what was hidden; a mark, under the table's key, tells
nothing.
"""

import hashlib
import hmac


def table_key(server_key: bytes, table: str) -> bytes:
    """Return a table's own key."""
    return hmac.new(server_key, f"marks\n{table}".encode(), hashlib.sha256).digest()


def event_mac(key: bytes, chain_hash: str) -> str:
    """Return the mark of a row's hash, 32 hexadecimal digits."""
    return hmac.new(key, chain_hash.encode(), hashlib.sha256).hexdigest()[:32]


def head_for(key: bytes, chain_hash: str, *, whole: bool) -> str:
    """Return what a seat is told of a row's hash; `whole`: the seat is a game master's."""
    return chain_hash if whole else event_mac(key, chain_hash)
