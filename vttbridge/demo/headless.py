"""`vttbridge demo --headless`: a server, six clients, two tables, one fight each, and the proof of it.

Everything goes over a real socket on a free loopback port. Afterwards both logs are exported, verified,
replayed and worked out again. It succeeds only if all of it held.
"""

from collections.abc import Callable
from pathlib import Path

import msgspec

from vttbridge.demo import checks, scene_keep, scene_rooftops, transcript
from vttbridge.demo.participants import Participants, at_table
from vttbridge.demo.runner import Happened, perform
from vttbridge.demo.story import Stage
from vttbridge.errors import VttbridgeError
from vttbridge.rules.board import Board
from vttbridge.rules.registry import find
from vttbridge.serializers.state import state_of_view
from vttbridge.server.app import Server, running
from vttbridge.server.runtime.config import Config
from vttbridge.storage.log_file import export_to, read_log
from vttbridge.storage.verify import Source, book_of, of_file, of_table, steps_of, verify
from vttbridge.table.model.events import Committed
from vttbridge.table.visibility.view import Transition, view
from vttbridge_protocol import state_hash

STAGES = (scene_rooftops.STAGE, scene_keep.STAGE)

Say = Callable[[str], None]


class End(msgspec.Struct, frozen=True):
    """Where a table stood when its people left: the row, and the hash of the game master's copy."""

    seq: int
    seat: str
    hash: str


class Tally(msgspec.Struct):
    """What was counted, and what did not hold."""

    acted: int = 0
    committed: int = 0
    edited: int = 0
    rejected: int = 0
    undone: int = 0
    answered: int = 0
    resumed: int = 0
    rows: int = 0
    logs: int = 0
    faults: list[str] = msgspec.field(default_factory=list[str])
    ends: dict[str, End] = msgspec.field(default_factory=dict[str, End])

    def count(self, happened: Happened) -> None:
        """Count one beat."""
        self.acted += 1
        self.committed += happened.seq is not None
        self.edited += happened.beat.verdict == "edit" and happened.seq is not None
        self.rejected += happened.state == "rejected"
        self.undone += happened.undone
        self.answered += len(happened.answered)

    @property
    def last_line(self) -> str:
        """The counts in one line."""
        counts = (
            f"{self.acted} actions: {self.committed} committed ({self.edited} edited, {self.undone} undone), "
            f"{self.rejected} rejected, {self.answered} questions answered, {self.resumed} reconnections; "
            f"{self.logs} logs with {self.rows} rows exported, verified, replayed and recomputed"
        )
        return f"{counts}: all held" if not self.faults else f"{counts}: {len(self.faults)} did not hold"


async def show(data: Path, say: Say, port: int = 0) -> Tally:
    """Play both stages and prove their logs; what did not hold stands in the tally."""
    tally = Tally()
    async with running(Config(port=port), data) as server:
        for stage in STAGES:
            async with at_table(server, stage) as company:
                await _fight(server, company, say, tally)
                await _compare(server, company, tally)
        for stage in STAGES:
            path = data / f"{stage.table.replace(' ', '-')}.vttlog"
            try:
                tally.rows += export_to(server.store, stage.table, path)
            except VttbridgeError as fault:
                tally.faults.append(f"{stage.table}: {fault}")
    for stage in STAGES:
        _prove(data / f"{stage.table.replace(' ', '-')}.vttlog", stage, tally)
    for sentence in tally.faults:
        say(f"✗ {sentence}")
    say(tally.last_line)
    return tally


async def _fight(server: Server, company: Participants, say: Say, tally: Tally) -> None:
    stage, ruleset = company.stage, find(company.stage.ruleset)
    for reply in await company.set_up():
        if reply.outcome != "done":
            tally.faults.append(f"{stage.table}: setting up was {reply.outcome} {reply.code}")
    source = of_table(server.store, stage.table)
    for line in transcript.opening(stage.spec.name, ruleset, _board(source)):
        say(line)
    for beat in stage.beats:
        happened = await perform(company, beat)
        tally.count(happened)
        step, body = _commit(source, happened)
        before = _board(source, step.row.seq - 1) if step is not None else _board(source)
        for line in transcript.beat(happened, before, body, ruleset):
            say(line)
        tally.faults += checks.of_beat(happened, company.pushed.get(happened.seq or 0))
        if step is not None and body is not None:
            tally.faults += checks.of_commit(before, step, body)
    tally.resumed += sum(client.reconnections for client in (company.gm, company.ada, company.ben))
    for line in transcript.closing(_board(source)):
        say(line)


def _board(source: Source, to: int | None = None) -> Board:
    """Return the board of a log's one scene after a row."""
    book, last = book_of(source), None
    for step in steps_of(source, to):
        last = step.after
    if last is None or not last.scenes:
        raise ValueError("the log has no scene yet")
    return book.board(last, last.scenes[0])


def _commit(source: Source, happened: Happened) -> tuple[Transition | None, Committed | None]:
    for step in steps_of(source):
        if step.row.seq == happened.seq and isinstance(step.row.body, Committed):
            return step, step.row.body
    return None, None


async def _compare(server: Server, company: Participants, tally: Tally) -> None:
    """Compare every client's copy with what the server would show that seat now."""
    source = of_table(server.store, company.stage.table)
    book, *_, last = book_of(source), *steps_of(source)
    for who in ("gm", "ada", "ben"):
        now = state_hash(state_of_view(view(book, last.after, company.seat(who))))
        if company.client(who).state_hash != now:
            tally.faults.append(f"{company.stage.table}: {who}'s copy of the table is not the server's")
    gm = company.gm
    tally.ends[company.stage.table] = End(gm.seq, company.seat("gm"), gm.state_hash)


def _prove(path: Path, stage: Stage, tally: Tally) -> None:
    """Read an exported log again: verified, replayed to the same state, decided again to the same rows."""
    try:
        source = of_file(read_log(path))
        verdict = verify(source, again=True)
    except VttbridgeError as fault:
        tally.faults.append(f"{stage.table}: {fault}")
        return
    tally.logs += 1
    if verdict.problem:
        tally.faults.append(f"{stage.table}: {verdict.problem}")
    end, last = tally.ends[stage.table], None
    for step in steps_of(source, end.seq):
        last = step.after
    if last is None or end.hash != state_hash(state_of_view(view(book_of(source), last, end.seat))):
        tally.faults.append(f"{stage.table}: the replayed log does not end where the table stood")
    for difference in verdict.differences:
        tally.faults.append(f"{stage.table}: row {difference.seq} would be decided otherwise today")
