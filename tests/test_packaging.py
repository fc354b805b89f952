"""The wheel holds the packages and their data, and no generic name reaches site-packages."""

import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads(ROOT.joinpath("pyproject.toml").read_text(encoding="utf-8"))["project"]
PACKAGES = {
    "vttbridge",
    "vttbridge_protocol",
    "vttbridge_heroclix",
    "vttbridge_necromunda",
    "vttbridge_draw_steel",
}
SOURCES = {"vttbridge": ROOT, "vttbridge_protocol": ROOT / "protocol"}


@pytest.fixture(scope="module")
def names(wheel: Path) -> tuple[str, ...]:
    """Return the names in the wheel."""
    with zipfile.ZipFile(wheel) as packed:
        return tuple(packed.namelist())


def test_top_level_names(names: tuple[str, ...]) -> None:
    """Nothing but the prefixed packages and the metadata lies at the top."""
    tops = {name.split("/")[0] for name in names}
    assert tops == PACKAGES | {f"{PROJECT['name']}-{PROJECT['version']}.dist-info"}


@pytest.mark.parametrize("package", sorted(PACKAGES))
def test_packages_are_typed(names: tuple[str, ...], package: str) -> None:
    """A stranger's type checker reads our annotations."""
    assert f"{package}/py.typed" in names


@pytest.mark.parametrize("package", sorted(PACKAGES))
def test_every_page_is_packed(names: tuple[str, ...], package: str) -> None:
    """Every file of a package's source, data included, is in the wheel."""
    source = SOURCES.get(package, ROOT / "rulesets") / package
    pages = {
        page.relative_to(source.parent).as_posix()
        for page in source.rglob("*")
        if page.is_file() and "__pycache__" not in page.parts and page.suffix != ".pyc"
    }
    assert pages - set(names) == set()


@pytest.mark.parametrize(
    "name",
    [
        "vttbridge/testing/scenario/rule_ids.toml",
        "vttbridge/lang/en.toml",
        "vttbridge/lang/ru.toml",
        "vttbridge_protocol/py.typed",
        "vttbridge_heroclix/lang/en.toml",
        "vttbridge_heroclix/lang/ru.toml",
        "vttbridge_draw_steel/lang/en.toml",
        "vttbridge_necromunda/lang/en.toml",
        "vttbridge_heroclix/INTERPRETATIONS.md",
        "vttbridge_draw_steel/tables.toml",
    ],
)
def test_data_files(names: tuple[str, ...], name: str) -> None:
    """What is read at run time is there under its name."""
    assert name in names


def test_no_tests_and_no_caches(names: tuple[str, ...]) -> None:
    """Tests, scenarios and compiled files stay out."""
    strays = [name for name in names if "__pycache__" in name or name.startswith(("tests/", "docs/"))]
    assert strays == []


def test_entry_points_lead_somewhere() -> None:
    """The command and each rule book are named by modules that the wheel holds."""
    books = PROJECT["entry-points"]["vttbridge.rulesets"]
    assert sorted(books) == ["draw-steel", "heroclix", "necromunda", "necromunda-community"]
    assert {target.split(":")[0] for target in books.values()} <= PACKAGES
    assert PROJECT["scripts"] == {"vttbridge": "vttbridge.cli:main"}


def test_it_is_installed_in_one_command_and_taken_away_again(wheel: Path, tmp_path: Path) -> None:
    """As the page Install says: pipx puts the command on the path, and leaves nothing of it behind."""
    home, commands = tmp_path / "home", tmp_path / "bin"
    settings = {"PIPX_HOME": str(home), "PIPX_BIN_DIR": str(commands), "PIPX_MAN_DIR": str(tmp_path / "man")}
    settings["PIP_NO_COMPILE"] = "1"  # only what is imported is worth compiling

    def run(*words: str) -> str:
        done = subprocess.run(
            words, env={**os.environ, **settings}, capture_output=True, text=True, timeout=600, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run(sys.executable, "-m", "pipx", "install", "--python", sys.executable, str(wheel))
    assert run(str(commands / "vttbridge"), "--version").strip() == f"vttbridge {PROJECT['version']}"
    assert "draw-steel" in run(str(commands / "vttbridge"), "rulesets")
    run(sys.executable, "-m", "pipx", "uninstall", "vttbridge")
    assert list(commands.iterdir()) == []
    assert not (home / "venvs" / "vttbridge").exists()
