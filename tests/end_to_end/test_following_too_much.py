"""A game master's program that sends far too much of a followed scene: told so, and nobody else is hurt."""

from pathlib import Path

import msgspec
import pytest

from end_to_end.at_a_table import LOCAL
from end_to_end.followed_scene import KEEP, table_of
from vttbridge.formats.foundry.live import Documents
from vttbridge.server.tables import vtt_documents
from vttbridge.server.tables.vtt_documents import MAX_SCENES, VttDocuments
from vttbridge_protocol import DocumentSet, Plain


async def test_a_message_that_takes_too_long_to_read_is_told_so(tmp_path: Path) -> None:
    """A thousand changes of a crowded scene in one message: refused as a whole, and the next one is taken."""
    tiles: list[Plain] = [{"_id": f"t{number}"} for number in range(3_000)]
    config = msgspec.structs.replace(LOCAL, replay_seconds=0.5)
    async with table_of(tmp_path, {**KEEP, "tiles": tiles}, config=config) as (_, foundry):
        many = [DocumentSet("tiles", deleted=(f"q{number}",)) for number in range(1_000)]
        reply = await foundry.vtt.documents("keep", *many)
        assert (reply.outcome, reply.code) == ("invalid", "bad_document")
        assert "too long" in str(reply.facts["reason"])
        assert (await foundry.change("tokens", "ben", x=300)).outcome == "done"


async def test_changes_do_not_grow_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After too many bytes of them the scene is to be sent whole, and is followed on from there."""
    monkeypatch.setattr(vtt_documents, "MAX_CHANGED_BYTES", 10_000)
    async with table_of(tmp_path) as (_, foundry):
        codes: list[str] = []
        for number in range(8):
            reply = await foundry.change("walls", "w", **{f"flags.junk{number}": "x" * 3_000})
            codes.append(reply.code)
        assert codes == [*[""] * 4, *["sync_first"] * 4]
        assert (await foundry.sync()).outcome == "done"
        assert (await foundry.change("tokens", "ben", x=300)).outcome == "done"


def test_few_scenes_are_kept_and_none_of_who_is_gone() -> None:
    """The oldest go first, and those of a connection with it."""
    known = VttDocuments()
    for number in range(MAX_SCENES + 1):
        known.keep(f"s{number}", Documents({}), "one" if number < MAX_SCENES else "other")
    assert known.of("s0", "one") is None
    assert known.of("s1", "one") is not None
    known.left("one")
    assert known.of("s1", "one") is None
    assert known.of(f"s{MAX_SCENES}", "other") is not None
