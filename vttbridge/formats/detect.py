"""Tells what a map file is, and reads it."""

from vttbridge.errors import BadScene
from vttbridge.formats.plain import parsed
from vttbridge.formats.report import Reading
from vttbridge.formats.uvtt import is_uvtt, read_document


def read_map(data: bytes, name: str) -> tuple[Reading, ...]:
    """Read any known map file; raises BadScene with one sentence where it is none."""
    if not data.strip():
        raise BadScene(f"{name} is empty")
    document = parsed(data, name)
    if is_uvtt(document):
        return (read_document(document, name),)
    raise BadScene(f"{name} is no map that is known here: it is JSON, but of no map program")
