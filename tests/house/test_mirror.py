"""Each module of the folders that decide, keep and let in has a test file of its own, at the same path."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
MIRRORED = ("server", "storage", "auth", "session")


def modules() -> list[Path]:
    """Return the modules of the mirrored folders, from the package on; a folder's own page holds no code."""
    package = ROOT / "vttbridge"
    found = (path for folder in MIRRORED for path in (package / folder).rglob("*.py"))
    return sorted(path.relative_to(package) for path in found if path.name != "__init__.py")


def place_of_tests(module: Path) -> Path:
    """Return where the tests of a module stand."""
    return Path("tests") / module.parent / f"test_{module.name}"


def test_each_module_has_its_own_test_file() -> None:
    """What is missing is named by the path where it belongs."""
    missing = [str(place) for place in map(place_of_tests, modules()) if not (ROOT / place).exists()]
    assert not missing, "these test files are missing:\n" + "\n".join(missing)


def test_each_folder_is_looked_at() -> None:
    """A folder that was moved away would otherwise be one in which nothing is missing."""
    assert [folder for folder in MIRRORED if not (ROOT / "vttbridge" / folder).is_dir()] == []
    assert {module.parts[0] for module in modules()} == {folder.split("/")[0] for folder in MIRRORED}
