from collections.abc import Callable
from pathlib import Path

import pytest

from fuzz.targets import decode_frame, read_log_file

CORPUS = Path(__file__).parents[2] / "fuzz" / "corpus"
Target = Callable[[bytes], None]
TARGETS: dict[str, Target] = {"decode": decode_frame, "log_file": read_log_file}


def test_every_corpus_has_its_target() -> None:
    """No folder of seeds lies unread."""
    assert {folder.name for folder in CORPUS.iterdir()} == set(TARGETS)


@pytest.mark.parametrize("name", sorted(TARGETS))
def test_every_file_of_the_corpus_passes(name: str) -> None:
    """Seeds, and whatever once made the target fail, are read or refused as they should be."""
    files = sorted(CORPUS.joinpath(name).iterdir())
    assert files
    for file in files:
        try:
            TARGETS[name](file.read_bytes())
        except Exception as fault:
            fault.add_note(f"the input is {file}")
            raise
