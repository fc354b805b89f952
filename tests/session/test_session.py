"""One connection as a state machine: stages, limits, rates and transfers, without any socket."""

import pytest

import vttbridge_protocol as wire
from vttbridge.auth.tokens import Role
from vttbridge.session.actions import Action, Authenticate, Close, RunCommand, RunRequest, Send, Upload
from vttbridge.session.session import COMMANDS_IN_FLIGHT, RATES, TOO_FAST_MS, Session, Stage
from vttbridge_protocol import CloseCode, Encoding, Envelope, Message, Reply

NAME = "0" * 31
AUTH = wire.Auth("token")
REJECT = wire.Reject("h1")


def frame(body: Message, command_id: str | None = None, encoding: Encoding = Encoding.MSGPACK) -> bytes | str:
    """Write a client's frame."""
    return wire.encode(Envelope(body, id=command_id), encoding)


def said(step: Action) -> Envelope:
    """Read what a session says."""
    assert isinstance(step, Send)
    given = wire.decode(step.frame, Encoding.MSGPACK, wire.FROM_SERVER, wire.SERVER_MESSAGES)
    assert isinstance(given, Envelope)
    return given


def live(role: Role = "gm", now_ms: int = 0) -> Session:
    """Return a session that has a seat."""
    session = Session(Encoding.MSGPACK, now_ms)
    assert session.receive(frame(AUTH), now_ms) == (Authenticate(AUTH),)
    session.seated(role, now_ms, RATES[role])
    return session


def flooded(session: Session, until_ms: int) -> tuple[Action, ...]:
    """Send far too much for some time; returns the last steps."""
    last: tuple[Action, ...] = ()
    for now_ms in range(0, until_ms, 10):
        for _ in range(3):
            last = session.receive(frame(wire.Look(), NAME + "1"), now_ms)
            if isinstance(last[-1], Close):
                return last
    return last


class TestComingIn:
    def test_the_first_message_says_who_it_is(self) -> None:
        """Until it is looked up nothing more is taken."""
        session = Session(Encoding.MSGPACK, 0)
        assert session.receive(frame(AUTH), 0) == (Authenticate(AUTH),)
        assert session.receive(frame(AUTH), 0) == (Close(CloseCode.MALFORMED),)

    @pytest.mark.parametrize("body", [wire.Heartbeat(), wire.Look(), REJECT, wire.TransferDone()])
    def test_anything_else_first_is_malformed(self, body: Message) -> None:
        """Commands, requests and signs of life wait until it is known who sends them."""
        session = Session(Encoding.MSGPACK, 0)
        assert session.receive(frame(body, NAME + "1"), 0) == (Close(CloseCode.MALFORMED),)
        assert session.stage is Stage.OVER

    def test_a_version_that_is_not_spoken_is_not_accepted(self) -> None:
        """A client of another version is sent away with the code that means never."""
        session = Session(Encoding.MSGPACK, 0)
        assert session.receive(frame(wire.Auth("t", protocol=9)), 0) == (Close(CloseCode.NOT_ACCEPTED),)

    def test_a_large_first_frame_is_too_large(self) -> None:
        """Before anybody is known a frame has 4 KiB."""
        session = Session(Encoding.JSON, 0)
        long = frame(wire.Auth("x" * 4_090), encoding=Encoding.JSON)
        (end,) = session.receive(long, 0)
        assert isinstance(end, Close)
        assert end.code is CloseCode.TOO_LARGE

    def test_who_waits_at_the_door_may_only_wait_or_leave(self) -> None:
        """A knocking client beats; a goodbye ends it."""
        session = Session(Encoding.MSGPACK, 0)
        knock = wire.Knock("Ann")
        assert session.receive(frame(knock), 0) == (Authenticate(knock),)
        session.waits()
        assert session.receive(frame(wire.Heartbeat()), 0) == ()
        assert session.receive(frame(wire.Goodbye()), 0) == (Close(CloseCode.NORMAL),)


class TestCommands:
    def test_a_command_comes_with_the_hash_of_what_it_says(self) -> None:
        """The hash is the same in both encodings, and another for another content."""
        (first,) = live().receive(frame(REJECT, NAME + "1"), 0)
        assert first == RunCommand(NAME + "1", REJECT, wire.body_hash(REJECT))
        assert wire.body_hash(REJECT) != wire.body_hash(wire.Reject("h2"))

    def test_a_request_only_reads(self) -> None:
        """It comes as something to read."""
        assert live().receive(frame(wire.Look(), NAME + "1"), 0) == (RunRequest(NAME + "1", wire.Look()),)

    def test_an_unknown_word_is_answered_and_closes_nothing(self) -> None:
        """The reply says unsupported; without an id there is none."""
        session = live()
        unknown = wire.encode_value({"type": "dance", "id": NAME + "1"}, Encoding.MSGPACK)
        (step,) = session.receive(unknown, 0)
        reply = said(step)
        assert reply.re == NAME + "1"
        assert isinstance(reply.body, Reply)
        assert (reply.body.outcome, reply.body.code) == ("invalid", "unsupported")
        assert session.receive(wire.encode_value({"type": "dance"}, Encoding.MSGPACK), 0) == ()

    def test_so_many_may_be_on_their_way(self) -> None:
        """One more is busy; a reply makes room; a retry of one on its way is let through."""
        session = live()
        for number in range(COMMANDS_IN_FLIGHT):
            assert isinstance(session.receive(frame(REJECT, f"{number:032x}"), 0)[0], RunCommand)
        busy = said(session.receive(frame(REJECT, "f" * 32), 0)[0])
        assert isinstance(busy.body, Reply)
        assert busy.body.code == "too_many_in_flight"
        assert isinstance(session.receive(frame(REJECT, f"{0:032x}"), 0)[0], RunCommand)
        session.send(Reply("done"), re=f"{0:032x}")
        assert isinstance(session.receive(frame(REJECT, "f" * 32), 0)[0], RunCommand)

    @pytest.mark.parametrize("role", ["gm", "player", "observer"])
    def test_each_role_has_its_rate(self, role: Role) -> None:
        """After the burst messages are answered busy, and after three seconds of it the connection ends."""
        session = live(role)
        for number in range(int(RATES[role].burst)):
            assert isinstance(session.receive(frame(wire.Look(), f"{number:032x}"), 0)[0], RunRequest)
        busy = said(session.receive(frame(wire.Look(), NAME + "1"), 0)[0])
        assert isinstance(busy.body, Reply)
        assert busy.body.code == "too_fast"
        assert flooded(session, TOO_FAST_MS - 10)[-1:] != (Close(CloseCode.TOO_FAST),)
        assert flooded(session, 2 * TOO_FAST_MS)[-1:] == (Close(CloseCode.TOO_FAST),)

    def test_coming_in_twice_is_malformed(self) -> None:
        """Who has a seat does not say again who it is."""
        assert live().receive(frame(AUTH), 0) == (Close(CloseCode.MALFORMED),)

    def test_events_are_counted_for_each_connection(self) -> None:
        """The count begins at 1 and has no gaps."""
        session = live()
        event = wire.encode_numbered(Envelope(wire.Event(1, "note"), seq=7), Encoding.MSGPACK)
        told = [said(session.send_event(event)) for _ in range(3)]
        assert [one.n for one in told] == [1, 2, 3]
        assert {one.seq for one in told} == {7}


def dried() -> Session:
    """Return a session of a game master that has used up its burst."""
    session = live()
    for _ in range(int(RATES["gm"].burst)):
        session.receive(frame(wire.Heartbeat()), 0)
    return session


class TestTransfers:
    def test_an_offer_that_comes_too_fast_is_answered(self) -> None:
        """Who offers something long is told to come again, and not left waiting."""
        (told,) = dried().receive(frame(wire.TransferOpen("map", 3, "0" * 64)), 0)
        assert said(told).body == wire.TransferStop(code="busy")

    def test_a_transfer_that_has_begun_is_not_cut_by_the_rate(self) -> None:
        """What belongs to a transfer counts at the rate of its parts, to its end."""
        payload = wire.TransferOut("map", b"abc")
        session = live()
        session.receive(frame(payload.opening), 0)
        for _ in range(int(RATES["gm"].burst)):
            session.receive(frame(wire.Heartbeat()), 0)
        steps = [session.receive(frame(part), 0) for part in payload.more(wire.TransferMore(0, 4))]
        assert steps[-1] == (Upload("map", payload.opening.blake2b, b"abc"),)

    def uploaded(self, session: Session, payload: bytes) -> list[Action]:
        """Send a whole transfer and give what the session wanted beside more parts."""
        out = wire.TransferOut("map", payload)
        steps = list(session.receive(frame(out.opening), 0))
        wanted: list[Action] = []
        while steps:
            step = steps.pop(0)
            if not isinstance(step, Send):
                wanted.append(step)
                continue
            body = said(step).body
            assert isinstance(body, wire.TransferMore)
            for part in out.more(body):
                steps += session.receive(frame(part), 0)
        return wanted

    @pytest.mark.parametrize("size", [0, 1, 24_576, 24_577, 300_000, 16 * 1024 * 1024])
    def test_something_long_comes_in_whole(self, size: int) -> None:
        """Parts are asked for and joined; the bytes are those that were announced."""
        payload = bytes(number % 251 for number in range(size))
        assert self.uploaded(live(), payload) == [Upload("map", wire.digest(payload), payload)]

    def test_only_game_masters_may_send_long_things(self) -> None:
        """A player's is refused, and the connection goes on."""
        session = live("player")
        stop = said(session.receive(frame(wire.TransferOut("map", b"x").opening), 0)[0])
        assert stop.body == wire.TransferStop(code="not_allowed")
        assert session.stage is Stage.LIVE

    def test_one_at_a_time(self) -> None:
        """A second one is refused while the first is coming."""
        session = live()
        opening = wire.TransferOut("map", b"x" * 50_000).opening
        session.receive(frame(opening), 0)
        assert said(session.receive(frame(opening), 0)[0]).body == wire.TransferStop(code="busy")

    @pytest.mark.parametrize("body", [wire.TransferPart(0, ""), wire.TransferDone()])
    def test_a_part_that_nobody_asked_for_is_malformed(self, body: Message) -> None:
        """Without a transfer there is none, and after its own stop the sender knows that."""
        session = live()
        assert session.receive(frame(body), 0)[-1] == Close(CloseCode.MALFORMED, "transfer_order at $")
        session = live()
        session.receive(frame(wire.TransferOut("map", b"x" * 50_000).opening), 0)
        session.receive(frame(wire.TransferStop("unwanted")), 0)
        session.receive(frame(body), 0)
        assert session.stage is Stage.OVER

    def test_what_was_under_way_when_we_stopped_is_let_pass(self) -> None:
        """Parts that were asked for before the stop still come; they count like any message."""
        session = live()
        opening = wire.TransferOut("map", b"x" * 50_000).opening
        session.receive(frame(opening), 0)
        session.drop_incoming()
        assert session.receive(frame(wire.TransferPart(0, "")), 0) == ()
        assert session.receive(frame(wire.TransferDone()), 0) == ()
        for now_ms in range(0, 2 * TOO_FAST_MS, 10):
            steps = [session.receive(frame(wire.TransferPart(0, "")), now_ms) for _ in range(2)]
            if any(steps):
                break
        assert session.stage is Stage.OVER

    def test_after_a_stop_another_one_comes_in(self) -> None:
        """A stop ends one transfer, and the next is as strict as any."""
        session = live()
        session.receive(frame(wire.TransferOut("map", b"x" * 50_000).opening), 0)
        session.drop_incoming()
        session.receive(frame(wire.TransferOut("map", b"").opening), 0)
        assert isinstance(session.receive(frame(wire.TransferDone()), 0)[0], Upload)
        assert isinstance(session.receive(frame(wire.TransferPart(0, "")), 0)[0], Close)

    def test_a_slow_one_is_given_up(self) -> None:
        """The sender is told, and another may begin."""
        session = live()
        session.receive(frame(wire.TransferOut("map", b"x" * 50_000).opening), 0)
        stop = session.drop_incoming()
        assert stop is not None
        assert said(stop).body == wire.TransferStop(code="timeout")
        assert session.drop_incoming() is None

    def test_long_things_go_out_one_after_another(self) -> None:
        """The second opens when the first is done, each at the receiver's pace."""
        session = live()
        first, *rest = session.send_long(wire.TransferOut("snapshot", b"a" * 30_000))
        assert not rest
        assert session.send_long(wire.TransferOut("log", b"b"), re=NAME + "2") == ()
        opening = said(first).body
        assert isinstance(opening, wire.TransferOpen)
        steps = session.receive(frame(wire.TransferMore(0, 2)), 0)
        words = [wire.word_of(said(step).body) for step in steps]
        assert words == ["transfer_part", "transfer_part", "transfer_done", "transfer_open"]
        assert said(steps[-1]).re == NAME + "2"

    def test_a_receiver_that_asks_out_of_order_is_malformed(self) -> None:
        """Parts are given once and in order."""
        session = live()
        session.send_long(wire.TransferOut("snapshot", b"a" * 30_000))
        (end,) = session.receive(frame(wire.TransferMore(1, 1)), 0)
        assert isinstance(end, Close)
        assert end.code is CloseCode.MALFORMED
