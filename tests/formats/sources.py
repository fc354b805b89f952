"""What the list of sources says of each real file, as counts by the names of our reports."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from support.shared_material import SHARED, shared_path

FOLDERS = ("foundry", "uvtt", "heroclix", "containers", "fantasygrounds", "watabou")


class Source(NamedTuple):
    """One line of the list: the folder, the file, and the columns after it."""

    folder: str
    name: str
    columns: tuple[str, ...]

    @property
    def path(self) -> Path:
        """Where the file lies."""
        return shared_path("maps", self.folder, self.name)

    @property
    def text(self) -> str:
        """The whole line."""
        return " | ".join(self.columns)


def sources() -> tuple[Source, ...]:
    """Read the list, or nothing where the material is absent."""
    return () if SHARED is None else tuple(_lines(shared_path("maps", "SOURCES.md").read_text("utf-8")))


def _lines(text: str) -> Iterator[Source]:
    folder = ""
    for line in text.splitlines():
        if line.startswith("### "):
            folder = line.split()[1]
        elif line.startswith("| ") and folder in FOLDERS and not line.startswith("| file"):
            name, *columns = (part.strip() for part in line.strip("| ").split(" | "))
            yield Source(folder, name, tuple(columns))


def of(folder: str) -> tuple[Source, ...]:
    """Return the files of a folder."""
    return tuple(source for source in sources() if source.folder == folder)


def counted(source: Source) -> dict[str, int]:
    """Return the counts of a line by our names."""
    return {
        "foundry": _foundry,
        "uvtt": _uvtt,
        "heroclix": _heroclix,
        "fantasygrounds": _fantasy_grounds,
        "watabou": _watabou,
    }[source.folder](source.text)


def _numbers(text: str, **names: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for name, written in names.items():
        match = re.search(rf"{written} (\d+)", text)
        if match is not None:
            found[name] = int(match[1])
    return found


def _record(text: str, before: str) -> dict[object, int]:
    match = re.search(rf"{before} (\{{.*?\}})", text)
    found: dict[object, int] = {} if match is None else ast.literal_eval(match[1])
    return found


def _foundry(text: str) -> dict[str, int]:
    found = _numbers(
        text,
        walls="walls",
        doors="doors",
        one_way="one-way",
        tokens="tokens",
        tiles="tiles",
        drawings="drawings",
        regions="regions",
        levels="levels",
        without_c="bad c",
        fractional="fractional coords",
        zero_length="; zero-length",
    )
    moves = {f"move_{move}": times for move, times in _record(text, "move enums").items() if move != "None"}
    does = {f"behavior_{kind}": times for kind, times in _record(text, "behaviors").items()}
    return found | moves | does


def _uvtt(text: str) -> dict[str, int]:
    found = _numbers(
        text,
        polylines="polylines",
        points="points",
        object_polylines="object polylines",
        portals="portals",
        portals_open="open",
        portals_freestanding="freestanding",
        lights="lights",
    )
    objects = re.search(r"object polylines \S+ \((\d+) pts\)", text)
    assert objects is not None
    return found | {"object_points": int(objects[1])}


def _heroclix(text: str) -> dict[str, int]:
    found = _numbers(text, cells="cells", walls="walls", ramps="ramps")
    kinds = {f"walls_{kind}": times for kind, times in _record(text, r"walls \d+").items()}
    terrain = {f"terrain_{kind}": times for kind, times in _record(text, "terrain").items()}
    for level, times in _record(text, "elevations").items():
        name = f"elevation_{float(str(level)):g}"
        found[name] = found.get(name, 0) + times
    return found | kinds | terrain


def _fantasy_grounds(text: str) -> dict[str, int]:
    match = re.search(r"(\d+) occluders, (\d+) toggleable", text)
    assert match is not None
    return {"occluders": int(match[1]), "toggleable": int(match[2])}


def _watabou(text: str) -> dict[str, int]:
    return _numbers(text, rects="rects", doors="doors", columns="columns", water="water")
