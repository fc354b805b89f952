"""The layers hold, and each contract fails when somebody breaks it."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = (
    "vttbridge",
    "protocol/vttbridge_protocol",
    "rulesets/vttbridge_heroclix",
    "rulesets/vttbridge_necromunda",
    "rulesets/vttbridge_draw_steel",
)

OFFENCES = {
    "server over session over table over rules over geometry": (
        "vttbridge/geometry/vec.py",
        "import vttbridge.table.state",
    ),
    "formats and drawing stand beside the table": (
        "vttbridge/drawing/paper.py",
        "import vttbridge.table.undo",
    ),
    "the client knows the protocol only": ("vttbridge/client/client.py", "import vttbridge.geometry.vec"),
    "the protocol is a leaf": ("protocol/vttbridge_protocol/errors.py", "import vttbridge.errors"),
    "only session, server, client and testing speak the wire": (
        "vttbridge/table/undo.py",
        "import vttbridge_protocol.errors",
    ),
    "the protocol alone uses msgpack": ("vttbridge/server/clock.py", "import msgpack"),
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
    "only tests and the command line import testing": (
        "vttbridge/session/rates.py",
        "import vttbridge.testing.checkout",
    ),
    "the core has no clock, no chance, no files, no tasks": ("vttbridge/rules/dice.py", "import random"),
}
"""For each contract a file and a line that break it."""


def _kept(folder: Path) -> dict[str, bool]:
    """Run the contracts over a tree; gives for each whether it is kept."""
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
