"""Finds the rule books that are installed, by the entry-point group `vttbridge.rulesets`."""

import hashlib
import tomllib
from functools import cache
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable

from vttbridge.errors import UnknownRuleset
from vttbridge.rules.language import Language, flattened
from vttbridge.rules.ruleset import Ruleset

GROUP = "vttbridge.rulesets"


@cache
def installed() -> tuple[Ruleset, ...]:
    """Give all installed rule books, sorted by name; what is no Ruleset raises UnknownRuleset."""
    found: dict[str, Ruleset] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        ruleset: object = point.load()
        if not isinstance(ruleset, Ruleset):
            raise UnknownRuleset(f"the entry point {point.name} of {GROUP} does not name a Ruleset")
        found[ruleset.name] = ruleset
    return tuple(found[name] for name in sorted(found))


def find(name: str) -> Ruleset:
    """Give a rule book by name; raises UnknownRuleset with the names that there are."""
    for ruleset in installed():
        if ruleset.name == name:
            return ruleset
    known = ", ".join(ruleset.name for ruleset in installed()) or "none"
    raise UnknownRuleset(f"no rule book called {name} is installed; installed are: {known}")


@cache
def language(ruleset_package: str, name: str = "en") -> Language:
    """Load a rule book's sentences in a language; one that it lacks is empty."""
    page = files(ruleset_package).joinpath("lang", f"{name}.toml")
    if not page.is_file():
        return Language(name, {})
    return Language(name, flattened(tomllib.loads(page.read_text(encoding="utf-8"))))


@cache
def fingerprint(ruleset_package: str) -> str:
    """Give the BLAKE2b hash over a rule book's own files, by which a log knows its rules."""
    digest = hashlib.blake2b(digest_size=16)
    for name, page in _pages(files(ruleset_package)):
        digest.update(name.encode())
        digest.update(page.read_bytes())
    return digest.hexdigest()


def _pages(folder: Traversable, prefix: str = "") -> list[tuple[str, Traversable]]:
    listed: list[tuple[str, Traversable]] = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir() and entry.name != "__pycache__":
            listed += _pages(entry, f"{prefix}{entry.name}/")
        elif entry.name.endswith((".py", ".toml")):
            listed.append((prefix + entry.name, entry))
    return listed
