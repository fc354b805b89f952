"""Both type checkers read the typing pages: the right ones are clean, every wrong line is named."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
CHECKERS = {
    "mypy": [sys.executable, "-m", "mypy", "--no-error-summary"],
    "pyright": [sys.executable, "-m", "pyright", "--pythonpath", sys.executable],
}


def _faults(checker: str, page: Path) -> set[int]:
    """Return the lines that a type checker finds at fault on a page."""
    run = subprocess.run(
        [*CHECKERS[checker], str(page)], cwd=ROOT, check=False, capture_output=True, text=True
    )
    assert run.returncode in {0, 1}, run.stdout + run.stderr
    return {int(line) for line in re.findall(rf"{re.escape(page.name)}:(\d+):.*\berror\b", run.stdout)}


@pytest.mark.parametrize("page", ["asking.py", "resolving.py"])
def test_right_pages_are_clean(page: str) -> None:
    """Dice and kinds give their own types without a cast; a match over outcomes leaves nothing over."""
    assert _faults("mypy", HERE / page) == set()


@pytest.mark.parametrize("checker", CHECKERS)
def test_wrong_uses_are_found(checker: str, tmp_path: Path) -> None:
    """Each marked line is a fault, and no other."""
    text = HERE.joinpath("wrong.txt").read_text(encoding="utf-8")
    page = tmp_path / "wrong.py"
    page.write_text(text, encoding="utf-8")
    marked = {number for number, line in enumerate(text.splitlines(), start=1) if line.endswith("# wrong")}
    assert _faults(checker, page) == marked
