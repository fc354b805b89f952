"""Opens what maps come in: single files, folders, archives, NeDB files and LevelDB packs.

1. Nothing is written where a pack lies: its files are copied to a temporary folder and read there.
2. Of each key of a pack the value with the highest sequence counts; where that is a deletion the key is gone.
3. Only plain files are read: a pipe or a device might never end.
4. An archive is read with limits on the count and size of its files, and a name that leads out of it is
   refused. Links are never followed.
5. In a container of many scenes one that cannot be read is left out, with its sentence, and the others are
   read; where none can be, that is a fault.
"""

import lzma
import shutil
import stat
import tempfile
import warnings
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

import msgspec

from vttbridge.errors import BadConfig, BadScene, StoreFault
from vttbridge.formats.detect import read_map, read_parsed
from vttbridge.formats.foundry.packs import is_nedb, nedb_scenes, pack_scenes
from vttbridge.formats.plain import Doc, unmarked
from vttbridge.formats.report import Notebook, Reading, Report

MIB = 1024 * 1024
MAX_FILES = 1_000
MAX_FILE = 64 * MIB
MAX_TOTAL = 256 * MIB
MAX_MAP_FILES = 4
PACK_SUFFIXES = frozenset({".ldb", ".sst", ".log"})
MAP_SUFFIXES = frozenset({".json", ".db", ".dd2vtt", ".uvtt", ".df2vtt", ".xml", ".txt"})
ZIP_MARKS = (b"PK\x03\x04", b"PK\x05\x06")
BROKEN_ARCHIVE = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    lzma.LZMAError,
    NotImplementedError,
    EOFError,
    RuntimeError,
)
"""What the standard library raises over an archive that it cannot unpack."""


class Opened(msgspec.Struct, frozen=True):
    """What was in a file: its scenes, and for a container of many what it held itself."""

    readings: tuple[Reading, ...]
    container: Report | None = None


def open_maps(path: Path) -> Opened:
    """Open anything that holds maps; raises BadScene, BadConfig or StoreFault with one sentence."""
    try:
        if path.is_dir():
            return _folder(path)
        data = _bytes_of(path)
    except OSError as fault:
        raise StoreFault(f"{path} cannot be read: {fault.strerror or fault}") from None
    if data.startswith(ZIP_MARKS):
        return _archive(path)
    return _opened(data, path.name)


def _bytes_of(path: Path) -> bytes:
    about = path.stat()
    if not stat.S_ISREG(about.st_mode):
        raise BadScene(f"{path.name} is no plain file and cannot be read as a map")
    if about.st_size > MAX_FILE:
        raise BadScene(f"{path.name} is larger than {MAX_FILE // MIB} MiB; no map is that large")
    return path.read_bytes()


def _opened(data: bytes, name: str) -> Opened:
    data = unmarked(data)
    if not is_nedb(data):
        return Opened(read_map(data, name))
    notes = Notebook()
    return _many(nedb_scenes(data, notes), "nedb", name, notes)


def _many(scenes: Iterable[Doc], kind: str, name: str, notes: Notebook) -> Opened:
    """Read every scene of a container; at least one must be readable."""
    readings: list[Reading] = []
    first: BadScene | None = None
    for scene in scenes:
        label = scene.get("name").text(name)
        try:
            readings.append(read_parsed(scene, label))
        except BadScene as fault:
            first = first or fault
            notes.drop("scene_unreadable", f"{label}: {fault}")
    if not readings:
        raise first or BadScene(f"{name} holds no scene")
    return Opened(tuple(readings), notes.report(kind, name))


def is_pack(folder: Path) -> bool:
    """Return whether a folder is a LevelDB pack."""
    return (folder / "CURRENT").is_file() or any(
        entry.suffix in {".ldb", ".sst"} or entry.name.startswith("MANIFEST-") for entry in folder.iterdir()
    )


def _folder(folder: Path) -> Opened:
    if is_pack(folder):
        return _pack(folder, folder.name)
    return _joined(folder.name, "folder", _parts_of(folder))


def _parts_of(folder: Path) -> Iterator[Path]:
    """Return the packs and map files of a folder, by name, not deeper than a world's folder is."""
    found = 0
    waiting = [(folder, 0)]
    while waiting:
        here, depth = waiting.pop(0)
        for entry in sorted(here.iterdir()):
            if entry.is_symlink():
                continue
            found += 1
            if found > MAX_FILES:
                raise BadScene(f"{folder.name} holds more than {MAX_FILES} files; name one of them")
            if entry.is_dir() and not is_pack(entry):
                if depth < MAX_MAP_FILES:
                    waiting.append((entry, depth + 1))
            elif entry.is_dir() or entry.suffix.lower() in MAP_SUFFIXES:
                yield entry


def _joined(name: str, kind: str, parts: Iterable[Path]) -> Opened:
    """Open several packs and files as one container."""
    notes = Notebook()
    readings: list[Reading] = []
    reports: list[Report] = []
    first: BadScene | None = None
    for part in parts:
        try:
            opened = _pack(part, part.name) if part.is_dir() else _opened(_bytes_of(part), part.name)
        except BadScene as fault:
            first = first or fault
            notes.drop("file_unreadable", f"{part.name}: {fault}")
            continue
        readings.extend(opened.readings)
        if opened.container is not None:
            reports.append(opened.container)
    if not readings:
        raise first or BadScene(f"{name} holds no map")
    if len(reports) == 1 and first is None:
        return Opened(tuple(readings), reports[0])
    notes.count("scenes", len(readings))
    for report in reports:
        _carry(report, notes)
    return Opened(tuple(readings), notes.report(kind, name))


def _carry(report: Report, notes: Notebook) -> None:
    """Carry the doubts and drops of an inner container over."""
    for doubt in report.doubts:
        notes.doubt(doubt.code, doubt.taken, report.name)
    for dropped in report.dropped:
        notes.drop(dropped.rule, report.name)


def _pack(folder: Path, name: str) -> Opened:
    """Read a LevelDB pack from a copy."""
    notes = Notebook()
    with tempfile.TemporaryDirectory(prefix="vttbridge-") as scratch:
        copy = Path(scratch)
        _copy(folder, copy)
        values = _values(copy, name, notes)
    return _many(pack_scenes(values, notes), "leveldb", name, notes)


def _copy(folder: Path, copy: Path) -> None:
    files = [entry for entry in sorted(folder.iterdir()) if entry.is_file() and not entry.is_symlink()]
    if len(files) > MAX_FILES or sum(entry.stat().st_size for entry in files) > MAX_TOTAL:
        raise BadScene(f"{folder.name} is larger than {MAX_TOTAL // MIB} MiB or {MAX_FILES} files")
    for entry in files:
        if entry.suffix in PACK_SUFFIXES or entry.name.startswith("MANIFEST-"):
            shutil.copyfile(entry, copy / entry.name)


def _values(folder: Path, name: str, notes: Notebook) -> dict[str, bytes]:
    """Return the living values of a pack by key."""
    try:
        from chromium_reader.leveldb import KeyState, RawLevelDb
    except ImportError:
        raise BadConfig(
            f"{name} is a LevelDB pack, which needs an optional part: pip install 'vttbridge[leveldb]'"
        ) from None
    latest: dict[bytes, tuple[int, bytes | None]] = {}

    def read() -> str:
        """Read every record, and give what was wrong."""
        try:
            with RawLevelDb(folder) as pack:
                if pack.manifest is None:
                    notes.doubt("manifest_missing", "all_files_read", name)
                for record in pack.iterate_records_raw():
                    key, seq = record.user_key, record.seq
                    if key not in latest or seq > latest[key][0]:
                        latest[key] = (seq, None if record.state is KeyState.DELETED else record.value)
        except Exception as fault:  # noqa: BLE001 - the reader of another project may raise anything over bad bytes
            return str(fault) or type(fault).__name__
        return ""

    with warnings.catch_warnings():
        # The reader leaves a file open where it stumbles over it.
        warnings.simplefilter("ignore", ResourceWarning)
        fault = read()
    if fault:
        raise BadScene(f"{name} is a damaged LevelDB pack: {fault}")
    if not latest:
        raise BadScene(f"{name} is a LevelDB pack without any key")
    notes.count("deleted", sum(1 for _, value in latest.values() if value is None))
    living = {key: value for key, (_, value) in latest.items() if value is not None}
    return {key.decode("utf-8", "replace"): value for key, value in living.items()}


def _archive(path: Path) -> Opened:
    """Unpack an archive into a temporary folder, within limits, and read what lies there."""
    with tempfile.TemporaryDirectory(prefix="vttbridge-") as scratch:
        folder = Path(scratch)
        try:
            with zipfile.ZipFile(path) as archive:
                _unpack(archive, folder, path.name)
        except BROKEN_ARCHIVE as fault:
            raise BadScene(f"{path.name} is a damaged archive: {fault}") from None
        except OSError as fault:
            raise BadScene(f"{path.name} cannot be unpacked: {fault.strerror or fault}") from None
        return _joined(path.name, "archive", _parts_of(folder))


def _unpack(archive: zipfile.ZipFile, folder: Path, name: str) -> None:
    entries = [entry for entry in archive.infolist() if not entry.is_dir()]
    if len(entries) > MAX_FILES:
        raise BadScene(f"{name} holds more than {MAX_FILES} files")
    left = MAX_TOTAL
    for entry in entries:
        target = folder / _safe(entry, name)
        target.parent.mkdir(parents=True, exist_ok=True)
        left -= _write(archive, entry, target, min(left, MAX_FILE), name)


def _safe(entry: zipfile.ZipInfo, name: str) -> PurePosixPath:
    """Return an entry's path where it stays inside the archive and is a plain file."""
    inside = PurePosixPath(entry.filename.replace("\\", "/"))
    leads_out = (
        inside.is_absolute() or ".." in inside.parts or ":" in entry.filename or "\0" in entry.filename
    )
    if leads_out or len(inside.parts) > MAX_MAP_FILES * 2:
        raise BadScene(f"{name} holds a file whose path leads out of it: {entry.filename!r}")
    if stat.S_ISLNK(entry.external_attr >> 16):
        raise BadScene(f"{name} holds a link: {entry.filename!r}")
    if entry.flag_bits & 0x1:
        raise BadScene(f"{name} is locked with a password")
    return inside


def _write(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, target: Path, limit: int, name: str) -> int:
    """Unpack one file, counting what really comes out; returns its size."""
    size = 0
    with archive.open(entry) as source, target.open("wb") as out:
        while part := source.read(MIB):
            size += len(part)
            if size > limit:
                raise BadScene(f"{name} unpacks to more than {MAX_TOTAL // MIB} MiB")
            out.write(part)
    return size
