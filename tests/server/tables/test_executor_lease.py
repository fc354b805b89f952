"""One client writes into the VTT at a time; the others wait in line."""

from support.fake_peer import FakePeer
from vttbridge.server.tables.executor_lease import ExecutorLease
from vttbridge.table import Live
from vttbridge_protocol import CloseCode, ExecutorState


def test_who_comes_first_has_it_and_the_next_one_follows() -> None:
    """Each change has a term of its own."""
    lease, first, second = ExecutorLease(10), FakePeer(), FakePeer()
    assert lease.live == Live(executor=False, term=10)
    assert lease.state_for(first) == ExecutorState("none", 10)
    assert lease.is_free_for(second)
    assert lease.claim(first, force=False)
    assert not lease.claim(first, force=True)
    assert not lease.claim(second, force=False)
    assert lease.live == Live(executor=True, term=11)
    assert (lease.is_free_for(first), lease.is_free_for(second)) == (True, False)
    assert [lease.state_for(one).state for one in (first, second, FakePeer())] == [
        "yours",
        "waiting",
        "taken",
    ]
    assert lease.leave(first)
    assert (lease.holder, lease.term, first.closes) == (second, 12, [])
    assert not lease.leave(second)
    assert (lease.holder, lease.term) == (None, 12)


def test_a_forced_claim_closes_the_one_before() -> None:
    """Who waited in line and takes it waits no longer."""
    lease, first, second = ExecutorLease(0), FakePeer(), FakePeer()
    lease.claim(first, force=False)
    lease.claim(second, force=False)
    assert lease.claim(second, force=True)
    assert (lease.holder, first.closes) == (second, [CloseCode.EXECUTOR_MOVED])
    assert not lease.leave(second)
    assert lease.holder is None


def test_who_leaves_the_line_is_not_called() -> None:
    """The lease itself does not change."""
    lease, first, second = ExecutorLease(0), FakePeer(), FakePeer()
    lease.claim(first, force=False)
    lease.claim(second, force=False)
    assert not lease.leave(second)
    assert not lease.leave(first)
    assert lease.holder is None
