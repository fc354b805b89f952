"""Shows a failed step: what was expected, what was found, what happened and the board before and after."""

from collections.abc import Iterator

from vttbridge.drawing.text import draw_text
from vttbridge.geometry.vec import Cell, Place
from vttbridge.rules.effects import Effect, Plan
from vttbridge.testing.scenario.comparing import Difference
from vttbridge.testing.scenario.playing import Played


def shown(step: str, played: Played, found: tuple[Difference, ...]) -> str:
    """Give the diff of one step as indented text."""
    return "\n".join((f"  {step}", *_diff(found), *_story(played), *_maps(played)))


def _diff(found: tuple[Difference, ...]) -> Iterator[str]:
    for difference in found:
        if not difference.expected:
            yield f"    ! {difference.found}"
            continue
        yield f"    {difference.what}"
        yield f"      - expected {difference.expected}"
        yield f"      + found    {difference.found}"


def _story(played: Played) -> Iterator[str]:
    if played.asked:
        yield "    asked"
        yield from (f"      {asking.question.key} -> {asking.answer}" for asking in played.asked)
    if isinstance(played.outcome, Plan) and played.outcome.effects:
        yield "    happened"
        yield from (f"      {_line(effect)}" for effect in played.outcome.effects)


def _line(effect: Effect) -> str:
    named = {name: getattr(effect, name) for name in effect.__struct_fields__}
    quiet = {"key", "rules", "parts", "rests_on", "assumed", "path"}
    told = " ".join(f"{name}={_short(value)}" for name, value in named.items() if name not in quiet and value)
    return f"{effect.key} [{' '.join(effect.rules)}] {told}"


def _short(value: object) -> str:
    if isinstance(value, Place | Cell):
        return f"({','.join(f'{part:g}' for part in value)})"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _maps(played: Played) -> Iterator[str]:
    for name, board in (("before", played.before), ("after", played.after)):
        yield f"    {name}"
        yield from (f"      {row}" for row in draw_text(board).splitlines())
