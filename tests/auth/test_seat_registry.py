"""The book of credentials by value: what each change of it gives, and what it says of itself."""

import msgspec

from vttbridge.auth.seat_credentials import (
    KNOCK_MS,
    PAIRING_MS,
    TOKEN_MS,
    Device,
    Knock,
    Opening,
    SeatCredential,
)
from vttbridge.auth.seat_registry import KNOCKS_PER_ADDRESS, WRONG_TRIES, SeatRegistry
from vttbridge.auth.tokens import (
    make_code,
    make_token,
    seal_code,
    seal_secret,
    two_words,
)

KEY = b"k" * 32
ENTROPY = bytes(range(64))
OPENING = Opening("o-1", "t-1", "gm", "", PAIRING_MS)
DEVICE = Device("Laptop", address="127.0.0.1")
INVITE = Opening("i-1", "t-1", "player", "", PAIRING_MS, uses=2, kind="invite")
OTHER_ENTROPY = bytes(reversed(ENTROPY))
GUEST = Device("Phone", "user-7", "https://vtt.example", "10.0.0.7")


def _open() -> tuple[SeatRegistry, str]:
    return SeatRegistry().opened(KEY, OPENING, ENTROPY)


def _named(*openings: Opening) -> tuple[str, ...]:
    return tuple(opening.id for opening in openings)


def test_a_code_ends_the_earlier_one_of_its_table_alone() -> None:
    """Invites and the codes of other tables stay, and an invite ends nothing."""
    book, first = _open()
    elsewhere = msgspec.structs.replace(OPENING, id="o-2", table="t-2")
    book, _ = book.opened(KEY, elsewhere, OTHER_ENTROPY)
    book, _ = book.opened(KEY, INVITE, OTHER_ENTROPY)
    book, _ = book.opened(KEY, msgspec.structs.replace(INVITE, id="i-2"), ENTROPY)
    assert _named(*book.openings) == ("o-1", "o-2", "i-1", "i-2")
    book, second = book.opened(KEY, msgspec.structs.replace(OPENING, id="o-3"), OTHER_ENTROPY)
    assert _named(*book.openings) == ("o-2", "i-1", "i-2", "o-3")
    assert first == make_code(ENTROPY)
    assert second == make_code(OTHER_ENTROPY)
    assert book.openings[-1].seal == seal_code(KEY, "t-1", second.replace("-", ""))


def test_a_code_that_could_not_be_stored_is_taken_back() -> None:
    """What ended by it holds again; where a later one is open by now, that one stays alone."""
    before, _ = _open()
    book, _ = before.opened(KEY, msgspec.structs.replace(OPENING, id="o-2"), OTHER_ENTROPY)
    second = book.openings[-1]
    assert book.unopened(second, before.openings) == before
    later, _ = book.opened(KEY, msgspec.structs.replace(OPENING, id="o-3"), ENTROPY)
    assert _named(*later.unopened(second, before.openings).openings) == ("o-3",)


def test_who_is_pairing_until_when() -> None:
    """Of one table, or of any; sorted, each table once, expired ones not."""
    book, _ = _open()
    book, _ = book.opened(KEY, INVITE, ENTROPY)
    later = msgspec.structs.replace(OPENING, id="o-2", table="t-0", until_ms=PAIRING_MS + 1)
    book, _ = book.opened(KEY, later, ENTROPY)
    assert book.pairing_tables(0) == ("t-0", "t-1")
    assert book.pairing_tables(PAIRING_MS - 1) == ("t-0", "t-1")
    assert book.pairing_tables(PAIRING_MS) == ("t-0",)
    found = [book.is_pairing(table, 0) for table in ("t-1", "t-0", "", "t-9")]
    assert found == [True, True, True, False]
    assert book.is_pairing("", PAIRING_MS)
    assert not book.is_pairing("", PAIRING_MS + 1)


def test_open_invites_are_counted() -> None:
    """Of one table, those that are no pairing codes and still hold."""
    book, _ = _open()
    for number in range(2):
        invite = msgspec.structs.replace(INVITE, id=f"i-{number}", until_ms=10 + number)
        book, _ = book.opened(KEY, invite, ENTROPY)
    book, _ = book.opened(KEY, msgspec.structs.replace(INVITE, table="t-2"), ENTROPY)
    assert [book.invites("t-1", now) for now in (0, 9, 10, 11)] == [2, 2, 1, 0]
    assert (book.invites("t-2", 0), book.invites("t-3", 0)) == (1, 0)


def test_an_invite_lets_in_as_often_as_it_says() -> None:
    """Each who comes is told apart, and the code as it was is handed on."""
    book, code = SeatRegistry().opened(KEY, INVITE, ENTROPY)
    whole = book.openings[0]
    book, first = book.redeemed(KEY, code, GUEST, 5, ENTROPY)
    assert first is not None
    assert first.by == whole
    assert book.openings == (msgspec.structs.replace(whole, uses=1),)
    book, second = book.redeemed(KEY, code, DEVICE, 5, OTHER_ENTROPY)
    assert second is not None
    assert book.openings == ()
    assert book.seats == (first.seat, second.seat)


def test_the_seat_of_a_newcomer_says_all_that_is_known() -> None:
    """Table and role of the code, what the device says, ninety days from now; of its secret the seal."""
    book, code = SeatRegistry().opened(KEY, INVITE, ENTROPY)
    _, minted = book.redeemed(KEY, code, GUEST, 5, ENTROPY)
    assert minted is not None
    assert minted.seat == SeatCredential(
        id=ENTROPY[:8].hex(),
        table="t-1",
        role="player",
        label="Phone",
        seal=seal_secret(ENTROPY[8:40].hex()),
        since_ms=5,
        until_ms=5 + TOKEN_MS,
        user="user-7",
        origin="https://vtt.example",
    )
    assert minted.token == make_token("player", ENTROPY[:8].hex(), ENTROPY[8:40])


def test_a_wrong_code_counts_against_all_that_are_open_and_not_shut() -> None:
    """What is no code at all counts too; what has expired is gone."""
    book, _ = _open()
    elsewhere = msgspec.structs.replace(OPENING, id="o-2", table="t-2")
    book, _ = book.opened(KEY, elsewhere, OTHER_ENTROPY)
    old = msgspec.structs.replace(INVITE, until_ms=3)
    book, _ = book.opened(KEY, old, OTHER_ENTROPY)
    tried, nobody = book.redeemed(KEY, "nonsense", DEVICE, 3, ENTROPY, shut=frozenset({"t-2"}))
    assert nobody is None
    assert [(one.id, one.wrong) for one in tried.openings] == [("o-1", 1), ("o-2", 0)]
    for _ in range(3):
        tried, _ = tried.redeemed(KEY, "BBBB-BBBB", DEVICE, 3, ENTROPY, shut=frozenset({"t-2"}))
    assert [(one.id, one.wrong) for one in tried.openings] == [("o-1", 4), ("o-2", 0)]
    tried, _ = tried.redeemed(KEY, "BBBB-BBBB", DEVICE, 3, ENTROPY, shut=frozenset({"t-2"}))
    assert [(one.id, one.wrong) for one in tried.openings] == [("o-2", 0)]


def test_a_seat_that_could_not_be_stored_gives_back_how_it_came() -> None:
    """A use, a whole code, a place at the door; nothing where there was none."""
    for opening in (INVITE, OPENING):
        book, code = SeatRegistry().opened(KEY, opening, ENTROPY)
        after, minted = book.redeemed(KEY, code, GUEST, 0, ENTROPY)
        assert minted is not None
        assert after.unseated(minted) == book
    waiting, knock = SeatRegistry().knocked("k-1", "t-1", GUEST, 0, ENTROPY)
    assert knock is not None
    after, minted = waiting.admitted("k-1", 0, ENTROPY)
    assert minted is not None
    assert after.unseated(minted) == waiting
    alone, made = SeatRegistry().minted("t-1", "gm", GUEST, 0, ENTROPY)
    assert alone.unseated(made) == SeatRegistry()


def test_only_the_invite_that_was_used_gets_its_use_back() -> None:
    """Another one that is open beside it stays as it is."""
    book, code = SeatRegistry().opened(KEY, INVITE, ENTROPY)
    book, _ = book.opened(KEY, msgspec.structs.replace(INVITE, id="i-2"), OTHER_ENTROPY)
    after, minted = book.redeemed(KEY, code, GUEST, 0, ENTROPY)
    assert minted is not None
    assert [(one.id, one.uses) for one in after.openings] == [("i-1", 1), ("i-2", 2)]
    assert [(one.id, one.uses) for one in after.unseated(minted).openings] == [("i-1", 2), ("i-2", 2)]


def test_a_used_code_does_not_come_back_over_a_later_one() -> None:
    """A table has one pairing code."""
    book, code = _open()
    book, minted = book.redeemed(KEY, code, GUEST, 0, ENTROPY)
    assert minted is not None
    book, _ = book.opened(KEY, msgspec.structs.replace(OPENING, id="o-2"), OTHER_ENTROPY)
    assert _named(*book.unseated(minted).openings) == ("o-2",)


def test_seats_and_codes_are_found_by_id() -> None:
    """Among others; `None` where they are gone."""
    book, _ = _open()
    book, first = book.minted("t-1", "gm", DEVICE, 0, ENTROPY)
    book, second = book.minted("t-1", "player", GUEST, 0, OTHER_ENTROPY)
    assert book.seat(first.seat.id) == first.seat
    assert book.seat(second.seat.id) == second.seat
    assert book.opening("o-1") == book.openings[0]
    assert book.revoked(first.seat.id).seats == (second.seat,)
    assert (book.seat("none"), book.opening("none")) == (None, None)
    assert book.tables_named(second.token) == ("t-1",)


def test_a_token_is_of_its_own_seat() -> None:
    """The secret of one seat opens no other; what is no token opens none."""
    book, first = SeatRegistry().minted("t-1", "gm", DEVICE, 0, ENTROPY)
    book, second = book.minted("t-1", "gm", GUEST, 0, OTHER_ENTROPY)
    assert book.seat_of(first.token, 0) == first.seat
    assert book.seat_of(second.token, TOKEN_MS - 1) == second.seat
    assert book.seat_of(make_token("gm", first.seat.id, OTHER_ENTROPY[8:40]), 0) is None
    assert book.seat_of("nonsense", 0) is None


def test_use_lets_a_seat_slide_on_and_a_fresh_token_begin() -> None:
    """The fresh one's seal and time take the place of the old ones; other seats stay as they are."""
    book, minted = SeatRegistry().minted("t-1", "gm", DEVICE, 0, ENTROPY)
    book, other = book.minted("t-1", "player", GUEST, 0, OTHER_ENTROPY)
    slid = msgspec.structs.replace(minted.seat, until_ms=7 + TOKEN_MS)
    assert book.renewed(minted.seat, 7).seats == (slid, other.seat)
    assert book.used(minted.seat, minted.token, 7).seats == (slid, other.seat)
    assert book.used(minted.seat, "nonsense", 7).seats == (slid, other.seat)
    book, fresh = book.reminted(minted.seat, OTHER_ENTROPY)
    waiting = book.seats[0]
    assert fresh == make_token("gm", minted.seat.id, OTHER_ENTROPY[:32])
    assert waiting == msgspec.structs.replace(minted.seat, next_seal=seal_secret(OTHER_ENTROPY[:32].hex()))
    assert book.used(waiting, minted.token, 7).seats[0].next_seal == waiting.next_seal
    assert book.used(waiting, fresh, 7).seats == (
        msgspec.structs.replace(
            waiting, seal=waiting.next_seal, next_seal="", since_ms=7, until_ms=7 + TOKEN_MS
        ),
        other.seat,
    )


def test_a_fresh_token_that_could_not_be_stored_is_forgotten() -> None:
    """The one that was made before it holds again; a seat that has ended stays so."""
    book, minted = SeatRegistry().minted("t-1", "gm", DEVICE, 0, ENTROPY)
    book, first = book.reminted(minted.seat, OTHER_ENTROPY)
    before = book.seats[0]
    later, second = book.reminted(before, ENTROPY)
    back = later.unreminted(before)
    assert back.seats == (before,)
    assert back.seat_of(first, 0) is not None
    assert back.seat_of(second, 0) is None
    gone = later.revoked(before.id)
    assert gone.unreminted(before) == gone


def test_a_knock_says_who_is_there() -> None:
    """What the device calls itself, from where, until when; who has waited too long is gone."""
    book, knock = SeatRegistry().knocked("k-1", "t-1", GUEST, 5, ENTROPY)
    assert knock == Knock("k-1", "t-1", "Phone", "user-7", two_words(ENTROPY), "10.0.0.7", 5 + KNOCK_MS)
    assert book.knocks == (knock,)
    book, second = book.knocked("k-2", "t-1", GUEST, 5 + KNOCK_MS, ENTROPY)
    assert book.knocks == (second,)


def test_too_many_of_an_address_are_not_kept() -> None:
    """Whoever waits goes on waiting, and another address may still knock."""
    book = SeatRegistry()
    for number in range(3):
        book, _ = book.knocked(f"k-{number}", "t-1", GUEST, 0, ENTROPY)
    assert book.knocked("k-3", "t-1", GUEST, 0, ENTROPY) == (book, None)
    after, other = book.knocked("k-3", "t-1", DEVICE, 0, ENTROPY)
    assert after.knocks == (*book.knocks, other)


def test_who_is_admitted_has_the_role_that_was_given() -> None:
    """The others still wait; the seat knows nothing of an origin, which a knock does not say."""
    book, knock = SeatRegistry().knocked("k-1", "t-1", GUEST, 0, ENTROPY)
    book, other = book.knocked("k-2", "t-1", DEVICE, 0, ENTROPY)
    book, minted = book.admitted("k-1", 1, ENTROPY, "observer")
    assert minted is not None
    assert (minted.by, minted.seat.role, minted.seat.table) == (knock, "observer", "t-1")
    assert (minted.seat.label, minted.seat.user, minted.seat.origin) == ("Phone", "user-7", "")
    assert (book.knocks, book.seats) == ((other,), (minted.seat,))
    unknown, nobody = book.admitted("k-9", 1, OTHER_ENTROPY)
    assert (unknown, nobody) == (book, None)


def test_the_limits_that_hold() -> None:
    """Five wrong tries burn a code, three of an address may wait."""
    assert (WRONG_TRIES, KNOCKS_PER_ADDRESS) == (5, 3)
