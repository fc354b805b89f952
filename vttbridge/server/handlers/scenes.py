"""Scenes and changed documents that one connection sends: read beside the event loop, decided at the desk."""

from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple, ParamSpec, TypeVar

import msgspec
import structlog

from vttbridge.errors import BadLog, BadScene
from vttbridge.geometry.allowance import GivenUp
from vttbridge.geometry.spec import SceneSpec
from vttbridge.rules.piece import Numbers, Piece
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.serializers.pieces import numbers_of
from vttbridge.serializers.results import reply_of
from vttbridge.server.handlers.scene_import import (
    LONGEST_NAME,
    Arrival,
    arrival_of,
    facts_of,
    fit_pieces,
    is_followed,
    left_in,
    with_numbers,
)
from vttbridge.server.handlers.token_report import told_following, told_put
from vttbridge.server.runtime.workers import Pace, reckon
from vttbridge.server.tables.actor import Desk
from vttbridge.server.tables.registry import House
from vttbridge.server.tables.vtt_documents import followed_by
from vttbridge.server.transport.peer import Link
from vttbridge.session.actions import Do, Uploaded
from vttbridge.table import SceneState
from vttbridge.table.model.commands import Command, FollowVtt, SetScene
from vttbridge.table.model.replies import Reply, invalid, refused
from vttbridge_protocol import Documents, Plain, SceneSet, Tree

log = structlog.get_logger()

P = ParamSpec("P")
T = TypeVar("T")

UPLOADS_KEPT = 8
LONGEST_REASON = 500


class Bad(Exception):
    """What was sent cannot be read; `reply` says why."""

    def __init__(self, reply: Reply) -> None:
        super().__init__(reply.code)
        self.reply = reply


class Put(NamedTuple):
    """An upload to be put: its blob, what was read of it (nothing in a retry), and numbers by token."""

    blob: str
    arrival: Arrival | None
    numbers: dict[str, Numbers]


class ScenesIn:
    """What one connection has uploaded, and what it wants done with it."""

    def __init__(self, house: House, link: Link) -> None:
        self._house = house
        self._link = link
        self._uploads: OrderedDict[str, bytes] = OrderedDict()

    def uploaded(self, step: Uploaded) -> None:
        """Keep what came in till it is put; the latest few."""
        self._uploads[step.digest] = step.payload
        while len(self._uploads) > UPLOADS_KEPT:
            self._uploads.popitem(last=False)

    async def set_scene(self, desk: Desk, step: Do, wanted: SceneSet) -> None:
        """Read an upload and put it; a retry whose upload is gone is answered from memory."""
        if not wanted.scene:
            self._answer(step.id, invalid("NO_ID"), {})
            return
        payload = self._uploads.get(wanted.blob) if desk.state.is_gm(self._link.seat) else None
        arrival, blob = None, wanted.blob
        try:
            if payload is not None:
                unit = desk.ledger.book.ruleset.unit
                encoding = self._link.session.encoding
                arrival = await self._read("bad_scene", arrival_of, payload, wanted, encoding, unit)
                blob = await self._kept(arrival.spec)
            numbers = _numbers(wanted.numbers)
        except Bad as bad:
            self._answer(step.id, bad.reply, {})
            return
        desk.hub.post(lambda: self._put(desk, step, wanted, Put(blob, arrival, numbers)))

    async def _put(self, desk: Desk, step: Do, wanted: SceneSet, put: Put) -> None:
        pieces = () if put.arrival is None else with_numbers(put.arrival.pieces, put.numbers)
        if is_followed(wanted):
            await self._sync(desk, step, wanted, put, pieces)
            return
        wish = SetScene(wanted.scene, put.blob, wanted.name, wanted.home, pieces if wanted.pieces else ())
        facts: dict[str, Plain] = {} if put.arrival is None else dict(put.arrival.facts)
        if wanted.pieces and put.arrival is not None:
            facts["tokens"] = told_put(desk.state.scene(wanted.scene), wish, put.arrival.left)
        command = Command(step.id, self._link.seat_id, wish, step.digest)
        reply = await desk.decide(command, lambda reply: self._answer(step.id, reply, facts))
        if reply.outcome == "done":
            desk.following.forget(wanted.scene)

    async def _sync(
        self, desk: Desk, step: Do, wanted: SceneSet, put: Put, pieces: tuple[Piece, ...]
    ) -> None:
        """Take a whole scene of the VTT, and follow it from now on."""
        arrival = put.arrival
        name = wanted.name if arrival is None else arrival.spec.name
        wish = FollowVtt(wanted.scene, put.blob, name, pieces=pieces, whole=True)
        command = Command(step.id, self._link.seat_id, wish, step.digest)
        if desk.recalled(command) is None and not desk.slot.is_free_for(self._link):
            desk.answer(self._link, step.id, refused(refuse("NOT_THE_EXECUTOR")))
            return
        facts: dict[str, Plain] = {} if arrival is None else dict(arrival.facts)
        if arrival is not None:
            facts["tokens"] = told_following(desk.state.scene(wanted.scene), wish, arrival.left)
        reply = await desk.decide(command, lambda reply: self._answer(step.id, reply, facts))
        if reply.dup:
            return
        if reply.outcome == "done" and arrival is not None and arrival.documents is not None:
            desk.following.keep(wanted.scene, arrival.documents, self._link.id)
        else:
            desk.following.forget(wanted.scene)

    def documents(self, desk: Desk, step: Do, wanted: Documents) -> None:
        """Take changed documents into the mailbox: they are read after all that came before them."""
        desk.hub.post(lambda: self._documents(desk, step, wanted))

    async def _documents(self, desk: Desk, step: Do, wanted: Documents) -> None:
        known = desk.recalled(Command(step.id, self._link.seat_id, FollowVtt(wanted.scene), step.digest))
        no = known or self._may_not(desk, wanted)
        if no is not None:
            desk.answer(self._link, step.id, no)
            return
        try:
            await self._follow(desk, step, wanted)
        except Bad as bad:
            desk.answer(self._link, step.id, bad.reply)

    def _may_not(self, desk: Desk, wanted: Documents) -> Reply | None:
        """Say why these documents are not taken: from whom, or on which scene."""
        if not desk.state.is_gm(self._link.seat):
            return refused(refuse("NOT_ALLOWED", seat=self._link.seat_id))
        if desk.slot.holder is not self._link:
            return refused(refuse("NOT_THE_EXECUTOR"))
        scene = desk.state.scene(wanted.scene)
        if scene is None:
            return refused(refuse("NO_SUCH_SCENE", scene=wanted.scene))
        if not scene.is_carried_out_elsewhere:
            desk.following.forget(wanted.scene)
            return refused(refuse("NOT_FOLLOWED", scene=wanted.scene))
        if desk.following.of(wanted.scene, self._link.id) is None:
            return Reply("conflict", "sync_first")
        return None

    async def _follow(self, desk: Desk, step: Do, wanted: Documents) -> None:
        before, scene = desk.following.of(wanted.scene, self._link.id), desk.state.scene(wanted.scene)
        if before is None or scene is None:
            return
        numbers = _numbers(wanted.numbers)
        found = await self._read("bad_document", followed_by, before, wanted, desk.state)
        old = desk.ledger.book.bare(scene.blob).spec
        spec = old if found.spec is None else _next(found.spec, old, scene, renamed="name" in wanted.settings)
        blob = "" if found.spec is None else await self._kept(spec)
        pieces, unfit = fit_pieces(found.pieces, spec, desk.ledger.book.ruleset.unit)
        wish = FollowVtt(
            scene.id,
            blob,
            spec.name if blob else "",
            found.doors,
            with_numbers((*pieces, *_only_numbered(scene, pieces, numbers)), numbers),
            found.gone,
            whole=bool(wanted.settings),
        )
        facts = facts_of(found.report)
        facts["tokens"] = told_following(scene, wish, (*left_in(found.report), *unfit))
        facts["unknown"] = list(found.unknown)
        command = Command(step.id, self._link.seat_id, wish, step.digest)
        reply = await desk.decide(command, lambda reply: self._answer(step.id, reply, facts))
        if reply.outcome == "done" and not reply.dup:
            desk.following.changed(scene.id, found.documents, len(msgspec.json.encode(wanted)))
        else:
            desk.following.forget(scene.id)

    async def _read(self, code: str, reading: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Read beside the event loop, not for ever; what cannot be read is told and ends no connection."""
        config = self._house.config
        try:
            pace = Pace(config.geometry_seconds, config.replay_seconds)
            return await reckon(lambda: reading(*args, **kwargs), pace)
        except GivenUp:
            log.warning("given up", connection=self._link.id)
            reason = "it takes too long to read: send less at once"
            raise Bad(invalid(code, reason=reason)) from None
        except BadScene as fault:
            raise Bad(invalid(code, reason=str(fault)[:LONGEST_REASON])) from None
        except Exception as fault:  # noqa: BLE001 - a map that no reader foresaw must not end the connection
            log.warning("not read", connection=self._link.id, kind=type(fault).__name__, error=str(fault))
            reason = f"it cannot be read ({type(fault).__name__})"
            raise Bad(invalid(code, reason=reason)) from None

    async def _kept(self, spec: SceneSpec) -> str:
        """Keep a scene; gives the name of its blob."""
        try:
            return await self._house.keep_scene(spec)
        except (BadScene, BadLog) as fault:
            raise Bad(invalid("bad_scene", reason=str(fault)[:LONGEST_REASON])) from None

    def _answer(self, id: str, reply: Reply, facts: Tree) -> None:  # noqa: A002 - the wire's word
        """Answer, with the report of what was read where it is done."""
        said = reply_of(reply)
        told = msgspec.structs.replace(said, facts=facts) if reply.outcome == "done" and facts else said
        self._link.say(told, re=id)


def _next(spec: SceneSpec, old: SceneSpec, scene: SceneState, *, renamed: bool) -> SceneSpec:
    """Give the next geometry of a scene, which is written back as it was before."""
    pixels = spec.pixels
    if pixels is not None and old.pixels is not None:
        pixels = msgspec.structs.replace(pixels, version=old.pixels.version, action=old.pixels.action)
    name = spec.name[:LONGEST_NAME] if renamed else scene.name
    return msgspec.structs.replace(spec, id=scene.id, name=name, home="vtt", pixels=pixels)


def _only_numbered(
    scene: SceneState, pieces: tuple[Piece, ...], numbers: dict[str, Numbers]
) -> tuple[Piece, ...]:
    """Give the pieces of which nothing but numbers is told."""
    named = {piece.id for piece in pieces}
    standing = (one.piece for one in scene.pieces)
    return tuple(piece for piece in standing if piece.id in numbers and piece.id not in named)


def _numbers(tree: Tree) -> dict[str, Numbers]:
    """Read numbers by token; a name without a value says nothing."""
    found: dict[str, Numbers] = {}
    for token in sorted(tree):
        named = tree[token]
        read = numbers_of(named) if isinstance(named, dict) else refuse("NOT_A_NUMBER", field=token)
        if isinstance(read, Refusal):
            raise Bad(invalid(read.code, **dict(read.facts)))
        found[token] = tuple((name, value) for name, value in read if value is not None)
    return found
