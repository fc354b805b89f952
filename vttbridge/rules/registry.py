"""Finds the rule books that are installed, by the entry-point group `vttbridge.rulesets`."""

import tomllib
from functools import cache
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable

from vttbridge.errors import UnknownRuleset
from vttbridge.rules.language import Language, flattened
from vttbridge.rules.ruleset import Ruleset

GROUP = "vttbridge.rulesets"


def installed() -> tuple[Ruleset, ...]:
    """Return all installed rule books, sorted by name; one that cannot be loaded raises UnknownRuleset."""
    return tuple(_loaded(name) for name in names())


def names() -> tuple[str, ...]:
    """Return the names of all installed rule books, sorted, without loading any."""
    return tuple(sorted({point.name for point in entry_points(group=GROUP)}))


def find(name: str) -> Ruleset:
    """Return a rule book by name and load no other; raises UnknownRuleset with the names that there are."""
    if name in names():
        return _loaded(name)
    known = ", ".join(names()) or "none"
    raise UnknownRuleset(f"no rule book called {name} is installed; installed are: {known}")


@cache
def _loaded(name: str) -> Ruleset:
    point = next(point for point in entry_points(group=GROUP) if point.name == name)
    try:
        ruleset: object = point.load()
    except (ImportError, AttributeError, TypeError) as fault:
        raise UnknownRuleset(f"the rule book {name} ({point.value}) cannot be loaded: {fault}") from fault
    if not isinstance(ruleset, Ruleset):
        raise UnknownRuleset(f"the entry point {name} of {GROUP} does not name a Ruleset")
    if ruleset.name != name:
        raise UnknownRuleset(f"the entry point {name} of {GROUP} names a rule book called {ruleset.name}")
    return ruleset


@cache
def language(ruleset_package: str, name: str = "en") -> Language:
    """Load a rule book's sentences in a language, or the core's own; one that it lacks is empty.

    What each rule says may stand apart, in `lang/rules`, as one sentence for each rule id.
    """
    folder = files(ruleset_package).joinpath("lang")
    sentences = _sentences(folder.joinpath(f"{name}.toml"))
    rules = _sentences(folder.joinpath("rules", f"{name}.toml"))
    return Language(name, sentences | {f"rule.{code}": said for code, said in rules.items()})


def _sentences(page: Traversable) -> dict[str, str]:
    return flattened(tomllib.loads(page.read_text(encoding="utf-8"))) if page.is_file() else {}


@cache
def languages(ruleset_package: str) -> tuple[str, ...]:
    """Return the languages in which a rule book has sentences, sorted."""
    folder = files(ruleset_package).joinpath("lang")
    pages = (page.name for page in folder.iterdir()) if folder.is_dir() else ()
    return tuple(sorted(name.removesuffix(".toml") for name in pages if name.endswith(".toml")))
