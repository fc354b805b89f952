"""A fight that was played is told again from its data folder: sentences, boards, pictures, what if."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import pytest

import vttbridge_protocol as wire
from browser.stage import the_keep
from vttbridge.cli import run
from vttbridge.client import Client
from vttbridge_protocol import Plain

PUSH: Mapping[str, Plain] = {"source": "rurik", "targets": ["elk"], "distance": 3}
STATES: tuple[Literal["open", "closed", "locked"], ...] = ("open", "closed", "locked", "closed")
PATH: Plain = [[10, 4], [11, 4], [12, 4]]


@pytest.fixture
async def played(tmp_path: Path) -> list[str]:
    """Push the elk-rider into the window once, stop the server, and give the words that name the log."""
    async with the_keep(tmp_path) as here:
        assert (await here.gm.act("keep", "push", PUSH, answers={"path:elk": PATH})).outcome == "done"
        assert here.gm.welcome is not None
        table = here.gm.welcome.table
    return [table, "--data", str(tmp_path)]


async def test_a_fight_is_told_with_its_boards_and_pictures(
    played: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The board stands there before the first outcome and at the end, and each outcome has a picture."""
    assert run(["replay", *played, "--svg", str(tmp_path / "pictures")]) == 0
    told = capsys.readouterr().out
    seq = re.search(r"the keep before row (\d+)", told, re.IGNORECASE)
    assert seq is not None
    assert re.search(rf"the keep after row {seq[1]}", told, re.IGNORECASE)
    pages = sorted((tmp_path / "pictures").iterdir())
    assert [page.name for page in pages] == [f"{int(seq[1]):05}.svg"]
    assert pages[0].read_text(encoding="utf-8").startswith("<svg")


async def test_what_if_tells_only_what_would_differ(
    played: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """As it was played nothing differs; where breaking includes the step, the elk-rider goes farther."""
    assert run(["replay", *played, "--set", "ds_hurl_entry=separate"]) == 0
    assert capsys.readouterr().out.startswith("0 commands")
    assert run(["replay", *played, "--set", "ds_hurl_entry=included"]) == 0
    told = capsys.readouterr().out
    assert "was: " in told
    assert "what if: " in told
    assert "1 command would come to something else under ds_hurl_entry=included" in told


async def test_an_answer_that_would_not_have_been_asked_is_no_impossible_event(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where a house rule leaves nothing to ask, the answer's row says so, and names nobody by an id."""
    async with the_keep(tmp_path) as here:
        push: Mapping[str, Plain] = {"source": "ogre", "targets": ["ilse"], "distance": 5}
        asked = await here.gm.act("keep", "push", push, answers={"path:ilse": [[3, 6], [4, 6]]})
        assert asked.hold is not None
        assert (await here.ada.answer(asked.hold, "stability:ilse", 2)).outcome == "done"
    assert run(["replay", "keep", "--data", str(tmp_path), "--set", "ds_stability=always_full"]) == 0
    told = capsys.readouterr().out
    assert "what if: it would have come about before, and this would not have been asked" in told
    assert "cannot happen" not in told


async def test_a_fight_is_told_by_names(played: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """People and pieces by their names, questions as sentences: no id, no code, no bracket of a program."""
    assert run(["replay", *played]) == 0
    told = capsys.readouterr().out
    rows = re.findall(r"^ *\d+  (.*)$", told, re.MULTILINE)
    assert "Elk-rider comes onto the map" in rows
    assert "Gwen asks: Push (Elk-rider)" in rows
    assert "Gwen: Which squares does Elk-rider move through? 3 to (12, 4)" in rows
    assert not [row for row in rows if re.search(r"\w_\w|path:|[0-9a-f]{12}|[{}]|\(\(", row)]


async def test_a_door_and_whoever_turned_it_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A row names the door, what happened to it and who did it, who has a name or none."""
    async with the_keep(tmp_path) as here:
        for state in STATES:
            door = wire.DoorState("door", state)
            assert (await here.gm.command(wire.SceneChanged("keep", doors=(door,)))).outcome == "done"
        async with await Client.pair(await here.server.pairing_line("keep", "draw-steel")):
            pass
    assert run(["replay", "keep", "--data", str(tmp_path)]) == 0
    rows = re.findall(r"^ *\d+  (.*)$", capsys.readouterr().out, re.MULTILINE)
    turned = [row for row in rows if " the door " in row]
    assert turned == [f"Gwen {did} the door door" for did in ("opens", "closes", "locks", "unlocks")]
    assert "Gwen sits down (game master)" in rows
    assert "A game master sits down" in rows


async def test_the_last_outcome_is_written_as_a_case(
    played: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file passes `check`; before anything was committed there is none to write."""
    page = tmp_path / "moment.toml"
    assert run(["replay", *played, "--moment", str(page)]) == 0
    assert run(["check", str(page)]) == 0
    assert capsys.readouterr().out.endswith("1 passed, 0 failed\n")
    assert run(["replay", *played, "--to", "3", "--moment", str(page)]) == 2
    assert "nothing was committed" in capsys.readouterr().err


async def test_an_unknown_house_rule_is_told_in_a_sentence(
    played: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Names and values that the rule book does not know end with 2."""
    assert run(["replay", *played, "--set", "ds_hurl_entry=maybe"]) == 2
    assert "it may be: separate, included" in capsys.readouterr().err
    assert run(["replay", *played, "--set", "nonsense=1"]) == 2
    told = capsys.readouterr().err
    assert "sets no house rule" in told
    assert told.count("\n") == 1
