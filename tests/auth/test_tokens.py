"""Codes, tokens, seals and words: what is made of given bytes, and how it is read again."""

import hashlib
import hmac
import zlib

import pytest

from vttbridge.auth.tokens import (
    ALPHABET,
    WORDS,
    Role,
    Token,
    is_same,
    make_code,
    make_token,
    read_code,
    read_token,
    seal_code,
    seal_secret,
    two_words,
)

BYTES = bytes(range(32))
SECRET = BYTES.hex()


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (0, "BBBB-BBBB"),
        (1, "CBBB-BBBB"),
        (19, "ZBBB-BBBB"),
        (20, "BCBB-BBBB"),
        (20**8 - 1, "ZZZZ-ZZZZ"),
        (20**8, "BBBB-BBBB"),
        (2**128 - 1, "TQLJ-PKCV"),
    ],
)
def test_a_code_is_its_bytes_written_in_twenty_letters(number: int, code: str) -> None:
    """Each letter comes from the whole number; only the first sixteen bytes count."""
    made = make_code(number.to_bytes(16, "big") + b"more")
    assert made == code
    assert {*made} <= {*ALPHABET, "-"}
    assert read_code(made) == code.replace("-", "")


@pytest.mark.parametrize("text", ["BCDF-GHJK", "bcdf ghjk", "\tBcDf - gHjK ", "bcdfghjk"])
def test_a_code_is_read_as_people_type_it(text: str) -> None:
    """Any case, with dash, spaces or neither."""
    assert read_code(text) == "BCDFGHJK"


@pytest.mark.parametrize("text", ["", "BCDFGHJ", "BCDFGHJKL", "BCDFGHJA", "BCDFGHJ1", "BCDF_GHJ"])
def test_what_is_no_code_is_none(text: str) -> None:
    """Other lengths, vowels, digits, other signs."""
    assert read_code(text) is None


def test_a_code_is_sealed_for_one_table_under_one_key() -> None:
    """An HMAC over table and letters: another key, table or code has another seal."""
    seal = seal_code(b"key", "night", "BCDFGHJK")
    assert seal == hmac.new(b"key", b"night\nBCDFGHJK", hashlib.sha256).hexdigest()
    others = {
        seal_code(b"kex", "night", "BCDFGHJK"),
        seal_code(b"key", "day", "BCDFGHJK"),
        seal_code(b"key", "night", "BCDFGHJL"),
    }
    assert len(others | {seal}) == 4


@pytest.mark.parametrize(("role", "letter"), [("gm", "g"), ("player", "p"), ("observer", "o")])
def test_a_token_tells_its_role_and_is_read_again(role: Role, letter: str) -> None:
    """Mark, role, id, 256 bits, and a checksum over all of it."""
    token = make_token(role, "00ff", BYTES + b"more")
    body = f"vttb_{letter}_00ff_{SECRET}"
    assert token == f"{body}_{zlib.crc32(body.encode()):08x}"
    assert read_token(token) == Token(role, "00ff", SECRET)


def test_a_token_is_not_made_of_fewer_bytes() -> None:
    """A short secret would be one that can be guessed."""
    with pytest.raises(ValueError, match="32 random bytes"):
        make_token("gm", "00ff", BYTES[:31])


def with_sum(body: str) -> str:
    """Return a body with the checksum that fits it."""
    return f"{body}_{zlib.crc32(body.encode()):08x}"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        with_sum(f"vttx_g_00ff_{SECRET}"),
        with_sum(f"vttb_x_00ff_{SECRET}"),
        with_sum(f"vttb_g_00ff_{SECRET}_more"),
        with_sum(f"vttb_g_{SECRET}"),
        with_sum(f"vttb_g_00ff_{SECRET}")[:-1],
        with_sum(f"vttb_g_00ff_{SECRET}").replace("00ff", "00fe"),
        f"vttb_g_00ff_{SECRET}_ééé",
    ],
)
def test_what_is_no_token_is_none(text: str) -> None:
    """Another mark, role, shape or checksum; letters of other scripts too."""
    assert read_token(text) is None


def test_a_secret_is_kept_as_its_hash() -> None:
    """And two seals are the same where all of them is."""
    seal = seal_secret("secret")
    assert seal == hashlib.sha256(b"secret").hexdigest()
    assert is_same(seal, seal_secret("secret"))
    assert not is_same(seal, seal_secret("Secret"))
    assert not is_same(seal, seal[:-1])


def test_two_words_come_of_two_bytes() -> None:
    """The sixty-four words come round again; all of them are different."""
    assert two_words(bytes([0, 63])) == f"{WORDS[0]} {WORDS[63]}"
    assert two_words(bytes([64, 130])) == f"{WORDS[0]} {WORDS[2]}"
    assert len({*WORDS}) == 64
