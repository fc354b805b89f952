"""Pairing codes and device tokens: how they are made, read, sealed and compared.

Entropy comes in as bytes. Secrets are 256 bits, so a fast hash is right and a slow one would let anybody
stall a table by guessing; codes are short, so they are sealed under a server key and soon burned.
"""

import hashlib
import hmac
import zlib
from typing import Literal

import msgspec

Role = Literal["gm", "player", "observer"]

ALPHABET = "BCDFGHJKLMNPQRSTVWXZ"
"""Twenty consonants that nobody takes for one another; no word comes of them."""

CODE_LENGTH = 8
SECRET_BYTES = 32
TOKEN_MARK = "vttb"  # noqa: S105 - the prefix by which a token is known, not a secret
LETTERS: dict[Role, str] = {"gm": "g", "player": "p", "observer": "o"}
ROLES: dict[str, Role] = {letter: role for role, letter in LETTERS.items()}

WORDS = (
    "amber", "anvil", "aspen", "badger", "basil", "beacon", "birch", "bison", "bramble", "bronze",
    "cedar", "cinder", "clover", "cobalt", "comet", "copper", "coral", "crane", "dagger", "dapple",
    "ember", "falcon", "fennel", "ferret", "flint", "gable", "garnet", "ginger", "goblet", "gravel",
    "harbor", "hazel", "heron", "indigo", "ivory", "jasper", "juniper", "kettle", "lantern", "laurel",
    "lichen", "magpie", "mantle", "marble", "meadow", "mortar", "nettle", "nickel", "oaken", "onyx",
    "otter", "pebble", "pepper", "pewter", "quartz", "raven", "russet", "saddle", "sable", "thistle",
    "timber", "umber", "walnut", "willow",
)  # fmt: skip
"""Sixty-four words; two of them, on both screens, tell a game master who knocks."""


class Token(msgspec.Struct, frozen=True):
    """A device token taken apart."""

    role: Role
    id: str
    secret: str


def make_code(entropy: bytes) -> str:
    """Make a pairing code `XXXX-XXXX` of at least 16 random bytes."""
    number = int.from_bytes(entropy[:16], "big")
    letters: list[str] = []
    for _ in range(CODE_LENGTH):
        number, pick = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[pick])
    half = CODE_LENGTH // 2
    return f"{''.join(letters[:half])}-{''.join(letters[half:])}"


def read_code(text: str) -> str | None:
    """Read a code as people type it: any case, with or without dash and spaces; `None` where it is none."""
    letters = "".join(letter for letter in text.upper() if letter not in "- \t")
    if len(letters) != CODE_LENGTH or any(letter not in ALPHABET for letter in letters):
        return None
    return letters


def seal_code(key: bytes, table: str, letters: str) -> str:
    """Seal a code under the server's key for one table; only the seal is kept."""
    return hmac.new(key, f"{table}\n{letters}".encode(), hashlib.sha256).hexdigest()


def make_token(role: Role, token_id: str, entropy: bytes) -> str:
    """Make a device token of 32 random bytes."""
    if len(entropy) < SECRET_BYTES:
        raise ValueError("a token needs 32 random bytes")
    body = f"{TOKEN_MARK}_{LETTERS[role]}_{token_id}_{entropy[:SECRET_BYTES].hex()}"
    return f"{body}_{_checksum(body)}"


def read_token(text: str) -> Token | None:
    """Take a token apart; a typo shows by the checksum and gives `None` without looking anything up."""
    body, _, checksum = text.rpartition("_")
    parts = body.split("_")
    if len(parts) != 4 or parts[0] != TOKEN_MARK or parts[1] not in ROLES:
        return None
    if not hmac.compare_digest(checksum.encode(), _checksum(body).encode()):
        return None
    return Token(ROLES[parts[1]], parts[2], parts[3])


def seal_secret(secret: str) -> str:
    """Hash a token's secret; only the hash is kept."""
    return hashlib.sha256(secret.encode()).hexdigest()


DUMMY_SEAL = seal_secret("no token has this secret")
"""An unknown token id is compared with this, so that both ways do the same work."""


def is_same(seal: str, other: str) -> bool:
    """Compare two seals in constant time."""
    return hmac.compare_digest(seal.encode(), other.encode())


def two_words(entropy: bytes) -> str:
    """Make the two words of a knock of 2 random bytes."""
    return f"{WORDS[entropy[0] % len(WORDS)]} {WORDS[entropy[1] % len(WORDS)]}"


def _checksum(body: str) -> str:
    return f"{zlib.crc32(body.encode()):08x}"
