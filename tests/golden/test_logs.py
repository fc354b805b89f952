"""An evening with each rule book as 0.1 wrote it: verified, replayed, decided again, taken in, given out."""

from pathlib import Path

import msgspec
import pytest

from vttbridge.cli import run
from vttbridge.storage.log_file import read_log
from vttbridge.storage.verify import Source, book_of, of_file, steps_of, verify
from vttbridge.testing.checkout import offer_rulesets

FOLDER = Path(__file__).parent / "logs"


class Evening(msgspec.Struct, frozen=True):
    """What 0.1 says of a log: its rule book, its size, and the hash of the state after its last row."""

    ruleset: str
    rows: int
    commands: int
    state_hash: str


PINNED = msgspec.json.decode((FOLDER / "logs.json").read_bytes(), type=dict[str, Evening])
LOGS = [FOLDER / f"{name}.vttlog" for name in PINNED]


def _source(log: Path) -> Source:
    offer_rulesets()
    return of_file(read_log(log))


def told(log: Path) -> Evening:
    """Give what is said of a log now; `logs.json` keeps it."""
    source = _source(log)
    verdict = verify(source)
    assert verdict.is_good, verdict.problem
    *_, last = steps_of(source)
    return Evening(source.head.ruleset, verdict.rows, verdict.commands, book_of(source).hash(last.after))


def test_every_rule_book_has_a_log() -> None:
    """Those of 0.1, and every log in the folder is pinned."""
    books = {"heroclix", "draw-steel", "necromunda", "necromunda-community"}
    assert {evening.ruleset for evening in PINNED.values()} == books
    assert sorted(FOLDER.glob("*.vttlog")) == sorted(LOGS)


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_a_log_replays_to_the_state_that_it_had(log: Path) -> None:
    """As it was recorded, whatever the rules are now."""
    assert told(log) == PINNED[log.stem]


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_a_log_is_decided_again_alike(log: Path) -> None:
    """Until a rule book or the core says that its outcomes are others."""
    assert verify(_source(log), again=True).differences == ()


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_the_command_line_verifies_and_tells_a_log(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Both end well, and every row is told on a line that begins with its number."""
    assert run(["verify", str(log), "--recompute"]) == 0
    capsys.readouterr()
    assert run(["replay", str(log)]) == 0
    begun = [line.split(maxsplit=1)[0] for line in capsys.readouterr().out.splitlines() if line.strip()]
    numbers = [str(number + 1) for number in range(PINNED[log.stem].rows)]
    assert [word for word in numbers if word not in begun] == []


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_a_log_is_taken_in_and_given_out_as_it_was(log: Path, tmp_path: Path) -> None:
    """Byte for byte."""
    data, out = ["--data", str(tmp_path / "data")], tmp_path / "out.vttlog"
    assert run(["import", str(log), *data]) == 0
    assert run(["export", log.stem, "-o", str(out), *data]) == 0
    assert out.read_bytes() == log.read_bytes()
