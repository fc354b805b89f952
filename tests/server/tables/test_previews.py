"""What would be is computed for whoever asks, few at a time."""

import pytest

from support.fake_peer import FakePeer
from support.stored_table import StoredTable
from vttbridge.geometry.allowance import BudgetExceeded
from vttbridge.server.runtime.workers import TimeBudget
from vttbridge.server.tables import previews
from vttbridge.server.tables.previews import MAX_WAITING, RETRY_MS, PreviewService
from vttbridge_protocol import AnswerResult, Ask, Preview, PreviewResult, Reply

PUSH = Preview("room", "push", {"target": "dan"})


async def test_a_preview_and_a_query_are_answered() -> None:
    """From the state that is given; a refusal is an answer as well."""
    table, gm = StoredTable(), FakePeer("s-gm")
    service, state = PreviewService(table.journal, TimeBudget(1.0, 20.0)), table.journal.table.state
    planned = await service.preview(gm, PUSH, state)
    assert isinstance(planned, PreviewResult)
    assert planned.plan is not None
    where = await service.preview(gm, Ask("room", "where", {"piece": "dan"}), state)
    assert isinstance(where, AnswerResult)
    assert (where.value, where.refusal) == ([2.0, 6.0, 0.0], None)
    nowhere = await service.preview(gm, Ask("room", "where", {"piece": "nobody"}), state)
    assert isinstance(nowhere, AnswerResult)
    assert nowhere.refusal is not None


async def test_few_of_one_client_wait_and_each_makes_room_when_it_is_done() -> None:
    """Another client's do not count; who is gone is told nothing."""
    table, gm, other = StoredTable(), FakePeer("s-gm"), FakePeer("s-gm")
    service = PreviewService(table.journal, TimeBudget(1.0, 20.0))
    assert [service.accept(gm) for _ in range(MAX_WAITING + 1)] == [True] * MAX_WAITING + [False]
    assert service.accept(other)
    gm.is_gone = True
    assert await service.preview(gm, PUSH, table.journal.table.state) is None
    assert [service.accept(gm) for _ in range(2)] == [True, False]


async def test_what_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """The client may come again."""

    async def takes_long(*_: object) -> None:
        raise BudgetExceeded

    monkeypatch.setattr(previews, "run_in_worker", takes_long)
    table = StoredTable()
    service = PreviewService(table.journal, TimeBudget(1.0, 20.0))
    said = await service.preview(FakePeer("s-gm"), PUSH, table.journal.table.state)
    assert said == Reply("busy", code="geometry_time", retry_after_ms=RETRY_MS)
