"""Worked cases of the four games, played at a table: same outcome, and a log that keeps its promises."""

import random
from pathlib import Path

import pytest

from support.scale import scaled
from vttbridge.rules.board import Board
from vttbridge.rules.effects import Plan
from vttbridge.rules.plan_edits import Limit
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.registry import find
from vttbridge.rules.ruleset import Ruleset
from vttbridge.storage.codec import decode_row, encode, encode_row, encode_scene
from vttbridge.table import (
    SERVER,
    Decision,
    GameContext,
    Live,
    LogEvent,
    Reply,
    SceneShelf,
    SceneState,
    Sender,
    Table,
    hash_of,
)
from vttbridge.table.decisions.preview import PreviewRequest
from vttbridge.table.model.commands import (
    Act,
    Approve,
    Command,
    CommandBody,
    PutPiece,
    PutSeat,
    SetScene,
    SetTable,
    Undo,
)
from vttbridge.table.replay.replay import recompute
from vttbridge.testing.scenario.document import Scenario, Step
from vttbridge.testing.scenario.playing import Played, play
from vttbridge.testing.scenario.reading import read_file
from vttbridge.testing.scenario.running import files_of
from vttbridge.testing.scenario.stage import set_stage

ALL = files_of([Path(__file__).parents[1] / "scenarios"])
CASES = sorted(random.Random(1).sample(ALL, min(len(ALL), scaled(1_200))))


class Gathering:
    """A table with a game master, set up as a scenario says."""

    def __init__(self, ruleset: Ruleset, board: Board) -> None:
        self.shelf = SceneShelf()
        spec = board.scene.spec
        blob = hash_of(encode_scene(spec))
        self.shelf.put(blob, spec)
        self.table = Table(GameContext(ruleset, self.shelf, encode))
        self.rows: list[LogEvent] = []
        self.do(SetTable(settings=board.options.settings), SERVER)
        self.do(PutSeat("gm-1", "gm"), SERVER)
        self.set_up = self.do(SetScene("s", blob))
        for piece in board.pieces if self.set_up.outcome == "done" else ():
            self.do(PutPiece("s", piece))

    def do(self, body: CommandBody, seat: Sender = "gm-1") -> Reply:
        """Send a command."""
        command = Command(f"{len(self.rows):032x}", seat, body, hash_of(encode(body)))
        decision = self.table.decide(command, Live())
        assert isinstance(decision, Decision), "everything that is rolled stands in the command"
        rows = self.table.numbered(command, decision, 0)
        self.rows += rows
        self.table.apply(rows)
        return decision.reply

    @property
    def scene(self) -> SceneState:
        """Return the scene as it stands."""
        (scene,) = self.table.state.scenes
        return scene

    def bare(self) -> tuple[object, ...]:
        """Return the scene without revisions."""
        return (self.scene.overlay, tuple(standing.piece for standing in self.scene.pieces))

    def act(self, step: Step, played: Played) -> Reply:
        """Do a step of a scenario; one that is limited is approved so."""
        fields = dict(step.fields)
        body = Act("s", step.action, fields, answers=played.answers, rolls=played.answers)
        if not step.limit:
            return self.do(body)
        self.do(SetTable(policy="all"))
        reply = self.do(body)
        hold = self.table.state.hold(reply.hold or "")
        if hold is not None and hold.state == "planned":
            limits = tuple(Limit(piece, distance) for piece, distance in step.limit.items())
            reply = self.do(Approve(hold.id, hold.hash, limits))
        self.do(SetTable(policy="players"))
        return reply


def check_step(gathering: Gathering, ruleset: Ruleset, step: Step) -> int | None:
    """Play a step and compare; returns the number of the committed row."""
    table = gathering.table
    board = table.game.board(table.state, gathering.scene)
    played = play(ruleset, board, step)
    asking = PreviewRequest("s", step.action, dict(step.fields), played.answers)
    shown = table.preview("gm-1", asking)
    reply = gathering.act(step, played)
    match played.outcome:
        case Refusal() as refusal:
            assert (reply.outcome, reply.code) == ("refused", refusal.code)
            return None
        case Plan() as plan:
            assert reply.outcome == "done", reply
            after = table.game.board(table.state, gathering.scene)
            assert after.pieces == played.after.pieces
            assert after.scene.overlay == played.after.scene.overlay
            assert step.limit or shown.plan == plan or shown.refusal is not None
            return reply.seq


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case_at_a_table(path: Path) -> None:
    """At a table a case comes out as in the runner; its log loads, decides again the same, and is undone."""
    scenario: Scenario = read_file(path)
    ruleset = find(scenario.game)
    gathering = Gathering(ruleset, set_stage(ruleset, scenario))
    if gathering.set_up.outcome == "refused":
        assert all(step.expect.refused for step in scenario.steps), gathering.set_up
        return
    before = gathering.bare()
    done = [check_step(gathering, ruleset, step) for step in scenario.steps]
    rows = [decode_row(encode_row(row)) for row in gathering.rows]
    loaded = Table.load(gathering.table.game, rows)
    assert loaded.state == gathering.table.state
    assert loaded.state_hash() == gathering.table.state_hash()
    assert list(recompute(gathering.table.game, rows)) == []
    for seq in reversed([seq for seq in done if seq is not None]):
        assert gathering.do(Undo((seq,))).outcome == "done"
    assert gathering.bare() == before
