"""Tells what a map file is, and reads it."""

from vttbridge.errors import BadScene
from vttbridge.formats import drawn, fantasy_grounds, heroclix, uvtt, watabou
from vttbridge.formats.foundry import read as foundry
from vttbridge.formats.foundry.packs import is_nedb, nedb_scenes
from vttbridge.formats.plain import Doc, parsed, unmarked
from vttbridge.formats.report import Notebook, Reading

OTHERS = (
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"RIFF", "a picture"),
    (b"%PDF", "a PDF"),
    (b"\x1f\x8b", "packed with gzip (unpack it first)"),
    (b"7z\xbc\xaf", "packed with 7-Zip (unpack it first)"),
    (b"Rar!", "packed with RAR (unpack it first)"),
)
"""How files begin that are often named instead of a map."""


def read_map(data: bytes, name: str) -> tuple[Reading, ...]:
    """Read any known map file; raises BadScene with one sentence where it is none."""
    data = unmarked(data)
    if not data.strip():
        raise BadScene(f"{name} is empty")
    for mark, what in OTHERS:
        if data.startswith(mark):
            raise BadScene(f"{name} is {what} and not a map")
    if data.lstrip()[:1] == b"<":
        if fantasy_grounds.is_fantasy_grounds(data):
            return (fantasy_grounds.read_fantasy_grounds(data, name),)
        raise BadScene(f"{name} is XML, but no line-of-sight file of Fantasy Grounds")
    if drawn.is_drawn(data):
        return (drawn.read_drawn(data, name),)
    if is_nedb(data):
        return tuple(read_parsed(scene, name) for scene in nedb_scenes(data, Notebook()))
    document = parsed(data, name)
    many = document if document.is_list() else document.get("scenes")
    scenes = tuple(scene for scene in many.items() if foundry.is_foundry(scene))
    if scenes and not foundry.is_foundry(document):
        return tuple(read_parsed(scene, scene.get("name").text(name)) for scene in scenes)
    return (read_parsed(document, name),)


def read_parsed(document: Doc, name: str) -> Reading:
    """Read a parsed document of any known format."""
    for is_one, read in (
        (uvtt.is_uvtt, uvtt.read_document),
        (heroclix.is_heroclix, heroclix.read_document),
        (watabou.is_watabou, watabou.read_document),
        (foundry.is_foundry, foundry.read_document),
    ):
        if is_one(document):
            return read(document, name)
    raise BadScene(f"{name} is no map that is known here: it is JSON, but of no map program")
