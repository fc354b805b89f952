"""Which rules of the four books executed cases have met, against the list of all of them."""

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

from vttbridge.errors import BadScenario

EXEMPT_FILE = "exempt.toml"


@cache
def all_rules() -> tuple[str, ...]:
    """Return every rule id of the books, in the order of the list."""
    page = files("vttbridge.testing.scenario").joinpath("rule_ids.toml").read_text(encoding="utf-8")
    books = tomllib.loads(page)["books"]
    return tuple(
        f"{book}-{number:02d}"
        for book, runs in books.items()
        for first, last in runs
        for number in range(first, last + 1)
    )


def exempt_of(paths: Sequence[Path]) -> dict[str, str]:
    """Read the ids without a decision of their own, with the reasons, from beside or above the paths."""
    for path in paths:
        folder = path.resolve() if path.is_dir() else path.resolve().parent
        for place in (folder, *folder.parents[:2]):
            page = place / EXEMPT_FILE
            if page.is_file():
                return _read(page)
    return {}


def _read(page: Path) -> dict[str, str]:
    try:
        table = tomllib.loads(page.read_text(encoding="utf-8"))["exempt"]
    except (tomllib.TOMLDecodeError, KeyError) as fault:
        raise BadScenario(f"{page}: needs a table [exempt] of rule ids and reasons ({fault})") from None
    return {str(name): str(reason) for name, reason in table.items()}


def coverage_line(met: Sequence[str], paths: Sequence[Path]) -> str:
    """Return in one line how many rules were met and which were not."""
    exempt = exempt_of(paths)
    wanted = [rule for rule in all_rules() if rule not in exempt]
    missing = [rule for rule in wanted if rule not in met]
    done = len(wanted) - len(missing)
    return (
        f"{done} of {len(wanted)} rule ids met, {len(exempt)} exempt; not met: {', '.join(missing) or 'none'}"
    )
