"""Where the founders' material lies, for tests marked `shared`; nothing of it is copied into the project."""

import os
from pathlib import Path


def _found() -> Path | None:
    named = os.environ.get("VTTBRIDGE_SHARED")
    folder = Path(named) if named else Path(__file__).resolve().parents[3] / "shared"
    return folder.resolve() if folder.is_dir() else None


SHARED: Path | None = _found()


def shared_path(*parts: str) -> Path:
    """Return the path of one file or folder of the material; a missing one is the test's failure."""
    if SHARED is None:
        raise FileNotFoundError("the founders' material is absent; set VTTBRIDGE_SHARED to its folder")
    path = SHARED.joinpath(*parts)
    if not path.exists():
        raise FileNotFoundError(f"the founders' material holds no {'/'.join(parts)}")
    return path
