"""Faults of the outside world, as one small tree.

VttbridgeError
├── BadScene          a map or a scene that cannot be taken
├── BadLog            a log that is damaged, cut short or not a log
├── NewerVersion      written by a later version than this one
├── UnknownRuleset    a rule book that is not installed
├── BadScenario       a scenario file that cannot be run
├── BadConfig         configuration or usage that cannot be followed
└── StoreFault        the store cannot be read or written now

A rule that says no is a `Refusal` value and never one of these; a peer's bad bytes are a `ProtocolError`.
"""


class VttbridgeError(Exception):
    """Something outside is not as it must be; the text says what, where and what to do."""


class BadScene(VttbridgeError):
    """A map or scene cannot be taken; the text names the place of the fault."""


class BadLog(VttbridgeError):
    """A log is damaged, cut short or no log at all; `seq` names the row where one is known."""

    def __init__(self, message: str, seq: int | None = None) -> None:
        super().__init__(message)
        self.seq = seq


class NewerVersion(VttbridgeError):
    """A file was written by a later version of vttbridge."""


class UnknownRuleset(VttbridgeError):
    """A table or file names a rule book that is not installed."""


class BadScenario(VttbridgeError):
    """A scenario file is not one that can be run."""


class BadConfig(VttbridgeError):
    """Configuration or usage cannot be followed."""


class StoreFault(VttbridgeError):
    """The store cannot be read or written just now."""
