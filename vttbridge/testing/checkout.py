"""The rule books of a source tree that is not installed: its `pyproject.toml` stands in for the metadata."""

import sys
import tempfile
import tomllib
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path

from vttbridge.rules.registry import GROUP

ROOT = Path(__file__).resolve().parents[2]


@cache
def offer_rulesets() -> None:
    """Make the source tree's rule books known to the registry; an installed project is left as it is."""
    page = ROOT / "pyproject.toml"
    if not page.is_file():
        return
    project = tomllib.loads(page.read_text(encoding="utf-8"))["project"]
    points = project["entry-points"][GROUP]
    if {point.name for point in entry_points(group=GROUP)} >= set(points):
        return
    folder = Path(tempfile.mkdtemp(prefix="vttbridge-points-")) / f"{project['name']}-0.dist-info"
    folder.mkdir()
    lines = [f"{name} = {target}" for name, target in points.items()]
    folder.joinpath("entry_points.txt").write_text("\n".join([f"[{GROUP}]", *lines, ""]), encoding="utf-8")
    metadata = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    folder.joinpath("METADATA").write_text(metadata, encoding="utf-8")
    sys.path.append(str(folder.parent))
