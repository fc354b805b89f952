import re
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from support.shared_material import shared_path
from vttbridge.cli import run
from vttbridge.testing.checkout import ROOT

SECONDS = 120
PATHS = ("", "protocol", "rulesets")


def started(*arguments: str) -> "subprocess.Popen[str]":
    """Start the command line as a process of its own."""
    code = (
        f"import sys; sys.path[:0] = {[str(ROOT / path) for path in PATHS]!r}\n"
        "from vttbridge.cli import main; main()"
    )
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", code, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@contextmanager
def served(folder: Path) -> Generator["subprocess.Popen[str]"]:
    """Serve a folder until the block ends."""
    process = started("serve", "--data", str(folder), "--port", "0")
    try:
        yield process
    finally:
        process.kill()
        process.communicate(timeout=SECONDS)


def greeted(process: "subprocess.Popen[str]") -> str:
    """Wait for what a server says first, and give its address."""
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.search(r"ws://\S+", line)
    assert found is not None, line
    return found[0]


def one_sentence(capsys: pytest.CaptureFixture[str]) -> str:
    """Return the one line that was written to standard error."""
    told = capsys.readouterr().err
    assert told.count("\n") == 1, told
    assert "Traceback" not in told
    return told


class TestServe:
    def test_it_pairs_and_stops_cleanly_when_it_is_told(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """`pair` prints a whole pairing line; a request to end is followed by exit 0."""
        with served(tmp_path) as process:
            address = greeted(process)
            assert run(["pair", "--data", str(tmp_path), "--table", "night", "--ruleset", "heroclix"]) == 0
            line, link = capsys.readouterr().out.splitlines()
            assert re.fullmatch(rf"{re.escape(address)} [B-Z]{{4}}-[B-Z]{{4}}", line)
            assert link == f"http{address.removeprefix('ws')}/#{line.rpartition(' ')[2]}"
            process.send_signal(signal.SIGTERM)
            _, told = process.communicate(timeout=SECONDS)
            assert process.returncode == 0
            assert "Traceback" not in told
        assert not (tmp_path / "server.json").exists()

    def test_a_busy_port_is_told_in_a_sentence(self, tmp_path: Path) -> None:
        """A second server on the port ends with 2, and the first one keeps its address file."""
        with served(tmp_path / "one") as process:
            port = greeted(process).rpartition(":")[2]
            other = started("serve", "--data", str(tmp_path / "two"), "--port", port)
            _, told = other.communicate(timeout=SECONDS)
            assert other.returncode == 2
            assert re.fullmatch(r"[^\n]*the address is in use[^\n]*\n", told)

    def test_a_folder_has_one_server(self, tmp_path: Path) -> None:
        """A second server on the same folder ends with 2, and the first one can still be asked."""
        with served(tmp_path) as process:
            greeted(process)
            other = started("serve", "--data", str(tmp_path), "--port", "0")
            _, told = other.communicate(timeout=SECONDS)
            assert other.returncode == 2
            assert "a server is running" in told
            assert run(["pair", "--data", str(tmp_path), "--table", "a", "--ruleset", "heroclix"]) == 0

    def test_a_table_keeps_its_rule_book(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """To ask for another rule book at a table is told, and not quietly passed over."""
        with served(tmp_path) as process:
            greeted(process)
            wanted = ["pair", "--data", str(tmp_path), "--table", "night", "--ruleset"]
            assert run([*wanted, "heroclix"]) == 0
            capsys.readouterr()
            assert run([*wanted, "draw-steel"]) == 2
            assert "plays heroclix, not draw-steel" in one_sentence(capsys)

    def test_a_folder_that_is_none_is_told_in_a_sentence(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """A file in the place of the data folder ends with 2 and stays what it is."""
        page = tmp_path / "page"
        page.write_text("mine", encoding="utf-8")
        for folder in (page, page / "below"):
            assert run(["serve", "--data", str(folder), "--port", "0"]) == 2
            assert "name another one with --data" in one_sentence(capsys)
        assert page.read_text(encoding="utf-8") == "mine"

    @pytest.mark.parametrize("key", ["", "garbage", "ab"])
    def test_a_damaged_key_is_neither_used_nor_replaced(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str], key: str
    ) -> None:
        """No code is ever made with half a key."""
        (tmp_path / "server.key").write_text(key, encoding="utf-8")
        assert run(["serve", "--data", str(tmp_path), "--port", "0"]) == 2
        assert "damaged" in one_sentence(capsys)
        assert (tmp_path / "server.key").read_text(encoding="utf-8") == key

    def test_an_unknown_setting_is_an_error(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """A configuration with a word that is not known is refused with that word."""
        page = tmp_path / "own.toml"
        page.write_text("prot = 1\n", encoding="utf-8")
        assert run(["serve", "--config", str(page), "--data", str(tmp_path)]) == 2
        assert "prot" in one_sentence(capsys)


class TestSeats:
    def test_seats_are_listed_and_ended(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """Nobody sits there at first; an unknown seat is told in a sentence."""
        data = ["--data", str(tmp_path)]
        with served(tmp_path) as process:
            greeted(process)
            assert run(["pair", *data, "--table", "night", "--ruleset", "heroclix"]) == 0
            capsys.readouterr()
            assert run(["seats", *data]) == 0
            assert "nobody has a seat" in capsys.readouterr().out
            assert run(["seats", *data, "--revoke", "nil"]) == 2
            assert "there is no seat nil" in one_sentence(capsys)


class TestMistakes:
    @pytest.mark.parametrize(
        "arguments",
        [
            ["nonsense"],
            ["export"],
            ["pair", "--data", "nowhere"],
            ["verify", "nothing.vttlog"],
            ["verify", "nothing"],
            ["replay", "nothing", "--data", "nowhere"],
            ["map", "nothing"],
            ["check", "nothing"],
            ["import", "nothing"],
            ["rulesets", "chess"],
            ["serve", "--port", "99999"],
            ["demo", "--port", "80000"],
            ["demo", "--headless", "--port", "-1"],
            ["serve", "--host", "0.0.0.0"],
            ["export", "nothing", "-o", "x", "--data", "nowhere"],
        ],
        ids=" ".join,
    )
    def test_each_is_one_sentence_and_exit_2(
        self,
        arguments: list[str],
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        """A mistake ends with 2, one line on standard error and no traceback."""
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
        assert run(arguments) == 2
        one_sentence(capsys)

    def test_a_file_that_is_no_map(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """Bytes that are no map are told so, without a traceback."""
        page = tmp_path / "noise.uvtt"
        page.write_bytes(bytes(range(256)))
        assert run(["map", str(page)]) == 2
        one_sentence(capsys)


class TestLogs:
    def test_a_log_goes_out_and_comes_in_again(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Export, verify, import elsewhere, export again: the same bytes; a flipped bit names its row."""
        with served(tmp_path / "one") as process:
            greeted(process)
            data = ["--data", str(tmp_path / "one")]
            assert run(["pair", *data, "--table", "night", "--ruleset", "heroclix"]) == 0
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=SECONDS)
        first, second = tmp_path / "first.vttlog", tmp_path / "second.vttlog"
        assert run(["export", "night", "-o", str(first), *data]) == 0
        assert run(["verify", str(first), "--recompute"]) == 0
        assert run(["verify", "night", *data]) == 0
        assert run(["replay", "night", *data]) == 0
        assert run(["import", str(first), "--data", str(tmp_path / "two")]) == 0
        assert run(["export", "night", "-o", str(second), "--data", str(tmp_path / "two")]) == 0
        assert first.read_bytes() == second.read_bytes()
        damaged = bytearray(first.read_bytes())
        damaged[-40] ^= 1
        second.write_bytes(damaged)
        capsys.readouterr()
        assert run(["verify", str(second)]) == 1
        assert "row 1" in capsys.readouterr().out


class TestShowing:
    def test_help_and_version_load_nothing_heavy(self) -> None:
        """Neither geometry nor tables of text are loaded to say what there is."""
        for wanted in ("--help", "--version"):
            code = (
                f"import sys; sys.path[:0] = {[str(ROOT / path) for path in PATHS]!r}\n"
                "from vttbridge.cli import run\n"
                f"assert run([{wanted!r}]) == 0\n"
                "assert not {'shapely', 'rich', 'numpy', 'websockets'} & set(sys.modules)"
            )
            subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, timeout=SECONDS)

    def test_rulesets_are_listed_and_shown(self, capsys: pytest.CaptureFixture[str]) -> None:
        """All four books are there, and one shows its actions and options."""
        assert run(["rulesets"]) == 0
        listed = capsys.readouterr().out
        assert all(name in listed for name in ("heroclix", "draw-steel", "necromunda-community"))
        assert run(["rulesets", "necromunda"]) == 0
        assert "played in inches; rules 2, core 2, tables 91a45479" in capsys.readouterr().out
        assert run(["rulesets", "heroclix"]) == 0
        assert "knock_back" in capsys.readouterr().out

    def test_schemas_are_written(self, tmp_path: Path) -> None:
        """Every message and action gets a file."""
        assert run(["schema", "--out", str(tmp_path)]) == 0
        assert (tmp_path / "message.act.json").is_file()
        assert (tmp_path / "action.heroclix.knock_back.json").is_file()

    def test_declarations_are_those_of_the_client(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """The JavaScript client's types are the Structs': where not, run `vttbridge schema --ts` anew."""
        kept = ROOT / "protocol" / "vttbridge_protocol" / "js" / "wire.d.ts"
        assert run(["schema", "--ts"]) == 0
        assert capsys.readouterr().out == kept.read_text(encoding="utf-8")
        assert run(["schema", "--ts", "--out", str(tmp_path)]) == 0
        assert (tmp_path / "wire.d.ts").read_text(encoding="utf-8") == kept.read_text(encoding="utf-8")

    @pytest.mark.shared
    def test_a_real_map_is_reported_and_drawn(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """A Universal VTT file gives counts, and a picture where one is wanted."""
        found = min(shared_path("maps", "uvtt").glob("*.*vtt"))
        assert run(["map", str(found), "--svg", str(tmp_path / "map.svg")]) == 0
        assert "walls" in capsys.readouterr().out
        assert (tmp_path / "map.svg").read_text(encoding="utf-8").startswith("<svg")

    def test_scenarios_are_checked(self, capsys: pytest.CaptureFixture[str]) -> None:
        """A folder of scenarios ends on the counts."""
        one = ROOT / "tests" / "scenarios" / "heroclix" / "HC-c12.toml"
        assert run(["check", str(one)]) == 0
        assert capsys.readouterr().out.strip().endswith("1 passed, 0 failed")
