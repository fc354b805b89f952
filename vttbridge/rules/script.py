"""Scripts: a rule's procedure as a generator that asks for rolls and choices, and what runs it.

1. A script is a generator. It yields an `Ask` and receives a plain value; `roll` and `choose` add the types.
2. `advance` runs a *fresh* script over the answers so far and stops at the first open question. Nothing
   half-run is ever kept: a pause is the pair (command, inputs).
3. An answer or a roll is found by its key (name, piece, occurrence), never by its position. What is no longer
   asked falls away; what is asked again and still legal is kept.
4. A refused answer leaves the question open, with the refusal as its `because`.
5. Dice and people are asked in the same way. A preview simply passes no rolls, so it stops at the first.
"""

from collections.abc import Callable, Generator
from typing import Literal, TypeVar

import msgspec

from vttbridge.geometry.allowance import checkpoint
from vttbridge.rules.dice import Die
from vttbridge.rules.kinds import Kind
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.values import Value, freeze

T = TypeVar("T")
A = TypeVar("A")
F = TypeVar("F")

Role = Literal["gm", "owner", "mover"]

MAX_QUESTIONS = 2_000
"""A script that asks more than this does not end."""


class Audience(msgspec.Struct, frozen=True):
    """Who is asked: the game master, the mover, or the owner of a piece."""

    role: Role
    piece: str = ""


GM = Audience("gm")
MOVER = Audience("mover")


def owner_of(piece: str) -> Audience:
    """Ask whoever controls the piece."""
    return Audience("owner", piece)


class Ask(msgspec.Struct, frozen=True):
    """What a script yields: a question with the checks that stay on this side."""

    name: str
    piece: str
    audience: Audience
    kind: str
    data: dict[str, Value]
    default: Value
    check: Callable[[Value], Refusal | None]
    samples: Callable[[], tuple[tuple[Value, int], ...]]
    exact: bool = True
    draw: Callable[[Callable[[int], int]], Value] | None = None
    reason: Refusal | None = None


class Question(msgspec.Struct, frozen=True):
    """A question as people see it; `because` says why the last answer, or the usual course, did not do."""

    key: str
    audience: Audience
    kind: str
    data: dict[str, Value]
    default: Value
    because: Refusal | None = None

    @property
    def is_roll(self) -> bool:
        """Dice are asked for, not a person's choice."""
        return self.kind == "roll"


class Answer(msgspec.Struct, frozen=True):
    """An answer or the faces of a roll, under the key of its question."""

    key: str
    value: Value


Script = Generator[Ask, Value, T]


def roll(die: Die[F], purpose: str, piece: str = "") -> Script[F]:
    """Ask for a roll; it is known by purpose and piece and drawn once."""

    def check(value: Value) -> Refusal | None:
        face = die.read(value)
        return face if isinstance(face, Refusal) else None

    ask = Ask(
        name=purpose,
        piece=piece,
        audience=MOVER,
        kind="roll",
        data={"die": die.name},
        default=None,
        check=check,
        samples=lambda: die.outcomes,
        exact=die.exact,
        draw=die.draw,
    )
    face = die.read((yield ask))
    if isinstance(face, Refusal):
        raise ValueError(f"the face of {purpose} was not checked")
    return face


def choose(
    audience: Audience,
    name: str,
    kind: Kind[A],
    default: A,
    *,
    piece: str = "",
    check: Callable[[A], Refusal | None] | None = None,
    because: Refusal | None = None,
) -> Script[A]:
    """Ask somebody; the default must pass the check, and is what an unattended table takes."""

    def refused(value: Value) -> Refusal | None:
        answer = kind.read(value)
        if isinstance(answer, Refusal):
            return answer
        return None if check is None else check(answer)

    def samples() -> tuple[tuple[Value, int], ...]:
        return tuple(
            (kind.write(answer), 1) for answer in kind.samples() if check is None or check(answer) is None
        )

    ask = Ask(
        name=name,
        piece=piece,
        audience=audience,
        kind=kind.word,
        data=kind.data(),
        default=kind.write(default),
        check=refused,
        samples=samples,
        reason=because,
    )
    answer = kind.read((yield ask))
    if isinstance(answer, Refusal):
        raise ValueError(f"the answer to {name} was not checked")
    return answer


class Done(msgspec.Struct, frozen=True):
    """The script ended; `used` are the answers that it asked for, in its own order."""

    outcome: Refusal | None
    used: tuple[Answer, ...]


class Paused(msgspec.Struct, frozen=True):
    """The script waits for one question; `ask` keeps the checks for whoever answers."""

    question: Question
    ask: Ask
    used: tuple[Answer, ...]


def key_of(name: str, piece: str, occurrence: int) -> str:
    """Return a question's key: `stability:T`, and `stability:T#2` for its second time."""
    base = f"{name}:{piece}" if piece else name
    return base if occurrence == 1 else f"{base}#{occurrence}"


class _Keys:
    """Counts how often each question was asked in one run."""

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}

    def next(self, ask: Ask) -> str:
        """Return the key of the question now asked."""
        base = key_of(ask.name, ask.piece, 1)
        self._seen[base] = self._seen.get(base, 0) + 1
        return key_of(ask.name, ask.piece, self._seen[base])


def advance(script: Callable[[], Script[Refusal | None]], answers: tuple[Answer, ...]) -> Done | Paused:
    """Run a fresh script over the answers so far and stop at its first open question.

    Raises ValueError where a script never ends or breaks the contract of `roll` and `choose`.
    """
    known = {answer.key: answer.value for answer in answers}
    keys = _Keys()
    used: list[Answer] = []
    running = script()
    try:
        ask = next(running)
        for _ in range(MAX_QUESTIONS):
            checkpoint()
            key = keys.next(ask)
            because = ask.reason
            if key in known:
                value = freeze(known[key])
                refused = ask.check(value)
                if refused is None:
                    used.append(Answer(key, value))
                    ask = running.send(value)
                    continue
                because = refused
            question = Question(key, ask.audience, ask.kind, ask.data, ask.default, because)
            return Paused(question, ask, tuple(used))
    except StopIteration as stop:
        outcome: Refusal | None = stop.value
        return Done(outcome, tuple(used))
    raise ValueError("the script asks without end")
