"""What happened at a table, read from its log: events from one row to another, and the state before.

A seat sees the past as its role of today sees the present: a game master everything, also from before the
seat was taken; others what a player or an observer would have been told.
"""

import msgspec

from vttbridge.geometry.scene import SceneSpec
from vttbridge.serializers.commands import setting
from vttbridge.serializers.events import event_for
from vttbridge.serializers.results import effect_of, refusal_of
from vttbridge.serializers.state import state_of_view
from vttbridge.storage.journal import TableJournal, by_command
from vttbridge.storage.log_reader import replay_after, separate_context
from vttbridge.table import GameContext, SceneState, Seat, State, Transition, View, spec_seen, view
from vttbridge.table.log.chain import checked
from vttbridge.table.model.events import SceneSet
from vttbridge.table.replay.replay import Outcome, what_if
from vttbridge_protocol import Plain, Tree, in_full

MAX_EVENTS = 2_000
"""So many events are told at once; `next` names the row to go on with."""

MAX_GROUNDS = 20
"""So many maps that were replaced later are told; before that the page shows today's."""


class Viewer(msgspec.Struct, frozen=True):
    """A seat that looks at the past with its role of today; nobody's seat looks as an observer does."""

    game: GameContext
    seat: Seat | None

    @property
    def id(self) -> str:
        """The seat's id; empty is never a seat, and the server's own word is not used for looking."""
        return "-" if self.seat is None else self.seat.id

    def seated(self, state: State) -> State:
        """Return a state as if the seat had always been taken."""
        if self.seat is None:
            return state
        others = tuple(other for other in state.seats if other.id != self.seat.id)
        return msgspec.structs.replace(state, seats=(*others, self.seat))

    def view(self, state: State) -> View:
        """Return a state as it is seen, with the seats that it truly had."""
        found = view(self.game, self.seated(state), self.id)
        return msgspec.structs.replace(found, seats=state.seats)

    def event(self, step: Transition) -> list[Plain]:
        """Return the event of a row, if there is one to be seen."""
        judged = Transition(self.seated(step.before), step.row, self.seated(step.after))
        event = event_for(self.game, step, self.id, judged)
        return [] if event is None else [{"seq": step.row.seq, "event": in_full(event)}]

    def ground(self, step: Transition, now: State) -> list[Plain]:
        """Return the geometry that a row lays down, where another lies there today."""
        body = step.row.body
        scene = step.after.scene(body.scene) if isinstance(body, SceneSet) else None
        return [] if scene is None else self._ground(step.after, scene, now)

    def grounds(self, state: State, now: State) -> list[Plain]:
        """Return the geometry of each scene on which another lies today."""
        return [ground for scene in state.scenes for ground in self._ground(state, scene, now)]

    def _ground(self, state: State, scene: SceneState, now: State) -> list[Plain]:
        today = now.scene(scene.id)
        if today is not None and today.blob == scene.blob:
            return []
        spec: SceneSpec = spec_seen(self.game, self.seated(state), scene, self.id)
        return [{"seq": state.seq, "scene": scene.id, "ground": msgspec.to_builtins(spec)}]


def history(
    journal: TableJournal, seat: str, first: int, last: int | None, most: int = MAX_EVENTS
) -> dict[str, Plain]:
    """Return the events of some rows as a seat may see them, after the state before the first of them.

    The table is folded anew with a book of its own, so this may run in a worker thread.
    """
    now = journal.table.state
    viewer = Viewer(separate_context(journal), now.seat(seat))
    then = replay_after(journal, viewer.game, max(0, first - 1))
    end = journal.seq if last is None else last
    events, grounds = list[Plain](), viewer.grounds(then.state, now)
    more: dict[str, Plain] = {}
    for logged in then.rows:
        if logged.seq > end:
            break
        if len(events) >= most and logged.step.row.digest:
            more = {"next": logged.seq}
            break
        grounds += viewer.ground(logged.step, now)
        events += viewer.event(logged.step)
    return {
        "state": in_full(state_of_view(viewer.view(then.state))),
        "events": events,
        "grounds": grounds[-MAX_GROUNDS:],
        **more,
    }


def differing(journal: TableJournal, options: Tree) -> list[Plain]:
    """Return what each command would come to under other house rules; what is no rule is left out."""
    known = {option.name: option for option in journal.game.ruleset.options}
    wanted = tuple((name, setting(options[name])) for name in sorted(options) if name in known)
    settings = tuple((name, value) for name, value in wanted if known[name].check(value) is None)
    game = separate_context(journal)
    records = checked(journal.store.header(journal.name), journal.store.read(journal.name))
    rows = [row for batch in by_command(records) for row, _ in batch]
    return [
        {
            "seq": other.seq,
            "action": other.action,
            "recorded": _outcome(other.recorded),
            "decided": _outcome(other.decided),
        }
        for other in what_if(game, rows, settings)
    ]


def _outcome(outcome: Outcome) -> Plain:
    refusal = refusal_of(outcome.refusal)
    return {
        "effects": [in_full(effect_of(effect)) for effect in outcome.effects],
        "refusal": None if refusal is None else in_full(refusal),
        "waits": outcome.waits,
    }
