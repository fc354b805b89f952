"""Structured log lines with an allow-list of fields: ids on each, nothing secret, no control characters.

A field that is not listed is left out, so that a new one is a decision. Whatever looks like one of our tokens
or codes is masked wherever it stands, exception texts included.
"""

import logging
import re
import sys
from collections.abc import MutableMapping
from typing import TextIO

import structlog

ALLOWED = frozenset(
    {
        "event", "level", "time", "connection", "table", "command", "role", "kind", "reason", "code",
        "close", "count", "seconds", "bytes", "address", "origin", "host", "port", "path", "seq", "epoch",
        "ruleset", "action", "outcome", "error", "version", "status", "queue", "seat",
    }
)  # fmt: skip

TOKEN = re.compile(r"vttb_[gpo]_[0-9A-Za-z]+_[0-9A-Za-z]+(?:_[0-9A-Za-z]+)?")
CODE = re.compile(r"\b[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}\b")
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
MAX_LOGGING = 500

Event = MutableMapping[str, object]


def masked(text: str) -> str:
    """Mask tokens and codes, escape control characters, cut what is too long."""
    text = CODE.sub("****-****", TOKEN.sub("vttb_***", text))
    text = CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
    return text if len(text) <= MAX_LOGGING else f"{text[:MAX_LOGGING]}…"


def allow(_logger: object, _name: str, event: Event) -> Event:
    """Keep the listed fields, masked."""
    return {key: _safe(value) for key, value in event.items() if key in ALLOWED}


def _safe(value: object) -> object:
    return value if isinstance(value, int | float | bool) or value is None else masked(str(value))


def set_up(stream: TextIO | None = None, level: str = "info") -> None:
    """Send structlog's lines as JSON to a stream (standard error), and the libraries' warnings with them."""
    out = stream or sys.stderr
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
            allow,
            structlog.processors.JSONRenderer(sort_keys=True),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        logger_factory=structlog.WriteLoggerFactory(file=out),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(out)
    handler.setFormatter(_Masking())
    logging.basicConfig(handlers=[handler], level=logging.ERROR, force=True)


class _Masking(logging.Formatter):
    """One masked line for what a library reports; its tracebacks are for a debugger, not for a log."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the message and the kind of exception."""
        text = record.getMessage()
        if record.exc_info and record.exc_info[1] is not None:
            text = f"{text}: {type(record.exc_info[1]).__name__}: {record.exc_info[1]}"
        return masked(text)
