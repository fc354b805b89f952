"""Codes of replies: each has its sentence, refusals in capitals, the finer words of replies not."""

import re
from pathlib import Path

from vttbridge import messages, table
from vttbridge.table.decisions.undo import OTHERS_FIRST
from vttbridge.table.model.replies import ALREADY_RESOLVED, GROUND_CHANGED, PLAN_CHANGED
from vttbridge.table.reply_cache import ID_REUSED

SOURCE = "\n".join(page.read_text(encoding="utf-8") for page in Path(table.__file__).parent.rglob("*.py"))
NAMED = {ID_REUSED, ALREADY_RESOLVED, GROUND_CHANGED, PLAN_CHANGED, OTHERS_FIRST}
WRITTEN = set(re.findall(r"(?:invalid|busy)\(\"(\w+)\"", SOURCE)) | set(
    re.findall(r"Reply\(\"\w+\", \"(\w+)\"", SOURCE)
)


def test_every_word_of_a_reply_has_a_sentence() -> None:
    """What a reply says beside a refusal's code is known to the messages, and in small letters."""
    assert WRITTEN
    for word in NAMED | WRITTEN:
        assert word == word.lower()
        assert messages.core_language().has(f"refusal.{word}")
