from pathlib import Path

import pytest

from toy_ruleset import TOY
from vttbridge.errors import BadScenario
from vttbridge.testing.scenario.reading import read_file
from vttbridge.testing.scenario.running import run_paths, run_scenario

GOOD = """
title = "shoved to the edge"
rules = ["TOY-01", "TOY-02"]
[scene]
size = [8, 8]
[pieces.A]
at = [3, 3]
[pieces.T]
at = [5, 3]
numbers = { stability = 1, hp = 5 }
[do]
action = "shove"
source = "A"
target = "T"
distance = 5
[do.answers]
"stability:T" = 0
[[do.refused]]
key = "stability:T"
value = 4
code = "OUT_OF_RANGE"
[expect]
end = { T = [7, 3], A = [3, 3] }
damage = [["T", 3, "edge"]]
statuses = { T = ["dazed", "!prone"] }
questions = [{ key = "stability:T", answer = 0, audience = "owner" }]
questions_exact = true
notes = []
hits = []
broken = []
[[alt]]
options = { toy_edge = "soft", toy_reach = 2 }
[alt.expect]
damage = []
statuses = { T = [] }
[[ask]]
query = "touching"
piece = "A"
other = "T"
[ask.expect]
touching = false
gap = 4
[[ask]]
query = "touching"
piece = "A"
other = "X"
refused = "NO_SUCH_PIECE"
"""


def _run(tmp_path: Path, text: str) -> str:
    page = tmp_path / "case.toml"
    page.write_text(text, encoding="utf-8")
    return run_scenario(TOY, read_file(page)).text


def test_good_case_passes(tmp_path: Path) -> None:
    """A case in which everything is as expected has no text."""
    assert _run(tmp_path, GOOD) == ""


def test_rules_are_collected_from_output(tmp_path: Path) -> None:
    """The rules met come from the plan and the query, not from the list in the file."""
    page = tmp_path / "case.toml"
    page.write_text(GOOD, encoding="utf-8")
    assert run_scenario(TOY, read_file(page)).rules == ("TOY-01", "TOY-02", "TOY-04")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("T = [7, 3]", "T = [6, 3]", "end of T"),
        ('["T", 3, "edge"]', '["T", 2, "edge"]', "damage"),
        ('["dazed", "!prone"]', '["prone"]', "statuses of T"),
        ('["dazed", "!prone"]', '["!dazed"]', "statuses of T"),
        ('code = "OUT_OF_RANGE"', 'code = "OTHER"', "expected OTHER"),
        ("value = 4", "value = 1", "was taken"),
        ('answer = 0, audience = "owner"', "answer = 1", "answer of stability:T"),
        ('audience = "owner"', 'audience = "gm"', "audience of stability:T"),
        (
            'questions = [{ key = "stability:T", answer = 0, audience = "owner" }]',
            "questions = []",
            "no other",
        ),
        ('key = "stability:T", answer', 'key = "stability:A", answer', "stability:A"),
        ("damage = []", 'damage = [["T", 3, "edge"]]', "toy_edge=soft"),
        ("gap = 4", "gap = 5", "query touching"),
        ('refused = "NO_SUCH_PIECE"', 'refused = "OTHER"', "query touching"),
        ('"stability:T" = 0', '"stability:T" = 9', "is refused: OUT_OF_RANGE"),
        ('"stability:T" = 0', '"stability:T" = 0\n"other:T" = 0', "other:T was not asked"),
        ("[expect]", '[expect]\nrefused = "NO_DIRECTION"', "refused"),
        ("notes = []", 'notes = ["X"]', "notes"),
        ("hits = []", 'hits = [["T", 3, 0, 1, "x"]]', "hits"),
        ("broken = []", "broken = [[1, 1]]", "broken"),
        ("notes = []", "facts = { sum = 3 }", "fact sum"),
        ("distance = 5", "distance = 5\nlimit = { T = 1 }", "end of T"),
    ],
)
def test_each_difference_fails(tmp_path: Path, old: str, new: str, says: str) -> None:
    """Every kind of expectation can fail, and the text names it and draws the board."""
    assert old in GOOD
    text = _run(tmp_path, GOOD.replace(old, new, 1))
    assert says in text


DICE = """
title = "a gamble"
[pieces.T]
at = [1, 1]
[pieces.U]
at = [2, 1]
[do]
action = "gamble"
targets = ["T", "U"]
dice = ["2d6=4,5", "chance d6=6", "d6=2"]
[expect]
end = { T = "gone", U = [2, 1] }
damage = [["T", 1, "gamble"]]
facts = { sum = 9 }
"""


def test_dice_are_handed_out_in_order(tmp_path: Path) -> None:
    """Listed faces meet the rolls in their order."""
    assert _run(tmp_path, DICE) == ""


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (', "d6=2"]', "]", "rolls a d6 that is not listed"),
        (', "d6=2"]', ', "d6=2", "d6=3"]', "was not rolled"),
        ("chance d6=6", "other d6=6", "the roll is chance:T"),
        ("chance d6=6", "d3=2", "rolls a d6"),
        ("chance d6=6", "d6=7", "no face"),
        ("chance d6=6", "chance", "die=face"),
    ],
)
def test_wrong_dice_fail(tmp_path: Path, old: str, new: str, says: str) -> None:
    """A roll that is unlisted, of another die or purpose, or listed in vain fails the case."""
    assert says in _run(tmp_path, DICE.replace(old, new))


STEPS = """
title = "two shoves, one refused"
[pieces.A]
at = [3, 3]
[pieces.T]
at = [5, 3]
[[do]]
action = "shove"
source = "A"
target = "T"
[do.expect]
end = { T = [7, 3] }
[[do]]
action = "shove"
source = "A"
target = "A"
[do.expect]
refused = "NO_DIRECTION"
end = { T = [7, 3] }
[[do]]
action = "shove"
source = "A"
target = "T"
[do.expect]
end = { T = [9, 3] }
[[alt]]
do = { distance = 1 }
[alt.expect]
end = { T = [8, 3] }
"""


def test_steps_follow_each_other(tmp_path: Path) -> None:
    """Each step starts where the last one ended, and a refused one leaves the board as it was."""
    assert _run(tmp_path, STEPS) == ""


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("title = ", "is not TOML"),
        ("rules = []", "title"),
        ('title = "x"\nfoo = 1', "foo"),
        ('title = "x"\n[pieces.A]\nat = "here"', "pieces"),
        ('title = "x"\n[do]\nfoo = 1', "do[0]: Object missing required field `action`"),
        ('title = "x"\n[[ask]]\nfoo = 1', "ask[0].query"),
        ('title = "x"\n[[ask]]\nquery = "touching"', "needs `expect` or `refused`"),
        ('title = "x"\n[pieces.A]', "pieces.A"),
        ('title = "x"\n[pieces.A]\nat = [1]', "pieces.A.at"),
        ('title = "x"\noptions = { no = "1" }', "NO_SUCH_OPTION"),
        ('title = "x"\n[[areas]]\nid = "a"\nkind = "elevation"\nlevel = 1', "areas.a"),
        ('title = "x"\n[[areas]]\nid = "a"\nkind = "lava"\nsquares = [[1,1]]', "areas.a"),
        ('title = "x"\n[[areas]]\nid = "a"\nkind = "pit"\nsquares = [[1,1]]\nfoo = 1', "areas.a.foo"),
        ('title = "x"\n[expect]\nend = {}', "exactly one [do]"),
        ('title = "x"\n[[alt]]\noptions = {}', "there is no [do]"),
        ('title = "x"\n[[do]]\naction = "shove"\n[[alt]]\nstep = 4', "alt.step"),
    ],
)
def test_bad_files_name_the_key(tmp_path: Path, text: str, says: str) -> None:
    """A file that cannot be run says in one sentence where the fault is."""
    with pytest.raises(BadScenario) as fault:
        _run(tmp_path, text)
    assert says in str(fault.value)
    assert "\n" not in str(fault.value)


def test_paths_without_scenarios(tmp_path: Path) -> None:
    """A missing path and an empty folder are said so."""
    with pytest.raises(BadScenario, match="no such file"):
        run_paths([tmp_path / "none"])
    with pytest.raises(BadScenario, match="no scenario"):
        run_paths([tmp_path])


def test_report_of_an_unknown_game(tmp_path: Path) -> None:
    """A file of a rule book that is not installed has failed with a sentence; the last line counts."""
    folder = tmp_path / "no-such-game"
    folder.mkdir()
    folder.joinpath("one.toml").write_text('title = "x"', encoding="utf-8")
    report = run_paths([tmp_path], rules=True)
    assert report.failed == 1
    assert "no rule book called no-such-game" in report.lines[0]
    assert report.lines[1].startswith("0 of 279 rule ids met, 0 exempt; not met: HC-01, ")
    assert report.lines[-1] == "0 passed, 1 failed"
