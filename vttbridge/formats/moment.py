"""One moment of a fight as a scenario file: the board before, the action, its dice and answers, what came.

`vttbridge check` runs the file. It stands by itself: whoever has it needs neither the log nor the table.
"""

import msgspec

from vttbridge.formats.toml_text import array, key, line, table
from vttbridge.geometry.footprint import Cells, Disc
from vttbridge.geometry.grid import Grid, Gridless, HexGrid, SquareGrid
from vttbridge.geometry.scene import Cut, Scene
from vttbridge.geometry.terrain import Area, Wall
from vttbridge.geometry.vec import Vec
from vttbridge.rules.board import Board
from vttbridge.rules.effects import Broken, Damage, Effect, Hit, NamedFact, Note, Status, is_positional
from vttbridge.rules.piece import Piece
from vttbridge.rules.plan_edits import Drop, Limit
from vttbridge.rules.resolve import Command, Inputs, Waiting, resolve
from vttbridge.rules.ruleset import Ruleset
from vttbridge.rules.script import Answer
from vttbridge.rules.values import Value

OWN_KEYS = frozenset({"action", "dice", "answers", "refused", "limit", "drop", "expect"})
"""The keys of a step that are not the action's own fields."""


class Moment(msgspec.Struct, frozen=True):
    """An action on a board, everything that was decided about it, and what was recorded."""

    title: str
    board: Board
    command: Command
    inputs: Inputs
    effects: tuple[Effect, ...]
    facts: tuple[NamedFact, ...] = ()
    rules: tuple[str, ...] = ()


class Met(msgspec.Struct, frozen=True):
    """What a script asked for, in its own order: rolls as the lines of a file, and the answers of people."""

    dice: tuple[str, ...]
    answers: tuple[Answer, ...]


def written_moment(ruleset: Ruleset, moment: Moment) -> str:
    """Return a moment as the text of a scenario file."""
    met = met_by(ruleset, moment)
    parts = [
        _head(ruleset, moment),
        _scene(moment.board.scene),
        *(_wall(moment.board.scene, wall.id, wall) for wall in moment.board.scene.spec.walls),
        *(_area(area) for area in moment.board.scene.spec.areas),
        *(_piece(piece) for piece in moment.board.pieces),
        _done(moment, met),
        _expected(moment, met),
    ]
    return "\n".join(parts)


def met_by(ruleset: Ruleset, moment: Moment) -> Met:
    """Run the script once more, handing it what is known one by one: what it asks, in its own order."""
    known = {answer.key: answer for answer in moment.inputs.answers}
    dice: list[str] = []
    answers: list[Answer] = []
    given: tuple[Answer, ...] = ()
    while True:
        inputs = msgspec.structs.replace(moment.inputs, answers=given)
        found = resolve(ruleset, moment.board, moment.command, inputs)
        if not isinstance(found, Waiting) or found.question.key not in known:
            break
        answer = known[found.question.key]
        given = (*given, answer)
        if found.question.is_roll:
            dice.append(_roll(found, answer.value))
        else:
            answers.append(answer)
    return Met(tuple(dice), tuple(answers))


def _roll(waiting: Waiting, face: Value) -> str:
    key = waiting.question.key
    purpose = "" if key.split() != [key] or "=" in key else f"{key} "
    shown = ",".join(str(part) for part in face) if isinstance(face, list | tuple) else str(face)
    return f"{purpose}{waiting.question.data.get('die', '')}={shown}"


def _head(ruleset: Ruleset, moment: Moment) -> str:
    known = {option.name: option.default for option in ruleset.options}
    options = {name: value for name, value in moment.board.options.settings if known.get(name) != value}
    return table(
        "",
        line("title", moment.title),
        line("ruleset", ruleset.name),
        line("rules", sorted(set(moment.rules))),
        line("options", dict(options)) if options else "",
    )


def _scene(scene: Scene) -> str:
    spec = scene.spec
    return table(
        "[scene]",
        line("size", (spec.width, spec.height)),
        line("origin", (spec.x0, spec.y0)),
        line("grid", grid_word(spec.grid)),
        line("unit", spec.unit),
        line("ground", "none" if spec.ground is None else spec.ground),
        "" if spec.edge_blocks else line("edge_blocks", value=False),
        line("name", spec.name) if spec.name else "",
        line("broken", [_cut(cut) for cut in scene.overlay.broken]) if scene.overlay.broken else "",
    )


def grid_word(grid: Grid) -> str:
    """Return the word by which a scenario file names a grid."""
    match grid:
        case SquareGrid():
            return "square"
        case Gridless():
            return "none"
        case HexGrid(rows=rows, shifted=shifted):
            return f"hex-{'rows' if rows else 'columns'}-{shifted}"


def _cut(cut: Cut) -> dict[str, Value]:
    where: dict[str, Value] = {"kind": cut.kind, "id": cut.id}
    if cut.cell is not None:
        where["cell"] = tuple(cut.cell)
    if cut.stretch is not None:
        where["stretch"] = cut.stretch
    return where


def _wall(scene: Scene, wall_id: str, wall: Wall) -> str:
    """Write a wall with its door as it stands now."""
    door = dict(scene.overlay.doors).get(wall_id, wall.door)
    plain = Wall(wall_id, wall.a, wall.b)
    changed = {
        name: getattr(wall, name)
        for name in ("bottom", "top", "side", "material", "kind", "sight", "hidden")
        if getattr(wall, name) != getattr(plain, name)
    }
    return table(
        "[[walls]]",
        line("id", wall_id),
        line("line", (tuple(wall.a), tuple(wall.b))),
        line("door", door) if door != "none" else "",
        *(line(name, value) for name, value in changed.items()),
    )


def _area(area: Area) -> str:
    meaning: dict[str, Value] = msgspec.to_builtins(area.meaning)
    kind = str(meaning.pop("type"))
    name = area.name if "name" not in meaning else ""
    return table(
        "[[areas]]",
        line("id", area.id),
        line("kind", kind),
        line("polygon", _points(area.outline)),
        line("holes", [_points(hole) for hole in area.holes]) if area.holes else "",
        line("name", name) if name else "",
        line("hidden", value=True) if area.hidden else "",
        *(line(word, value) for word, value in meaning.items() if value is not None),
    )


def _points(outline: tuple[Vec, ...]) -> list[Value]:
    return [tuple(point) for point in outline]


def _piece(piece: Piece) -> str:
    words = {
        name: getattr(piece, name)
        for name in ("name", "owner", "side", "body", "pool", "tags", "statuses")
        if getattr(piece, name)
    }
    return table(
        f"[pieces.{key(piece.id)}]",
        line("at", tuple(piece.place)),
        *_footprint(piece),
        line("kind", piece.kind) if piece.kind != "creature" else "",
        *(line(name, value) for name, value in words.items()),
        line("numbers", dict(piece.numbers)) if piece.numbers else "",
        line("hidden", value=True) if piece.hidden else "",
    )


def _footprint(piece: Piece) -> tuple[str, ...]:
    match piece.footprint:
        case Disc(radius=radius, height=height):
            return (line("radius", radius), line("height", height))
        case Cells(width=width, depth=depth, height=height, turned=turned):
            size = (line("cells", (width, depth)), line("height", height))
            return (*size, line("turned", value=True)) if turned else size


def _done(moment: Moment, met: Met) -> str:
    """Write the action; what the log filled in beyond the script's own questions is left out."""
    limits = {edit.piece: edit.distance for edit in moment.inputs.edits if isinstance(edit, Limit)}
    drops = [edit.key for edit in moment.inputs.edits if isinstance(edit, Drop)]
    answers = {answer.key: answer.value for answer in met.answers if answer.value is not None}
    return table(
        "[do]",
        line("action", moment.command.action),
        *(
            line(name, value)
            for name, value in moment.command.fields.items()
            if name not in OWN_KEYS and value is not None
        ),
        line("dice", met.dice) if met.dice else "",
        line("limit", dict(limits)) if limits else "",
        line("drop", drops) if drops else "",
        line("answers", answers) if answers else "",
    )


def _expected(moment: Moment, met: Met) -> str:
    lines = moment.effects
    last = _last_seen(moment)
    ends, statuses = _ends(moment), _statuses(moment, last)
    asked: list[Value] = [{"key": answer.key, "answer": answer.value} for answer in met.answers]
    facts = {fact.name: fact.value for fact in moment.facts if fact.value is not None}
    damage: list[Value] = [(one.piece, one.amount, one.cause) for one in lines if isinstance(one, Damage)]
    return table(
        "[expect]",
        line("end", ends) if ends else "",
        array("damage", damage),
        array("hits", _hits(moment)),
        line("statuses", statuses) if statuses else "",
        line("broken", [_mark(one.cut) for one in lines if isinstance(one, Broken)]),
        line("notes", [one.code for one in lines if isinstance(one, Note)]),
        array("questions", asked),
        line("questions_exact", value=True),
        line("facts", dict(facts)) if facts else "",
    )


def _ends(moment: Moment) -> dict[str, Value]:
    """Where everybody who was moved stands at the end."""
    after = moment.board.applied(moment.effects)
    moved = dict.fromkeys(str(one.piece) for one in moment.effects if is_positional(one))
    found = {piece: after.find(piece) for piece in moved}
    return {piece: "gone" if now is None else tuple(now.place) for piece, now in found.items()}


def _hits(moment: Moment) -> list[Value]:
    hits = (one for one in moment.effects if isinstance(one, Hit))
    return [
        (one.piece, one.strength, one.ap, one.damage, one.cause) for one in hits for _ in range(one.count)
    ]


def _last_seen(moment: Moment) -> dict[str, Piece]:
    """Every piece as it is at the end, or was when it left."""
    board = moment.board
    seen = {piece.id: piece for piece in board.pieces}
    for effect in moment.effects:
        board = board.after(effect)
        seen.update((piece.id, piece) for piece in board.pieces)
    return seen


def _statuses(moment: Moment, last: dict[str, Piece]) -> dict[str, Value]:
    turned: dict[str, list[str]] = {}
    for one in moment.effects:
        if isinstance(one, Status) and one.piece in last and one.status not in turned.get(one.piece, []):
            turned.setdefault(one.piece, []).append(one.status)
    return {
        piece: [word if last[piece].is_in(word) else f"!{word}" for word in words]
        for piece, words in turned.items()
    }


def _mark(cut: Cut) -> Value:
    return cut.id if cut.cell is None else tuple(cut.cell)
