"""Nothing that is hidden can be found by asking: with it and without it a player is told the same.

Each worked case of the four games is put on a table, with a hidden piece in the way and without. A player
who owns everything else previews it, does it, answers what is asked, and is told the same every time, until
only the hidden piece leads on: then there is a no without a reason, or nothing to be seen.
"""

import random
from pathlib import Path

import msgspec
import pytest

from support.scale import scaled
from table.at_table import Sitting
from table.test_scenarios_at_table import ALL, Gathering
from table.tiny_rules import TINY
from vttbridge.geometry.vec import Place
from vttbridge.rules.board import Board
from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Plan
from vttbridge.rules.fields import PieceRef
from vttbridge.rules.kinds import PathOf
from vttbridge.rules.piece import Piece
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.registry import find
from vttbridge.rules.ruleset import Outcome, Ruleset, action
from vttbridge.rules.script import MOVER, Answer, Question, choose
from vttbridge.storage.codec import encode
from vttbridge.table import (
    SERVER,
    Decision,
    DecisionContext,
    GameContext,
    Hold,
    Live,
    NeedsFaces,
    Reply,
    SceneState,
    hash_of,
)
from vttbridge.table.decisions import hold_events
from vttbridge.table.decisions.preview import Preview, PreviewRequest
from vttbridge.table.model.commands import Act, AnswerQuestion, Command, PutPiece, PutSeat, SetTable
from vttbridge.table.replay.replay import recompute
from vttbridge.table.table import drawn
from vttbridge.table.visibility.redaction import REDACTED
from vttbridge.testing.scenario.document import Scenario, Step
from vttbridge.testing.scenario.reading import read_file
from vttbridge.testing.scenario.stage import set_stage

PLAYER = "s-1"
CANARY = "canary"
GAMES = ("heroclix", "necromunda", "necromunda-community", "draw-steel")
MAX_ANSWERS = 4


def cases_of(game: str) -> list[Path]:
    """Choose worked cases of a game."""
    own = [path for path in ALL if path.parent.name == game and read_file(path).steps]
    return sorted(random.Random(2).sample(own, min(len(own), scaled(80))))


class Seated(Gathering):
    """A table where a player owns all pieces, and every plan waits for a yes."""

    def __init__(self, ruleset: Ruleset, board: Board, hidden: Piece | None) -> None:
        owned = tuple(msgspec.structs.replace(piece, owner=PLAYER) for piece in board.pieces)
        super().__init__(ruleset, Board(board.scene, owned, board.options))
        self.do(SetTable(policy="all"), SERVER)
        self.do(PutSeat(PLAYER, "player"), SERVER)
        if hidden is not None:
            self.do(PutPiece("s", hidden))

    def send(self, body: Act | AnswerQuestion) -> Reply:
        """Send a player's command; every die shows its middle face."""
        command = Command(f"{len(self.rows):032x}", PLAYER, body, hash_of(encode(body)))
        faces: tuple[Answer, ...] = ()
        while isinstance(decided := self.table.decide(command, Live(), faces), NeedsFaces):
            faces = (*faces, drawn(decided, lambda sides: sides // 2))
        assert isinstance(decided, Decision)
        rows = self.table.numbered(command, decided, 0)
        self.rows += rows
        self.table.apply(rows)
        return decided.reply

    def told(self) -> tuple[str, ...]:
        """Return all that the player is told of what waits, as text without numbers of rows."""
        holds = self.table.view(PLAYER).holds
        return tuple(str(msgspec.structs.replace(hold, id="", command="", since_ms=0)) for hold in holds)

    @property
    def is_silent(self) -> bool:
        """Only what is hidden leads on: the game master alone is asked, or sees the plan."""
        (seen,), (hold,) = self.table.view(PLAYER).holds, self.table.state.holds
        asked = seen.question is None and hold.question is not None
        return asked or (seen.plan is not None and seen.plan.rules == ())

    def question(self) -> Question | None:
        """Return what the player is asked now."""
        return next((hold.question for hold in self.table.view(PLAYER).holds if hold.question), None)


def in_the_way(board: Board, step: Step, chance: random.Random) -> Piece:
    """Return a hidden piece next to one that the step names, or a little further off."""
    named = [piece for piece in board.pieces if piece.id in str(step.fields)] or list(board.pieces)
    near = chance.choice(named)
    dx, dy = chance.choice([(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (2, 0), (-2, 0), (0, 3), (0, -3)])
    place = Place(max(0, near.place.x + dx), max(0, near.place.y + dy), near.place.z)
    return Piece(CANARY, CANARY, place=place, side="foes", hidden=True, numbers=near.numbers, tags=near.tags)


def shown(seated: Seated, step: Step) -> list[Preview]:
    """Preview a step as the player."""
    asking = PreviewRequest("s", step.action, dict(step.fields))
    return [seated.table.preview(PLAYER, one) for one in (asking, msgspec.structs.replace(asking, odds=True))]


def differs(scenario: Scenario, chance: random.Random) -> tuple[str, bool]:
    """Play the first step with and without a hidden piece; returns how it differs, and whether it went on."""
    ruleset, step = find(scenario.game), scenario.steps[0]
    board = set_stage(ruleset, scenario)
    pair = [Seated(ruleset, board, hidden) for hidden in (None, in_the_way(board, step, chance))]
    if pair[0].set_up.outcome != "done" or not board.pieces:
        return "", False
    without, with_it = (shown(seated, step) for seated in pair)
    if without != with_it:
        return "previews", False
    replies = [seated.send(Act("s", step.action, dict(step.fields))) for seated in pair]
    for _ in range(MAX_ANSWERS):
        if replies[1].code == REDACTED:
            return "", True
        if any(seated.table.state.holds == () for seated in pair):
            return "", False
        if pair[1].is_silent:
            return "", True
        first, second = (seated.told() for seated in pair)
        if first != second:
            return f"{first}\n{second}", False
        question = pair[0].question()
        if question is None:
            return "", True
        hold = pair[0].table.state.holds[0].id, pair[1].table.state.holds[0].id
        value = question.default
        replies = [
            seated.send(AnswerQuestion(name, question.key, value))
            for seated, name in zip(pair, hold, strict=True)
        ]
    return "", True


@pytest.mark.parametrize("game", GAMES)
def test_hidden_pieces_change_nothing_that_a_player_is_told(game: str) -> None:
    """Previews, odds, questions and plans that wait are the same with a hidden piece in the way."""
    chance, went_on = random.Random(game), 0
    for path in cases_of(game):
        for _ in range(3):
            found, on = differs(read_file(path), chance)
            assert not found, f"{path.stem}: {found}"
            went_on += on
    assert went_on > 2


def the_plan(_case: DecisionContext, _scene: SceneState, _hold: Hold, plan: Plan) -> Plan:
    """Show the true plan."""
    return plan


def the_question(_case: DecisionContext, _scene: SceneState, _hold: Hold, question: Question) -> Question:
    """Show the true choices."""
    return question


SEEN_THROUGH = {
    "heroclix": ("plan_for", the_plan),
    "necromunda-community": ("question_for", the_question),
}


@pytest.mark.parametrize("game", list(SEEN_THROUGH))
def test_without_it_they_would(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Told of the true plan, or of the true choices, a player can find hidden pieces."""
    name, instead = SEEN_THROUGH[game]
    monkeypatch.setattr(hold_events, name, instead)
    chance = random.Random(7)
    cases = (read_file(path) for path in ALL if path.parent.name == game for _ in range(2))
    assert any(differs(case, chance)[0] for case in cases if case.steps)


class Go(msgspec.Struct, frozen=True):
    """Go somewhere where nobody stands."""

    piece: PieceRef


def _go(draft: Draft, body: Go) -> Outcome:
    def is_free(path: tuple[Place, ...]) -> Refusal | None:
        taken = [piece.id for piece in draft.board.pieces if piece.place in path]
        return refuse("TAKEN", steps=len(path)) if taken else None

    path = yield from choose(MOVER, "path", PathOf(), (), piece=body.piece, check=is_free)
    draft.move(body.piece, path, "go", forced=False)
    return None


@pytest.mark.parametrize(("end", "code"), [((4, 1), REDACTED), ((2, 2), "TAKEN"), ((3, 2), "")])
def test_an_answer_that_meets_something_hidden_is_refused_without_a_reason(
    end: tuple[int, int], code: str
) -> None:
    """What the player could know is told; what only the spy in the way gives is not, but to a game master."""
    table = Sitting()
    rules = msgspec.structs.replace(TINY, actions=(*TINY.actions, action("go", Go, _go, voluntary=True)))
    table.table.game = GameContext(rules, table.shelf, encode)
    reply = table.do(PLAYER, Act("room", "go", {"piece": "ann"}))
    assert reply.hold is not None
    given = AnswerQuestion(reply.hold, "path:ann", (end,))
    tried = table.table.preview(
        PLAYER, PreviewRequest(hold=reply.hold, answers=(Answer("path:ann", (end,)),))
    )
    assert (tried.plan is None) == (code == "TAKEN")
    assert table.do(PLAYER, given).code == code
    if code:
        assert table.do("s-gm", given).code == "TAKEN"


def test_a_no_that_only_something_hidden_gives_is_told_without_a_reason() -> None:
    """Also when it comes with the action itself; and the log decides it again in the same way."""
    table = Sitting()
    rules = msgspec.structs.replace(TINY, actions=(*TINY.actions, action("go", Go, _go, voluntary=True)))
    table.table.game = GameContext(rules, table.shelf, encode)
    path = Answer("path:ann", ((4, 1),))
    assert table.do(PLAYER, Act("room", "go", {"piece": "ann"}, answers=(path,))).code == REDACTED
    assert table.do("s-gm", Act("room", "go", {"piece": "ann"}, answers=(path,))).code == "TAKEN"
    assert list(recompute(table.table.game, table.rows)) == []
