"""How much work a caller allows: whoever works long asks before going on, and ends when it is enough.

The caller gives a predicate, which may look at a clock or count; nothing here does. It holds for everything
that is worked out inside `allowing`, in that thread alone. Outside of it there is no limit.
"""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar

MayContinue = Callable[[], bool]


class BudgetExceeded(Exception):
    """The caller allows no more work. It ends every query and script on the way; nobody else catches it."""


def _without_end() -> bool:
    return True


_ALLOWED: ContextVar[MayContinue] = ContextVar("allowed", default=_without_end)


@contextmanager
def work_budget(may_go_on: MayContinue) -> Generator[None]:
    """Let what is worked out in this block end with GivenUp as soon as `may_go_on` says no."""
    before = _ALLOWED.set(may_go_on)
    try:
        yield
    finally:
        _ALLOWED.reset(before)


def checkpoint() -> None:
    """Go on with the work, or raise GivenUp."""
    if not _ALLOWED.get()():
        raise BudgetExceeded
