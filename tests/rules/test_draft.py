from vttbridge.geometry.scene import Scene, SceneSpec
from vttbridge.geometry.vec import Place
from vttbridge.rules.board import Board
from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Damage, Part
from vttbridge.rules.piece import Piece, numbers
from vttbridge.rules.plan_edits import Drop, Limit, dropped
from vttbridge.rules.refusal import Refusal

SCENE = Scene.build(SceneSpec("s", "s", 8.0, 8.0))
BOARD = Board(
    SCENE,
    (
        Piece("A", place=Place(1.0, 1.0), body="hero", numbers=numbers(hp=3)),
        Piece("B", place=Place(5.0, 1.0), body="hero", numbers=numbers(hp=3)),
        Piece("S1", place=Place(1.0, 5.0), pool="squad", numbers=numbers(pool_hp=8, hp=2)),
        Piece("S2", place=Place(2.0, 5.0), pool="squad", numbers=numbers(pool_hp=8, hp=2)),
    ),
)


def _draft(*limits: Limit) -> Draft:
    return Draft(BOARD, "toy", "test", limits)


def test_keys_are_stable_and_count() -> None:
    """A key is kind, piece, cause and occurrence."""
    draft = _draft()
    keys = [draft.damage("A", 1, "fall"), draft.damage("A", 1, "fall"), draft.damage("B", 1, "fall")]
    assert keys == ["damage:A:fall", "damage:A:fall#2", "damage:B:fall"]
    assert draft.note("BEWARE") == "note:BEWARE"
    assert draft.status("A", "prone") == "status:A:prone"


def test_later_steps_see_the_board_that_earlier_ones_left() -> None:
    """What is drafted shows at once; the start stays."""
    draft = _draft()
    draft.move("A", (Place(2.0, 1.0), Place(3.0, 1.0)), "push")
    draft.status("A", "prone")
    assert draft.piece("A").place == Place(3.0, 1.0)
    assert draft.piece("A").is_in("prone")
    assert draft.start == BOARD
    assert draft.finish().effects[0] == draft.effects[0]


def test_empty_path_writes_no_line() -> None:
    """Nobody moved, but the rules were met."""
    draft = _draft()
    assert draft.move("A", (), "push", rules=("X-01",)) == ""
    assert draft.effects == ()
    assert draft.finish().rules == ("X-01",)


def test_changes_of_place_rest_on_the_ones_before() -> None:
    """A fall rests on the move before it, by itself."""
    draft = _draft()
    moved = draft.move("A", (Place(2.0, 1.0),), "push")
    draft.fall("A", Place(2.0, 1.0, -3.0), 3.0)
    draft.put("B", Place(4.0, 4.0), "teleport")
    assert [effect.rests_on for effect in draft.effects] == [(), (moved,), ()]


def test_rules_are_met_once_and_in_order() -> None:
    """Rules of lines, parts and bare decisions are collected."""
    draft = _draft()
    draft.because("X-02")
    draft.damage("A", 2, "fall", rules=("X-01", "X-02"), parts=(Part("height", 2, "X-03"), Part("rest", 0)))
    assert draft.finish().rules == ("X-02", "X-01", "X-03")


def test_facts_stand_once() -> None:
    """The later statement of a fact replaces the earlier one."""
    draft = _draft()
    draft.fact("hits", 1)
    draft.fact("hits", [3, 4])
    plan = draft.finish()
    assert plan.fact("hits") == (3, 4)
    assert plan.fact("other") is None
    assert len(plan.facts) == 1


def test_distances_under_limits() -> None:
    """The least limit of the piece counts, and never less than nothing."""
    draft = _draft(Limit("A", 3.5), Limit("A", 5), Limit("B", -1))
    assert (draft.distance("A", 4), draft.squares("A", 4), draft.distance("B", 4)) == (3.5, 3, 0)
    assert draft.distance("S1", 4) == 4


def test_linked_pieces_share_numbers() -> None:
    """Two pieces of one body have the same number after damage; a squad shares its pool alone."""
    draft = _draft()
    draft.damage("A", 1, "fall", number="hp")
    draft.damage("S1", 3, "fall", number="pool_hp")
    draft.damage("S1", 1, "fall", number="hp")
    assert [draft.piece(name).whole("hp") for name in ("A", "B", "S1", "S2")] == [2, 2, 1, 2]
    assert [draft.piece(name).whole("pool_hp") for name in ("S1", "S2")] == [5, 5]


def test_damage_without_the_number_is_only_told() -> None:
    """A number that the piece does not have is not invented."""
    draft = _draft()
    draft.damage("A", 4, "fall", number="stamina")
    (line,) = draft.effects
    assert isinstance(line, Damage)
    assert (line.after, line.assumed) == (None, ())


def test_numbers_are_counted_anew_when_a_line_is_dropped() -> None:
    """Damage that stays takes off what the dropped one had, down to the floor and no further."""
    draft = _draft()
    first = draft.damage("A", 2, "fall", number="hp", floor=0)
    draft.damage("B", 2, "wall", number="hp", floor=0)
    plan = draft.finish()
    assert [line.after for line in plan.effects if isinstance(line, Damage)] == [1, 0]
    shorter = dropped(plan, (Drop(first),), BOARD)
    assert not isinstance(shorter, Refusal)
    assert [line.after for line in shorter.effects if isinstance(line, Damage)] == [1]
    assert dropped(plan, (), BOARD) is plan


def test_gone_pieces_change_no_more() -> None:
    """An effect on a piece that has left changes nothing."""
    draft = _draft()
    draft.gone("A", "killed")
    plan = draft.finish()
    board = BOARD.applied((*plan.effects, *plan.effects))
    assert board.find("A") is None
    assert len(board.pieces) == 3


def test_retag_and_number() -> None:
    """Tags and numbers may be set outright."""
    draft = _draft()
    draft.retag("A", ("tough", "quick"))
    draft.number("A", "hp", 9)
    assert draft.piece("A").tags == ("quick", "tough")
    assert draft.piece("B").whole("hp") == 9
