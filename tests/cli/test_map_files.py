"""Folders, archives, NeDB files and LevelDB packs."""

import io
import json
import os
import sys
import zipfile
from pathlib import Path

import pytest

from cli.leveldb_pack import scene_changes, write_pack
from support.shared_material import shared_path
from vttbridge.cli import map_files
from vttbridge.cli.map_files import Opened, open_maps
from vttbridge.errors import BadConfig, BadScene, StoreFault

Record = dict[str, object]
SCENE: Record = {
    "_id": "s1",
    "name": "Cellar",
    "width": 1000,
    "height": 800,
    "padding": 0,
    "grid": {"type": 1, "size": 100, "distance": 5, "units": "ft"},
    "walls": [],
}
WALLS: list[Record] = [
    {"_id": f"w{number}", "c": [100 * number, 0, 100 * number, 800], "move": 20} for number in range(1, 5)
]
MAP: Record = {
    "resolution": {"map_size": {"x": 4, "y": 4}},
    "line_of_sight": [[{"x": 0, "y": 1}, {"x": 3, "y": 1}]],
}


def lines(*documents: object) -> bytes:
    """Return documents as lines; bytes stand as they are."""
    return (
        b"\n".join(one if isinstance(one, bytes) else json.dumps(one).encode() for one in documents) + b"\n"
    )


def nedb(folder: Path, *documents: object) -> Opened:
    """Open a NeDB file of these lines."""
    path = folder / "scenes.db"
    path.write_bytes(lines(*documents))
    return open_maps(path)


def zipped(path: Path, **members: bytes) -> Path:
    """Write an archive; double underscores in names are slashes."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name.replace("__", "/").replace("_dot_", "."), data)
    return path


def dropped(opened: Opened) -> dict[str, tuple[str, ...]]:
    """What the container left out, by rule."""
    assert opened.container is not None
    return {drop.rule: drop.places for drop in opened.container.dropped}


class TestNedb:
    def test_the_last_line_of_an_id_counts_and_a_marker_deletes(self, tmp_path: Path) -> None:
        """In the order in which the scenes were first written."""
        opened = nedb(
            tmp_path,
            SCENE,
            SCENE | {"_id": "s2", "name": "Loft"},
            {"$$indexCreated": {"fieldName": "name"}},
            SCENE | {"_id": "s3"},
            {"_id": "s3", "$$deleted": True},
            SCENE | {"walls": WALLS},
        )
        assert [(one.spec.name, len(one.spec.walls)) for one in opened.readings] == [
            ("Cellar", 4),
            ("Loft", 0),
        ]

    def test_folders_other_documents_and_a_cut_line_are_named(self, tmp_path: Path) -> None:
        """The scenes beside them are read."""
        opened = nedb(
            tmp_path,
            SCENE,
            SCENE | {"_id": "f", "name": "#[CF_tempEntity]"},
            {"_id": "a", "name": "Ogre"},
            b'{"_id": "s9", "wid',
        )
        assert [one.spec.name for one in opened.readings] == ["Cellar"]
        assert dropped(opened) == {
            "broken_line": ("line 4",),
            "folder_scene": ("#[CF_tempEntity]",),
            "no_scene": ("Ogre",),
        }

    def test_a_scene_that_cannot_be_read_does_not_hide_the_others(self, tmp_path: Path) -> None:
        """It is left out with its sentence."""
        opened = nedb(tmp_path, SCENE, SCENE | {"_id": "s2", "name": "Loft", "width": -1})
        assert len(opened.readings) == 1
        assert dropped(opened)["scene_unreadable"][0].startswith("Loft: width: a scene is between")

    def test_where_none_can_be_read_that_is_the_fault(self, tmp_path: Path) -> None:
        """The first sentence is told."""
        with pytest.raises(BadScene, match="width: a scene is between"):
            nedb(tmp_path, SCENE | {"width": 0}, SCENE | {"_id": "s2", "width": 0})


class TestPacks:
    def test_walls_under_their_own_keys_come_into_their_scene(self, tmp_path: Path) -> None:
        """In the order of the scene's ids."""
        opened = open_maps(write_pack(tmp_path / "maps", scene_changes(SCENE, walls=WALLS)))
        (reading,) = opened.readings
        assert [wall.id for wall in reading.spec.walls] == ["w1", "w2", "w3", "w4"]

    def test_the_highest_sequence_counts_and_deletions_are_gone(self, tmp_path: Path) -> None:
        """A wall that moved, one that went, and a scene that went."""
        changes = [
            *scene_changes(SCENE, walls=WALLS),
            *scene_changes(SCENE | {"_id": "s2", "name": "Loft"}),
            ("!scenes.walls!s1.w1", WALLS[0] | {"c": [50, 0, 50, 800]}),
            ("!scenes.walls!s1.w2", None),
            ("!scenes!s2", None),
        ]
        (reading,) = open_maps(write_pack(tmp_path / "maps", changes)).readings
        assert [(wall.id, wall.a.x) for wall in reading.spec.walls] == [("w1", 0.5), ("w3", 3), ("w4", 4)]
        assert {drop.rule: drop.times for drop in reading.report.dropped} == {"wall_id_only": 1}

    def test_a_missing_manifest_is_a_doubt(self, tmp_path: Path) -> None:
        """All files are read then."""
        opened = open_maps(write_pack(tmp_path / "maps", scene_changes(SCENE), manifest=False))
        assert opened.container is not None
        assert [doubt.code for doubt in opened.container.doubts] == ["manifest_missing"]

    def test_nothing_is_written_where_the_pack_lies(self, tmp_path: Path) -> None:
        """Its files are the same before and after."""
        folder = write_pack(tmp_path / "maps", scene_changes(SCENE, walls=WALLS))
        before = {path.name: path.read_bytes() for path in folder.iterdir()}
        open_maps(folder)
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == before

    def test_without_the_optional_part_it_says_what_to_install(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """One sentence with the command."""
        monkeypatch.setitem(sys.modules, "chromium_reader.leveldb", None)
        with pytest.raises(BadConfig, match=r"pip install 'vttbridge\[leveldb\]'"):
            open_maps(write_pack(tmp_path / "maps", scene_changes(SCENE)))

    @pytest.mark.parametrize("cut", [1, 20, 60, 200])
    def test_a_damaged_pack_is_told_or_read(self, tmp_path: Path, cut: int) -> None:
        """A table file of rubbish is a fault and no traceback."""
        folder = write_pack(tmp_path / "maps", scene_changes(SCENE, walls=WALLS))
        (folder / "000005.ldb").write_bytes(bytes(range(cut)))
        with pytest.raises(BadScene, match="damaged LevelDB pack"):
            open_maps(folder)

    def test_a_pack_of_other_things_says_what_it_holds(self, tmp_path: Path) -> None:
        """Actors are no maps."""
        folder = write_pack(tmp_path / "actors", [("!actors!a1", {"_id": "a1"})])
        with pytest.raises(BadScene, match="the pack holds no scenes; it holds actors"):
            open_maps(folder)


class TestFoldersAndArchives:
    def test_a_folder_gives_its_maps_by_name(self, tmp_path: Path) -> None:
        """Packs, files and folders in it; links are not followed."""
        (tmp_path / "b.dd2vtt").write_text(json.dumps(MAP))
        (tmp_path / "readme.md").write_text("no map")
        (tmp_path / "broken.json").write_text("{")
        write_pack(tmp_path / "packs" / "maps", scene_changes(SCENE))
        (tmp_path / "link.json").symlink_to(tmp_path / "b.dd2vtt")
        opened = open_maps(tmp_path)
        assert [one.spec.name for one in opened.readings] == ["b.dd2vtt", "Cellar"]
        assert list(dropped(opened)) == ["file_unreadable"]

    def test_an_archive_is_read_like_a_folder(self, tmp_path: Path) -> None:
        """A map in a folder of the archive."""
        path = zipped(tmp_path / "maps.zip", maps__b_dot_dd2vtt=json.dumps(MAP).encode())
        assert [one.spec.name for one in open_maps(path).readings] == ["b.dd2vtt"]

    @pytest.mark.parametrize(
        "name", ["../out.json", "/etc/out.json", "a/../../out.json", "c:\\out.json", "..\\out.json"]
    )
    def test_a_name_that_leads_out_of_the_archive_is_refused(self, tmp_path: Path, name: str) -> None:
        """And nothing is unpacked there."""
        path = tmp_path / "inner" / "maps.zip"
        path.parent.mkdir()
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr(name, "{}")
        with pytest.raises(BadScene, match="leads out of it"):
            open_maps(path)
        assert not list(tmp_path.rglob("out.json"))

    def test_a_link_in_an_archive_is_refused(self, tmp_path: Path) -> None:
        """It could lead anywhere."""
        entry = zipfile.ZipInfo("link.json")
        entry.external_attr = 0o120777 << 16
        with zipfile.ZipFile(tmp_path / "maps.zip", "w") as archive:
            archive.writestr(entry, "/etc/passwd")
        with pytest.raises(BadScene, match="holds a link"):
            open_maps(tmp_path / "maps.zip")

    def test_an_archive_that_unpacks_to_too_much_is_refused(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What really comes out is counted, whatever the archive says."""
        monkeypatch.setattr(map_files, "MAX_TOTAL", 3 * map_files.MIB)
        path = zipped(
            tmp_path / "bomb.zip", a_dot_json=bytes(2 * map_files.MIB), b_dot_json=bytes(2 * map_files.MIB)
        )
        with pytest.raises(BadScene, match="unpacks to more than"):
            open_maps(path)

    def test_an_archive_of_too_many_files_is_refused(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Before anything is unpacked."""
        monkeypatch.setattr(map_files, "MAX_FILES", 2)
        path = zipped(tmp_path / "many.zip", a_dot_json=b"", b_dot_json=b"", c_dot_json=b"")
        with pytest.raises(BadScene, match="more than 2 files"):
            open_maps(path)

    @pytest.mark.parametrize("cut", [10, 60, 120, -30, -5])
    def test_a_damaged_archive_is_one_sentence(self, tmp_path: Path, cut: int) -> None:
        """Cut anywhere."""
        whole = io.BytesIO()
        with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("a.json", json.dumps(MAP))
        path = tmp_path / "cut.zip"
        path.write_bytes(whole.getvalue()[:cut])
        with pytest.raises(BadScene, match="damaged archive"):
            open_maps(path)

    def test_a_pipe_is_never_read(self, tmp_path: Path) -> None:
        """It might never end: named alone it is refused, in a folder it is left out."""
        pipe = tmp_path / "a.json"
        os.mkfifo(pipe)
        with pytest.raises(BadScene, match="no plain file"):
            open_maps(pipe)
        (tmp_path / "b.json").write_text(json.dumps(MAP))
        opened = open_maps(tmp_path)
        assert len(opened.readings) == 1
        assert opened.container is not None
        assert [one.rule for one in opened.container.dropped] == ["file_unreadable"]

    def test_what_is_not_there_is_told(self, tmp_path: Path) -> None:
        """One sentence with the path; a folder without maps says so."""
        with pytest.raises(StoreFault, match="cannot be read"):
            open_maps(tmp_path / "nothing.json")
        with pytest.raises(BadScene, match="holds no map"):
            open_maps(tmp_path)


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "scenes", "counts"),
    [
        ("orbs-bad-maps.leveldb.zip", 32, {"walls": 463}),
        ("cyphersystem-scenes.leveldb.zip", 2, {"tiles": 12, "drawings": 8}),
        ("magaambya-maps.nedb.db", 3, {"walls": 542}),
        ("t2k4e-maps.nedb.db", 5, {"tokens": 40}),
    ],
)
def test_real_containers_hold_what_their_sources_say(name: str, scenes: int, counts: dict[str, int]) -> None:
    """Over all their scenes; the sixth line of one is a module's folder."""
    opened = open_maps(shared_path("maps", "containers", name))
    assert len(opened.readings) == scenes
    for kind, times in counts.items():
        assert sum(one.report.count(kind) for one in opened.readings) == times
    assert opened.container is not None
    doubts = [doubt.code for doubt in opened.container.doubts]
    assert doubts == (["manifest_missing"] if name.startswith("cypher") else [])
    assert ("folder_scene" in dropped(opened)) is name.startswith("t2k4e")
