import re

import pytest

from vttbridge.rules.registry import language
from vttbridge_heroclix import RULESET
from vttbridge_heroclix.abilities import STATUSES, TAGS

GAP = re.compile(r"\{(\w+)\}")


def test_both_languages_say_the_same_things() -> None:
    """Every English sentence has a Russian one with the same gaps, and no other."""
    english, russian = (language(RULESET.package, name).sentences for name in ("en", "ru"))
    assert sorted(english) == sorted(russian)
    for code, sentence in english.items():
        assert set(GAP.findall(sentence)) == set(GAP.findall(russian[code])), code


@pytest.mark.parametrize("name", ["en", "ru"])
def test_everything_declared_has_a_sentence(name: str) -> None:
    """Actions, fields, needs, options with their values, tags and statuses can all be shown."""
    words = language(RULESET.package, name)
    codes = [f"action.{spec.name}" for spec in RULESET.actions]
    codes += [
        f"field.{spec.name}.{field}" for spec in RULESET.actions for field in spec.fields.__struct_fields__
    ]
    codes += [f"need.{need.name}" for need in RULESET.needs]
    codes += [f"option.{option.name}" for option in RULESET.options]
    codes += [f"value.{option.name}.{value}" for option in RULESET.options for value in option.values]
    codes += [f"tag.{tag}" for tag in TAGS] + [f"status.{status}" for status in STATUSES]
    assert [code for code in codes if not words.has(code)] == []
