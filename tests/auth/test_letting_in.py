"""Who is let in and who is not, as time goes by: codes, tokens and knocks in their order of events."""

import zlib

import msgspec

from vttbridge.auth.seat_credentials import KNOCK_MS, PAIRING_MS, RENEW_MS, TOKEN_MS, Device, Opening
from vttbridge.auth.seat_registry import KNOCKS_PER_ADDRESS, WRONG_TRIES, SeatRegistry
from vttbridge.auth.tokens import make_token, read_token

KEY = b"k" * 32
ENTROPY = bytes(range(64))
OPENING = Opening("o-1", "t-1", "gm", "", PAIRING_MS)
DEVICE = Device("Laptop", address="127.0.0.1")


def _open() -> tuple[SeatRegistry, str]:
    return SeatRegistry().opened(KEY, OPENING, ENTROPY)


def test_a_code_lets_in_once() -> None:
    """The second use of the same code finds it gone."""
    book, code = _open()
    book, minted = book.redeemed(KEY, code, DEVICE, 0, ENTROPY)
    assert minted is not None
    assert book.seat_of(minted.token, 0) == minted.seat
    assert book.redeemed(KEY, code, DEVICE, 0, ENTROPY)[1] is None


def test_codes_of_a_shut_table_are_not_looked_at() -> None:
    """The right code lets nobody in meanwhile, wrong ones do not burn it, and afterwards it works."""
    book, code = _open()
    for _ in range(WRONG_TRIES):
        book, minted = book.redeemed(KEY, "BBBB-BBBB", DEVICE, 0, ENTROPY, shut=frozenset({"t-1"}))
        assert minted is None
    assert book.redeemed(KEY, code, DEVICE, 0, ENTROPY, shut=frozenset({"t-1"}))[1] is None
    assert book.redeemed(KEY, code, DEVICE, 0, ENTROPY)[1] is not None


def test_a_token_names_its_table_whether_right_or_wrong() -> None:
    """Failures count against the table of the seat that they claim to be."""
    book, code = _open()
    book, minted = book.redeemed(KEY, code, DEVICE, 0, ENTROPY)
    assert minted is not None
    assert book.pairing_tables(0) == ()
    wrong = make_token("gm", minted.seat.id, bytes(32))
    assert book.seat_of(wrong, 0) is None
    assert book.tables_named(wrong) == ("t-1",)
    assert book.tables_named(make_token("gm", "00" * 8, bytes(32))) == ()
    assert book.tables_named("nonsense") == ()


def test_a_code_burns_after_five_wrong_tries() -> None:
    """The right code is worth nothing after the fifth wrong one."""
    book, code = _open()
    for _ in range(WRONG_TRIES):
        book, minted = book.redeemed(KEY, "BBBB-BBBB", DEVICE, 0, ENTROPY)
        assert minted is None
    assert book.redeemed(KEY, code, DEVICE, 0, ENTROPY)[1] is None


def test_a_code_ends_after_ten_minutes() -> None:
    """At the end of its time it is gone."""
    book, code = _open()
    assert book.is_pairing("t-1", PAIRING_MS - 1)
    assert not book.is_pairing("t-1", PAIRING_MS)
    assert book.redeemed(KEY, code, DEVICE, PAIRING_MS, ENTROPY)[1] is None


def test_a_code_is_tied_to_its_table_and_key() -> None:
    """Under another key the same letters open nothing."""
    book, code = _open()
    assert book.redeemed(b"x" * 32, code, DEVICE, 0, ENTROPY)[1] is None


def test_nothing_that_lets_in_is_kept() -> None:
    """Neither the code nor the secret of a token stands in the book."""
    book, code = _open()
    kept_open = msgspec.json.encode(book).decode()
    book, minted = book.redeemed(KEY, code, DEVICE, 0, ENTROPY)
    assert minted is not None
    token = read_token(minted.token)
    assert token is not None
    assert code.replace("-", "") not in kept_open
    assert token.secret not in msgspec.json.encode(book).decode()


def test_a_token_cannot_promote_itself() -> None:
    """A player's id and secret under the game master's letter are refused."""
    book, minted = SeatRegistry().minted("t-1", "player", DEVICE, 0, ENTROPY)
    token = read_token(minted.token)
    assert token is not None
    forged = make_token("gm", token.id, bytes.fromhex(token.secret))
    assert book.seat_of(minted.token, 0) is not None
    assert book.seat_of(forged, 0) is None


def test_a_token_ends_and_slides() -> None:
    """Ninety days without use end it; use lets it slide on."""
    book, minted = SeatRegistry().minted("t-1", "player", DEVICE, 0, ENTROPY)
    assert book.seat_of(minted.token, TOKEN_MS) is None
    book = book.renewed(minted.seat, 1_000)
    assert book.seat_of(minted.token, TOKEN_MS) is not None


def test_a_revoked_token_is_refused() -> None:
    """Taken back is taken back."""
    book, minted = SeatRegistry().minted("t-1", "player", DEVICE, 0, ENTROPY)
    assert book.revoked(minted.seat.id).seat_of(minted.token, 0) is None


def test_a_knock_shows_two_words_and_is_admitted_once() -> None:
    """The game master lets in who waits; afterwards nobody of that id waits."""
    book, knock = SeatRegistry().knocked("k-1", "t-1", DEVICE, 0, ENTROPY)
    assert knock is not None
    assert len(knock.words.split()) == 2
    book, minted = book.admitted("k-1", 1, ENTROPY)
    assert minted is not None
    assert minted.seat.role == "player"
    assert book.admitted("k-1", 2, ENTROPY)[1] is None


def test_a_knock_ends_after_two_minutes() -> None:
    """Who was not admitted must knock again."""
    book, _ = SeatRegistry().knocked("k-1", "t-1", DEVICE, 0, ENTROPY)
    assert book.admitted("k-1", KNOCK_MS, ENTROPY)[1] is None


def test_an_address_may_knock_three_times_at_once() -> None:
    """The fourth is not kept; another address still may."""
    book = SeatRegistry()
    for number in range(KNOCKS_PER_ADDRESS):
        book, knock = book.knocked(f"k-{number}", "t-1", DEVICE, 0, ENTROPY)
        assert knock is not None
    assert book.knocked("k-9", "t-1", DEVICE, 0, ENTROPY)[1] is None
    other = msgspec.structs.replace(DEVICE, address="10.0.0.9")
    assert book.knocked("k-9", "t-1", other, 0, ENTROPY)[1] is not None


def test_an_ageing_token_is_followed_by_a_fresh_one() -> None:
    """The old one holds until the fresh one is first used; from then on only the fresh one does."""
    book, minted = SeatRegistry().minted("t", "gm", DEVICE, 0, ENTROPY)
    assert not minted.seat.is_ageing(RENEW_MS - 1)
    assert minted.seat.is_ageing(RENEW_MS)
    book, fresh = book.reminted(minted.seat, bytes(reversed(ENTROPY)))
    for token in (minted.token, fresh):
        assert book.seat_of(token, RENEW_MS) is not None
    seat = book.seat_of(minted.token, RENEW_MS)
    assert seat is not None
    book = book.used(seat, minted.token, RENEW_MS)
    assert book.seat_of(minted.token, RENEW_MS) is not None
    seat = book.seat_of(fresh, RENEW_MS)
    assert seat is not None
    book = book.used(seat, fresh, RENEW_MS)
    assert book.seat_of(minted.token, RENEW_MS) is None
    renewed = book.seat_of(fresh, RENEW_MS)
    assert renewed is not None
    assert not renewed.is_ageing(RENEW_MS + 1)


def test_a_seat_without_a_fresh_secret_takes_no_dummy() -> None:
    """The secret behind the dummy seal opens nothing, whether or not a fresh token was made."""
    book, minted = SeatRegistry().minted("t", "gm", DEVICE, 0, ENTROPY)
    body = f"vttb_g_{minted.seat.id}_no token has this secret"
    assert book.seat_of(f"{body}_{zlib.crc32(body.encode()):08x}", 0) is None
