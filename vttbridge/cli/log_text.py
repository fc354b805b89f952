"""A log's rows as one line each, for people at a terminal."""

from vttbridge.drawing.telling import Teller
from vttbridge.messages import row_sentence, sentence
from vttbridge.rules.effects import Effect
from vttbridge.rules.language import Language, spoken
from vttbridge.rules.values import Value
from vttbridge.table import GameContext, State, Transition
from vttbridge.table.model import events as rows
from vttbridge.table.model.changes import CutTurned, DoorTurned
from vttbridge.table.model.replies import ALREADY_RESOLVED
from vttbridge.table.replay.replay import Otherwise, Outcome


def log_line(book: GameContext, step: Transition, teller: Teller) -> str:
    """Return what a row says."""
    body = step.row.body
    match body:
        case rows.Acted() | rows.Asked() | rows.Answered() | rows.Rolled():
            return _asking(step, teller, body)
        case rows.Planned() | rows.Held() | rows.Approved() | rows.Rejected() | rows.Expired():
            return _waiting(step, body)
        case rows.Committed():
            lines = _lines(book, step, teller, body)
            return row_sentence("committed", {"outcome": "; ".join(lines) or row_sentence("nothing")})
        case rows.Cancelled(because=because):
            return row_sentence("cancelled", {"because": sentence(because, teller.language)})
        case rows.Undone(seqs=seqs):
            what = ", ".join(row_sentence("event", {"seq": seq}) for seq in seqs)
            return row_sentence("undone", {"who": name_of(step, step.row.actor), "what": what})
        case rows.SeatTaken():
            return _seated(step, body)
        case rows.SceneChanged(changes=changes) if doors := tuple(
            change for change in changes if isinstance(change, DoorTurned)
        ):
            return "; ".join(_turned(step, door) for door in doors)
        case _:
            return _plainly(step)


def _asking(
    step: Transition, teller: Teller, body: rows.Acted | rows.Asked | rows.Answered | rows.Rolled
) -> str:
    words = teller.language
    match body:
        case rows.Acted(action=action, scene=scene, fields=fields):
            pieces = _pieces_in(step, scene, fields)
            named = {"who": name_of(step, step.row.actor), "action": words.say(f"action.{action}")}
            return row_sentence("act_of" if pieces else "act", named | {"pieces": ", ".join(pieces)})
        case rows.Asked(question=question):
            return row_sentence("asked", {"question": _question(step, words, question.key)})
        case rows.Answered(key=key, value=value, by=by):
            who = row_sentence("by_time") if by == "time" else name_of(step, by)
            named = {"who": who, "question": _question(step, words, key), "value": _value(step, words, value)}
            return row_sentence("answered", named)
        case rows.Rolled(key=key, die=die, value=value):
            named = {"die": die, "question": _question(step, words, key), "value": spoken(value)}
            return row_sentence("rolled", named)


def _waiting(
    step: Transition, body: rows.Planned | rows.Held | rows.Approved | rows.Rejected | rows.Expired
) -> str:
    match body:
        case rows.Planned():
            return row_sentence("planned")
        case rows.Held(waits=waits):
            return row_sentence(f"held_{waits}")
        case rows.Approved(by=by, edits=edits):
            return row_sentence("approved_edited" if edits else "approved", {"who": name_of(step, by)})
        case rows.Rejected(by=by, reason=reason):
            named = {"who": name_of(step, by), "reason": reason}
            return row_sentence("rejected_because" if reason else "rejected", named)
        case rows.Expired():
            return row_sentence("expired")


def _plainly(step: Transition) -> str:
    """Return what needs no rule book: seats, scenes and pieces by their names."""
    body = step.row.body
    pieces = dict.fromkeys(
        change.piece for change in rows.changes_in(body) if not isinstance(change, DoorTurned | CutTurned)
    )
    scene = str(getattr(body, "scene", ""))
    known = step.after.scene(scene) or step.before.scene(scene)
    named: dict[str, Value] = {
        "who": name_of(step, str(getattr(body, "seat", step.row.actor))),
        "scene": scene if known is None else known.name or scene,
        "pieces": ", ".join(_piece(step, piece) for piece in pieces),
        "epoch": step.row.epoch,
    }
    for name in ("role", "ruleset", "policy", "dice", "of"):
        named[name] = getattr(body, name, "")
    return row_sentence(step.row.kind, named)


def _seated(step: Transition, body: rows.SeatTaken) -> str:
    who = {"who": name_of(step, body.seat)}
    if not body.label:
        return row_sentence("seat_taken_unnamed", who)
    return row_sentence("seat_taken", who | {"role": row_sentence(f"role_{body.role}")})


def _turned(step: Transition, door: DoorTurned) -> str:
    is_unlocked = (door.before, door.after) == ("locked", "closed")
    code = "door_unlocked" if is_unlocked else f"door_{door.after}"
    return row_sentence(code, {"who": name_of(step, step.row.actor), "door": door.wall})


def _lines(book: GameContext, step: Transition, teller: Teller, body: rows.Committed) -> tuple[str, ...]:
    scene = step.before.scene(body.scene)
    return () if scene is None else teller.outcome(book.board(step.before, scene), body.effects)


def name_of(step: Transition, seat: str) -> str:
    """Return what somebody calls themselves, else what they are."""
    found = step.after.seat(seat) or step.before.seat(seat)
    if found is None:
        return seat or row_sentence("server")
    return found.label or row_sentence(found.role)


def _piece(step: Transition, piece: str) -> str:
    """Return a piece's name, also where it comes or goes in this row."""
    for state in (step.after, step.before):
        for scene in state.scenes:
            found = scene.find(piece)
            if found is not None:
                return found.piece.name or piece
    return piece


def _pieces_in(step: Transition, scene: str, fields: dict[str, Value]) -> tuple[str, ...]:
    here = step.before.scene(scene)
    given = (fields.get(name) for name in ("targets", "target", "piece", "pieces"))
    flat = [part for value in given for part in (value if isinstance(value, list | tuple) else (value,))]
    return tuple(
        _piece(step, part) for part in flat if isinstance(part, str) and here is not None and here.find(part)
    )


def _question(step: Transition, words: Language, key: str) -> str:
    """Return what a question asks, by its key: a name, then the piece that it is about."""
    name, _, about = key.partition(":")
    piece = about.partition("#")[0]
    code = f"question.{name.partition('#')[0]}"
    return words.say(code, {"piece": _piece(step, piece)}) if words.has(code) else name.replace("_", " ")


def _value(step: Transition, words: Language, value: Value) -> str:
    """Return an answer in words: a way by its length and end, words by the book's own."""
    if isinstance(value, bool):
        return row_sentence("yes" if value else "no")
    if isinstance(value, str):
        return words.say(f"choice.{value}") if words.has(f"choice.{value}") else _piece(step, value)
    if isinstance(value, list | tuple) and value and isinstance(value[-1], list | tuple):
        return row_sentence("to", {"count": len(value), "place": spoken(tuple(value[-1])[:2])})
    if isinstance(value, list | tuple) and all(isinstance(part, str) for part in value):
        return ", ".join(_piece(step, str(part)) for part in value)
    return spoken(value)


def otherwise(book: GameContext, before: State, one: Otherwise, teller: Teller) -> tuple[str, ...]:
    """Return what a command came to, and what it would come to under other house rules."""
    title = f"{one.seq:>5}  {teller.language.say(f'action.{one.action}')}"
    was = _outcome(book, before, one.recorded, teller)
    now = _outcome(book, before, one.decided, teller)
    return (title, f"       was: {was}", f"       what if: {now}")


def _outcome(book: GameContext, before: State, outcome: Outcome, teller: Teller) -> str:
    if outcome.refusal is not None and outcome.refusal.code == ALREADY_RESOLVED:
        return row_sentence("decided_before")
    if outcome.refusal is not None:
        return f"cannot happen: {sentence(outcome.refusal, teller.language)}"
    if outcome.waits:
        return "waits for an answer, a roll or a yes that the log does not hold"
    lines = _told_where_it_happens(book, before, outcome.effects, teller)
    return "; ".join(lines) or "nothing moves"


def _told_where_it_happens(
    book: GameContext, before: State, effects: tuple[Effect, ...], teller: Teller
) -> tuple[str, ...]:
    """A command stays on one scene: the one on which its pieces stand."""
    named = {effect.piece for effect in effects if effect.piece}
    for scene in before.scenes:
        if any(scene.find(piece) is not None for piece in named):
            return teller.outcome(book.board(before, scene), effects)
    return ()
