"""The demo proves itself, and says so only while it is true: each protection is broken once."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import structlog

from vttbridge.cli import run as run_command
from vttbridge.client import Client
from vttbridge.demo import headless
from vttbridge.demo.headless import Tally, show
from vttbridge.rules.board import Board
from vttbridge.rules.effects import Effect
from vttbridge.storage.log_file import export_to
from vttbridge.storage.verify import Source, steps_of
from vttbridge.table.log.store import Store
from vttbridge.table.visibility.view import Transition
from vttbridge.testing.checkout import offer_rulesets
from vttbridge_heroclix import path as heroclix_path
from vttbridge_protocol import Reply


@pytest.fixture(autouse=True)
def _rule_books() -> Iterator[None]:
    offer_rulesets()
    yield
    structlog.reset_defaults()


def _shown(folder: Path, say: Callable[[str], None] = lambda _line: None) -> Tally:
    return asyncio.run(show(folder, say))


def test_the_demo_holds_and_tells_a_story(capfd: pytest.CaptureFixture[str]) -> None:
    """Every kind of verdict, maps before and after, and a last line with the counts."""
    assert run_command(["demo", "--headless"]) == 0
    out = capfd.readouterr().out
    last = out.strip().splitlines()[-1]
    assert last.endswith("all held")
    for told in ("Rooftops", "The Keep", "After the fight", "comes back", "taken back", "says no", "at most"):
        assert told in out


def test_the_tally_counts_what_happened(tmp_path: Path) -> None:
    """Among at least eight actions are an edit, a no, an undo, an answer and a reconnection."""
    tally = _shown(tmp_path)
    assert tally.faults == []
    assert tally.acted >= 8
    assert min(tally.edited, tally.rejected, tally.undone, tally.answered, tally.resumed) >= 1
    assert tally.logs == 2


def test_a_broken_rule_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing blocks any more, somebody stands in a chimney."""

    def nothing(*_arguments: object) -> None:
        return None

    monkeypatch.setattr(heroclix_path, "_blocked", nothing)
    assert any("filled ground" in fault for fault in _shown(tmp_path).faults)


def test_a_flipped_byte_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One bit of one stored row, and the log is no longer what was written."""

    def damaged(store: Store, table: str, path: Path) -> int:
        rows = export_to(store, table, path)
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 1
        path.write_bytes(bytes(data))
        return rows

    monkeypatch.setattr(headless, "export_to", damaged)
    assert any("damaged" in fault for fault in _shown(tmp_path).faults)


def test_a_lost_approval_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game master's yes that arrives as a no is told."""

    async def reversed_(self: Client, hold: str, *_: object) -> Reply:
        return await self.reject(hold)

    monkeypatch.setattr(Client, "approve", reversed_)
    assert any("ended as rejected" in fault for fault in _shown(tmp_path).faults)


def test_a_changed_replay_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A replay that leaves out one row does not end where the table stood."""

    def forgetful(source: Source, to: int | None = None) -> Iterator[Transition]:
        steps = list(steps_of(source, to))
        return iter(steps[: len(steps) // 2] if to is not None and to > 30 else steps)

    monkeypatch.setattr(headless, "steps_of", forgetful)
    faults = _shown(tmp_path).faults
    assert any("does not end where the table stood" in fault for fault in faults)


def test_a_broken_check_would_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A board on which effects change nothing leaves clients and log apart from one another."""

    def unchanged(self: Board, _effect: Effect) -> Board:
        return self

    monkeypatch.setattr(Board, "after", unchanged)
    assert _shown(tmp_path).faults != []
