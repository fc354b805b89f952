"""The documents of scenes that follow a VTT, kept for the connection that sent them."""

from vttbridge.formats.foundry.live import Documents
from vttbridge.server.tables.vtt_documents import (
    MAX_CHANGED_BYTES,
    MAX_SCENES,
    VttDocuments,
)


def documents() -> Documents:
    """Return the documents of an empty scene."""
    return Documents({})


def test_a_scene_is_kept_for_its_connection_until_it_is_forgotten() -> None:
    """Nobody else's documents are merged into."""
    kept, one, two = VttDocuments(), documents(), documents()
    kept.keep("a", one, "c1")
    kept.keep("b", two, "c2")
    assert (kept.of("a", "c1"), kept.of("a", "c2"), kept.of("x", "c1")) == (one, None, None)
    kept.forget("a")
    assert (kept.of("a", "c1"), kept.of("b", "c2")) == (None, two)
    kept.left("c1")
    assert kept.of("b", "c2") is two
    kept.left("c2")
    assert kept.of("b", "c2") is None
    kept.keep("a", one, "c1")
    kept.forget()
    assert kept.of("a", "c1") is None


def test_the_oldest_scene_goes_where_there_are_too_many() -> None:
    """Keeping one anew makes it the latest."""
    kept = VttDocuments()
    for number in range(MAX_SCENES):
        kept.keep(str(number), documents(), "c")
    kept.keep("0", documents(), "c")
    kept.keep("more", documents(), "c")
    assert kept.of("1", "c") is None
    assert kept.of("0", "c") is not None


def test_a_scene_that_changed_too_much_is_to_be_sent_again() -> None:
    """All of its changes count together."""
    kept, changed = VttDocuments(), documents()
    kept.keep("a", documents(), "c")
    kept.changed("a", changed, MAX_CHANGED_BYTES)
    assert kept.of("a", "c") is changed
    kept.changed("a", documents(), 1)
    assert kept.of("a", "c") is None
    kept.changed("a", documents(), 1)
    assert kept.of("a", "c") is None
