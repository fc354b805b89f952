"""Uploaded maps as scenes: read in a worker thread, with the pieces on them and what there is to tell."""

from collections.abc import Iterable

import msgspec

from vttbridge.errors import BadLog, BadScene
from vttbridge.formats.detect import read_map
from vttbridge.formats.foundry.live import KINDS, Documents
from vttbridge.formats.foundry.read import is_foundry
from vttbridge.formats.foundry.tokens import set_free
from vttbridge.formats.foundry.updates import canvas_of
from vttbridge.formats.plain import parsed
from vttbridge.formats.report import Reading, Report
from vttbridge.geometry.spec import Pixels, SceneSpec
from vttbridge.rules.piece import Numbers, Piece
from vttbridge.storage.codec import decode, encode
from vttbridge.table.decisions.scenes import merged
from vttbridge_protocol import TRANSFER, Encoding, Plain, ProtocolError, SceneSet, Tree, decode_value

MAX_NAME = 100
MAX_PIECE = 4_096
"""A piece of more bytes is left out."""

NOT_READ = ("lights", "sounds", "notes", "templates", "thumb")
"""Members of a scene's document that nothing here reads."""


class LeftOut(msgspec.Struct, frozen=True):
    """A token that became no piece, or the place of one, and why."""

    token: str
    why: str


class ImportedScene(msgspec.Struct, frozen=True):
    """What came in: geometry, pieces, tokens that became none, the report; documents of a scene to follow."""

    spec: SceneSpec
    pieces: tuple[Piece, ...] = ()
    left: tuple[LeftOut, ...] = ()
    report: Report | None = None
    documents: Documents | None = None

    @property
    def facts(self) -> Tree:
        """Return the report as the facts of a reply."""
        return {} if self.report is None else facts_of(self.report)


def is_followed(wanted: SceneSet) -> bool:
    """Return whether a scene is to follow the VTT that it comes from."""
    return wanted.home == "vtt" and wanted.format == "foundry"


def import_scene(payload: bytes, wanted: SceneSet, encoding: Encoding, unit: str) -> ImportedScene:
    """Read an uploaded scene or map for a book that plays in `unit`; BadScene with one sentence."""
    documents = None
    if wanted.format == "scene":
        reading = Reading(_own_format(payload, encoding), Report("scene", ""))
    elif is_followed(wanted):
        documents = _documents(payload, wanted.scene)
        reading = documents.reading(wanted.name or wanted.scene)
    else:
        reading = read_map(payload, wanted.name or wanted.scene)[0]
    name = wanted.name or reading.spec.name or wanted.scene
    spec = msgspec.structs.replace(reading.spec, id=wanted.scene, name=name[:MAX_NAME], home=wanted.home)
    if spec.pixels is not None:
        spec = msgspec.structs.replace(spec, pixels=_spelled(spec, wanted))
    pieces, unfit = fit_pieces(reading.pieces, spec, unit)
    report = None if wanted.format == "scene" else reading.report
    return ImportedScene(spec, pieces, (*left_in(reading.report), *unfit), report, documents)


def _spelled(spec: SceneSpec, wanted: SceneSet) -> Pixels | None:
    pixels = spec.pixels
    if pixels is None:
        return None
    return msgspec.structs.replace(
        pixels, version=wanted.version or pixels.version, action=wanted.action or pixels.action
    )


def _documents(payload: bytes, name: str) -> Documents:
    """Read a scene's document with those in it, without what nothing here reads."""
    document = parsed(payload, name)
    if not is_foundry(document) or document.has("pixelsPerTile"):
        raise BadScene(f"{name} is no Foundry scene: it has no width, height and walls")
    members = {one: document.raw(one) for one in document.names() if one not in NOT_READ}
    documents = Documents({**members, **{kind: members.get(kind) or [] for kind in KINDS}})
    documents.check_ids()
    return documents


def fit_pieces(
    pieces: Iterable[Piece], spec: SceneSpec, unit: str
) -> tuple[tuple[Piece, ...], tuple[LeftOut, ...]]:
    """Return pieces as a book plays them and as the log keeps them, and those that it cannot keep."""
    canvas = canvas_of(spec)
    kept: list[Piece] = []
    left: list[LeftOut] = []
    for piece in pieces:
        placed = set_free(piece, canvas) if canvas is not None and unit == "inch" else piece
        fit = _kept(msgspec.structs.replace(placed, name=placed.name[:MAX_NAME]))
        if fit is None:
            left.append(LeftOut(piece.id[:MAX_NAME], "not_fit_to_keep"))
        else:
            kept.append(fit)
    return tuple(kept), tuple(left)


def _kept(piece: Piece) -> Piece | None:
    """Return a piece as it comes back from the log, `None` for one that does not."""
    try:
        data = encode(piece)
        return decode(data, Piece) if len(data) <= MAX_PIECE else None
    except BadLog:
        return None


def left_in(report: Report) -> tuple[LeftOut, ...]:
    """Return the tokens that could not be read, by their places."""
    places = (connection for one in report.dropped if one.rule == "not_a_token" for connection in one.places)
    return tuple(LeftOut(connection, "not_a_token") for connection in places)


def with_numbers(pieces: Iterable[Piece], numbers: dict[str, Numbers]) -> tuple[Piece, ...]:
    """Return pieces with what is known of them beside their tokens."""
    return tuple(
        msgspec.structs.replace(piece, numbers=merged(piece.numbers, numbers.get(piece.id, ())))
        for piece in pieces
    )


def facts_of(report: Report) -> dict[str, Plain]:
    """Return a report as the facts of a reply: what was counted, and what was doubtful."""
    doubts: list[Plain] = [
        {"code": doubt.code, "taken": doubt.taken, "times": doubt.times} for doubt in report.doubts
    ]
    dropped: list[Plain] = [{"rule": left.rule, "times": left.times} for left in report.dropped]
    counts: dict[str, Plain] = dict(report.counts)
    return {"format": report.format, "counts": counts, "doubts": doubts, "dropped": dropped}


def _own_format(payload: bytes, encoding: Encoding) -> SceneSpec:
    try:
        plain = decode_value(_frame(payload, encoding), encoding, TRANSFER)
        return msgspec.convert(plain, SceneSpec)
    except UnicodeDecodeError:
        raise BadScene("the scene is no text in UTF-8") from None
    except (ProtocolError, msgspec.ValidationError) as fault:
        raise BadScene(f"the scene cannot be read: {fault}") from None


def _frame(payload: bytes, encoding: Encoding) -> bytes | str:
    return payload if encoding is Encoding.MSGPACK else payload.decode()
