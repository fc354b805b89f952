"""Every place where a push, pull or slide may leave its target, each with its complete outcome.

1. Ways are followed square by square over (place, squares left, what broke, directions taken), the shortest
   first; of two ways to the same of these the one that hurts the target least and the one that hurts it most
   are kept.
2. A place is reached by stopping there or by a collision from there. Its own path has the fewest squares,
   then the least damage to the target, then the first squares in order; the worst has the most damage.
3. At most `MOST` places are told. Where a vertical movement has more, only the level ones are told.
"""

from collections.abc import Iterator
from typing import TypeVar

import msgspec

from vttbridge.geometry.vec import Place
from vttbridge.rules.board import Board
from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Damage, Status
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.script import Script
from vttbridge.rules.values import Value
from vttbridge_draw_steel.actions import Destinations, ForcedMove
from vttbridge_draw_steel.eyes import Memory
from vttbridge_draw_steel.grabs import cannot_be_moved
from vttbridge_draw_steel.movement import Movement, Square, Struck, Way
from vttbridge_draw_steel.one_target import conclude, movement_of, start_of
from vttbridge_draw_steel.path_kind import plain
from vttbridge_draw_steel.propose import AROUND
from vttbridge_draw_steel.reach import Reach, reach
from vttbridge_draw_steel.walk import take

MAX_DESTINATIONS = 2_000
"""At most this many places are told."""

MAX_STATES = 12_000
"""At most this many ways are followed further."""

T = TypeVar("T")

Path = tuple[Square, ...]
Key = tuple[Place, int, tuple[str, ...], tuple[int, int, int], tuple[int, int, int]]
Order = tuple[int, int, tuple[tuple[float, ...], ...]]


class Candidate(msgspec.Struct, frozen=True):
    """One way to end somewhere: its path and how it went.

    `hurt` is the damage to the target on the way and in the collision at its end, `order` the order in which
    a place's own path is chosen.
    """

    path: Path
    way: Way
    hurt: int
    order: Order


def candidate(path: Path, way: Way) -> Candidate:
    """Return a way to end somewhere."""
    hurt = way.hurt + sum(_blow(event) for event in way.events[-1:] if isinstance(event, Struck))
    return Candidate(path, way, hurt, (len(path), hurt, tuple(_numbers(square) for square in path)))


def _numbers(square: Square) -> tuple[float, ...]:
    return (square.x, square.y, -1e9 if square.z is None else square.z)


def _blow(struck: Struck) -> int:
    return struck.left + 2 if struck.barriers else struck.left


class Reached(msgspec.Struct):
    """What is known of one place so far: its own way and the worst."""

    own: Candidate
    worst: Candidate

    def meet(self, other: Candidate) -> None:
        """Take another way to the same place into account."""
        if other.order < self.own.order:
            self.own = other
        if (-other.hurt, other.order) < (-self.worst.hurt, self.worst.order):
            self.worst = other


class Search:
    """Follows every way of one movement."""

    def __init__(
        self,
        movement: Movement,
        start: Way,
        *,
        level: bool,
        thorough: bool = False,
        memory: Memory | None = None,
    ) -> None:
        self.movement = movement
        self.start = start
        self.thorough = thorough
        self.level = level
        self.complete = True
        self.reached: dict[Place, Reached] = {}
        self._followed = 0
        self._breaks = False
        self._seen: dict[tuple[Place, tuple[str, ...]], list[tuple[int, int]]] = {}
        self._memory = Memory(movement, start) if memory is None else memory
        self._meet(candidate((), start))

    def run(self) -> "Search":
        """Go on layer by layer until no way goes further."""
        layer = [reached.own for reached in self.reached.values()] if self.start.left else []
        while layer and self.complete:
            known: dict[Key, Reached] = {}
            for one in self._onwards(layer):
                key = _key(self.movement, one.way)
                if key in known:
                    known[key].meet(one)
                else:
                    known[key] = Reached(one, one)
            layer = [one for held in known.values() for one in _both(held)]
        if self.breaks and not self.thorough:
            again = Search(self.movement, self.start, level=self.level, thorough=True, memory=self._memory)
            return again.run()
        return self

    @property
    def breaks(self) -> bool:
        """Something broke on some way, so that less movement left may end in a worse place."""
        return self._breaks

    def _onwards(self, layer: list[Candidate]) -> Iterator[Candidate]:
        """Take every step that goes on from a layer; what ends there is met and not followed."""
        eyes = self._memory.eyes()
        for one in layer:
            self._followed += 1
            if self._followed > MAX_STATES or len(self.reached) > MAX_DESTINATIONS:
                self.complete = False
                return
            for square in _around(self.movement, one.way, level=self.level):
                further = take(self.movement, one.way, square, eyes)
                if isinstance(further, Refusal):
                    continue
                reached = candidate((*one.path, square), further)
                self._meet(reached)
                if not further.ended and further.left > 0 and not self._is_worse(further):
                    yield reached

    def _is_worse(self, way: Way) -> bool:
        """Return whether a slide was at a place before with more left and as much damage.

        Only a slide comes back to a place; whatever follows from there has then been followed already, unless
        something breaks. More damage stands for less only where nobody knows when the target dies.
        """
        if self.thorough or self.movement.kind != "slide":
            return False
        known = self._seen.setdefault((way.at, way.broken), [])
        if any(left > way.left and self._as_bad(hurt, way.hurt) for left, hurt in known):
            return True
        known.append((way.left, way.hurt))
        return False

    def _as_bad(self, hurt: int, other: int) -> bool:
        mortal = self.movement.target.raw("stamina") is not None
        return hurt == other or (hurt > other and not mortal)

    def _meet(self, one: Candidate) -> None:
        place = one.way.at
        self._breaks = self._breaks or one.way.breaks > 0
        if place in self.reached:
            self.reached[place].meet(one)
        else:
            self.reached[place] = Reached(one, one)


def _both(held: Reached) -> tuple[Candidate, ...]:
    same = held.own.way.hurt == held.worst.way.hurt
    return (held.own,) if same else (held.own, held.worst)


def _key(movement: Movement, way: Way) -> Key:
    """Return what decides over all that may follow; the last step does where every step must be the same."""
    nowhere = (0, 0, 0)
    if movement.kind == "slide":
        return (way.at, way.left, way.broken, nowhere, nowhere)
    constant = way.options.is_on("ds_line", "constant_step")
    return (way.at, way.left, way.broken, way.signs, way.last if constant else nowhere)


def _around(movement: Movement, way: Way, *, level: bool) -> Iterator[Square]:
    x, y, z = int(way.at.x), int(way.at.y), way.at.z
    for dx, dy in AROUND:
        yield Square(x + dx, y + dy)
    if movement.vertical and not level:
        for dz in (-1, 1):
            for dx, dy in ((0, 0), *AROUND):
                yield Square(x + dx, y + dy, z + dz)


def tell(board: Board, asked: Destinations) -> Value | Refusal:
    """Return every destination with its complete outcome; people's answers are at their defaults."""
    ability = ForcedMove(
        source=asked.source,
        targets=(asked.target,),
        distance=asked.distance,
        melee_weapon=asked.melee_weapon,
        vertical=asked.vertical,
        ignores_stability=asked.ignores_stability,
    )
    for piece in (asked.source, asked.target):
        if board.find(piece) is None:
            return refuse("NO_SUCH_PIECE", piece=piece)
    if cannot_be_moved(board.piece(asked.target), asked.source):
        return {"complete": True, "places": ()}
    return _told(board, ability, asked)


def _told(board: Board, ability: ForcedMove, asked: Destinations) -> Value:
    draft = Draft(board, "draw-steel", asked.kind)
    far = unattended(reach(draft, ability, asked.kind, board.piece(asked.target)))
    movement = movement_of(draft, ability, asked.kind, board.piece(asked.target), far)
    search = Search(movement, start_of(draft, movement), level=False).run()
    complete = search.complete
    if not complete and movement.vertical:
        search = Search(movement, start_of(draft, movement), level=True).run()
    places = sorted(search.reached)[:MAX_DESTINATIONS]
    entries = tuple(_entry(board, ability, movement, far, search.reached[place]) for place in places)
    return {"complete": complete, "places": entries}


def unattended(script: Script[T]) -> T:
    """Run a script with every answer at its default."""
    try:
        ask = next(script)
        while True:
            ask = script.send(ask.default)
    except StopIteration as stop:
        found: T = stop.value
        return found


def _entry(
    board: Board, ability: ForcedMove, movement: Movement, far: Reach, reached: Reached
) -> dict[str, Value]:
    own = _outcome(board, ability, movement, far, reached.own)
    entry: dict[str, Value] = {"at": tuple(reached.own.way.at), **own, "worst": None}
    if reached.worst.hurt > reached.own.hurt:
        entry["worst"] = _outcome(board, ability, movement, far, reached.worst)
    return entry


def _outcome(
    board: Board, ability: ForcedMove, movement: Movement, far: Reach, one: Candidate
) -> dict[str, Value]:
    draft = Draft(board, "draw-steel", movement.kind)
    unattended(conclude(draft, ability, movement, far, one.way, killed=False))
    target = draft.board.find(movement.target.id)
    return {
        "path": tuple(plain(square) for square in one.path),
        "end": None if target is None else tuple(target.place),
        "damage": tuple(_line(effect) for effect in draft.effects if isinstance(effect, Damage)),
        "statuses": tuple(_status(effect) for effect in draft.effects if isinstance(effect, Status)),
        "effects": tuple(effect.key for effect in draft.effects),
    }


def _line(effect: Damage) -> tuple[Value, ...]:
    return (effect.piece, effect.amount, effect.cause)


def _status(effect: Status) -> tuple[Value, ...]:
    return (effect.piece, effect.status, effect.on)
