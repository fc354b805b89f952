"""The README is true: its commands are there, its picture is drawn by the project as it is now."""

import os
from pathlib import Path

from vttbridge.demo.pictures import push_picture

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_picture_is_what_the_project_draws() -> None:
    """Whoever changes drawing or rules draws it anew: python -m vttbridge.demo.pictures docs."""
    assert (ROOT / "docs" / "push.svg").read_text(encoding="utf-8") == push_picture()


def test_the_test_command_can_be_run() -> None:
    """`tests/run` is named, is there and may be executed."""
    assert "tests/run" in README
    assert os.access(ROOT / "tests" / "run", os.X_OK)
