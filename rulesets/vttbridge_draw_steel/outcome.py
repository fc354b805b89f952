"""Writes what a traced movement did: moves, breaks, terrain, the collision at its end."""

import msgspec

from vttbridge.geometry.areas import areas_at
from vttbridge.geometry.grid import between
from vttbridge.geometry.terrain import Difficult
from vttbridge.geometry.vec import Place
from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Part
from vttbridge.rules.script import Script
from vttbridge_draw_steel.actions import ForcedMove
from vttbridge_draw_steel.collisions import Blow, collide
from vttbridge_draw_steel.death import Pain, died, hurt
from vttbridge_draw_steel.materials import material
from vttbridge_draw_steel.movement import Broke, Entered, Harmed, Movement, Struck, Way
from vttbridge_draw_steel.sizes import shape
from vttbridge_draw_steel.terrain_damage import harm


class Written(msgspec.Struct, frozen=True):
    """What the writing of a movement left: the key of its last move, and the collision at its end."""

    key: str = ""
    struck: Struck | None = None


class Writer:
    """Writes the events of one movement into a draft, a stretch between breaks at a time."""

    def __init__(
        self, draft: Draft, movement: Movement, ability: ForcedMove, parts: tuple[Part, ...]
    ) -> None:
        self.draft = draft
        self.movement = movement
        self.ability = ability
        self.parts = parts
        self.key = ""
        self.broken = ""
        self._path: list[Place] = []
        self._harms: list[Harmed] = []

    @property
    def target(self) -> str:
        """The moved piece."""
        return self.movement.target.id

    def write(self, way: Way, *, killed: bool) -> Script[Written]:
        """Write every event in its order (DS-10, DS-30, DS-35)."""
        struck: Struck | None = None
        for event in way.events:
            match event:
                case Entered(place=place):
                    self._path.append(place)
                case Harmed():
                    self._harms.append(event)
                case Broke():
                    self._flush()
                    self._break(event)
                case Struck():
                    self._flush()
                    struck = event
        self._flush()
        if struck is not None:
            dead = killed or died(self.draft, self.target)
            blow = Blow(self.movement, struck, self.ability, self.key or self.broken, dead)
            yield from collide(self.draft, blow)
        return Written(self.key, struck)

    def _flush(self) -> None:
        if self._path:
            self._move(tuple(self._path))
        for caught in self._harms:
            harm(self.draft, self.target, caught, self.key)
        self._path, self._harms = [], []

    def _move(self, path: tuple[Place, ...]) -> None:
        rules = _step_rules(self.draft, self.movement, path)
        first = not self.key
        self.key = self.draft.move(
            self.target,
            path,
            self.movement.kind,
            asked=self.movement.distance,
            rules=rules,
            parts=self.parts if first else (),
            rests_on=(self.broken,) if self.broken else (),
        )

    def _break(self, event: Broke) -> None:
        """Break what is in the way, then hurt the target (DS-30 to DS-35)."""
        rows = [row for row in map(material, event.pains) if row is not None]
        rules = ("DS-30", *(row.rule for row in rows))
        rests = (self.key,) if self.key else ()
        for one in event.barriers:
            if one.cut is not None:
                self.broken = self.draft.broken(
                    one.cut, one.material, self.movement.kind, rules=rules, rests_on=rests
                )
            if one.piece:
                self.draft.status(one.piece, "destroyed", cause="hurled_through", rules=rules, rests_on=rests)
                self.broken = self.draft.gone(one.piece, "destroyed", rules=rules, rests_on=rests)
        self.draft.because("DS-35", "AMB-DS-3", "AMB-DS-4", "AMB-DS-5")
        if self.movement.is_object or self._is_spared():
            return
        for row in rows:
            parts = (Part(f"through_{row.name}", row.damage, row.rule),)
            pain = Pain(
                amount=row.damage,
                cause=f"break_{row.name}",
                source=event.barriers[0].id,
                rules=rules,
                parts=parts,
                rests_on=(self.broken,),
            )
            hurt(self.draft, self.target, pain)

    def _is_spared(self) -> bool:
        return self.ability.moved_unharmed or self.movement.target.has("no_forced_damage")


def _step_rules(draft: Draft, movement: Movement, path: tuple[Place, ...]) -> tuple[str, ...]:
    """Return the rules that a stretch of movement met: its kind, slopes, hard ground, enemies left behind."""
    kind = {"push": ("DS-02", "DS-03"), "pull": ("DS-04", "DS-05"), "slide": ("DS-06",)}[movement.kind]
    start = draft.piece(movement.target.id).place
    heights = {start.z, *(place.z for place in path)}
    rules = [*kind]
    if movement.kind != "slide":
        rules.append("DSX-06")
    if len(heights) > 1 and not movement.vertical:
        rules += ["DS-16", "DS-17", "AMB-DS-26"]
    if movement.vertical:
        rules.append("DS-13")
    if _is_hard(draft, movement, path):
        rules.append("DS-08")
    if _leaves_enemies(draft, movement, start, path[-1]):
        rules.append("DS-09")
    return tuple(rules)


def _is_hard(draft: Draft, movement: Movement, path: tuple[Place, ...]) -> bool:
    scene = draft.board.scene
    return any(
        isinstance(area.meaning, Difficult)
        for place in path
        for area in areas_at(scene, movement.body, place)
    )


def _leaves_enemies(draft: Draft, movement: Movement, start: Place, end: Place) -> bool:
    """Return whether the target leaves some other side's reach, which provokes nothing (DS-09)."""
    target = movement.target
    for piece in draft.board.pieces:
        if piece.kind != "creature" or piece.id == target.id or piece.side == target.side:
            continue
        near = between(shape(piece), piece.place, movement.body, start) <= 1
        if near and between(shape(piece), piece.place, movement.body, end) > 1:
            return True
    return False
