"""What happened at a table, read from its log: events from one row to another, and the state before.

A seat sees the past as its role of today sees the present: a game master everything, also from before the
seat was taken; others what a player or an observer would have been told.
"""

import msgspec

from vttbridge.geometry.scene import SceneSpec
from vttbridge.serializers.commands import setting
from vttbridge.serializers.results import effect_of, refusal_of
from vttbridge.serializers.state import event_of, mirror_of_view, unseen_ground
from vttbridge.storage.journal import Ledger, by_command
from vttbridge.storage.log_reader import book_apart, rows_after
from vttbridge.table import Book, SceneState, Seat, State, Step, View, seen, spec_seen, view
from vttbridge.table.log.chain import checked
from vttbridge.table.model.events import SceneSet
from vttbridge.table.replay.replay import Outcome, what_if
from vttbridge_protocol import Plain, Tree, in_full

MOST_EVENTS = 2_000
"""So many events are told at once; `next` names the row to go on with."""

MOST_GROUNDS = 20
"""So many maps that were replaced later are told; before that the page shows today's."""


class Eye(msgspec.Struct, frozen=True):
    """A seat that looks at the past with its role of today; nobody's seat looks as an observer does."""

    book: Book
    seat: Seat | None

    @property
    def id(self) -> str:
        """The seat's id; empty is never a seat, and the server's own word is not used for looking."""
        return "-" if self.seat is None else self.seat.id

    @property
    def is_gm(self) -> bool:
        """Say whether everything is seen."""
        return self.seat is not None and self.seat.role == "gm"

    def seated(self, state: State) -> State:
        """Give a state as if the seat had always been taken."""
        if self.seat is None:
            return state
        others = tuple(other for other in state.seats if other.id != self.seat.id)
        return msgspec.structs.replace(state, seats=(*others, self.seat))

    def view(self, state: State) -> View:
        """Give a state as it is seen, with the seats that it truly had."""
        found = view(self.book, self.seated(state), self.id)
        return msgspec.structs.replace(found, seats=state.seats)

    def told(self, step: Step) -> list[Plain]:
        """Give the event of a row, if there is one to be seen."""
        row = seen(self.book, Step(self.seated(step.before), step.row, self.seated(step.after)), self.id)
        event = (
            unseen_ground(self.book, step)
            if row is None
            else event_of(self.book, step, row, whole=self.is_gm)
        )
        return [] if event is None else [{"seq": step.row.seq, "event": in_full(event)}]

    def ground(self, step: Step, now: State) -> list[Plain]:
        """Give the geometry that a row lays down, where another lies there today."""
        body = step.row.body
        scene = step.after.scene(body.scene) if isinstance(body, SceneSet) else None
        return [] if scene is None else self._ground(step.after, scene, now)

    def grounds(self, state: State, now: State) -> list[Plain]:
        """Give the geometry of each scene on which another lies today."""
        return [ground for scene in state.scenes for ground in self._ground(state, scene, now)]

    def _ground(self, state: State, scene: SceneState, now: State) -> list[Plain]:
        today = now.scene(scene.id)
        if today is not None and today.blob == scene.blob:
            return []
        spec: SceneSpec = spec_seen(self.book, self.seated(state), scene, self.id)
        return [{"seq": state.seq, "scene": scene.id, "ground": msgspec.to_builtins(spec)}]


def history(
    ledger: Ledger, seat: str, first: int, last: int | None, most: int = MOST_EVENTS
) -> dict[str, Plain]:
    """Give the events of some rows as a seat may see them, after the state before the first of them.

    The table is folded anew with a book of its own, so this may run beside the event loop.
    """
    now = ledger.table.state
    eye = Eye(book_apart(ledger), now.seat(seat))
    then = rows_after(ledger, eye.book, max(0, first - 1))
    end = ledger.seq if last is None else last
    events, grounds = list[Plain](), eye.grounds(then.state, now)
    more: dict[str, Plain] = {}
    for told in then.rows:
        if told.seq > end:
            break
        if len(events) >= most and told.step.row.digest:
            more = {"next": told.seq}
            break
        grounds += eye.ground(told.step, now)
        events += eye.told(told.step)
    return {
        "state": in_full(mirror_of_view(eye.view(then.state))),
        "events": events,
        "grounds": grounds[-MOST_GROUNDS:],
        **more,
    }


def differing(ledger: Ledger, options: Tree) -> list[Plain]:
    """Give what each command would come to under other house rules; what is no rule is left out."""
    known = {option.name: option for option in ledger.book.ruleset.options}
    wanted = tuple((name, setting(options[name])) for name in sorted(options) if name in known)
    settings = tuple((name, value) for name, value in wanted if known[name].check(value) is None)
    book = book_apart(ledger)
    records = checked(ledger.store.header(ledger.name), ledger.store.read(ledger.name))
    rows = [row for batch in by_command(records) for row, _ in batch]
    return [
        {
            "seq": other.seq,
            "action": other.action,
            "recorded": _outcome(other.recorded),
            "decided": _outcome(other.decided),
        }
        for other in what_if(book, rows, settings)
    ]


def _outcome(outcome: Outcome) -> Plain:
    refusal = refusal_of(outcome.refusal)
    return {
        "effects": [in_full(effect_of(effect)) for effect in outcome.effects],
        "refusal": None if refusal is None else in_full(refusal),
        "waits": outcome.waits,
    }
