"""What a rule book declares about itself for the logs that it decides."""

from collections.abc import Iterator

from vttbridge.rules.ruleset import Ruleset
from vttbridge.testing.conformance.cases import Case


def undeclared(ruleset: Ruleset, _cases: tuple[Case, ...], _effort: int) -> Iterator[str]:
    """Return a fault where `rules` is no whole number from 1 on."""
    number: object = ruleset.rules
    if type(number) is not int or number < 1:
        yield f"rules is {number!r}; it is a whole number from 1 on, raised whenever an outcome changes"
