"""One committed action of a log as a scenario file."""

from collections.abc import Iterable

from vttbridge.formats.moment import Moment, written_moment
from vttbridge.rules.language import Language
from vttbridge.rules.resolve import Command, Inputs
from vttbridge.table import GameContext, LogEvent, Transition
from vttbridge.table.model.events import Committed
from vttbridge.table.replay.replay import recorded


def moment_at(game: GameContext, rows: Iterable[LogEvent], seq: int, words: Language) -> str | None:
    """Return the scenario file of the outcome that was committed in a row, `None` where none was."""
    step = next((step for step in recorded(game, rows, seq) if step.row.seq == seq), None)
    return None if step is None else moment_of(game, step, words)


def moment_of(game: GameContext, step: Transition, words: Language) -> str | None:
    """Return the scenario file of a step, `None` where it commits nothing."""
    body = step.row.body
    if not isinstance(body, Committed):
        return None
    hold, scene = step.before.hold(body.hold), step.before.scene(body.scene)
    if hold is None or scene is None:
        return None
    moment = Moment(
        title=f"{words.say(f'action.{body.action}')}, event {step.row.seq}",
        board=game.board(step.before, scene),
        command=Command(body.action, hold.fields),
        inputs=Inputs(hold.answers, hold.edits),
        effects=body.effects,
        facts=body.facts,
        rules=body.rules,
    )
    return written_moment(game.ruleset, moment)
