"""Uploaded maps as scenes: read beside the event loop, kept as blobs."""

import msgspec

from vttbridge.errors import BadScene
from vttbridge.formats.detect import read_map
from vttbridge.formats.report import Report
from vttbridge.geometry.scene import SceneSpec
from vttbridge_protocol import TRANSFER, Encoding, Plain, ProtocolError, SceneSet, Tree, decode_value


def reading_of(payload: bytes, wanted: SceneSet, encoding: Encoding) -> tuple[SceneSpec, Tree]:
    """Read an uploaded scene or map, with what there is to report; raises BadScene with one sentence."""
    facts: Tree = {}
    if wanted.format == "scene":
        spec = _own_format(payload, encoding)
    else:
        reading = read_map(payload, wanted.name or wanted.scene)[0]
        spec, facts = reading.spec, _facts_of(reading.report)
    name = wanted.name or spec.name or wanted.scene
    return msgspec.structs.replace(spec, id=wanted.scene, name=name, home=wanted.home), facts


def _facts_of(report: Report) -> Tree:
    """Give a report as the facts of a reply: what was counted, and what was doubtful."""
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
