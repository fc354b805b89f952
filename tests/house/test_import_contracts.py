"""The layers hold, and each contract fails when somebody breaks it."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = (
    "vttbridge",
    "protocol/vttbridge_protocol",
    "rulesets/vttbridge_heroclix",
    "rulesets/vttbridge_necromunda",
    "rulesets/vttbridge_draw_steel",
)

OFFENCES = {
    "command line over server over session and storage over table over rules over geometry": (
        "vttbridge/geometry/vec.py",
        "import vttbridge.table.model.state",
    ),
    "seats and tokens know no table": ("vttbridge/auth/throttle.py", "import vttbridge.geometry.vec"),
    "inside the server": ("vttbridge/server/runtime/entropy.py", "import vttbridge.server.transport.peer"),
    "inside the table": ("vttbridge/table/model/replies.py", "import vttbridge.table.log.chain"),
    "the session knows seats and the protocol only": (
        "vttbridge/session/actions.py",
        "import vttbridge.table.model.state",
    ),
    "formats and drawing stand beside the table": (
        "vttbridge/drawing/paper.py",
        "import vttbridge.table.decisions.undo",
    ),
    "the client knows the protocol only": ("vttbridge/client/client.py", "import vttbridge.geometry.vec"),
    "the protocol is a leaf": ("protocol/vttbridge_protocol/errors.py", "import vttbridge.errors"),
    "the table and all below it do not speak the wire": (
        "vttbridge/table/decisions/undo.py",
        "import vttbridge_protocol.errors",
    ),
    "the protocol alone uses msgpack": ("vttbridge/server/runtime/clock.py", "import msgpack"),
    "geometry alone uses shapely": ("vttbridge/rules/dice.py", "import shapely"),
    "rule books never import one another": (
        "rulesets/vttbridge_heroclix/order.py",
        "import vttbridge_draw_steel.sizes",
    ),
    "rule books use rules and geometry only": (
        "rulesets/vttbridge_draw_steel/sizes.py",
        "import vttbridge.formats.report",
    ),
    "nothing in vttbridge imports a rule book": (
        "vttbridge/rules/odds.py",
        "import vttbridge_heroclix.order",
    ),
    "only tests, the command line and the demo import testing": (
        "vttbridge/session/event_mac.py",
        "import vttbridge.testing.checkout",
    ),
    "sockets belong to the server's edge and to the client": (
        "vttbridge/server/tables/mailbox.py",
        "import websockets",
    ),
    "storage is synchronous": ("vttbridge/storage/codec.py", "import asyncio"),
    "databases and threads belong to storage and the server's runtime": (
        "vttbridge/server/http/static_files.py",
        "import sqlite3",
    ),
    "the command line alone uses typer": ("vttbridge/demo/story.py", "import typer"),
    "the server alone writes log lines": ("vttbridge/storage/verify.py", "import structlog"),
    "the core has no clock, no chance, no files, no tasks": ("vttbridge/rules/dice.py", "import random"),
    "map files are read as bytes, without a clock or chance": ("vttbridge/formats/report.py", "import time"),
}
"""For each contract a file and a line that break it."""


def _kept(folder: Path) -> dict[str, bool]:
    """Run the contracts over a tree; returns for each whether it is kept."""
    roots = os.pathsep.join(str(folder / root) for root in ("", "protocol", "rulesets"))
    run = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; from importlinter.cli import lint_imports_command as run; sys.exit(run())",
            "--no-cache",
        ],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": roots, "NO_COLOR": "1", "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    found = re.findall(r"^(.+?) (KEPT|BROKEN)", run.stdout, flags=re.MULTILINE)
    assert found, run.stdout + run.stderr
    return {name.strip(): word == "KEPT" for name, word in found}


def _copied(folder: Path) -> Path:
    for package in PACKAGES:
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def test_every_contract_holds(tmp_path: Path) -> None:
    """The project as it is breaks none, and none is left out of the list of offences."""
    kept = _kept(_copied(tmp_path))
    assert sorted(kept) == sorted(OFFENCES)
    assert [name for name, holds in kept.items() if not holds] == []


def test_every_contract_is_seen_to_fail(tmp_path: Path) -> None:
    """With one offending line each, every contract is broken."""
    folder = _copied(tmp_path)
    for path, offence in OFFENCES.values():
        file = folder / path
        file.write_text(f"{file.read_text(encoding='utf-8')}\n{offence}\n", encoding="utf-8")
    assert [name for name, holds in _kept(folder).items() if holds] == []
