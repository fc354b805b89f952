"""What a client knows of the table: its own copy of the state, what waits, and where in the log it stands."""

import msgspec

import vttbridge_protocol as wire
from vttbridge_protocol import Envelope, Event, Plain, Resume, TableMirror, Tree, Welcome


class Replica:
    """Kept true by what the server says; `doubt` means that something was lost, and the link must be new."""

    def __init__(self) -> None:
        self.rates: tuple[wire.RoleRate, ...] = ()
        self.welcome: Welcome | None = None
        self.state = TableMirror()
        self.ground: Tree = {}
        self.holds: dict[str, wire.WireHold] = {}
        self.asked: dict[str, wire.Asked] = {}
        self.seq = 0
        self.epoch = 0
        self.head = ""
        self.resyncs: list[str] = []
        self.doubt = False
        self._session = ""
        self._n = 0
        self._later: list[Event] | None = None
        self._is_known = False

    def connected(self) -> None:
        """A new link begins: its events are counted from 1; a state that was half on its way is not known."""
        self._n, self.doubt = 0, False
        self._is_known = self.is_whole
        self._later = None

    @property
    def is_whole(self) -> bool:
        """The state is known, and no part of it is still on its way."""
        return self._is_known and self._later is None

    @property
    def position(self) -> Resume | None:
        """Where this client stands, for coming back; `None` where it knows no whole state."""
        if not self._is_known:
            return None
        return Resume(self._session, self.epoch, self.seq, self.head)

    def apply(self, given: Envelope) -> None:
        """Take what the server says."""
        match given.body:
            case wire.Hello(limits=limits):
                self.rates = limits.rates
            case Welcome() as welcome:
                self.welcome, self.epoch, self._session = welcome, welcome.epoch, welcome.session
                self.holds.clear()
                self.asked.clear()
            case wire.Resumed():
                self._is_known = True
            case wire.Resync(reason=reason):
                self.resyncs.append(reason)
            case Event() as event:
                self._event(given, event)
            case wire.Snapshot() as snapshot:
                self.seq, self.epoch, self.head = snapshot.seq, snapshot.epoch, snapshot.head
                self._later = []
                if snapshot.data is not None:
                    self.load(snapshot.data)
            case wire.Held() | wire.Asked() | wire.Resolved():
                self._hold(given.body)
            case _:
                pass

    def _event(self, given: Envelope, event: Event) -> None:
        self._n += 1
        if given.n != self._n:
            self.doubt = True
            return
        self.seq = given.seq or self.seq
        self.epoch = event.epoch
        self.head = event.hash or event.mark or self.head
        if self._later is None:
            self.state = wire.after_event(self.state, event)
        else:
            self._later.append(event)

    def _hold(self, body: wire.Held | wire.Asked | wire.Resolved) -> None:
        match body:
            case wire.Held(hold=hold):
                self.holds[hold.hold] = hold
                if hold.state != "asking":
                    self.asked.pop(hold.hold, None)
            case wire.Asked(hold=name):
                self.asked[name] = body
            case wire.Resolved(hold=name):
                self.holds.pop(name, None)
                self.asked.pop(name, None)

    def load(self, data: Tree) -> None:
        """Take the whole state, out of a snapshot or the transfer that it named, and what came since."""
        self.state = msgspec.convert(data.get("state"), TableMirror)
        ground: Plain = data.get("ground")
        self.ground = ground if isinstance(ground, dict) else {}
        for event in self._later or ():
            self.state = wire.after_event(self.state, event)
        self._later, self._is_known = None, True
