"""Every vector of the wire that anybody was given stays as it was; others may come beside them."""

import hashlib
import json
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
VECTORS = FOLDER.parent.parent / "protocol" / "vectors"


def vectors(file: str) -> dict[str, str]:
    """Give the digest of each vector of a file, by its name and encoding; `vectors.json` keeps them."""
    rows = json.loads((VECTORS / file).read_text("ascii"))
    spelled = {
        f"{row['name']} {row.get('encoding', '')}".strip(): json.dumps(row, sort_keys=True).encode()
        for row in rows
    }
    assert len(spelled) == len(rows)
    return {name: hashlib.sha256(data).hexdigest() for name, data in spelled.items()}


@pytest.mark.parametrize("file", ["golden.json", "hostile.json"])
def test_no_vector_changes_or_goes(file: str) -> None:
    """By its name each is what it was."""
    pinned: dict[str, str] = json.loads((FOLDER / "vectors.json").read_text("ascii"))[file]
    now = vectors(file)
    assert {name: now.get(name) for name in pinned} == pinned
