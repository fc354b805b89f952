"""Compares what came of a step with what its scenario expects; each difference is a value."""

from collections.abc import Iterator

import msgspec

from vttbridge.geometry.scene import Cut
from vttbridge.rules.effects import Broken, Damage, Effect, Hit, Note, Plan
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.values import Value, is_number
from vttbridge.testing.scenario.document import Asked, Expect
from vttbridge.testing.scenario.playing import Asking, Played

CLOSE = 0.002
"""Places and other numbers this near to each other are the same."""


class Difference(msgspec.Struct, frozen=True):
    """One thing that is not as expected."""

    what: str
    expected: str
    found: str


def differences(expect: Expect, played: Played) -> tuple[Difference, ...]:
    """List everything in which a played step differs from its expectations."""
    faults = tuple(Difference("the play", "", fault) for fault in played.faults)
    return (*faults, *_refusal(expect, played), *_outcome(expect, played), *_questions(expect, played))


def _refusal(expect: Expect, played: Played) -> Iterator[Difference]:
    code = played.outcome.code if isinstance(played.outcome, Refusal) else ""
    wanted = expect.refused or ""
    if code != wanted and not (played.faults and not wanted):
        told = dict(played.outcome.facts) if isinstance(played.outcome, Refusal) else ""
        yield Difference("refused", wanted or "no", f"{code} {told}" if code else "no")


def _outcome(expect: Expect, played: Played) -> Iterator[Difference]:
    effects = played.outcome.effects if isinstance(played.outcome, Plan) else ()
    yield from _ends(expect.end or {}, played)
    if expect.damage is not None:
        yield from _lines("damage", expect.damage, _damage(effects))
    if expect.hits is not None:
        yield from _lines("hits", expect.hits, _hits(effects))
    yield from _statuses(expect.statuses or {}, played)
    if expect.broken is not None:
        yield from _broken(expect.broken, effects)
    yield from _notes(expect.notes, effects)
    yield from _facts(expect.facts or {}, played)


def _damage(effects: tuple[Effect, ...]) -> tuple[Value, ...]:
    return tuple((line.piece, line.amount, line.cause) for line in effects if isinstance(line, Damage))


def _hits(effects: tuple[Effect, ...]) -> tuple[Value, ...]:
    hits = (line for line in effects if isinstance(line, Hit))
    return tuple(
        (line.piece, line.strength, line.ap, line.damage, line.cause)
        for line in hits
        for _ in range(line.count)
    )


def _lines(what: str, expected: tuple[Value, ...], found: tuple[Value, ...]) -> Iterator[Difference]:
    if expected != found:
        yield Difference(what, _listed(expected), _listed(found))


def _listed(lines: tuple[Value, ...]) -> str:
    return "; ".join(_one(line) for line in lines) or "none"


def _one(line: Value) -> str:
    return " ".join(str(part) for part in line) if isinstance(line, tuple) else str(line)


def _ends(expected: dict[str, tuple[float, ...] | str], played: Played) -> Iterator[Difference]:
    for piece_id, end in expected.items():
        piece = played.after.find(piece_id)
        found = "gone" if piece is None else tuple(piece.place)
        if not same(end, found):
            yield Difference(f"end of {piece_id}", _place(end), _place(found))


def _place(end: tuple[float, ...] | str) -> str:
    return end if isinstance(end, str) else "(" + ", ".join(f"{part:g}" for part in end) + ")"


def _statuses(expected: dict[str, tuple[str, ...]], played: Played) -> Iterator[Difference]:
    pieces = {piece.id: piece for piece in played.last_seen}
    for piece_id, wanted in expected.items():
        held = pieces[piece_id].statuses if piece_id in pieces else ()
        wrong = [word for word in wanted if (word.removeprefix("!") in held) == word.startswith("!")]
        if wrong or (not wanted and held):
            yield Difference(
                f"statuses of {piece_id}", ", ".join(wanted) or "none", ", ".join(held) or "none"
            )


def _broken(expected: tuple[tuple[int, int] | str, ...], effects: tuple[Effect, ...]) -> Iterator[Difference]:
    cuts = [line.cut for line in effects if isinstance(line, Broken)]
    left = [mark for mark in expected if not any(_breaks(cut, mark) for cut in cuts)]
    more = [cut for cut in cuts if not any(_breaks(cut, mark) for mark in expected)]
    if left or more:
        yield Difference("broken", _listed(expected), _listed(tuple(cut.cell or cut.id for cut in cuts)))


def _breaks(cut: Cut, mark: tuple[int, int] | str) -> bool:
    return (
        cut.id == mark if isinstance(mark, str) else cut.cell is not None and tuple(cut.cell) == tuple(mark)
    )


def _notes(expected: tuple[str, ...] | None, effects: tuple[Effect, ...]) -> Iterator[Difference]:
    if expected is None:
        return
    codes = tuple(line.code for line in effects if isinstance(line, Note))
    if (not expected and codes) or any(code not in codes for code in expected):
        yield Difference("notes", _listed(expected), _listed(codes))


def _facts(expected: dict[str, Value], played: Played) -> Iterator[Difference]:
    for name, value in expected.items():
        found = played.outcome.fact(name) if isinstance(played.outcome, Plan) else None
        if not same(value, found):
            yield Difference(f"fact {name}", str(value), "not stated" if found is None else str(found))


def _questions(expect: Expect, played: Played) -> Iterator[Difference]:
    if expect.questions is None:
        return
    keys = [asking.question.key for asking in played.asked]
    for wanted in expect.questions:
        found = next((asking for asking in played.asked if asking.question.key == wanted.key), None)
        if found is None:
            yield Difference("questions", wanted.key, ", ".join(keys) or "none")
        else:
            yield from _asked(wanted, found)
    others = [key for key in keys if key not in {wanted.key for wanted in expect.questions}]
    if others and (expect.questions_exact or not expect.questions):
        yield Difference("questions", "no other", ", ".join(others))


def _asked(wanted: Asked, found: Asking) -> Iterator[Difference]:
    question = found.question
    audience = question.audience.role
    whom = {audience, f"{audience}:{question.audience.piece}", f"{audience} of {question.audience.piece}"}
    if wanted.audience and wanted.audience not in whom:
        yield Difference(f"audience of {wanted.key}", wanted.audience, max(whom, key=len))
    if wanted.kind and wanted.kind != question.kind:
        yield Difference(f"kind of {wanted.key}", wanted.kind, question.kind)
    for what, value, other in (
        ("answer", wanted.answer, found.answer),
        ("default", wanted.default, question.default),
    ):
        if value is not None and not same(value, other):
            yield Difference(f"{what} of {wanted.key}", str(value), str(other))


def same(expected: Value, found: Value) -> bool:
    """Return whether a value is as expected: numbers within a hair, a place without height at any height.

    Of a record only the names that are expected are compared.
    """
    if is_number(expected) and is_number(found):
        return abs(float(str(expected)) - float(str(found))) <= CLOSE
    if isinstance(expected, dict) and isinstance(found, dict):
        return _same_record(expected, found)
    if isinstance(expected, list | tuple) and isinstance(found, list | tuple):
        return _same_row(tuple(expected), tuple(found))
    return type(expected) is type(found) and expected == found


def _same_record(expected: dict[str, Value], found: dict[str, Value]) -> bool:
    return all(name in found and same(value, found[name]) for name, value in expected.items())


def _same_row(expected: tuple[Value, ...], found: tuple[Value, ...]) -> bool:
    is_flat_place = (
        len(expected) == 2 and len(found) == 3 and all(is_number(part) for part in (*expected, *found))
    )
    if len(expected) != len(found) and not is_flat_place:
        return False
    return all(same(part, other) for part, other in zip(expected, found, strict=False))
