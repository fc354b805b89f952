"""Give a target inputs that reach new code, for a time; needs `pip install --editable '.[fuzz]'`.

An input that makes the target fail is written beside the seeds as `crash-...` and stays there: the tests
replay it from then on. Inputs that merely reached new code wait in `build/fuzz` for the next hunt.
"""

import argparse
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent


def _seconds() -> int:
    words = argparse.ArgumentParser()
    words.add_argument("--seconds", type=int, default=60)
    seconds: int = words.parse_args().seconds
    return seconds


def _atheris() -> Any:
    try:
        return import_module("atheris")
    except ImportError:
        sys.exit("Fuzzing needs atheris: pip install --editable '.[fuzz]'.")


def hunt(corpus: str, target: str) -> None:
    """Fuzz one target of `targets.py`, from the seeds of one corpus, for the seconds of the command line."""
    seconds, atheris = _seconds(), _atheris()
    sys.path[:0] = [str(ROOT / part) for part in ("", "protocol", "rulesets")]
    with atheris.instrument_imports(include=["vttbridge", "vttbridge_protocol"]):
        targets = import_module("fuzz.targets")
    seeds, found = ROOT / "fuzz" / "corpus" / corpus, ROOT / "build" / "fuzz" / corpus
    found.mkdir(parents=True, exist_ok=True)
    limits = [f"-max_total_time={seconds}", f"-artifact_prefix={seeds}/"]
    atheris.Setup([sys.argv[0], *limits, str(found), str(seeds)], getattr(targets, target))
    atheris.Fuzz()
