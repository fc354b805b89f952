"""Which rules decide an outcome: declared numbers, and a hash of what stands in a rule book's tables.

A number is raised when an outcome changes, and for nothing else: comments, sentences and the names of files
and modules decide nothing. `tests/outcomes` keeps the outcomes beside the numbers.
"""

import hashlib
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec

from vttbridge.errors import UnknownRuleset
from vttbridge.rules.ruleset import Ruleset

CORE = 2
"""The number of `vttbridge.geometry` and `vttbridge.rules`, raised when they change a rule book's outcome."""

NO_TABLES = ("lang", "scenarios")
"""Folders at the top of a rule book's package whose files decide nothing."""


class RulesVersion(msgspec.Struct, frozen=True):
    """The number of a rule book, that of the core, and a hash of the book's tables, empty without any.

    Under equal ones the same commands, answers and faces come to the same outcomes.
    """

    rules: int
    core: int
    tables: str = ""

    def __str__(self) -> str:
        return f"rules {self.rules}, core {self.core}, tables {self.tables[:8] or 'none'}"


def version_of(ruleset: Ruleset) -> RulesVersion:
    """Return the version under which a rule book decides today.

    A table that cannot be read raises UnknownRuleset.
    """
    return RulesVersion(ruleset.rules, CORE, tables_hash(ruleset.package))


@cache
def tables_hash(package: str) -> str:
    """Return a hash of a package's tables: each TOML file, whatever its name, outside `lang` and `scenarios`.

    It is taken of the values, so that comments, spacing and the order of keys do not count.
    """
    documents = sorted(_document(package, page) for page in _tables(files(package), NO_TABLES))
    return hashlib.blake2b(b"".join(documents), digest_size=16).hexdigest() if documents else ""


def _tables(folder: Traversable, skipped: tuple[str, ...] = ()) -> Iterator[Traversable]:
    for entry in folder.iterdir():
        if entry.is_dir() and entry.name not in skipped:
            yield from _tables(entry)
        elif entry.name.endswith(".toml"):
            yield entry


def _document(package: str, page: Traversable) -> bytes:
    try:
        values = tomllib.loads(page.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise UnknownRuleset(f"{page.name} of {package} is no TOML: {fault}") from fault
    return hashlib.blake2b(msgspec.json.encode(values, order="sorted"), digest_size=16).digest()
