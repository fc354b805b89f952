"""Reading the biggest scenes against `json.loads` of the same bytes: `python tests/bench/bench_read.py`.

Prints for each scene the time to parse, to read and index it, the peak of memory, and what it costs to open
one door on it against building the scene again. The goals: a scene of 5,000 walls read, checked and
indexed within 5 times the parsing; a door for less than a hundredth of a rebuild.
"""

import gc
import json
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "protocol"), str(ROOT / "rulesets"), str(ROOT / "tests")]

from support.shared_material import SHARED, shared_path  # noqa: E402 - the script is run from anywhere
from vttbridge.formats.detect import read_map  # noqa: E402
from vttbridge.geometry.scene import Scene  # noqa: E402

ROUNDS = 5


def made(walls: int) -> bytes:
    """Make a scene of so many walls, every tenth a door, as Foundry exports it."""
    documents = [
        {
            "light": 20,
            "move": 20,
            "sight": 20,
            "sound": 20,
            "c": [100 * (n % 100), 70 * (n // 100), 100 * (n % 100) + 80, 70 * (n // 100) + 35 * (n % 3)],
            "_id": f"wall{n:012d}",
            "dir": 0,
            "door": int(n % 10 == 0),
            "ds": 0,
            "threshold": {"light": None, "sight": None, "sound": None, "attenuation": False},
            "flags": {"wall-height": {"top": 10 if n % 2 else None, "bottom": None}},
            "animation": None,
        }
        for n in range(walls)
    ]
    scene = {
        "_id": "big",
        "name": f"{walls} walls",
        "width": 10_000,
        "height": 8_000,
        "padding": 0.25,
        "grid": {"type": 1, "size": 100, "distance": 5, "units": "ft"},
        "walls": documents,
        "tokens": [],
    }
    return json.dumps(scene).encode()


def best(work: Callable[[], object]) -> float:
    """Return the least time of the processor over some rounds, in milliseconds."""
    times: list[float] = []
    for _ in range(ROUNDS):
        gc.collect()
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times) * 1000


def peak(work: Callable[[], object]) -> float:
    """Return the peak of memory in MiB."""
    tracemalloc.start()
    work()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most / 1024 / 1024


def whole(data: bytes, name: str) -> Scene:
    """Read, check and index a scene."""
    return Scene.build(read_map(data, name)[0].spec)


def measure(name: str, data: bytes) -> None:
    """Print one line for a scene."""
    parsing = best(lambda: json.loads(data))
    reading = best(lambda: whole(data, name))
    spec = read_map(data, name)[0].spec
    building = best(lambda: Scene.build(spec))
    scene = Scene.build(spec)
    door = next((wall.id for wall in spec.walls if wall.door != "none"), None)
    opened = 0.0 if door is None else best(lambda: scene.with_door(door, "open"))
    print(
        f"{name:44} {len(spec.walls):6} walls {len(data) / 1024:7.0f} KiB  json {parsing:7.2f} ms  "
        f"read, checked, indexed {reading:8.2f} ms ({reading / parsing:5.1f} x)  "
        f"of it build {building:7.2f} ms  door {opened:7.3f} ms ({opened / building:6.4f} x)  "
        f"peak {peak(lambda: json.loads(data)):5.1f} / {peak(lambda: whole(data, name)):5.1f} MiB"
    )


def main() -> None:
    """Measure made scenes, then the biggest real ones."""
    for walls in (1_000, 5_000, 10_000):
        measure(f"made, {walls} walls", made(walls))
    if SHARED is not None:
        for folder in ("foundry", "uvtt", "heroclix", "watabou"):
            files = sorted(shared_path("maps", folder).iterdir(), key=lambda path: -path.stat().st_size)
            for path in files[: 6 if folder == "foundry" else 2]:
                measure(path.name[:44], path.read_bytes())


if __name__ == "__main__":
    main()
