"""A log file as the console reads it by itself: what the server tells of it, or what is wrong with it."""

import asyncio
import json
import random
import re
import shutil
import subprocess
from pathlib import Path

import msgspec
import pytest

from support.long_log import YARD, LongLog
from support.scale import scaled
from table.test_scenarios_at_table import Gathering, check_step
from vttbridge.demo.headless import show
from vttbridge.errors import BadLog
from vttbridge.rules.registry import find, names
from vttbridge.serializers.state import event_of, state_of_view
from vttbridge.server.http.static_files import page as page_of
from vttbridge.server.tables.registry import header_of
from vttbridge.storage.codec import chained, encode_header, encode_scene
from vttbridge.storage.log_file import exported, read_bytes, written_log
from vttbridge.storage.sqlite.store import SqliteStore
from vttbridge.storage.verify import book_of, of_file, steps_of
from vttbridge.table import hash_of, view
from vttbridge.table.log.chain import first_hash
from vttbridge.table.model.commands import ChangeScene, FollowVtt
from vttbridge.testing.scenario.reading import read_file
from vttbridge.testing.scenario.running import files_of
from vttbridge.testing.scenario.stage import set_stage
from vttbridge_protocol import Encoding, Plain, encode_value, in_full

READER = Path(__file__).parents[1] / "js" / "read_log.mjs"
ALL = files_of([Path(__file__).parents[1] / "scenarios"])
CASES = sorted(random.Random(3).sample(ALL, min(len(ALL), scaled(600))))


def read_in_the_page(*paths: Path) -> list[dict[str, Plain]]:
    """Return what the page makes of some files."""
    node = shutil.which("node")
    assert node is not None, "the console's own reader needs Node"
    command = [node, str(READER), *(str(path) for path in paths)]
    ran = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)
    return [json.loads(line) for line in ran.stdout.splitlines()]


def told_by_the_server(path: Path) -> dict[str, Plain]:
    """Return what a game master is told of the same log: events, geometry, and the state at the end."""
    source = of_file(read_bytes(path.read_bytes()))
    book = book_of(source)
    steps = list(steps_of(source))
    events: list[Plain] = []
    grounds: list[Plain] = []
    for step in steps:
        told = event_of(book, step, step.row, whole=True)
        kept = {"epoch": told.epoch, "kind": told.kind, "data": told.data, "time_ms": told.time_ms}
        who = {"cause": told.cause, "actor": told.actor}
        events.append({"seq": step.row.seq, "event": in_full(kept | who)})
        blob = getattr(step.row.body, "blob", None)
        if isinstance(blob, str):
            spec: Plain = msgspec.to_builtins(book.bare(blob).spec)
            scene: Plain = getattr(step.row.body, "scene", "")
            grounds.append({"seq": step.row.seq, "scene": scene, "ground": spec})
    state = view(book, steps[-1].after, "")
    whole = {"events": events, "grounds": grounds, "state": in_full(state_of_view(state))}
    return without_blobs(json.loads(encode_value(whole, Encoding.JSON)))


def without_blobs(tree: Plain) -> dict[str, Plain]:
    """Leave out what only a server can look up, and what the page does not need: empty members of `now`."""
    kept: dict[str, Plain] = json.loads(json.dumps(tree), object_hook=_kept)
    return kept


def _kept(tree: dict[str, Plain]) -> dict[str, Plain]:
    return {name: value for name, value in tree.items() if name != "blob" and value not in ([], {}, None, "")}


def file_of(path: Path, folder: Path) -> Path:
    """Play a scenario at a table and write its log."""
    scenario = read_file(path)
    ruleset = find(scenario.game)
    gathering = Gathering(ruleset, set_stage(ruleset, scenario))
    if gathering.set_up.outcome != "refused":
        for step in scenario.steps:
            check_step(gathering, ruleset, step)
    spec = set_stage(ruleset, scenario).scene.spec
    header = encode_header(header_of(path.stem, ruleset))
    records = chained(first_hash(header), gathering.rows)
    page = folder / f"{scenario.game}-{path.stem}.vttlog"
    page.write_bytes(written_log(header, records, lambda _blob: encode_scene(spec)))
    return page


def test_cases_of_all_books_are_read_alike(tmp_path: Path) -> None:
    """Every event of cases of all four books, what it changed, and the state at the end."""
    pages = [file_of(path, tmp_path) for path in CASES]
    for page, read in zip(pages, read_in_the_page(*pages), strict=True):
        assert without_blobs(read) == told_by_the_server(page), page.name


@pytest.fixture(scope="module")
def fights(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Play the demo and export both logs."""
    folder = tmp_path_factory.mktemp("fights")
    asyncio.run(show(folder, lambda _line: None))
    store = SqliteStore(folder)
    pages: list[Path] = []
    for table in store.tables():
        page = folder / f"{table}.vttlog"
        page.write_bytes(exported(store, table))
        pages.append(page)
    store.close()
    return pages


def test_both_fights_of_the_demo_are_read_alike(fights: list[Path]) -> None:
    """Edits, answers, undo, hidden things, people who come and go."""
    for page, read in zip(fights, read_in_the_page(*fights), strict=True):
        assert without_blobs(read) == told_by_the_server(page), page.name


def test_what_is_broken_stays_so_while_a_scene_is_followed(tmp_path: Path) -> None:
    """A wall that is where it was stays broken, one that was moved is whole again, and both sides say so."""
    played = LongLog(20)
    moved = tuple(
        msgspec.structs.replace(wall, a=wall.b, b=wall.a) if wall.id == "gate" else wall
        for wall in YARD.walls
    )
    data = encode_scene(msgspec.structs.replace(YARD, walls=moved))
    played.store.put_blob(hash_of(data), data)
    played.do("s-gm", ChangeScene("yard", walls_gone=("long", "gate")))
    played.do("s-gm", FollowVtt("yard", hash_of(data), "Yard"))
    scene = played.ledger.table.state.scene("yard")
    assert scene is not None
    assert [cut.id for cut in scene.overlay.broken] == ["long"]
    page = tmp_path / "followed.vttlog"
    page.write_bytes(exported(played.store, "long"))
    (read,) = read_in_the_page(page)
    assert without_blobs(read) == told_by_the_server(page)


def test_what_is_damaged_or_cut_is_named_by_its_row(fights: list[Path], tmp_path: Path) -> None:
    """Wherever a bit flips or the file ends, the page names the row that the server names."""
    whole = fights[0].read_bytes()
    chance = random.Random("flips")
    pages: list[Path] = []
    for number in range(scaled(400)):
        at = chance.randrange(len(whole))
        flipped = bytearray(whole)
        flipped[at] ^= 1 << chance.randrange(8)
        page = tmp_path / f"{number}.vttlog"
        page.write_bytes(whole[:at] if number % 2 else bytes(flipped))
        pages.append(page)
    for page, read in zip(pages, read_in_the_page(*pages), strict=True):
        with pytest.raises(BadLog) as fault:
            read_bytes(page.read_bytes())
        assert read["row"] == fault.value.seq, (page.name, read)


def sentences(language: str, folder: Path, pages: list[Path]) -> list[tuple[str, str]]:
    """Return what the page's feed says of some logs: kinds of events, and their sentences."""
    books = {book: json.loads(words_of(book, language)) for book in names()}
    words = folder / f"{language}.json"
    words.write_text(json.dumps(books), encoding="utf-8")
    node = shutil.which("node")
    assert node is not None, "the console's own teller needs Node"
    command = [
        node,
        str(READER.with_name("tell_log.mjs")),
        language,
        str(words),
        *(str(one) for one in pages),
    ]
    ran = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)
    lines = (line.partition("\t") for line in ran.stdout.splitlines())
    return [(kind, said) for kind, _, said in lines]


def words_of(book: str, language: str) -> str:
    """Return a rule book's own sentences in a language, as the page loads them."""
    found = page_of(f"/client/words/{book}/{language}.json")
    assert found is not None
    return found.body.decode()


RAW = re.compile(r"\w_\w|undefined|null|NaN|\{\w*\}|^\W*$")
"""A code, a gap that nothing filled, or nothing at all."""

CYRILLIC = re.compile("[а-яА-Я]")


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_event_is_told_in_a_sentence(language: str, fights: list[Path], tmp_path: Path) -> None:
    """All kinds of events of all four books, with all their effects: no code is shown raw."""
    pages = [*fights, *(file_of(path, tmp_path) for path in CASES)]
    told = sentences(language, tmp_path, pages)
    assert {"act", "asked", "answered", "committed", "rolled", "approved", "undone"} <= {
        kind for kind, _ in told
    }
    raw = {line for line in told if RAW.search(line[1]) or line[1] == "NOTHING"}
    assert raw == set()
    if language == "ru":
        assert {line for line in told if not CYRILLIC.search(line[1])} == set()
