"""The page that teaches writing a rule book is followed, block by block, to a rule book that conforms."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT.joinpath("rulesets", "README.md").read_text(encoding="utf-8")
FILES = re.compile(r"`([\w./-]+\.(?:toml|py))`[^`]*?\n\n```(?:toml|python)\n(.*?)```", re.DOTALL)
SHELL = re.compile(r"```sh\n(.*?)```", re.DOTALL)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write each block to the file that the page names before it."""
    folder = tmp_path_factory.mktemp("my-d20")
    for name, text in FILES.findall(PAGE):
        page = folder / name
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def installed(project: Path) -> Path:
    """Do what the page says first: install it, into a folder of its own."""
    target = project / "installed"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*pip, "--no-build-isolation", "--target", str(target), str(project)], check=True)
    return target


def _run(project: Path, installed: Path, *arguments: str) -> str:
    paths = [installed, ROOT, ROOT / "protocol", ROOT / "rulesets"]
    run = subprocess.run(
        [sys.executable, *arguments],
        cwd=project,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths))},
        check=False,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def test_page_names_every_file(project: Path) -> None:
    """The blocks are the five files of a rule book."""
    names = sorted(page.relative_to(project).as_posix() for page in project.rglob("*.*") if page.is_file())
    ours = [name for name in names if not name.startswith(("installed/", "build/"))]
    assert ours == [
        "my_d20/__init__.py",
        "my_d20/lang/en.toml",
        "pyproject.toml",
        "scenarios/my-d20/wall.toml",
        "test_my_d20.py",
    ]


def test_commands_do_what_the_page_says(project: Path, installed: Path) -> None:
    """The commands of the page run one after the other and print what it promises."""
    (block,) = SHELL.findall(PAGE)
    install, *commands = block.split("\n")[:-1]
    assert install == "pip install ."
    printed = [_run(project, installed, "-m", *command.split()) for command in commands]
    assert printed[0].splitlines()[-1] == "1 passed, 0 failed"
    assert "my_wall" in printed[1]


def test_suite_passes(project: Path, installed: Path) -> None:
    """The test of the page passes."""
    printed = _run(project, installed, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_my_d20.py")
    assert re.search(r"\b1[5-9] passed|2\d passed", printed)


def test_page_is_a_page() -> None:
    """A stranger reads it in a quarter of an hour: at most 220 lines, code and all."""
    assert len(PAGE.splitlines()) <= 220
