"""Which cases a check looks at, and how it looks: some of many, and what must not be there twice or raise."""

from collections.abc import Callable

from vttbridge.testing.conformance.cases import Cases


def some(cases: Cases, effort: int) -> Cases:
    """Return every third case of a quick run, all of a longer one."""
    return cases[:: max(1, 3 // effort)]


def picked(cases: Cases, number: int, most: int) -> Cases:
    """Return some cases, other ones for every number, so that all have their turn."""
    places = ((number * most + place) % len(cases) for place in range(min(most, len(cases))))
    return tuple(cases[place] for place in places)


def twice(names: list[str]) -> set[str]:
    """Return the names that are there more than once."""
    return {name for name in names if names.count(name) > 1}


def raised(run: Callable[[], object]) -> str:
    """Run something that must never raise and say what it raised."""
    try:
        run()
    except Exception as fault:  # noqa: BLE001 - whatever a stranger's script raises is the finding
        return f"raised {type(fault).__name__}: {fault}"
    return ""
