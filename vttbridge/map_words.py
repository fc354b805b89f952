"""What the report of a map says, in English: doubts, how each was taken, and the rules by which things go."""

from vttbridge.formats.report import Doubt, Dropped
from vttbridge.messages import core_language

MAX_SHOWN = 5
"""A sentence names so many places; the report as JSON names more."""

KIND = "doubt_kind."
"""The family of the doubts whose codes end in a word of the file."""


def doubt_sentence(doubt: Doubt) -> str:
    """Return what was doubtful, how often, how it was taken and where."""
    taken = _said("taken", doubt.taken) or f"as {_plain(doubt.taken)}"
    return f"{doubt.times} x {_what(doubt.code)}: taken {taken} ({_places(doubt.places, doubt.times)})"


def dropped_sentence(dropped: Dropped) -> str:
    """Return what was left out, by which rule and where."""
    why = _said("left", dropped.rule) or _plain(dropped.rule)
    return f"{dropped.times} x {dropped.rule}: {why} ({_places(dropped.places, dropped.times)})"


def _what(code: str) -> str:
    return _said("doubt", code) or _kind(code) or _plain(code)


def _said(family: str, code: str) -> str:
    return core_language().sentences.get(f"{family}.{code}", "")


def _kind(code: str) -> str:
    """Return the sentence of the kind that a code begins with."""
    core = core_language()
    for kind in (name.removeprefix(KIND) for name in core.sentences if name.startswith(KIND)):
        if code.startswith(kind):
            return core.say(KIND + kind, {"rest": code.removeprefix(kind)})
    return ""


def _plain(code: str) -> str:
    return code.replace("_", " ")


def _places(places: tuple[str, ...], times: int) -> str:
    shown = places[:MAX_SHOWN]
    more = f" and {times - len(shown)} more" if times > len(shown) else ""
    return f"{', '.join(shown)}{more}"
