"""What differs from a log is a fault under the rules that wrote it, and a rule change under others."""

from pathlib import Path

import msgspec
import pytest

from table.at_table import ROOM, Sitting
from table.tiny_rules import TINY
from vttbridge.cli import run
from vttbridge.rules import registry, released, version
from vttbridge.rules.ruleset import Ruleset
from vttbridge.rules.version import RulesVersion, version_of
from vttbridge.storage.codec import chained, encode_header, encode_scene
from vttbridge.storage.log_file import written_log
from vttbridge.table import Header
from vttbridge.table.log.chain import first_hash

OLD_HASH = "12" * 16
DECLARED = Header("Test", "0.2", "tiny", rules=RulesVersion(1, 1, version_of(TINY).tables))
OF_0_1 = Header("Test", "0.1.0", "tiny", rules_hash=OLD_HASH)
OTHERWISE = msgspec.structs.replace(TINY, actions=TINY.actions[1:])
RAISED = msgspec.structs.replace(OTHERWISE, rules=2)


@pytest.fixture(autouse=True)
def _core_is_that_of_0_1(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever number the core has by now, here it is the one under which the logs were written."""
    monkeypatch.setattr(version, "CORE", 1)


@pytest.fixture(autouse=True)
def _released(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(released.RELEASED, ("tiny", OLD_HASH), version_of(TINY))


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> "Recomputed":
    """Return what recomputes a log that was written under one book and header by today's book."""
    return Recomputed(tmp_path / "fight.vttlog", monkeypatch, capsys)


class Recomputed:
    """A fight in a file, decided again by the command line."""

    def __init__(
        self, page: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self._page = page
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def __call__(self, header: Header, today: Ruleset, *options: str) -> tuple[int, list[str]]:
        """Return the exit code and the lines of `vttbridge verify`."""
        self._write(encode_header(header))
        self._monkeypatch.setattr(registry, "names", lambda: ("tiny",))
        self._monkeypatch.setattr(registry, "_loaded", {"tiny": today}.__getitem__)
        code = run(["verify", str(self._page), *options])
        return code, self._capsys.readouterr().out.splitlines()

    def _write(self, header: bytes) -> None:
        fight = Sitting()
        fight.push("s-gm", "dan")
        fight.push("s-gm", "cat", 3)
        records = chained(first_hash(header), fight.rows)
        self._page.write_bytes(written_log(header, records, lambda _blob: encode_scene(ROOM)))


@pytest.mark.parametrize("header", [DECLARED, OF_0_1], ids=["declared", "of 0.1"])
class TestKnownRules:
    def test_decided_alike(self, told: Recomputed, header: Header) -> None:
        """Nothing differs, and nothing is said about rules."""
        code, (last,) = told(header, TINY, "--recompute")
        assert code == 0
        assert last.endswith("hold, decided again with 0 differences")

    def test_a_difference_under_the_same_numbers_is_a_fault(self, told: Recomputed, header: Header) -> None:
        """Exit 1, and the rows are named."""
        code, lines = told(header, OTHERWISE, "--recompute")
        assert code == 1
        assert lines[0].startswith("row ")
        assert "rule changes" not in "".join(lines)

    def test_a_difference_under_a_raised_number_is_a_rule_change(
        self, told: Recomputed, header: Header
    ) -> None:
        """Exit 0, and both numbers are named before the rows."""
        code, lines = told(header, RAISED, "--recompute")
        assert code == 0
        assert lines[0] == (
            "this log was written under rules 1, core 1, tables none, and today they are rules 2, core 1, "
            "tables none: differences are rule changes"
        )
        assert lines[1].startswith("row ")

    def test_the_core_has_a_number_too(
        self, told: Recomputed, header: Header, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A raised core is a change of the rules of every book."""
        monkeypatch.setattr(version, "CORE", 2)
        code, lines = told(header, OTHERWISE, "--recompute")
        assert code == 0
        assert "today they are rules 1, core 2" in lines[0]

    def test_rows_alone_need_no_rules(self, told: Recomputed, header: Header) -> None:
        """Under whatever rules, what was written holds."""
        assert told(header, RAISED)[0] == 0


def test_unknown_rules_are_told(told: Recomputed) -> None:
    """A hash that no release wrote is said to be unknown; differences are no fault of the log."""
    unknown = msgspec.structs.replace(OF_0_1, rules_hash="34" * 16)
    code, lines = told(unknown, OTHERWISE, "--recompute")
    assert code == 0
    assert lines[0].startswith(
        "under which rules this log was written is not known, and today they are rules 1"
    )
    assert lines[0].endswith(": differences are rule changes")


def test_all_books_of_0_1_are_known() -> None:
    """Each of them was rules 1 over core 1, and its tables are kept."""
    books = {book: known for (book, _), known in released.RELEASED.items() if book != "tiny"}
    assert sorted(books) == ["draw-steel", "heroclix", "necromunda", "necromunda-community"]
    assert {(known.rules, known.core) for known in books.values()} == {(1, 1)}
    assert books["heroclix"] == RulesVersion(1, 1)
    assert books["necromunda"] == books["necromunda-community"]
