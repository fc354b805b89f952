"""The core's own sentences, which stand in `vttbridge/lang`; a rule book's stand in its own language files.

Gaps in braces are filled from a refusal's facts. People at a terminal are spoken to in English.
"""

from collections.abc import Mapping

from vttbridge.rules.language import Language
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.registry import language as language_of
from vttbridge.rules.values import Value, as_record


def core_language(name: str = "en") -> Language:
    """Return the core's own sentences in a language, by family and code as in `refusal.NOT_ALLOWED`.

    Families: `refusal`, `row` of a log, and for reports of maps `doubt`, `doubt_kind`, `taken` and `left`.
    """
    return language_of("vttbridge", name)


def row_sentence(code: str, named: Mapping[str, Value] | None = None) -> str:
    """Return what a row of a log says."""
    return core_language().say(f"row.{code}", named)


def sentence(refusal: Refusal, language: Language | None = None) -> str:
    """Return a refusal in a rule book's own words where it has some, else in the core's English."""
    code = f"refusal.{refusal.code}"
    for spoken in (language, core_language()):
        if spoken is not None and spoken.has(code):
            return spoken.say(code, as_record(refusal.facts))
    return refusal.code
