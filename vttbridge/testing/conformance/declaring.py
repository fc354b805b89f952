"""What a rule book declares about itself: the number of its rules, fields, names and house rules."""

from collections.abc import Iterator

from vttbridge.rules.fields import field_kinds
from vttbridge.rules.ruleset import Ruleset
from vttbridge.testing.conformance.cases import Case, Cases
from vttbridge.testing.conformance.sampling import twice


def undeclared(ruleset: Ruleset, _cases: tuple[Case, ...], _effort: int) -> Iterator[str]:
    """Return a fault where `rules` is no whole number from 1 on."""
    number: object = ruleset.rules
    if type(number) is not int or number < 1:
        yield f"rules is {number!r}; it is a whole number from 1 on, raised whenever an outcome changes"


def fields_without_kind(ruleset: Ruleset, _cases: Cases, _effort: int) -> Iterator[str]:
    """Return each field of an action of which no form can be made."""
    for spec in ruleset.actions:
        for field, kind in field_kinds(spec.fields):
            if not kind:
                yield f"the field {field} of {spec.name} has no kind: no form can be made of it"


def names_given_twice(ruleset: Ruleset, _cases: Cases, _effort: int) -> Iterator[str]:
    """Return each name that two of a family bear."""
    families = {
        "action": [spec.name for spec in ruleset.actions],
        "query": [spec.name for spec in ruleset.queries],
        "need": [need.name for need in ruleset.needs],
        "option": [option.name for option in ruleset.options],
    }
    for family, names in families.items():
        yield from (f"two of the {family} names are {name}" for name in sorted(twice(names)))


def untyped_options(ruleset: Ruleset, _cases: Cases, _effort: int) -> Iterator[str]:
    """Return each house rule that is not typed, ranged or tied to a rule."""
    for option in ruleset.options:
        if not option.rule:
            yield f"the option {option.name} names no rule"
        if option.kind == "word" and len(option.values) < 2:
            yield f"the option {option.name} leaves no choice"
        if option.check(option.default) is not None:
            yield f"the default of {option.name} is out of its own range"
