"""Reads the wording of abilities: which forced movement a text asks for, and the fields of the action for it.

1. A movement is a verb (push, pull, slide in any form) with a distance after it: a number, a
   characteristic, or both. `vertical` stands before the verb and `up to` before the distance; what stands
   around it, up to the next verb, says the rest: stability and direction.
2. Right after the verb a bare number is the distance; behind other words only one that counts squares is.
   A number after `within` is a range.
3. A verb without a distance asks for nothing, nor does text that begins by speaking of forced movement.
4. Where the distance cannot be known from the text a person is needed; nothing is guessed.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from vttbridge.rules.values import Value
from vttbridge_draw_steel.movement import MoveKind

Direction = Literal["away", "source", "any", "centre", "nearest", "same_line"]
Reason = Literal["same_distance", "computed_distance", "range_without_distance", "unknown_score"]

CHARACTERISTICS = ("Might", "Agility", "Reason", "Intuition", "Presence")

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

MAX_WORDS = 18
"""How far behind its verb a distance is looked for."""


class Wording(msgspec.Struct, frozen=True):
    """One forced movement of a text; the distance is `number` and the `characteristic` (M, A, R, I or P)."""

    kind: MoveKind
    number: int = 0
    characteristic: str = ""
    vertical: bool = False
    up_to: bool = False
    ignores_stability: bool = False
    direction: Direction = "away"

    @property
    def distance(self) -> str:
        """The distance as the book writes it: `3`, `4 + R`, `R`."""
        terms = [str(self.number)] if self.number or not self.characteristic else []
        return " + ".join([*terms, *([self.characteristic] if self.characteristic else [])])


class NeedsPerson(msgspec.Struct, frozen=True):
    """A movement whose distance cannot be read off the text, and why."""

    kind: MoveKind
    reason: Reason


Reading = Wording | NeedsPerson

_VERBS: dict[str, MoveKind] = {
    **dict.fromkeys(("push", "pushes", "pushed", "pushing", "толкнуть", "толкает"), "push"),
    **dict.fromkeys(("pull", "pulls", "pulled", "pulling", "тянуть", "тянет"), "pull"),
    **dict.fromkeys(("slide", "slides", "slid", "sliding", "сдвинуть", "сдвигает"), "slide"),
}
_VERTICAL = ("vertical", "vertically", "вертикально")
_TOKEN = re.compile(r"\d+|\w[\w']*|[+.;:,()<>=-]")
_MENTION = re.compile(r"\s*forced? mov", re.IGNORECASE)
_IGNORES = re.compile(
    r"\bignor(?:es?|ing)\b(?: the target s?| their| all)*\W*stability|игнориру\w+ стойкость", re.IGNORECASE
)
_DIRECTIONS: tuple[tuple[re.Pattern[str], Direction], ...] = (
    (re.compile(r"towards? the nearest", re.IGNORECASE), "nearest"),
    (re.compile(r"(?:towards?|away from) the (?:cent(?:er|re)|area)\b", re.IGNORECASE), "centre"),
    (re.compile(r"in (?:the|a) (?:same )?(?:direction|(?:straight )?line)", re.IGNORECASE), "same_line"),
    (re.compile(r"in the same", re.IGNORECASE), "same_line"),
    (re.compile(r"towards? ", re.IGNORECASE), "source"),
    (re.compile(r"away from", re.IGNORECASE), "away"),
)
_USUAL: dict[MoveKind, Direction] = {"push": "away", "pull": "source", "slide": "any"}


class _Amount(msgspec.Struct, frozen=True):
    """A distance found behind a verb, and the place of the first word after it."""

    end: int
    number: int = 0
    characteristic: str = ""
    up_to: bool = False
    reason: Reason | None = None


def parse(text: str) -> tuple[Reading, ...]:
    """Return every forced movement that a text asks for, in its order."""
    if _MENTION.match(text):
        return ()
    words = _TOKEN.findall(text)
    verbs = [place for place, word in enumerate(words) if word.lower() in _VERBS]
    ends = [*verbs, len(words)][1:]
    found = [_reading(words, place, end) for place, end in zip(verbs, ends, strict=True)]
    return tuple(reading for reading in found if reading is not None)


def _reading(words: Sequence[str], verb: int, end: int) -> Reading | None:
    kind = _VERBS[words[verb].lower()]
    start = verb + 1
    follows = start < end and words[start].lower() in _VERTICAL
    vertical = follows or (verb > 0 and words[verb - 1].lower() in _VERTICAL)
    start += follows
    amount = _amount(words, start, end)
    if amount is None:
        return None
    if amount.reason is not None:
        return NeedsPerson(kind, amount.reason)
    tail = " ".join(words[start:end])
    return Wording(
        kind=kind,
        number=amount.number,
        characteristic=amount.characteristic,
        vertical=vertical,
        up_to=amount.up_to,
        ignores_stability=_IGNORES.search(tail) is not None,
        direction=_direction(kind, " ".join(_sentence(words[start:end]))),
    )


def _sentence(words: Sequence[str]) -> list[str]:
    stops = [place for place, word in enumerate(words) if word in {".", ";"}]
    return list(words[: stops[0]] if stops else words)


def _direction(kind: MoveKind, tail: str) -> Direction:
    for pattern, direction in _DIRECTIONS:
        if pattern.search(tail):
            return direction
    return _USUAL[kind]


def _amount(words: Sequence[str], start: int, end: int) -> _Amount | None:
    """Look behind a verb for its distance; a range alone needs a person."""
    ranged = False
    for place in range(start, min(end, start + MAX_WORDS)):
        word = words[place].lower()
        if word in {".", ";", ":"}:
            break
        found = _counted(words, place, start, end) or _worded(words, place, end)
        if found is not None and not _is_range(words, place, start):
            return found
        ranged = ranged or (found is not None and _is_range(words, place, start))
    return _Amount(end, reason="range_without_distance") if ranged else None


def _is_range(words: Sequence[str], place: int, start: int) -> bool:
    return place > start and words[place - 1].lower() == "within"


def _counted(words: Sequence[str], place: int, start: int, end: int) -> _Amount | None:
    """Read `3`, `up to 3 squares`, `4 + R`: bare right after the verb, else counting squares."""
    word = words[place].lower()
    up_to = _is_up_to(words, place, start)
    if not (word.isdigit() or word in NUMBERS):
        return None
    number = int(word) if word.isdigit() else NUMBERS.index(word) + 1
    after = place + 1
    score = ""
    if after + 1 < end and words[after] == "+":
        score, after = _score_at(words, after + 1, end)
    counts = after < end and words[after].lower() in {"square", "squares", "клетки", "клеток", "клетку"}
    bare = word.isdigit() and place == start + 2 * up_to
    return _Amount(after, number, score, up_to) if counts or bare else None


def _is_up_to(words: Sequence[str], place: int, start: int) -> bool:
    """Return whether `up to` stands right before a distance."""
    if place > start and words[place - 1].lower() == "до":
        return True
    return place - 2 >= start and [word.lower() for word in words[place - 2 : place]] == ["up", "to"]


def _worded(words: Sequence[str], place: int, end: int) -> _Amount | None:
    """Read `a number of squares equal to your Reason score`, and what only a person can work out."""
    phrase = [word.lower() for word in words[place : place + 3]]
    if phrase[:2] == ["same", "distance"]:
        return _Amount(place + 2, reason="same_distance")
    if phrase[:1] in (["twice"], ["half"]):
        return _Amount(place + 1, reason="computed_distance")
    if phrase != ["number", "of", "squares"]:
        return None
    up_to = _is_up_to(words, place, 0) or (place > 2 and _is_up_to(words, place - 1, 0))
    score, after = _score_after(words, place + 3, end)
    if score and not _has_more_terms(words[place + 3 : after]):
        return _Amount(after, 0, score, up_to)
    return _Amount(after, reason="computed_distance")


def _has_more_terms(words: Sequence[str]) -> bool:
    return any(word.lower() in {"twice", "half", "+", "plus", "times"} or word.isdigit() for word in words)


def _score_at(words: Sequence[str], place: int, end: int) -> tuple[str, int]:
    """Read a characteristic behind a plus sign: its letter or its name, perhaps after `your`."""
    if place < end and words[place].lower() in {"your", "their", "its"}:
        place += 1
    letter = _letter(words[place]) if place < end else ""
    return letter, place + 1


def _score_after(words: Sequence[str], place: int, end: int) -> tuple[str, int]:
    """Find a characteristic within the next words: `equal to your Reason score`."""
    for at in range(place, min(end, place + 8)):
        letter = _letter(words[at], least=3)
        if letter:
            return letter, at + 1
    return "", min(end, place + 1)


def _letter(word: str, least: int = 1) -> str:
    """Return the letter of a characteristic; a name that was cut short counts from three letters on."""
    if len(word) == 1 and least == 1 and word in "MARIP":
        return word
    names = (name for name in CHARACTERISTICS if len(word) >= 3 and name.lower().startswith(word.lower()))
    return next((name[0] for name in names), "")


def fields_of(
    wording: Wording,
    source: str,
    targets: Sequence[str],
    *,
    scores: Mapping[str, int] | None = None,
    keywords: Sequence[str] = (),
) -> dict[str, Value] | NeedsPerson:
    """Return the fields of the action that a wording asks for; `scores` are characteristics by letter."""
    known = scores or {}
    if wording.characteristic and wording.characteristic not in known:
        return NeedsPerson(wording.kind, "unknown_score")
    words = {word.lower() for word in keywords}
    return {
        "source": source,
        "targets": tuple(targets),
        "distance": wording.number + known.get(wording.characteristic, 0),
        "vertical": wording.vertical,
        "ignores_stability": wording.ignores_stability,
        "melee_weapon": {"melee", "weapon"} <= words,
    }
