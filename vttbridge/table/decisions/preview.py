"""What would happen: the same path as a command, with nothing drawn and nothing written.

A game master's preview is computed on the board as it is. Anybody else's is computed on the board without its
hidden things, and says so. A voluntary action must be declared before anything about it may be measured.
"""

import msgspec

from vttbridge.rules.board import Board
from vttbridge.rules.effects import Plan
from vttbridge.rules.odds import Odds, odds
from vttbridge.rules.plan_edits import Edit
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.resolve import Command as ScriptCommand
from vttbridge.rules.resolve import Inputs, Planned, Waiting, resolve
from vttbridge.rules.script import Answer, Question
from vttbridge.rules.values import Value
from vttbridge.table.context import GameContext
from vttbridge.table.decisions.act import frozen_fields
from vttbridge.table.decisions.holds import gone, may_see
from vttbridge.table.model.state import Hold, SceneState, State


class PreviewRequest(msgspec.Struct, frozen=True):
    """What to preview: an action over a scene, or what a hold becomes under edits and further answers."""

    scene: str = ""
    action: str = ""
    fields: dict[str, Value] = {}
    answers: tuple[Answer, ...] = ()
    hold: str | None = None
    edits: tuple[Edit, ...] = ()
    odds: bool = False


class Preview(msgspec.Struct, frozen=True):
    """A plan, or a refusal, or the question or roll that comes first with what is known till then."""

    plan: Plan | None = None
    hash: str = ""
    refusal: Refusal | None = None
    question: Question | None = None
    known: Plan | None = None
    odds: Odds | None = None
    as_seen: bool = False

    @property
    def roll(self) -> str | None:
        """The key of the roll that comes first, if it is one."""
        return self.question.key if self.question is not None and self.question.is_roll else None


class _Case(msgspec.Struct, frozen=True):
    """A command with its inputs, over a scene."""

    scene: SceneState
    command: ScriptCommand
    inputs: Inputs


def preview(game: GameContext, state: State, seat: str, asking: PreviewRequest) -> Preview:
    """Return what would come of an action, or of a hold."""
    as_seen = not state.is_gm(seat)
    case = _of_hold(state, seat, asking) if asking.hold is not None else _of_action(game, state, asking)
    if isinstance(case, Refusal):
        return Preview(refusal=case, as_seen=as_seen)
    board = board_for(game, state, case.scene, seat)
    told = _told(game, resolve(game.ruleset, board, case.command, case.inputs), as_seen=as_seen)
    if not asking.odds:
        return told
    table = odds(game.ruleset, board, case.command, case.inputs)
    return msgspec.structs.replace(told, odds=table)


def board_for(game: GameContext, state: State, scene: SceneState, seat: str) -> Board:
    """Return the board as a seat may know it."""
    return game.board(state, scene) if state.is_gm(seat) else game.board_seen(state, scene)


def _of_action(game: GameContext, state: State, asking: PreviewRequest) -> _Case | Refusal:
    scene = state.scene(asking.scene)
    if scene is None:
        return refuse("NO_SUCH_SCENE", scene=asking.scene)
    spec = game.ruleset.action(asking.action)
    if isinstance(spec, Refusal):
        return spec
    if spec.voluntary:
        return refuse("DECLARE_FIRST", action=asking.action)
    command = ScriptCommand(asking.action, frozen_fields(asking.fields))
    return _Case(scene, command, Inputs(asking.answers, asking.edits))


def _of_hold(state: State, seat: str, asking: PreviewRequest) -> _Case | Refusal:
    hold_id = asking.hold or ""
    hold = state.hold(hold_id)
    if hold is None or not may_see(state, hold, seat):
        return gone(state, hold_id)
    scene = state.scene(hold.scene)
    if scene is None:
        return refuse("NO_SUCH_SCENE", scene=hold.scene)
    known = _knowing(hold, asking.answers)
    command = ScriptCommand(hold.action, hold.fields)
    return _Case(scene, command, Inputs(known.answers, (*hold.edits, *asking.edits)))


def _knowing(hold: Hold, answers: tuple[Answer, ...]) -> Hold:
    for answer in answers:
        hold = hold.knows(answer)
    return hold


def _told(game: GameContext, outcome: Planned | Waiting | Refusal, *, as_seen: bool) -> Preview:
    match outcome:
        case Refusal():
            return Preview(refusal=outcome, as_seen=as_seen)
        case Planned(plan=plan):
            return Preview(plan=plan, hash=game.hash(plan), as_seen=as_seen)
        case Waiting(question=question, so_far=so_far):
            return Preview(question=question, known=so_far, as_seen=as_seen)


class Query(msgspec.Struct, frozen=True):
    """A query of the rule book over a scene."""

    scene: str
    name: str
    fields: dict[str, Value] = {}


def ask(game: GameContext, state: State, seat: str, query: Query) -> Value | Refusal:
    """Answer a query of the rule book over the board as the seat may know it."""
    found = state.scene(query.scene)
    if found is None:
        return refuse("NO_SUCH_SCENE", scene=query.scene)
    spec = game.ruleset.query(query.name)
    if isinstance(spec, Refusal):
        return spec
    given = spec.read(query.fields)
    if isinstance(given, Refusal):
        return given
    board = board_for(game, state, found, seat)
    for hold_id in spec.piece_ids(given):
        if board.find(hold_id) is None:
            return refuse("NO_SUCH_PIECE", piece=hold_id)
    return spec.tell(board, given)
