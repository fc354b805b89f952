"""The documents hold together: the site is built strictly and offline, and every link leads somewhere."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from vttbridge.server.runtime.config import Config

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(
    page
    for page in ROOT.rglob("*.md")
    if not {"node_modules", "build", "dist"} & {*page.parts}
    and not any(part.startswith(".") for part in page.relative_to(ROOT).parts)
)
FROM_A_NETWORK = re.compile(
    r"""<(?:link|script|img)\b[^>]*\b(?:href|src)=["']?(?:https?:)?//|url\(["']?(?:https?:)?//|@import"""
)


def build(source: Path, out: Path) -> subprocess.CompletedProcess[str]:
    """Build a site as CONTRIBUTING says."""
    words = ("-W", "--keep-going", "-q", "-d", f"{out}-trees", str(source), str(out))
    return subprocess.run(
        [sys.executable, "-m", "sphinx", *words], cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_the_site_is_built_without_a_warning_and_asks_nothing_of_a_network(tmp_path: Path) -> None:
    """Pages, docstrings and links are sound, and what a reader's browser loads lies beside the page."""
    done = build(DOCS, tmp_path / "site")
    assert (done.returncode, done.stderr) == (0, "")
    loaded = [*tmp_path.glob("site/**/*.html"), *tmp_path.glob("site/**/*.css")]
    assert len(loaded) > len(list(DOCS.rglob("*.md")))
    strangers = {
        page.name: found[0] for page in loaded if (found := FROM_A_NETWORK.search(page.read_text("utf-8")))
    }
    assert strangers == {}


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ("# A page\n\n[nowhere](not-there.md)\n", "not-there.md"),
        (
            "# A page\n\n```{eval-rst}\n.. automodule:: vttbridge.rules.nothing\n```\n",
            "vttbridge.rules.nothing",
        ),
    ],
)
def test_a_fault_stops_the_build(tmp_path: Path, page: str, fault: str) -> None:
    """A link or a module that is not there fails the build, and is named."""
    source = tmp_path / "docs"
    source.mkdir()
    shutil.copy(DOCS / "conf.py", source)
    source.joinpath("index.md").write_text(page, encoding="utf-8")
    done = build(source, tmp_path / "site")
    assert done.returncode != 0
    assert fault in done.stderr


def anchors(text: str) -> set[str]:
    """Return the anchors of a page's headings, as code hosts make them."""
    prose = re.sub(r"(?ms)^```.*?^```", "", text)
    titles = re.findall(r"(?m)^#+ (.+)$", prose)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page: Path) -> None:
    """Files, folders and headings that a page of the project links to are there."""
    prose = re.sub(r"(?ms)^```.*?^```", "", page.read_text(encoding="utf-8"))
    broken: list[str] = []
    for link in re.findall(r"\]\(([^)\s]+)\)", prose):
        if re.match(r"https?:", link):
            continue
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        if not target.exists() or (anchor and anchor not in anchors(included(target))):
            broken.append(link)
    assert broken == []


def included(page: Path) -> str:
    """Return a page's text, with that of the page that it includes."""
    text = page.read_text(encoding="utf-8")
    for name in re.findall(r"(?m)^```\{include\} (\S+)$", text):
        text += (page.parent / name).read_text(encoding="utf-8")
    return text


@pytest.mark.parametrize("package", ["geometry", "rules"])
def test_the_reference_names_every_module(package: str) -> None:
    """A module that a rule book may use is described on the site."""
    modules = {page.stem for page in ROOT.joinpath("vttbridge", package).glob("*.py")} - {"__init__"}
    page = DOCS.joinpath("reference", f"{package}.md").read_text(encoding="utf-8")
    assert set(re.findall(rf"automodule:: vttbridge\.{package}\.(\w+)", page)) == modules


def test_hosts_are_told_every_setting() -> None:
    """Each setting stands in the table of the page for hosts, with its default."""
    page = DOCS.joinpath("hosts.md").read_text(encoding="utf-8")
    told = re.findall(r"(?m)^\| `(\w+)` \| `?([^|`]+)`? \|", page)
    assert {name: re.sub(r"(?<=\d),(?=\d)", "", default) for name, default in told} == {
        field.name: spelled(field.default) for field in msgspec.structs.fields(Config)
    }


def spelled(value: object) -> str:
    """Spell a default as the page does: as TOML, whole numbers without a fraction."""
    text = msgspec.json.encode(value).decode().strip('"').replace(",", ", ")
    return "none" if text == "[]" else re.sub(r"\.0(?=[,\]]|$)", "", text)
