"""Whatever is asked of a rule book on whatever board is played or refused, never raised."""

import math

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from support.odd_boards import odd_board, odd_fields, odd_options, odd_values
from support.scale import scaled
from vttbridge.rules.board import Board
from vttbridge.rules.effects import Fall, Move, Plan, Put
from vttbridge.rules.plan_edits import Drop, Limit
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.resolve import Command, Inputs, Planned, Waiting, check_answer, resolve
from vttbridge.rules.ruleset import ActionSpec, QuerySpec, Ruleset
from vttbridge.rules.script import Answer
from vttbridge_draw_steel import RULESET as DRAW_STEEL
from vttbridge_heroclix import RULESET as HEROCLIX
from vttbridge_necromunda import COMMUNITY, TRAITS

BOOKS = (HEROCLIX, TRAITS, COMMUNITY, DRAW_STEEL)
ACTIONS = [(book, spec) for book in BOOKS for spec in book.actions]
QUERIES = [(book, spec) for book in BOOKS for spec in book.queries]


def _required(fields: type[msgspec.Struct]) -> tuple[str, ...]:
    return tuple(field.name for field in msgspec.structs.fields(fields) if field.required)


def _named(book: Ruleset, spec: ActionSpec | QuerySpec) -> str:
    return f"{book.name}-{spec.name}"


def _played(data: st.DataObject, book: Ruleset, board: Board, command: Command) -> Plan | Refusal | None:
    """Answer each question with the default, a sample or something odd that it takes; `None` after many."""
    answers: tuple[Answer, ...] = ()
    for _ in range(30):
        match resolve(book, board, command, Inputs(answers)):
            case Planned(plan=plan):
                return plan
            case Refusal() as refusal:
                return refusal
            case Waiting(question=question, ask=ask) as waiting:
                usual = [value for value, _ in ask.samples()[:6]]
                taken = [*usual, *([] if question.is_roll else [question.default])]
                value = data.draw(st.sampled_from(taken)) if taken else question.default
                odd = data.draw(odd_values(question.kind))
                value = odd if check_answer(waiting, odd) is None else value
                answers = (*answers, Answer(question.key, value))
    return None


@pytest.mark.parametrize(("book", "spec"), ACTIONS, ids=[_named(*one) for one in ACTIONS])
@settings(max_examples=scaled(100), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_every_action_is_played_or_refused(book: Ruleset, spec: ActionSpec, data: st.DataObject) -> None:
    """Any fields, answers and edits lead to a plan or a refusal, and a plan's places are numbers."""
    board = odd_board(book, data.draw(odd_options(book)))
    command = Command(spec.name, data.draw(odd_fields(spec.fields, _required(spec.fields))))
    found = _played(data, book, board, command)
    if not isinstance(found, Plan):
        return
    for line in found.effects:
        if isinstance(line, Move | Put | Fall):
            assert all(math.isfinite(part) for part in line.to)
    board.applied(found.effects)
    for line in found.effects[:3]:
        resolve(book, board, command, Inputs(edits=(Limit(getattr(line, "piece", ""), 1.0), Drop(line.key))))


@pytest.mark.parametrize(("book", "spec"), QUERIES, ids=[_named(*one) for one in QUERIES])
@settings(max_examples=scaled(100), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_every_query_is_told_or_refused(book: Ruleset, spec: QuerySpec, data: st.DataObject) -> None:
    """Any fields of a query lead to an answer or a refusal."""
    board = odd_board(book, data.draw(odd_options(book)))
    fields = spec.read(data.draw(odd_fields(spec.fields, _required(spec.fields))))
    if not isinstance(fields, Refusal):
        spec.tell(board, fields)
