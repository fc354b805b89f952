"""Is a log what was written? Bytes, chain, rows, states; and on request, would the same be decided today?

`replay` and `verify` of the command line read logs through here, from a file or from a store alike.
"""

from collections.abc import Callable, Iterable, Iterator

import msgspec

from vttbridge.errors import BadLog, VttbridgeError
from vttbridge.rules.registry import find
from vttbridge.rules.ruleset import Ruleset
from vttbridge.rules.version import RulesVersion, version_of
from vttbridge.storage.codec import decode_header, decode_scene, encode, rows_of
from vttbridge.storage.log_file import LogFile
from vttbridge.table.context import GameContext, SceneShelf, hash_of
from vttbridge.table.log.chain import Header, Record
from vttbridge.table.log.store import Store
from vttbridge.table.model.events import LogEvent, SceneSet
from vttbridge.table.replay.commands_from_log import commands_from_log
from vttbridge.table.replay.replay import Difference, recompute, recorded
from vttbridge.table.visibility.view import Transition

Find = Callable[[str], Ruleset]


class Source(msgspec.Struct, frozen=True):
    """A log wherever it lies; `records` may be read again and again."""

    header: bytes
    records: Callable[[], Iterable[Record]]
    blob: Callable[[str], bytes | None]
    state_hashes: tuple[tuple[int, str], ...] = ()
    find: Find = find

    @property
    def head(self) -> Header:
        """The header as a value."""
        return decode_header(self.header)

    @property
    def ruleset(self) -> Ruleset:
        """The rule book of the log; UnknownRuleset where it is not installed."""
        return self.find(self.head.ruleset)

    def rows(self) -> Iterator[LogEvent]:
        """Return the rows after checking numbers, chain and bytes."""
        return rows_of(self.header, self.records())


def of_file(file: LogFile, find_ruleset: Find = find) -> Source:
    """Return a log from a file."""
    blobs = dict(file.blobs)
    return Source(file.header, lambda: file.records, blobs.get, find=find_ruleset)


def of_table(store: Store, table: str, find_ruleset: Find = find) -> Source:
    """Return a table's log from a store."""
    return Source(
        store.header(table),
        lambda: store.read(table),
        store.blob,
        store.state_hashes(table),
        find_ruleset,
    )


def book_of(source: Source) -> GameContext:
    """Return the rule book of a log with all scenes that it names; BadLog where one is missing or damaged."""
    scenes = SceneShelf()
    for row in source.rows():
        if isinstance(row.body, SceneSet):
            scenes.put(row.body.blob, decode_scene(_blob(source, row.seq, row.body.blob)))
    return GameContext(source.ruleset, scenes, encode)


def _blob(source: Source, seq: int, name: str) -> bytes:
    data = source.blob(name)
    if data is None or hash_of(data) != name:
        raise BadLog(f"the scene of row {seq} is {'missing' if data is None else 'damaged'}", seq)
    return data


def steps_of(source: Source, to: int | None = None) -> Iterator[Transition]:
    """Replay a log as it was recorded, a step a row."""
    return recorded(book_of(source), source.rows(), to)


class Verdict(msgspec.Struct, frozen=True):
    """What was found. `problem` is a sentence and `bad_row` the first row that is not as it was written.

    A recomputation sets `written_under` and `decided_under`: the rules of the log, `None` where they are not
    known, and those of today. Its differences are a fault under the same rules and rule changes under others.
    """

    rows: int = 0
    commands: int = 0
    states: int = 0
    problem: str = ""
    bad_row: int | None = None
    written_under: RulesVersion | None = None
    decided_under: RulesVersion | None = None
    differences: tuple[Difference, ...] = ()

    @property
    def recomputed(self) -> bool:
        """Whether everything was decided again."""
        return self.decided_under is not None

    @property
    def rules_changed(self) -> bool:
        """Whether it was decided again under rules that are not those of the log, as far as is known."""
        return self.recomputed and self.written_under != self.decided_under

    @property
    def is_good(self) -> bool:
        """Nothing is wrong with the log, nor with what decided it."""
        return not self.problem and (self.rules_changed or not self.differences)


def verify(source: Source, *, again: bool = False) -> Verdict:
    """Check a log: its chain and bytes, that it folds, its kept state hashes; `again` decides it anew too."""
    try:
        book = book_of(source)
        verdict = _folded(source, book)
    except BadLog as fault:
        return Verdict(problem=str(fault), bad_row=fault.seq)
    except VttbridgeError as fault:
        return Verdict(problem=str(fault))
    if not again or verdict.problem:
        return verdict
    return msgspec.structs.replace(
        verdict,
        written_under=source.head.written_under,
        decided_under=version_of(book.ruleset),
        differences=tuple(recompute(book, source.rows())),
    )


def _folded(source: Source, game: GameContext) -> Verdict:
    kept = dict(source.state_hashes)
    rows = states = 0
    try:
        for step in recorded(game, source.rows()):
            rows = step.row.seq
            if rows in kept:
                states += 1
                if game.hash(step.after) != kept[rows]:
                    raise BadLog(f"the state after row {rows} is not the one that was kept", rows)
    except ValueError as fault:
        raise BadLog(f"row {rows + 1} does not fit the rows before it: {fault}", rows + 1) from fault
    commands = sum(1 for _ in commands_from_log(source.rows()))
    return Verdict(rows, commands, states)
