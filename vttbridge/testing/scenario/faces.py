"""The dice of a scenario, `[purpose ]die=face`, handed out in order to the rolls of a script."""

import msgspec

from vttbridge.rules.resolve import Waiting
from vttbridge.rules.values import Value


class Listed(msgspec.Struct, frozen=True):
    """One listed roll: perhaps a purpose, the die and the face as it is written."""

    purpose: str
    die: str
    face: str
    text: str


def listed(text: str) -> Listed | None:
    """Read one line of dice; what is no such line gives `None`."""
    head, equals, face = text.rpartition("=")
    words = head.split()
    if not equals or not words or not face.strip():
        return None
    return Listed(" ".join(words[:-1]), words[-1], face.strip(), text)


def face_for(line: Listed, waiting: Waiting) -> Value:
    """Return the face that the open roll takes, in whichever way of writing it the die knows."""
    readings = _readings(line.face)
    return next((face for face in readings if waiting.ask.check(face) is None), readings[0])


def fault_of(line: Listed, waiting: Waiting) -> str:
    """Return why a listed roll is not the one that is open, or nothing."""
    question = waiting.question
    die = str(question.data.get("die", ""))
    if line.die != die:
        return f"listed {line.text!r}, but {question.key} rolls a {die}"
    if line.purpose and line.purpose not in {question.key, waiting.ask.name, waiting.ask.piece}:
        return f"listed {line.text!r}, but the roll is {question.key}"
    if waiting.ask.check(face_for(line, waiting)) is not None:
        return f"{line.text!r} is no face of a {die}"
    return ""


def _readings(face: str) -> tuple[Value, ...]:
    """Return the plain values that a written face may mean, numbers before text."""
    parts = tuple(_number(part) for part in face.split(","))
    numbers = tuple(part for part in parts if part is not None)
    if len(numbers) != len(parts):
        return (face,)
    return (numbers[0], face) if len(numbers) == 1 else (numbers, face)


def _number(text: str) -> int | float | None:
    for read in (int, float):
        try:
            return read(text)
        except ValueError:
            continue
    return None
