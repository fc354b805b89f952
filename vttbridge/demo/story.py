"""What a demo table is: a drawn map, the pieces on it, and the beats that happen there, in order."""

from typing import Literal

import msgspec

from vttbridge.formats.ascii import Legend, parse
from vttbridge.geometry.spec import SceneSpec
from vttbridge.geometry.terrain import Area
from vttbridge.geometry.vec import Place
from vttbridge.rules.piece import Piece
from vttbridge.rules.values import Value

Who = Literal["gm", "ada", "ben"]


class Beat(msgspec.Struct, frozen=True):
    """One thing that somebody wants, and what the people at the table do about it.

    `answers` are given by whoever is asked, by question key; `verdict` is what the game master does with a
    plan that waits; `limit` is how far the named piece may go at most; `then` is what follows.
    """

    title: str
    who: Who
    action: str
    fields: dict[str, Value]
    answers: dict[str, Value] = {}
    verdict: Literal["approve", "edit", "reject"] = "approve"
    limit: tuple[str, float] | None = None
    then: Literal["", "undo", "drop"] = ""


class Stage(msgspec.Struct, frozen=True):
    """A demo table: its rule book, scene, pieces and beats."""

    table: str
    ruleset: str
    spec: SceneSpec
    pieces: tuple[Piece, ...]
    beats: tuple[Beat, ...]


def drawn(
    name: str, text: str, legend: Legend, areas: tuple[Area, ...], figures: dict[str, Piece]
) -> tuple[SceneSpec, tuple[Piece, ...]]:
    """Read a drawn map and put each figure where its letter stands, on the ground that is there."""
    base = SceneSpec(id=name, name=name.title(), width=1, height=1, areas=areas)
    read = parse(text.strip("\n"), legend, base)
    placed = tuple(
        figures[mark.id].at(Place(mark.cell.x, mark.cell.y, figures[mark.id].place.z)) for mark in read.pieces
    )
    return read.spec, placed
