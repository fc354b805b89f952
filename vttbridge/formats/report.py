"""What reading a map file found: counts, doubts and how each was taken, what was dropped by which rule."""

from collections import Counter
from collections.abc import Iterator

import msgspec

from vttbridge.formats.plain import Doc
from vttbridge.geometry.spec import SceneSpec
from vttbridge.rules.piece import Piece

MAX_PLACES = 20
"""A report names at most this many places of one doubt."""


class Doubt(msgspec.Struct, frozen=True):
    """Something doubtful: its code, how it was taken, how often, and the first places."""

    code: str
    taken: str
    times: int
    places: tuple[str, ...]


class Dropped(msgspec.Struct, frozen=True):
    """Things left out by a named rule: how many, and the first places."""

    rule: str
    times: int
    places: tuple[str, ...]


class Report(msgspec.Struct, frozen=True):
    """The report of one scene."""

    format: str
    name: str
    counts: tuple[tuple[str, int], ...] = ()
    doubts: tuple[Doubt, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()

    def count(self, name: str) -> int:
        """Return a count by name, 0 where it was not counted."""
        return next((times for key, times in self.counts if key == name), 0)


class Reading(msgspec.Struct, frozen=True):
    """A scene that was read, the pieces on it, and the report."""

    spec: SceneSpec
    report: Report
    pieces: tuple[Piece, ...] = ()


class Notebook:
    """Collects counts, doubts and drops while a file is read."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._doubts: dict[tuple[str, str], list[str]] = {}
        self._dropped: dict[str, list[str]] = {}
        self._facts: list[tuple[str, str]] = []

    def count(self, name: str, times: int = 1) -> None:
        """Count things of a kind."""
        self._counts[name] += times

    def doubt(self, code: str, taken: str, place: str) -> None:
        """Note a doubt and how it was taken."""
        self._doubts.setdefault((code, taken), []).append(place)

    def drop(self, rule: str, place: str) -> None:
        """Note that something was left out by a rule."""
        self._dropped.setdefault(rule, []).append(place)

    def has_dropped(self, rule: str) -> bool:
        """Return whether a rule left anything out."""
        return rule in self._dropped

    def listed(self, doc: Doc) -> Iterator[Doc]:
        """Return the items of a list; something else where a list belongs is told."""
        if doc.value is not None and not doc.is_list():
            self.drop("not_a_list", doc.path)
        yield from doc.items()

    def records(self, doc: Doc) -> Iterator[tuple[int, Doc]]:
        """Return the records of a list with their numbers; what is none is told."""
        for number, item in enumerate(self.listed(doc)):
            if item.is_record():
                yield number, item
            else:
                self.drop("not_a_record", item.path)

    def fact(self, name: str, value: str) -> None:
        """Note something that a person wants to know of the file."""
        self._facts.append((name, value))

    def report(self, format_name: str, name: str) -> Report:
        """Return the report in a fixed order."""
        return Report(
            format_name,
            name,
            tuple(sorted(self._counts.items())),
            tuple(
                Doubt(code, taken, len(places), tuple(places[:MAX_PLACES]))
                for (code, taken), places in sorted(self._doubts.items())
            ),
            tuple(
                Dropped(rule, len(places), tuple(places[:MAX_PLACES]))
                for rule, places in sorted(self._dropped.items())
            ),
            tuple(self._facts),
        )
