"""What vouches for an event: the chain's hash, or a mark that says nothing of it."""

from vttbridge.session.event_mac import event_mac, head_for, table_key

KEY = table_key(b"k" * 32, "night")
HASH = "ab" * 32


def test_each_table_of_each_server_has_its_own_key() -> None:
    """The same name and server key give the same key."""
    assert table_key(b"k" * 32, "night") == KEY
    assert len({KEY, table_key(b"k" * 32, "day"), table_key(b"l" * 32, "night")}) == 3


def test_a_mark_is_32_digits_that_depend_on_key_and_hash() -> None:
    """It is the same for ever: clients hold it while the server is away."""
    mark = event_mac(KEY, HASH)
    assert mark == event_mac(KEY, HASH) == "9c53dee895889f0f2587d01ad66e7320"
    assert len({mark, event_mac(KEY, "cd" * 32), event_mac(b"other", HASH)}) == 3


def test_game_masters_are_told_the_hash() -> None:
    """Everybody else the mark."""
    assert head_for(KEY, HASH, whole=True) == HASH
    assert head_for(KEY, HASH, whole=False) == event_mac(KEY, HASH)
