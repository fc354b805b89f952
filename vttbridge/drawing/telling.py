"""What happens, as sentences: effects in the words of a rule book's language.

A rule book may give a whole sentence with `{piece}` in it, or just a phrase; a phrase is put behind the name.
"""

import msgspec

from vttbridge.geometry.vec import Place
from vttbridge.rules.board import Board
from vttbridge.rules.effects import (
    Broken,
    Damage,
    Effect,
    Fall,
    Gone,
    Hit,
    Move,
    Note,
    Put,
    Retag,
    SetNumber,
    Status,
)
from vttbridge.rules.language import Language, spoken
from vttbridge.rules.values import Value


class Teller(msgspec.Struct, frozen=True):
    """A language and the unit in which distances are told."""

    language: Language
    unit: str = "square"

    def outcome(self, board: Board, effects: tuple[Effect, ...]) -> tuple[str, ...]:
        """Return one sentence for each effect from a board on; what only a program needs is left out."""
        told: list[str] = []
        for effect in effects:
            sentence = self.effect(board, effect)
            if sentence:
                told.append(sentence)
            board = board.after(effect)
        return tuple(told)

    def effect(self, board: Board, effect: Effect) -> str:
        """Return one effect in words on the board as it was before it."""
        match effect:
            case Move() | Put():
                return self._moved(board, effect)
            case Fall(piece=piece, height=height):
                return f"{self._said(board, 'fall', effect.cause, piece)}, {self.length(height)} down"
            case Damage():
                return self._hurt(board, effect)
            case Hit(piece=piece):
                return f"{self._said(board, 'hit', effect.cause, piece)}: {_hit(effect)}"
            case Gone(piece=piece):
                return self._said(board, "gone", effect.cause, piece)
            case Broken(material=material):
                return f"One square of {material or 'wall'} breaks"
            case Note(code=code, facts=facts, piece=piece):
                return self.language.say(f"note.{code}", dict(facts) | {"piece": name_of(board, piece)})
            case Status() | SetNumber() | Retag():
                return self._changed(board, effect)

    def length(self, distance: float) -> str:
        """Return a length in the book's unit."""
        plural = "" if distance == 1 else "es" if self.unit == "inch" else "s"
        return f"{distance:g} {self.unit}{plural}"

    def _changed(self, board: Board, effect: Status | SetNumber | Retag) -> str:
        name = name_of(board, effect.piece)
        match effect:
            case Status(status=status, on=on):
                word = self._phrase(f"status.{status}", status).lower()
                return f"{name} is {word if on else f'no longer {word}'}"
            case SetNumber(number=number, value=value):
                return f"{name}: {self._phrase(f'number.{number}', number)} is now {spoken(value)}"
            case Retag():
                return ""

    def _moved(self, board: Board, effect: Move | Put) -> str:
        said = self._said(board, "move" if isinstance(effect, Move) else "place", effect.cause, effect.piece)
        far = f" {self.length(effect.travelled)}" if isinstance(effect, Move) else ""
        return f"{said}{far} to {place_of(effect.to)}"

    def _hurt(self, board: Board, effect: Damage) -> str:
        named: dict[str, Value] = {"piece": name_of(board, effect.piece), "amount": effect.amount}
        phrase = self._phrase(f"damage.{effect.cause}", effect.cause)
        if "{" in self.language.sentences.get(f"damage.{effect.cause}", ""):
            told = self.language.say(f"damage.{effect.cause}", named)
        else:
            told = f"{named['piece']} takes {effect.amount} damage: {phrase}"
        reduced = f" ({effect.dealt} before what protects it)" if effect.dealt > effect.amount else ""
        return f"{told}{reduced}"

    def _said(self, board: Board, kind: str, cause: str, piece: str) -> str:
        named: dict[str, Value] = {"piece": name_of(board, piece)}
        sentence = self.language.sentences.get(f"{kind}.{cause}", cause.replace("_", " "))
        if "{piece}" in sentence:
            return self.language.say(f"{kind}.{cause}", named)
        return f"{named['piece']}: {sentence}"

    def _phrase(self, code: str, otherwise: str) -> str:
        return self.language.sentences.get(code, otherwise.replace("_", " "))


def name_of(board: Board, piece: str) -> str:
    """Return a piece's name, or its id where it has none or has gone."""
    found = board.find(piece)
    return piece if found is None or not found.name else found.name


def place_of(place: Place) -> str:
    """Write a place as people read it; the ground's height is left out."""
    at = f"{place.x:g}, {place.y:g}"
    return f"({at}, {place.z:+g})" if place.z else f"({at})"


def _hit(effect: Hit) -> str:
    strength = effect.strength if effect.strength == "weapon" else f"S{effect.strength}"
    piercing = "" if effect.ap in {0, "weapon"} else f", AP{effect.ap}"
    times = f"{effect.count} times " if effect.count > 1 else ""
    return f"{times}{strength}{piercing}, damage {effect.damage}"
