"""One table with whoever sits at it: what the rest of the server asks of it."""

from support.fake_peer import FakePeer, id_of
from support.stored_table import CONFIG, KEY, StoredTable, seated
from vttbridge.server.tables.actor import TableActor
from vttbridge.storage.snapshots import ROWS_BETWEEN
from vttbridge.table.log.store import StorageFull
from vttbridge.table.model.commands import SetTable
from vttbridge.table.model.replies import busy
from vttbridge_protocol import (
    Act,
    Asked,
    CloseCode,
    Executor,
    ExecutorState,
    Held,
    Knocking,
    Reply,
    SeatList,
    Seats,
    Welcome,
)


async def test_whoever_joins_is_a_member_until_it_leaves() -> None:
    """A client that left before its turn came is none."""
    actor = StoredTable().actor()
    (gm,) = await seated(actor, "s-gm")
    assert isinstance(gm.messages[0], Welcome)
    assert actor.members.peers == [gm]
    late = FakePeer("s-1")
    actor.join(late, None, "here")
    actor.leave(late)
    actor.leave(gm)
    await actor.mailbox.join()
    assert (actor.members.peers, late.messages, gm.is_gone) == ([], [], True)
    await actor.stop()


async def test_a_request_and_an_answer_come_in_the_order_of_the_log() -> None:
    """Both are sent as replies to what was asked."""
    actor = StoredTable().actor()
    (gm,) = await seated(actor, "s-gm")
    actor.request(gm, id_of("r1"), Seats())
    actor.answer(gm, id_of("r2"), busy("storage_full", 2_000))
    await actor.mailbox.join()
    assert isinstance(gm.replies_to(id_of("r1"))[0], SeatList)
    assert gm.replies_to(id_of("r2")) == [Reply("busy", code="storage_full", retry_after_ms=2_000)]
    await actor.stop()


async def test_a_retry_is_known_by_its_reply() -> None:
    """A new command is not."""
    table = StoredTable()
    actor = table.actor()
    command = table.command("s-gm", SetTable(name="Again"))
    assert actor.cached_reply(command) is None
    await actor.decide(command, lambda _: None)
    known = actor.cached_reply(command)
    assert known is not None
    assert (known.outcome, known.dup) == ("done", True)
    await actor.stop()


async def test_game_masters_alone_are_told_who_knocks() -> None:
    """A player learns nothing of it."""
    actor = StoredTable().actor()
    gm, ann = await seated(actor, "s-gm", "s-1")
    knocking = Knocking("k", "Bob", "two words")
    actor.tell_gms(knocking)
    await actor.mailbox.join()
    assert knocking in gm.messages
    assert knocking not in ann.messages
    await actor.stop()


async def test_a_piece_is_given_to_a_seat_as_the_game_master_wants() -> None:
    """A piece that stands nowhere is nobody's."""
    actor = StoredTable().actor()
    actor.grant_executor("cat", "s-2", by="s-gm")
    actor.grant_executor("nobody", "s-2", by="s-gm")
    await actor.mailbox.join()
    scene = actor.state.scene("room")
    assert scene is not None
    found = scene.find("cat")
    assert found is not None
    assert found.piece.owner == "s-2"
    await actor.stop()


async def test_what_is_connected_for_an_ended_seat_is_closed() -> None:
    """The others stay."""
    actor = StoredTable().actor()
    gm, ann = await seated(actor, "s-gm", "s-1")
    actor.remove("s-1")
    assert (gm.closes, ann.closes) == ([], [CloseCode.REVOKED])
    await actor.stop()


async def test_game_masters_are_asked_when_the_asked_one_leaves() -> None:
    """While somebody of the audience is here, they are not."""
    table = StoredTable()
    table.push("s-gm", "ben")
    actor = table.actor()
    ben, gm = await seated(actor, "s-2", "s-gm")
    assert any(isinstance(one, Asked) for one in ben.messages)
    assert not any(isinstance(one, Asked) for one in gm.messages)
    actor.leave(ben)
    await actor.mailbox.join()
    assert any(isinstance(one, Asked) for one in gm.messages)
    await actor.stop()


async def test_time_passes_while_somebody_is_there_and_is_written_down_at_the_end() -> None:
    """A question's remaining time is told; a stop ends no question."""
    table = StoredTable()
    table.push("s-gm", "ben")
    actor = table.actor()
    await seated(actor, "s-2")
    actor.tick(20_000)
    (gm,) = await seated(actor, "s-gm")
    (held,) = [one for one in gm.messages if isinstance(one, Held)]
    assert held.hold.remaining_ms == CONFIG.question_seconds * 1000 - 20_000
    await actor.stop()
    (hold,) = table.journal.table.state.holds
    assert (hold.state, hold.asked_ms) == ("asking", 20_000)


async def test_a_question_is_answered_by_default_when_its_time_is_over() -> None:
    """Ben does not stand firm, so he is pushed; not a moment before."""
    table = StoredTable()
    table.push("s-gm", "ben")
    actor = table.actor()
    await seated(actor, "s-2")
    actor.tick(CONFIG.question_seconds * 1000 - 1)
    await actor.mailbox.join()
    assert actor.state.holds
    actor.tick(1)
    await actor.mailbox.join()
    assert not any(hold.state == "asking" for hold in actor.state.holds)
    await actor.stop()


async def test_after_a_failed_write_the_table_is_loaded_and_its_executor_told() -> None:
    """The claim that was lost with the write is told after the reload."""
    table = StoredTable()
    actor = table.actor()
    (gm,) = await seated(actor, "s-gm")
    table.store.faults.append(StorageFull("no room"))
    actor.submit(gm, id_of("a"), Act("room", "push", {"target": "dan"}), "d")
    actor.request(gm, id_of("r"), Executor(claim=True))
    await actor.mailbox.join()
    actor.tell_gms(Knocking("k", "Bob", "w"))
    await actor.mailbox.join()
    assert actor.members.executor is actor.lease.holder is gm
    assert ExecutorState("yours", actor.lease.term) in gm.messages
    await actor.stop()


async def test_a_stopped_table_keeps_its_state_for_the_next_start() -> None:
    """Where that saves reading many rows."""
    table = StoredTable()
    for count in range(ROWS_BETWEEN):
        table.do("s-gm", SetTable(name=f"n{count}"))
    actor = TableActor(table.journal, KEY, CONFIG)
    await actor.stop()
    assert table.journal.read().kept_seq == table.journal.seq
