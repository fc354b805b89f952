"""A log's rows as one line each, for people at a terminal."""

from vttbridge.drawing.telling import Teller
from vttbridge.messages import sentence
from vttbridge.rules.effects import Effect
from vttbridge.table import Book, State, Step
from vttbridge.table import events as rows
from vttbridge.table.replay import Otherwise, Outcome

_TOLD = ("name", "scene", "seat", "role", "waits", "reason", "seqs", "by", "of")


def told(book: Book, step: Step, teller: Teller) -> str:
    """Say what a row says."""
    who, words = name_of(step, step.row.actor), teller.language
    match step.row.body:
        case rows.Acted(action=action, scene=scene):
            return f"{who} asks: {words.say(f'action.{action}')} ({scene})"
        case rows.Asked(question=question):
            return f"asked: {question.key}"
        case rows.Answered(key=key, value=value, by=by):
            return f"{name_of(step, by)} answers {key}: {value}"
        case rows.Rolled(key=key, die=die, value=value):
            return f"{die} for {key}: {value}"
        case rows.Committed() as body:
            return f"done: {'; '.join(_lines(book, step, teller, body)) or 'nothing moves'}"
        case rows.Cancelled(because=because):
            return f"ended: {sentence(because, words)}"
        case _:
            return f"{who}: {_plainly(step)}"


def _lines(book: Book, step: Step, teller: Teller, body: rows.Committed) -> tuple[str, ...]:
    scene = step.before.scene(body.scene)
    return () if scene is None else teller.outcome(book.board(step.before, scene), body.effects)


def name_of(step: Step, seat: str) -> str:
    """Give what somebody calls themselves."""
    found = step.after.seat(seat)
    return (found.label or found.id) if found is not None else seat or "the server"


def _plainly(step: Step) -> str:
    values = (getattr(step.row.body, name, None) for name in _TOLD)
    return " ".join([step.row.kind.replace("_", " "), *(str(value) for value in values if value)])


def otherwise(book: Book, before: State, one: Otherwise, teller: Teller) -> tuple[str, ...]:
    """Tell what a command came to, and what it would come to under other house rules."""
    title = f"{one.seq:>5}  {teller.language.say(f'action.{one.action}')}"
    was = _outcome(book, before, one.recorded, teller)
    now = _outcome(book, before, one.decided, teller)
    return (title, f"       was: {was}", f"       what if: {now}")


def _outcome(book: Book, before: State, outcome: Outcome, teller: Teller) -> str:
    if outcome.refusal is not None:
        return f"cannot happen: {sentence(outcome.refusal, teller.language)}"
    if outcome.waits:
        return "waits for an answer, a roll or a yes that the log does not hold"
    lines = _told_where_it_happens(book, before, outcome.effects, teller)
    return "; ".join(lines) or "nothing moves"


def _told_where_it_happens(
    book: Book, before: State, effects: tuple[Effect, ...], teller: Teller
) -> tuple[str, ...]:
    """A command stays on one scene: the one on which its pieces stand."""
    named = {effect.piece for effect in effects if effect.piece}
    for scene in before.scenes:
        if any(scene.find(piece) is not None for piece in named):
            return teller.outcome(book.board(before, scene), effects)
    return ()
