"""The core's own codes in English, in one place. What a rule book says stands in its own language files.

Gaps in braces are filled from a refusal's facts.
"""

from collections.abc import Mapping

from vttbridge.rules.language import Language
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.values import Value, as_record

ENGLISH: Mapping[str, str] = {
    # fields, answers and dice
    "BAD_FIELD": "A field cannot be read: {reason}.",
    "NO_ID": "A piece or a scene needs an id; this one is empty.",
    "NOT_A_NUMBER": "The field {field} holds something that is no finite number.",
    "NO_SUCH_FIELD": "There is no field called {field}; the fields are {known}.",
    "WRONG_KIND_OF_ANSWER": "{given} is no answer to a question of the kind {kind}.",
    "OUT_OF_RANGE": "{given} lies outside {low} to {high}.",
    "NOT_A_CHOICE": "{given} is not one of the choices.",
    "NOT_EACH_ONCE": "Name each of {things} exactly once.",
    "NOT_A_CANDIDATE": "{piece} may not be chosen here; choose among {candidates}.",
    "TWICE_THE_SAME": "The same piece stands there twice: {given}.",
    "NO_DIRECTION": "There is no direction: both ends are the same place.",
    "DEFAULT_REFUSED": "The rule book's own default answer is refused.",
    "NOT_A_FACE": "{given} is not a face of a {die}.",
    # what a command names
    "NO_SUCH_ACTION": "This rule book has no action called {action}; it has {known}.",
    "NO_SUCH_QUERY": "This rule book has no query called {query}; it has {known}.",
    "NO_SUCH_OPTION": "There is no house rule called {option}.",
    "NO_SUCH_VALUE": "The house rule {option} knows no value {given}.",
    "NO_SUCH_PIECE": "There is no piece {piece} on this scene.",
    "NO_SUCH_SCENE": "There is no scene {scene} at this table.",
    "NO_SUCH_WALL": "There is no wall {wall} on this scene.",
    "NO_SUCH_DOOR": "There is no door {wall} on this scene.",
    "NO_SUCH_HOLD": "Nothing called {hold} waits at this table.",
    "NO_SUCH_SEAT": "There is no seat {seat} at this table.",
    "NO_SUCH_LINE": "The plan has no line {key}.",
    "OTHERS_REST_ON_IT": "The line {key} cannot be dropped: {others} rest on it.",
    "TOO_MANY_PIECES": "The scene holds as many pieces as it may.",
    # who may do what, and when
    "NOT_ALLOWED": "This seat may not do that.",
    "NOT_YOURS": "That is somebody else's to decide.",
    "NOT_ASKED": "That question is not open.",
    "NOT_PLANNED": "The outcome is not complete yet.",
    "NOT_APPROVED": "The outcome has not been approved.",
    "DECLARE_FIRST": "This movement must be declared before anything about it is measured.",
    "ALREADY_UNDONE": "That has been undone already.",
    "NOTHING_TO_UNDO": "There is nothing to undo.",
    "NOTHING_TO_APPLY": "There is nothing that waits to be applied.",
    "NO_EXECUTOR": "No game master's virtual tabletop is connected to carry it out; it waits.",
    "NOT_THE_EXECUTOR": "Only the client that writes into the virtual tabletop may do that.",
    "NOT_FOLLOWED": "The scene {scene} does not follow a virtual tabletop now.",
    "ONE_SCENE_AT_A_TIME": "A command names pieces of one scene only.",
    "SOMETHING_UNSEEN": "Something that this seat cannot see decides it; ask the game master.",
    "already_resolved": "That has been decided already, by {by}.",
    "others_first": "Later changes stand on it; undo those first.",
    "stale": "The board has moved on since; look again.",
    "ground_changed": "The board has changed, and with it what comes of this; look again.",
    "old_term": "Somebody else writes into the virtual tabletop by now.",
    "no_such_blob": "The geometry {blob} has not been sent.",
    "no_seat_name": "{seat} cannot be the name of a seat.",
    "plan_changed": "The ground has changed, and with it the outcome; look again before you say yes.",
    "id_reuse": "The same command id was used for something else.",
    "unsupported": "This server does not know that.",
    "too_many_holds": "Too much waits at this table; decide some of it first.",
    "geometry_time": "Working that out takes too long; ask for less at once.",
    "storage_full": "The server cannot store more; free some room.",
    "OUTCOME_TOO_LARGE": "That is more than one entry of the log holds; ask for less at once.",
    "READ_ONLY": "This table takes nothing new: {reason}.",
    "NO_SUCH_MOMENT": "Nothing was committed at event {seq}; choose an event that was.",
    "log_damaged": "The log cannot be read: {reason}.",
    "TOO_MANY_INVITES": "Too many invites are open; wait until some are used or over.",
    "NO_SUCH_KNOCK": "Nobody of that name waits at the door any more.",
    "rules_failed": "The rule book failed on that ({kind}); nothing has changed. Please report it.",
    "bad_scene": "The scene cannot be taken: {reason}.",
    "bad_document": "A document of the virtual tabletop cannot be read: {reason}.",
    "sync_first": "The virtual tabletop must send the whole scene first.",
    "too_fast": "That came too fast; wait a moment.",
    "too_many_in_flight": "Too many commands are on their way; wait for their replies.",
    "table_unreadable": "The table's log is damaged or cannot be read here; its owner sees why.",
    "table_full": "Too many are connected to this table.",
    "WITHDRAWN": "It was taken back by whoever asked for it.",
}

ROWS: Mapping[str, str] = {
    # a log's rows, for people at a terminal
    "act": "{who} asks: {action}",
    "act_of": "{who} asks: {action} ({pieces})",
    "asked": "Asked: {question}",
    "answered": "{who}: {question} {value}",
    "by_time": "Nobody answered in time",
    "rolled": "{die} shows {value}: {question}",
    "planned": "The outcome is worked out",
    "held_question": "It waits for an answer",
    "held_approval": "It waits for a game master's yes",
    "held_executor": "It waits for the virtual tabletop",
    "approved": "{who}: yes",
    "decided_before": "it would have come about before, and this would not have been asked",
    "approved_edited": "{who}: yes, with changes",
    "rejected": "{who} says no",
    "rejected_because": "{who} says no: {reason}",
    "expired": "Nobody said yes in time; nothing happens",
    "cancelled": "It cannot happen any more: {because}",
    "committed": "Done: {outcome}",
    "nothing": "nothing moves",
    "undone": "{who} takes back {what}",
    "event": "event {seq}",
    "seat_taken": "{who} sits down ({role})",
    "seat_taken_unnamed": "{who} sits down",
    "gm": "A game master",
    "player": "A player",
    "observer": "An observer",
    "role_gm": "game master",
    "role_player": "player",
    "role_observer": "observer",
    "seat_left": "A seat is given up",
    "table_set": "The table is set: {ruleset}; waits for a game master: {policy}; dice: {dice}",
    "scene_set": "The map {scene} lies on the table",
    "scene_changed": "The scene {scene} changes",
    "door_open": "{who} opens the door {door}",
    "door_closed": "{who} closes the door {door}",
    "door_locked": "{who} locks the door {door}",
    "door_unlocked": "{who} unlocks the door {door}",
    "scene_gone": "The map {scene} is taken away",
    "piece_put": "{pieces} comes onto the map",
    "piece_changed": "{pieces} is changed",
    "piece_gone": "{pieces} leaves the map",
    "applied": "The virtual tabletop shows event {of}",
    "diverged": "The virtual tabletop was changed by hand meanwhile",
    "note": "The log goes on in epoch {epoch}",
    "yes": "yes",
    "no": "no",
    "server": "The server",
    "to": "{count} to ({place})",
}
"""What a row of a log says, by its kind."""

_CORE = Language("en", dict(ENGLISH))
_ROWS = Language("en", dict(ROWS))


def row_sentence(code: str, named: Mapping[str, Value] | None = None) -> str:
    """Return what a row of a log says."""
    return _ROWS.say(code, named)


def sentence(refusal: Refusal, language: Language | None = None) -> str:
    """Return a refusal in a rule book's own words where it has some, else in the core's English."""
    named = as_record(refusal.facts)
    own = f"refusal.{refusal.code}"
    if language is not None and language.has(own):
        return language.say(own, named)
    return _CORE.say(refusal.code, named)
