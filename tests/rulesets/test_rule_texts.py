"""Each rule that a book's code names says in a sentence what it is, in both languages."""

import re
from pathlib import Path

import pytest

from vttbridge.rules.registry import installed, language
from vttbridge.rules.ruleset import Ruleset

NAMED = re.compile(r'"((?:AMB-)?(?:HCX?|DSX?|NMX?|NTX?)-\d+)"')
OURS = tuple(book for book in installed() if book.package.startswith("vttbridge_"))


def named_in_code(package: str) -> set[str]:
    """Return the rule ids that a book's modules name."""
    folder = Path(__file__).parents[2] / "rulesets" / package
    pages = [*folder.rglob("*.py"), *folder.rglob("tables.toml")]
    return {found for page in pages for found in NAMED.findall(page.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("book", OURS, ids=lambda book: book.name)
@pytest.mark.parametrize("tongue", ["en", "ru"])
def test_every_rule_that_is_named_has_a_sentence(book: Ruleset, tongue: str) -> None:
    """What a plan, refusal or house rule names can be read in place."""
    said = language(book.package, tongue).sentences
    ids = named_in_code(book.package) | {option.rule for option in book.options}
    assert len(ids) > 40
    assert sorted(rule for rule in ids if f"rule.{rule}" not in said) == []


@pytest.mark.parametrize("book", OURS, ids=lambda book: book.name)
def test_both_languages_tell_the_same_rules_in_one_sentence_each(book: Ruleset) -> None:
    """No rule is told in one language only, and none runs on for a page."""
    english, russian = (language(book.package, tongue).sentences for tongue in ("en", "ru"))
    told = {code for code in english if code.startswith("rule.")}
    assert told == {code for code in russian if code.startswith("rule.")}
    assert [code for code in told if len(english[code]) > 170 or not english[code].endswith(".")] == []
    assert [code for code in told if english[code] == russian[code]] == []
