"""Commands that come again: on the same server, another, after restarts; with the same words or others."""

import random
from collections import Counter

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from support.scale import scaled
from table.at_table import ROOM, Sitting
from table.plays import random_wish
from vttbridge.storage.codec import chained, encode, encode_header, encode_scene, row_of, rows_of
from vttbridge.table import SERVER, CommandKnown, Header, Live, Record, Reply, SeqTaken, Table, hash_of
from vttbridge.table.log.chain import first_hash
from vttbridge.table.model.commands import Act, Command, Remark
from vttbridge.table.model.events import Committed
from vttbridge.table.replay.commands_from_log import commands_from_log
from vttbridge.table.reply_cache import known_by
from vttbridge.testing.memory_store import MemoryStore

HEADER = encode_header(Header("t", "0", "tiny"))


class Node:
    """A server that owns the table, or thinks so: it remembers little and shares its store with others."""

    def __init__(self, table: Sitting, store: MemoryStore, dice: random.Random) -> None:
        self.book = table.book
        self.store = store
        self.dice = dice
        self.table = self._loaded()

    def _loaded(self) -> Table:
        table = Table(self.book, most_remembered=3)
        for row in rows_of(HEADER, self.store.read("t")):
            table.apply((row,))
        return table

    def restart(self) -> None:
        """Forget everything and read the log."""
        self.table = self._loaded()

    def send(self, command: Command) -> Reply:
        """Do what a server does with a command."""
        for _ in range(3):
            try:
                return self._sent(command)
            except (SeqTaken, CommandKnown):
                self.restart()
        raise AssertionError("a node that has read the log can write")

    def _sent(self, command: Command) -> Reply:
        old = self._recalled(command)
        if old is not None:
            return old
        decision = self.table.decide_with(command, self.dice.randrange, Live(executor=True, term=1))
        self.table.cache_reply(command, decision)
        if decision.rows:
            rows = self.table.numbered(command, decision, 5)
            records = chained(self._head(), rows)
            fault = self.store.append("t", records).exception()
            if fault is not None:
                raise fault
            self.table.apply(rows)
        return decision.reply

    def _recalled(self, command: Command) -> Reply | None:
        """The reply to a command that only the log remembers."""
        first = self.store.of_command("t", f"{command.seat}:{command.id}")
        if first is None:
            return None
        rows = (row_of(record) for record in self.store.read("t", first - 1))
        return known_by(next(commands_from_log(rows))).reply_to(command)

    def _head(self) -> str:
        """The hash behind which this node believes to write."""
        for record in self.store.read("t", self.table.state.seq - 1, 1):
            return record.hash
        return first_hash(HEADER)


class Retrying(RuleBasedStateMachine):
    """Clients that lose replies, retry, reuse ids; servers that restart and fight for the table."""

    def __init__(self) -> None:
        super().__init__()
        self.dice = random.Random(0)
        sitting = Sitting()
        self.store = MemoryStore()
        self.store.create("t", HEADER)
        self.store.put_blob(sitting.blob, encode_scene(ROOM))
        self.store.append("t", chained(first_hash(HEADER), sitting.rows)).result()
        self.sitting = sitting
        self.nodes = [Node(sitting, self.store, self.dice), Node(sitting, self.store, self.dice)]
        self.sent: list[Command] = []
        self.replies: dict[str, Reply] = {}

    @rule(seed=st.integers(0, 10_000), node=st.integers(0, 1), answered=st.booleans())
    def send(self, seed: int, node: int, answered: bool) -> None:
        """Send something new; the reply may be lost."""
        owner = self.nodes[node]
        self.sitting.table = owner.table
        seat, body = random_wish(self.sitting, random.Random(seed))
        if seat is SERVER:
            seat, body = "s-gm", Act("room", "push", {"target": "dan", "squares": 1})
        command = self.sitting.command(seat, body)
        self.sent.append(command)
        self._got(command, owner.send(command), answered=answered)

    def _got(self, command: Command, reply: Reply, *, answered: bool = True) -> None:
        logged = self.store.of_command("t", f"{command.seat}:{command.id}") is not None
        if command.id in self.replies and logged:
            first = self.replies[command.id]
            assert (reply.outcome, reply.code, reply.seq) == (first.outcome, first.code, first.seq)
        if answered or logged:
            self.replies[command.id] = reply

    @precondition(lambda self: self.sent)
    @rule(which=st.integers(0, 10_000), node=st.integers(0, 1))
    def retry(self, which: int, node: int) -> None:
        """Send an earlier command again, to whichever server."""
        command = self.sent[which % len(self.sent)]
        before = self.store.of_command("t", f"{command.seat}:{command.id}")
        length = self.store.head("t").seq
        reply = self.nodes[node].send(command)
        if before is not None:
            assert reply.dup
            assert self.store.head("t").seq == length
        self._got(command, reply)

    @precondition(lambda self: self.sent)
    @rule(which=st.integers(0, 10_000), node=st.integers(0, 1))
    def reuse(self, which: int, node: int) -> None:
        """Send other words under an id that is in the log."""
        command = self.sent[which % len(self.sent)]
        if self.store.of_command("t", f"{command.seat}:{command.id}") is None:
            return
        other = Command(command.id, command.seat, Remark("OTHER"), hash_of(encode(Remark("OTHER"))))
        length = self.store.head("t").seq
        reply = self.nodes[node].send(other)
        assert (reply.outcome, reply.code) == ("invalid", "id_reuse")
        assert self.store.head("t").seq == length

    @rule(node=st.integers(0, 1))
    def restart(self, node: int) -> None:
        """A server ends and starts again."""
        self.nodes[node].restart()

    @invariant()
    def every_command_is_in_the_log_once(self) -> None:
        """No command id is twice in the log, nor has two outcomes."""
        rows = list(rows_of(HEADER, self.store.read("t")))
        firsts = Counter((row.actor, row.cause) for row in rows if row.digest)
        outcomes = Counter(row.body.hold for row in rows if isinstance(row.body, Committed))
        assert all(count == 1 for count in (*firsts.values(), *outcomes.values()))


TestRetrying = Retrying.TestCase
TestRetrying.settings = settings(max_examples=scaled(500), stateful_step_count=50, deadline=None)


class CarelessStore(MemoryStore):
    """A store that minds neither numbers nor commands: what the others must not be."""

    def _append(self, table: str, records: tuple[Record, ...]) -> None:
        self._rows[table] += records


def doubled(store: MemoryStore) -> bool:
    """Let two servers that both own the table do the same command; say whether it is done twice."""
    sitting = Sitting()
    store.create("t", HEADER)
    store.append("t", chained(first_hash(HEADER), sitting.rows)).result()
    first, second = Node(sitting, store, random.Random(1)), Node(sitting, store, random.Random(1))
    command = sitting.command("s-gm", Act("room", "push", {"target": "dan", "squares": 1}))
    first.send(command)
    second.send(command)
    firsts = [row_of(record).cause for record in store.read("t") if record.command]
    return firsts.count(command.id) == 2


def test_the_faults_are_real() -> None:
    """Without unique commands and numbers in the store the same faults do double a command; with them not."""
    assert doubled(CarelessStore())
    assert not doubled(MemoryStore())


def test_other_words_under_an_id() -> None:
    """Pairs of different wishes under one id: the second is refused and leaves no row."""
    dice, table = random.Random(9), Sitting()
    for number in range(scaled(1_000)):
        name = f"{number:030x}ff"
        seat, body = "s-gm", Act("room", "push", {"target": "dan", "squares": 0})
        assert table.do(seat, body, name).outcome == "done"
        length = len(table.rows)
        other = Act("room", "push", {"target": "dan", "squares": dice.randrange(1, 20)})
        reply = table.do(seat, other, name)
        assert (reply.outcome, reply.code, len(table.rows)) == ("invalid", "id_reuse", length)
        assert table.do(seat, body, name).dup


def test_refusals_are_remembered_and_busy_is_not() -> None:
    """A retry of what was refused gets the same no; what was too much at once may be tried again."""
    table = Sitting()
    name = "ab" * 16
    assert not table.do("s-gm", Act("room", "push", {"target": "eve"}), name).dup
    assert table.do("s-gm", Act("room", "push", {"target": "eve"}), name).dup
    for _ in range(8):
        table.push("s-1", "dan", mover="ann")
    again = Act("room", "push", {"target": "dan", "mover": "ann"})
    name = "cd" * 16
    assert table.do("s-1", again, name).outcome == "busy"
    reply = table.do("s-1", again, name)
    assert (reply.outcome, reply.dup) == ("busy", False)


def test_ids_are_each_seats_own() -> None:
    """Two seats may make the same id by chance: both commands happen."""
    table = Sitting()
    name = "ef" * 16
    assert table.do("s-1", Act("room", "push", {"target": "dan", "mover": "ann"}), name).hold
    reply = table.do("s-2", Act("room", "push", {"target": "dan", "mover": "ben"}), name)
    assert (reply.outcome, reply.dup) == ("pending", False)
