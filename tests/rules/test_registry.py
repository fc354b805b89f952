import sys
from pathlib import Path

import pytest

from vttbridge.errors import UnknownRuleset
from vttbridge.rules import registry
from vttbridge.testing.checkout import ROOT


def _offer(folder: Path, monkeypatch: pytest.MonkeyPatch, **points: str) -> None:
    """Install a distribution that is nothing but entry points."""
    info = folder / "strange-1.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text("Metadata-Version: 2.1\nName: strange\nVersion: 1\n")
    lines = [f"{name} = {target}" for name, target in points.items()]
    info.joinpath("entry_points.txt").write_text("\n".join([f"[{registry.GROUP}]", *lines, ""]))
    monkeypatch.syspath_prepend(str(folder))  # pyright: ignore[reportUnknownMemberType]


def test_outside_rule_book_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule book of another distribution is found by its entry point."""
    _offer(tmp_path, monkeypatch, toy="toy_ruleset:TOY")
    assert "toy" in registry.names()
    assert registry.find("toy").title == "Toy"


@pytest.mark.parametrize(
    ("name", "target", "says"),
    [
        ("absent", "no_such_package:X", "cannot be loaded"),
        ("nameless", "toy_ruleset:NONE", "cannot be loaded"),
        ("wrong", "toy_ruleset:Shove", "does not name a Ruleset"),
        ("other", "toy_ruleset:TOY", "a rule book called toy"),
    ],
)
def test_broken_entry_points_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, target: str, says: str
) -> None:
    """An entry point that leads nowhere is named, and the others stay usable."""
    _offer(tmp_path, monkeypatch, **{name: target, "toy": "toy_ruleset:TOY"})
    with pytest.raises(UnknownRuleset, match=says):
        registry.find(name)
    assert registry.find("toy").name == "toy"


def test_unknown_name_lists_what_there_is() -> None:
    """The sentence says which rule books are installed."""
    with pytest.raises(UnknownRuleset, match=r"installed are: .*heroclix"):
        registry.find("chess")


def test_a_book_that_states_no_rules_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule book that was written for 0.1 is told what it lacks, in a sentence."""
    tmp_path.joinpath("of_old.py").write_text(
        "from vttbridge.rules.ruleset import Ruleset\n"
        "OLD = Ruleset(name='old', title='Old', version='1', package='of_old', unit='square', actions=())\n"
    )
    _offer(tmp_path, monkeypatch, old="of_old:OLD")
    with pytest.raises(UnknownRuleset, match=r"the rule book old .* cannot be loaded: .*'rules'"):
        registry.find("old")


def test_languages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sentences come from the package's own folder."""
    package = tmp_path / "strange_words"
    package.joinpath("lang").mkdir(parents=True)
    package.joinpath("__init__.py").write_text("")
    package.joinpath("lang", "en.toml").write_text('[refusal]\nFAR = "too far"\n')
    monkeypatch.syspath_prepend(str(tmp_path))  # pyright: ignore[reportUnknownMemberType]
    registry.language.cache_clear()
    assert registry.language("strange_words").say("refusal.FAR") == "too far"
    assert registry.language("strange_words", "xx").sentences == {}
    sys.modules.pop("strange_words", None)


def test_checkout_offers_its_own_rule_books() -> None:
    """A source tree that is not installed still knows the books of its own project file."""
    assert ROOT.joinpath("pyproject.toml").is_file()
    assert {"draw-steel", "heroclix", "necromunda", "necromunda-community"} <= set(registry.names())
