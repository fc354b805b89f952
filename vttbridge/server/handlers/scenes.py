"""Scenes and changed documents that one connection sends: read in a worker thread, decided by the table."""

from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple, ParamSpec, TypeVar

import msgspec
import structlog

from vttbridge.errors import BadLog, BadScene
from vttbridge.geometry.allowance import BudgetExceeded
from vttbridge.geometry.spec import SceneSpec
from vttbridge.rules.piece import Numbers, Piece
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.serializers.pieces import numbers_of
from vttbridge.serializers.results import reply_of
from vttbridge.server.handlers.scene_import import (
    MAX_NAME,
    ImportedScene,
    facts_of,
    fit_pieces,
    import_scene,
    is_followed,
    left_in,
    with_numbers,
)
from vttbridge.server.handlers.token_report import report_following, report_put
from vttbridge.server.runtime.workers import TimeBudget, run_in_worker
from vttbridge.server.tables.actor import TableActor
from vttbridge.server.tables.registry import TableRegistry
from vttbridge.server.tables.vtt_documents import merged_documents
from vttbridge.server.transport.peer import Peer
from vttbridge.session.actions import RunCommand, Upload
from vttbridge.table import SceneState
from vttbridge.table.model.commands import Command, FollowVtt, SetScene
from vttbridge.table.model.replies import Reply, invalid, refused
from vttbridge_protocol import Documents, Plain, SceneSet, Tree

log = structlog.get_logger()

P = ParamSpec("P")
T = TypeVar("T")

UPLOADS_KEPT = 8
MAX_REASON = 500


class BadUpload(Exception):
    """What was sent cannot be read; `reply` says why."""

    def __init__(self, reply: Reply) -> None:
        super().__init__(reply.code)
        self.reply = reply


class PreparedScene(NamedTuple):
    """An upload to be put: its blob, what was read of it (nothing in a retry), and numbers by token."""

    blob: str
    arrival: ImportedScene | None
    numbers: dict[str, Numbers]


class SceneHandler:
    """What one connection has uploaded, and what it wants done with it."""

    def __init__(self, registry: TableRegistry, peer: Peer) -> None:
        self._registry = registry
        self._peer = peer
        self._uploads: OrderedDict[str, bytes] = OrderedDict()

    def uploaded(self, step: Upload) -> None:
        """Keep what came in till it is put; the latest few."""
        self._uploads[step.digest] = step.payload
        while len(self._uploads) > UPLOADS_KEPT:
            self._uploads.popitem(last=False)

    async def set_scene(self, actor: TableActor, step: RunCommand, wanted: SceneSet) -> None:
        """Read an upload and put it; a retry whose upload is gone is answered from memory."""
        if not wanted.scene:
            self._answer(step.id, invalid("NO_ID"), {})
            return
        payload = self._uploads.get(wanted.blob) if actor.state.is_gm(self._peer.seat) else None
        imported, blob = None, wanted.blob
        try:
            if payload is not None:
                unit = actor.journal.game.ruleset.unit
                encoding = self._peer.session.encoding
                imported = await self._read("bad_scene", import_scene, payload, wanted, encoding, unit)
                blob = await self._kept(imported.spec)
            numbers = _numbers(wanted.numbers)
        except BadUpload as bad:
            self._answer(step.id, bad.reply, {})
            return
        actor.mailbox.post(lambda: self._put(actor, step, wanted, PreparedScene(blob, imported, numbers)))

    async def _put(self, actor: TableActor, step: RunCommand, wanted: SceneSet, put: PreparedScene) -> None:
        pieces = () if put.arrival is None else with_numbers(put.arrival.pieces, put.numbers)
        if is_followed(wanted):
            await self._sync(actor, step, wanted, put, pieces)
            return
        body = SetScene(wanted.scene, put.blob, wanted.name, wanted.home, pieces if wanted.pieces else ())
        facts: dict[str, Plain] = {} if put.arrival is None else dict(put.arrival.facts)
        if wanted.pieces and put.arrival is not None:
            facts["tokens"] = report_put(actor.state.scene(wanted.scene), body, put.arrival.left)
        command = Command(step.id, self._peer.seat_id, body, step.digest)
        reply = await actor.decide(command, lambda reply: self._answer(step.id, reply, facts))
        if reply.outcome == "done":
            actor.vtt_documents.forget(wanted.scene)

    async def _sync(
        self,
        actor: TableActor,
        step: RunCommand,
        wanted: SceneSet,
        put: PreparedScene,
        pieces: tuple[Piece, ...],
    ) -> None:
        """Take a whole scene of the VTT, and follow it from now on."""
        imported = put.arrival
        name = wanted.name if imported is None else imported.spec.name
        body = FollowVtt(wanted.scene, put.blob, name, pieces=pieces, whole=True)
        command = Command(step.id, self._peer.seat_id, body, step.digest)
        if actor.cached_reply(command) is None and not actor.lease.is_free_for(self._peer):
            actor.answer(self._peer, step.id, refused(refuse("NOT_THE_EXECUTOR")))
            return
        facts: dict[str, Plain] = {} if imported is None else dict(imported.facts)
        if imported is not None:
            facts["tokens"] = report_following(actor.state.scene(wanted.scene), body, imported.left)
        reply = await actor.decide(command, lambda reply: self._answer(step.id, reply, facts))
        if reply.dup:
            return
        if reply.outcome == "done" and imported is not None and imported.documents is not None:
            actor.vtt_documents.keep(wanted.scene, imported.documents, self._peer.id)
        else:
            actor.vtt_documents.forget(wanted.scene)

    async def documents(self, actor: TableActor, step: RunCommand, wanted: Documents) -> None:
        """Take changed documents into the mailbox: they are read after all that came before them."""
        actor.mailbox.post(lambda: self._documents(actor, step, wanted))

    async def _documents(self, actor: TableActor, step: RunCommand, wanted: Documents) -> None:
        known = actor.cached_reply(Command(step.id, self._peer.seat_id, FollowVtt(wanted.scene), step.digest))
        no = known or self._may_not(actor, wanted)
        if no is not None:
            actor.answer(self._peer, step.id, no)
            return
        try:
            await self._follow(actor, step, wanted)
        except BadUpload as bad:
            actor.answer(self._peer, step.id, bad.reply)

    def _may_not(self, actor: TableActor, wanted: Documents) -> Reply | None:
        """Return why these documents are not taken: from whom, or on which scene."""
        if not actor.state.is_gm(self._peer.seat):
            return refused(refuse("NOT_ALLOWED", seat=self._peer.seat_id))
        if actor.lease.holder is not self._peer:
            return refused(refuse("NOT_THE_EXECUTOR"))
        scene = actor.state.scene(wanted.scene)
        if scene is None:
            return refused(refuse("NO_SUCH_SCENE", scene=wanted.scene))
        if not scene.is_carried_out_elsewhere:
            actor.vtt_documents.forget(wanted.scene)
            return refused(refuse("NOT_FOLLOWED", scene=wanted.scene))
        if actor.vtt_documents.of(wanted.scene, self._peer.id) is None:
            return Reply("conflict", "sync_first")
        return None

    async def _follow(self, actor: TableActor, step: RunCommand, wanted: Documents) -> None:
        before, scene = actor.vtt_documents.of(wanted.scene, self._peer.id), actor.state.scene(wanted.scene)
        if before is None or scene is None:
            return
        numbers = _numbers(wanted.numbers)
        found = await self._read("bad_document", merged_documents, before, wanted, actor.state)
        old = actor.journal.game.bare(scene.blob).spec
        spec = old if found.spec is None else _next(found.spec, old, scene, renamed="name" in wanted.settings)
        blob = "" if found.spec is None else await self._kept(spec)
        pieces, unfit = fit_pieces(found.pieces, spec, actor.journal.game.ruleset.unit)
        body = FollowVtt(
            scene.id,
            blob,
            spec.name if blob else "",
            found.doors,
            with_numbers((*pieces, *_only_numbered(scene, pieces, numbers)), numbers),
            found.gone,
            whole=bool(wanted.settings),
        )
        facts = facts_of(found.report)
        facts["tokens"] = report_following(scene, body, (*left_in(found.report), *unfit))
        facts["unknown"] = list(found.unknown)
        command = Command(step.id, self._peer.seat_id, body, step.digest)
        reply = await actor.decide(command, lambda reply: self._answer(step.id, reply, facts))
        if reply.outcome == "done" and not reply.dup:
            actor.vtt_documents.changed(scene.id, found.documents, len(msgspec.json.encode(wanted)))
        else:
            actor.vtt_documents.forget(scene.id)

    async def _read(self, code: str, reading: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Read in a worker thread, not for ever; what cannot be read is told and ends no connection."""
        config = self._registry.config
        try:
            time_budget = TimeBudget(config.geometry_seconds, config.replay_seconds)
            return await run_in_worker(lambda: reading(*args, **kwargs), time_budget)
        except BudgetExceeded:
            log.warning("given up", connection=self._peer.id)
            reason = "it takes too long to read: send less at once"
            raise BadUpload(invalid(code, reason=reason)) from None
        except BadScene as fault:
            raise BadUpload(invalid(code, reason=str(fault)[:MAX_REASON])) from None
        except Exception as fault:  # noqa: BLE001 - a map that no reader foresaw must not end the connection
            log.warning("not read", connection=self._peer.id, kind=type(fault).__name__, error=str(fault))
            reason = f"it cannot be read ({type(fault).__name__})"
            raise BadUpload(invalid(code, reason=reason)) from None

    async def _kept(self, spec: SceneSpec) -> str:
        """Keep a scene; returns the name of its blob."""
        try:
            return await self._registry.keep_scene(spec)
        except (BadScene, BadLog) as fault:
            raise BadUpload(invalid("bad_scene", reason=str(fault)[:MAX_REASON])) from None

    def _answer(self, command_id: str, reply: Reply, facts: Tree) -> None:
        """Answer, with the report of what was read where it is done."""
        said = reply_of(reply)
        told = msgspec.structs.replace(said, facts=facts) if reply.outcome == "done" and facts else said
        self._peer.send(told, re=command_id)


def _next(spec: SceneSpec, old: SceneSpec, scene: SceneState, *, renamed: bool) -> SceneSpec:
    """Return the next geometry of a scene, which is written back as it was before."""
    pixels = spec.pixels
    if pixels is not None and old.pixels is not None:
        pixels = msgspec.structs.replace(pixels, version=old.pixels.version, action=old.pixels.action)
    name = spec.name[:MAX_NAME] if renamed else scene.name
    return msgspec.structs.replace(spec, id=scene.id, name=name, home="vtt", pixels=pixels)


def _only_numbered(
    scene: SceneState, pieces: tuple[Piece, ...], numbers: dict[str, Numbers]
) -> tuple[Piece, ...]:
    """Return the pieces of which nothing but numbers is told."""
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
            raise BadUpload(invalid(read.code, **dict(read.facts)))
        found[token] = tuple((name, value) for name, value in read if value is not None)
    return found
