"""An outcome that changes under the same numbers is told, with the number to raise; other changes are not."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

import toy_ruleset
from toy_ruleset import TOY, Shove
from vttbridge.errors import BadScenario
from vttbridge.rules import registry
from vttbridge.rules.draft import Draft
from vttbridge.rules.ruleset import Outcome, Ruleset, action
from vttbridge.rules.version import RulesVersion
from vttbridge.testing.outcomes import (
    Outcomes,
    ScenarioOutcome,
    given_digest,
    main,
    read_outcomes,
    unraised,
    written,
)
from vttbridge.testing.scenario.digest import digest_of
from vttbridge.testing.scenario.reading import read_file

SCENARIOS = Path(toy_ruleset.__file__).parent / "scenarios"
EDGE = "edge"


def _stays(_draft: Draft, _shove: Shove) -> Outcome:
    yield from ()
    return None


STUBBORN = msgspec.structs.replace(TOY, actions=(action("shove", Shove, _stays), *TOY.actions[1:]))

Keep = Callable[[Ruleset], int]


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """Return where the outcomes of the toy are kept."""
    return tmp_path / "toy.toml"


@pytest.fixture
def keep(page: Path, monkeypatch: pytest.MonkeyPatch) -> Keep:
    """Return the command that keeps the outcomes of today's toy."""

    def kept(today: Ruleset) -> int:
        monkeypatch.setattr(registry, "names", lambda: ("toy",))
        monkeypatch.setattr(registry, "_loaded", {"toy": today}.__getitem__)
        return main([str(SCENARIOS), "--into", str(page.parent)])

    return kept


def test_the_same_book_is_kept_alike(keep: Keep, page: Path) -> None:
    """A second run writes the same bytes, and they read as what was kept."""
    assert keep(TOY) == 0
    before = page.read_bytes()
    assert keep(TOY) == 0
    assert page.read_bytes() == before
    assert written(read_outcomes(page)).encode() == before


def test_a_change_without_a_number_is_refused(
    keep: Keep, page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The scenarios and the number are named, and what was kept stays."""
    keep(TOY)
    before = page.read_bytes()
    assert keep(STUBBORN) == 1
    assert page.read_bytes() == before
    told = capsys.readouterr().err
    assert EDGE in told
    assert "raise rules of toy to 2" in told


def test_a_raised_number_is_kept(keep: Keep, page: Path) -> None:
    """With the number the new outcomes take the place of the old ones."""
    keep(TOY)
    assert keep(msgspec.structs.replace(STUBBORN, rules=2)) == 0
    assert read_outcomes(page).under.rules == 2


def kept(book: str, played: str, *, given: str = "g", counted: str = "", core: int = 1) -> Outcomes:
    """Make the outcomes of a book with one scenario."""
    return Outcomes(book, RulesVersion(1, core), {"c01": ScenarioOutcome(given, played, counted)})


def test_one_book_raises_its_own_number() -> None:
    """Where one book of several changed, the change is its own."""
    before = [kept("one", "a"), kept("two", "a")]
    assert list(unraised(before, [kept("one", "b"), kept("two", "a")])) == [
        (
            "one: other outcomes under rules 1, core 1, tables none: c01; raise rules of one to 2 "
            "(or, if the book itself is as it was, CORE of vttbridge.rules.version to 2)"
        )
    ]


def test_several_books_raise_the_core() -> None:
    """Where several changed, the core is asked first."""
    told = list(unraised([kept("one", "a"), kept("two", "a")], [kept("one", "b"), kept("two", "b")]))
    assert len(told) == 2
    assert all("several books changed: raise CORE of vttbridge.rules.version to 2" in line for line in told)
    assert told[1].endswith("(or, if it is their own doing, rules of two to 2)")


@pytest.mark.parametrize(
    ("before", "after", "is_told"),
    [
        (kept("one", "a", counted="4 4"), kept("one", "a", counted="4 3"), True),
        (kept("one", "a"), kept("one", "a", counted="4 3"), False),
        (kept("one", "a"), kept("one", "b", given="h"), False),
        (kept("one", "a"), kept("one", "b", core=2), False),
        (kept("one", "a", core=2), kept("one", "b"), True),
    ],
    ids=[
        "counted otherwise",
        "counted for the first time",
        "another scenario",
        "a raised core",
        "a lowered core",
    ],
)
def test_what_is_a_change(before: Outcomes, after: Outcomes, *, is_told: bool) -> None:
    """A count is an outcome; a new count, another board and a raised number are none."""
    assert bool([*unraised([before], [after])]) is is_told


def test_what_a_scenario_gives_is_not_what_it_expects() -> None:
    """Titles and expectations may be written anew; a board may not."""
    scenario = read_file(SCENARIOS / f"{EDGE}.toml")
    retold = msgspec.structs.replace(scenario, title="Retold", rules=(), asks=())
    assert given_digest(retold) == given_digest(scenario)
    hurt = msgspec.structs.replace(scenario, options={"toy_edge": "soft"})
    assert given_digest(hurt) != given_digest(scenario)


class Thing(msgspec.Struct, frozen=True, tag="thing"):
    name: str
    size: float = 1.0


class Grown(msgspec.Struct, frozen=True, tag="thing"):
    name: str
    size: float = 1.0
    marks: tuple[str, ...] = ()


def test_digests_tell_values_apart() -> None:
    """A field that is at its default, as one that was added later is, does not count; any value does."""
    assert digest_of(Thing("a")) == digest_of(Grown("a"))
    assert digest_of((Thing("a", 2),)) == digest_of([Thing("a", 2.0)])
    values = [
        Thing("a"),
        Thing("b"),
        Thing("a", 2),
        Grown("a", marks=("x",)),
        {"a": 0},
        {"a": None},
        {},
        (),
        0,
    ]
    assert len({digest_of(value) for value in values}) == len(values)


def test_a_file_that_holds_none_is_named(tmp_path: Path) -> None:
    """A damaged file is told by its name."""
    page = tmp_path / "toy.toml"
    for text in ("book = ", 'book = "toy"'):
        page.write_text(text, encoding="utf-8")
        with pytest.raises(BadScenario, match=r"toy\.toml: holds no outcomes"):
            read_outcomes(page)
