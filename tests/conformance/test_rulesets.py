"""Every rule book of the project passes the public suite on its own scenario files."""

from functools import cache
from pathlib import Path

import pytest

from support.scale import scaled
from vttbridge.rules import registry
from vttbridge.testing.conformance.cases import Case
from vttbridge.testing.conformance.ruleset import CHECKS, Check, cases_of

SCENARIOS = Path(__file__).parents[1] / "scenarios"
GAMES = sorted(folder.name for folder in SCENARIOS.iterdir() if folder.is_dir())


@cache
def _cases(game: str) -> tuple[Case, ...]:
    return cases_of(registry.find(game), [SCENARIOS / game])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
def test_rule_book_conforms(game: str, check: Check) -> None:
    """A rule book of ours holds what is demanded of a stranger's."""
    assert check.faults(registry.find(game), _cases(game), scaled(10)) == ()
