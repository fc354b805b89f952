"""The rules say no: a value with a code and facts, never an exception and never a sentence."""

import msgspec

from vttbridge.rules.values import Facts, Value, facts


class Refusal(msgspec.Struct, frozen=True):
    """Why something may not be done: an upper-case code, the rule behind it and what it is about."""

    code: str
    facts: Facts = ()
    rule: str = ""


def refuse(code: str, rule: str = "", **named: Value) -> Refusal:
    """Return a refusal with a code, the id of the rule and named facts."""
    return Refusal(code, facts(**named), rule)
