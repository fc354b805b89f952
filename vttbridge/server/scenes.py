"""Uploaded maps as scenes: read beside the event loop, kept as blobs."""

import msgspec

from vttbridge.errors import BadScene, VttbridgeError
from vttbridge.formats.detect import read_map
from vttbridge.geometry.scene import SceneSpec
from vttbridge_protocol import TRANSFER, Encoding, Plain, ProtocolError, SceneSet, decode_value


def spec_of(payload: bytes, wanted: SceneSet, encoding: Encoding) -> SceneSpec:
    """Read an uploaded scene or map; raises BadScene with one sentence."""
    spec = _own_format(payload, encoding) if wanted.format == "scene" else _map(payload, wanted)
    return msgspec.structs.replace(
        spec, id=wanted.scene, name=wanted.name or spec.name or wanted.scene, home=wanted.home
    )


def _map(payload: bytes, wanted: SceneSet) -> SceneSpec:
    return read_map(payload, wanted.name or wanted.scene)[0].spec


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


def sentence_of(fault: VttbridgeError) -> dict[str, Plain]:
    """Give a fault as the facts of a reply."""
    return {"reason": str(fault)[:500]}
