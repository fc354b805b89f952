"""An uploaded map becomes a scene, or is refused with a sentence."""

import msgspec
import pytest

from vttbridge.errors import BadScene
from vttbridge.formats.report import Report
from vttbridge.server.handlers.scene_import import facts_of, import_scene, is_followed, left_in, with_numbers
from vttbridge_protocol import Encoding, SceneSet

ROOM = b"+-+-+\n|. .|\n+-+-+\n"


@pytest.mark.parametrize(
    ("wanted", "follows"),
    [
        (SceneSet("s1", "b", "foundry", home="vtt"), True),
        (SceneSet("s1", "b", "foundry"), False),
        (SceneSet("s1", "b", "uvtt", home="vtt"), False),
    ],
)
def test_only_foundry_s_own_scenes_are_followed(wanted: SceneSet, *, follows: bool) -> None:
    """Both must be said."""
    assert is_followed(wanted) is follows


def test_a_drawn_map_has_the_name_that_was_wanted() -> None:
    """Its id is the scene's; a drawing brings neither pieces nor documents, but a report."""
    named = import_scene(ROOM, SceneSet("s1", "b", "ascii", name="Cave"), Encoding.MSGPACK, "square")
    assert (named.spec.id, named.spec.name) == ("s1", "Cave")
    assert (named.pieces, named.documents) == ((), None)
    assert named.facts["format"] == "ascii"


def test_a_scene_of_the_own_format_comes_back_as_it_was() -> None:
    """There is nothing to report of it."""
    drawn = import_scene(ROOM, SceneSet("s1", "b", "ascii", name="Cave"), Encoding.MSGPACK, "square").spec
    payload = msgspec.json.encode(drawn)
    again = import_scene(payload, SceneSet("s1", "b", "scene"), Encoding.JSON, "square")
    assert (again.spec, again.facts) == (drawn, {})


@pytest.mark.parametrize("payload", [b"", b"\xff", b"{}", b"[1]"])
def test_what_is_no_scene_is_refused(payload: bytes) -> None:
    """With a sentence."""
    with pytest.raises(BadScene, match=r"the scene (cannot be read|is no text)"):
        import_scene(payload, SceneSet("s1", "b", "scene"), Encoding.JSON, "square")


def test_an_empty_report_says_its_format_alone() -> None:
    """And leaves no token out."""
    report = Report("ascii", "")
    assert facts_of(report) == {"format": "ascii", "counts": {}, "doubts": [], "dropped": []}
    assert left_in(report) == ()
    assert with_numbers((), {"t1": ()}) == ()
