"""The plan while a script writes it: a working board, lines with stable keys, rules met, facts stated.

A draft lives for one run of one script. What the script does to it shows on `draft.board` at once, so a later
step sees the board that the earlier ones left.
"""

from collections.abc import Sequence
from typing import Literal

from vttbridge.geometry.scene import Cut
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
    NamedFact,
    Note,
    Part,
    Plan,
    Put,
    Retag,
    SetNumber,
    Status,
    is_positional,
    lowered,
)
from vttbridge.rules.options import Options
from vttbridge.rules.piece import Piece
from vttbridge.rules.plan_edits import Limit
from vttbridge.rules.values import Value, facts, freeze

Rules = Sequence[str]
Parts = Sequence[Part]


class Draft:
    """What one run of a script has decided so far."""

    def __init__(self, board: Board, ruleset: str, action: str, limits: tuple[Limit, ...] = ()) -> None:
        self.start = board
        self.board = board
        self._ruleset = ruleset
        self._action = action
        self._limits = limits
        self._effects: list[Effect] = []
        self._rules: list[str] = []
        self._facts: list[NamedFact] = []
        self._times: dict[str, int] = {}

    @property
    def options(self) -> Options:
        """The table's house rules."""
        return self.board.options

    @property
    def effects(self) -> tuple[Effect, ...]:
        """The lines so far."""
        return tuple(self._effects)

    def piece(self, piece_id: str) -> Piece:
        """Return a piece as it is by now."""
        return self.board.piece(piece_id)

    def because(self, *rules: str) -> None:
        """Record which rules decided something that leaves no line of its own."""
        self._rules.extend(rule for rule in rules if rule not in self._rules)

    def fact(self, name: str, value: Value) -> None:
        """State a fact by name; stating it again replaces it."""
        self._facts = [fact for fact in self._facts if fact.name != name]
        self._facts.append(NamedFact(name, freeze(value)))

    def distance(self, piece: str, asked: float) -> float:
        """Return the distance to plan with: what the rules say, or less where somebody limited it."""
        limits = [max(0.0, limit.distance) for limit in self._limits if limit.piece == piece]
        return min([asked, *limits])

    def squares(self, piece: str, asked: int) -> int:
        """Return the whole squares to plan with."""
        return max(0, int(self.distance(piece, asked)))

    def move(
        self,
        piece: str,
        path: Sequence[Place],
        cause: str,
        *,
        asked: float = 0.0,
        travelled: float | None = None,
        forced: bool = True,
        rules: Rules = (),
        parts: Parts = (),
        rests_on: Sequence[str] = (),
    ) -> str:
        """Move a piece along places; returns the line's key. An empty path writes no line and gives ''."""
        if not path:
            self.because(*rules)
            return ""
        return self._add(
            Move(
                key=self._key("move", piece, cause),
                rules=tuple(rules),
                parts=tuple(parts),
                rests_on=self._resting(piece, rests_on),
                piece=piece,
                path=tuple(path),
                to=path[-1],
                cause=cause,
                forced=forced,
                asked=asked,
                travelled=float(len(path)) if travelled is None else travelled,
            )
        )

    def put(
        self, piece: str, to: Place, cause: str, *, rules: Rules = (), rests_on: Sequence[str] = ()
    ) -> str:
        """Set a piece somewhere."""
        return self._add(
            Put(
                key=self._key("place", piece, cause),
                rules=tuple(rules),
                rests_on=self._resting(piece, rests_on),
                piece=piece,
                to=to,
                cause=cause,
            )
        )

    def fall(
        self,
        piece: str,
        to: Place,
        height: float,
        cause: str = "fall",
        *,
        rules: Rules = (),
        rests_on: Sequence[str] = (),
    ) -> str:
        """Let a piece fall and land."""
        return self._add(
            Fall(
                key=self._key("fall", piece, cause),
                rules=tuple(rules),
                rests_on=self._resting(piece, rests_on),
                piece=piece,
                to=to,
                height=height,
                cause=cause,
            )
        )

    def damage(
        self,
        piece: str,
        amount: int,
        cause: str,
        *,
        dealt: int | None = None,
        kind: str = "",
        attack: bool = False,
        source: str = "",
        number: str = "",
        floor: float | None = None,
        rules: Rules = (),
        parts: Parts = (),
        rests_on: Sequence[str] = (),
    ) -> str:
        """Deal damage; where the piece has `number`, its new value is worked out (not under `floor`)."""
        have = self.piece(piece).raw(number) if number else None
        after = lowered(have, amount, floor) if isinstance(have, int | float) else None
        return self._add(
            Damage(
                key=self._key("damage", piece, cause),
                rules=tuple(rules),
                parts=tuple(parts),
                rests_on=_named(rests_on),
                assumed=(number,) if after is not None else (),
                piece=piece,
                amount=amount,
                dealt=amount if dealt is None else dealt,
                cause=cause,
                kind=kind,
                attack=attack,
                source=source,
                number=number,
                floor=floor,
                after=after,
            )
        )

    def hit(
        self,
        piece: str,
        strength: int | Literal["weapon"],
        ap: int | Literal["weapon"],
        damage: int | Literal["weapon"],
        cause: str,
        *,
        source: str = "",
        count: int = 1,
        rules: Rules = (),
        parts: Parts = (),
        rests_on: Sequence[str] = (),
    ) -> str:
        """Score a hit that people will resolve."""
        return self._add(
            Hit(
                key=self._key("hit", piece, cause),
                rules=tuple(rules),
                parts=tuple(parts),
                rests_on=_named(rests_on),
                piece=piece,
                strength=strength,
                ap=ap,
                damage=damage,
                cause=cause,
                source=source,
                count=count,
            )
        )

    def status(
        self,
        piece: str,
        status: str,
        *,
        on: bool = True,
        cause: str = "",
        rules: Rules = (),
        rests_on: Sequence[str] = (),
    ) -> str:
        """Begin or end a status."""
        key = self._key("status", piece, status)
        return self._add(
            Status(
                key=key,
                rules=tuple(rules),
                rests_on=_named(rests_on),
                piece=piece,
                status=status,
                on=on,
                cause=cause,
            )
        )

    def number(
        self,
        piece: str,
        number: str,
        value: float | str,
        cause: str = "",
        *,
        rules: Rules = (),
        rests_on: Sequence[str] = (),
    ) -> str:
        """Set one of a piece's numbers."""
        return self._add(
            SetNumber(
                key=self._key("number", piece, number),
                rules=tuple(rules),
                rests_on=_named(rests_on),
                piece=piece,
                number=number,
                value=value,
                cause=cause,
            )
        )

    def retag(self, piece: str, tags: Sequence[str], cause: str = "", *, rules: Rules = ()) -> str:
        """Show other abilities from now on."""
        key = self._key("tags", piece, cause)
        return self._add(Retag(key=key, rules=tuple(rules), piece=piece, tags=tuple(tags), cause=cause))

    def gone(self, piece: str, cause: str, *, rules: Rules = (), rests_on: Sequence[str] = ()) -> str:
        """Take a piece off the board."""
        return self._add(
            Gone(
                key=self._key("gone", piece, cause),
                rules=tuple(rules),
                rests_on=self._resting(piece, rests_on),
                piece=piece,
                cause=cause,
            )
        )

    def broken(
        self,
        cut: Cut,
        material: str,
        cause: str,
        *,
        piece: str = "",
        rules: Rules = (),
        rests_on: Sequence[str] = (),
    ) -> str:
        """Break one square of a wall or of filled ground."""
        return self._add(
            Broken(
                key=self._key("wall_broken", piece or cut.id, cause),
                rules=tuple(rules),
                rests_on=_named(rests_on),
                cut=cut,
                material=material,
                cause=cause,
                piece=piece,
            )
        )

    def note(
        self,
        code: str,
        piece: str = "",
        *,
        rules: Rules = (),
        rests_on: Sequence[str] = (),
        **named: Value,
    ) -> str:
        """Note something that people should know or do."""
        return self._add(
            Note(
                key=self._key("note", piece, code),
                rules=tuple(rules),
                rests_on=_named(rests_on),
                code=code,
                facts=facts(**named),
                piece=piece,
            )
        )

    def finish(self) -> Plan:
        """Return the plan as it stands."""
        return Plan(self._ruleset, self._action, tuple(self._effects), tuple(self._facts), tuple(self._rules))

    def _add(self, effect: Effect) -> str:
        self._effects.append(effect)
        self.because(*effect.rules, *(part.rule for part in effect.parts if part.rule))
        self.board = self.board.after(effect)
        return effect.key

    def _key(self, kind: str, piece: str, cause: str) -> str:
        base = ":".join(word for word in (kind, piece, cause) if word)
        self._times[base] = self._times.get(base, 0) + 1
        return base if self._times[base] == 1 else f"{base}#{self._times[base]}"

    def _resting(self, piece: str, rests_on: Sequence[str]) -> tuple[str, ...]:
        """A change of place rests on the same piece's change of place before it."""
        before = [
            effect.key
            for effect in self._effects
            if is_positional(effect) and not isinstance(effect, Note | Broken) and effect.piece == piece
        ]
        return _named((*before[-1:], *rests_on))


def _named(keys: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(key for key in keys if key))
