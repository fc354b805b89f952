"""Which codes a rule book can show, and which of them lack a sentence."""

from collections.abc import Iterator, Sequence
from importlib.resources import files
from string import Formatter

from vttbridge import messages
from vttbridge.rules.effects import (
    Broken,
    Damage,
    Effect,
    Fall,
    Gone,
    Hit,
    Move,
    Note,
    Plan,
    Put,
    Retag,
    SetNumber,
    Status,
)
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.registry import language
from vttbridge.rules.ruleset import Ruleset
from vttbridge.testing.conformance.cases import Case


def declared_codes(ruleset: Ruleset) -> Iterator[str]:
    """Return the codes of everything that a rule book declares."""
    for action in ruleset.actions:
        yield f"action.{action.name}"
        yield from (f"field.{action.name}.{field}" for field in action.fields.__struct_fields__)
    for query in ruleset.queries:
        yield f"query.{query.name}"
    for option in ruleset.options:
        yield f"option.{option.name}"
        yield from (f"value.{option.name}.{value}" for value in option.values)
    yield from (f"need.{need.name}" for need in ruleset.needs)
    yield from (f"tag.{tag}" for tag in ruleset.tags)
    yield from (f"status.{status}" for status in ruleset.statuses)


def shown_codes(case: Case) -> Iterator[str]:
    """Return the codes that people saw while a case was resolved."""
    for waiting in case.waits:
        yield f"question.{waiting.ask.name}"
        if waiting.question.because is not None:
            yield f"refusal.{waiting.question.because.code}"
    match case.outcome:
        case Refusal(code=code):
            yield f"refusal.{code}"
        case Plan(effects=effects, facts=facts):
            yield from (f"fact.{fact.name}" for fact in facts)
            for effect in effects:
                yield from _effect_codes(effect)


def _effect_codes(effect: Effect) -> Iterator[str]:
    yield from (f"part.{part.code}" for part in effect.parts)
    match effect:
        case Note(code=code):
            yield f"note.{code}"
        case Status(status=status):
            yield f"status.{status}"
        case SetNumber(number=number):
            yield f"number.{number}"
        case Retag(tags=tags):
            yield from (f"tag.{tag}" for tag in tags)
        case _:
            yield f"{_family(effect)}.{effect.cause}"


def _family(effect: Move | Put | Fall | Damage | Hit | Gone | Broken) -> str:
    tag = str(effect.__struct_config__.tag)
    return "broken" if tag == "wall_broken" else tag


def missing_sentences(ruleset: Ruleset, cases: Sequence[Case]) -> Iterator[str]:
    """Return each code that was declared or shown and has no English sentence."""
    english = language(ruleset.package)
    codes = [*declared_codes(ruleset), *(code for case in cases for code in shown_codes(case))]
    for code in dict.fromkeys(codes):
        is_core = code.startswith("refusal.") and messages.core_language().has(code)
        if not english.has(code) and not is_core:
            yield f"{code} has no English sentence"


def other_languages(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the languages beside English that a rule book carries."""
    pages = files(ruleset.package).joinpath("lang").iterdir()
    names = [page.name.removesuffix(".toml") for page in pages if page.name.endswith(".toml")]
    return tuple(sorted(name for name in names if name != "en"))


def uneven_languages(ruleset: Ruleset) -> Iterator[str]:
    """Return each sentence that one language has and another lacks, or that fills other gaps there."""
    english = language(ruleset.package).sentences
    for name in other_languages(ruleset):
        others = language(ruleset.package, name).sentences
        for code in sorted(english.keys() ^ others.keys()):
            yield f"{code} stands in {'en' if code in english else name} only"
        for code in sorted(english.keys() & others.keys()):
            if _gaps(english[code]) != _gaps(others[code]):
                yield f"{code} has other gaps in {name}"


def _gaps(sentence: str) -> set[str]:
    return {gap for _, gap, _, _ in Formatter().parse(sentence) if gap is not None}


def broken_gaps(ruleset: Ruleset) -> Iterator[str]:
    """Return each sentence whose gaps are no plain names."""
    for name in ("en", *other_languages(ruleset)):
        for code, sentence in language(ruleset.package, name).sentences.items():
            try:
                gaps = _gaps(sentence)
            except ValueError:
                gaps = {""}
            if not all(gap.isidentifier() for gap in gaps):
                yield f"{code} ({name}) has a gap that is no name: {sentence!r}"
