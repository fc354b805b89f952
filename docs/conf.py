"""The documentation site: `sphinx-build -W docs build/docs`; a warning is an error.

Pages that stand elsewhere in the project are included, never copied; their links are turned here, so that one
text serves both the reader of the repository and the reader of the site. Nothing is fetched from a network.
"""

import re
from pathlib import Path
from posixpath import relpath
from typing import Any

ROOT = Path(__file__).resolve().parent.parent

project = "vttbridge"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
html_theme = "furo"
html_title = "vttbridge"
html_static_path: list[str] = []
html_copy_source = False
html_show_copyright = False
nitpicky = True
nitpick_ignore_regex = [
    ("py:.*", r"(?!vttbridge\.).*"),  # the standard library and what else the site does not describe
    ("py:.*", r".*\.[A-Z]"),  # type variables
]

myst_heading_anchors = 3
default_role = "code"  # docstrings mark code as Markdown does
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}
autodoc_typehints_format = "short"
napoleon_google_docstring = True
napoleon_numpy_docstring = False

PAGES = {
    "README.md": "index.md",
    "ARCHITECTURE.md": "architecture.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "protocol/README.md": "connectors.md",
    "rulesets/README.md": "rule-books.md",
}
"""Pages of the project and the page of the site that includes each."""

_LINK = re.compile(r"(!?)\[((?:[^\[\]]|!\[[^\]]*\]\([^)]*\))*)\]\(([^)\s]+)\)")


def _page_of(file: Path, anchor: str, text: str) -> str:
    name = file.relative_to(ROOT).as_posix()
    if name in PAGES:
        return f"[{text}]({PAGES[name]}{anchor})"
    if name.startswith("docs/"):
        return f"[{text}]({relpath(name, 'docs')}{anchor})"
    return text  # a file of the source, which the site does not hold


def turn_links(text: str, folder: Path) -> str:
    """Return a page of the project with its links leading to pages of the site."""

    def turned(match: re.Match[str]) -> str:
        image, words, target = match.groups()
        if target.startswith(("http:", "https:", "#")):
            return match[0]
        file, hash_sign, anchor = target.partition("#")
        return image + _page_of((folder / file).resolve(), hash_sign + anchor, words)

    return _LINK.sub(turned, text)


def _included(_app: object, path: Path, _docname: str, content: list[str]) -> None:
    content[0] = turn_links(content[0], (ROOT / "docs" / path).resolve().parent)


def setup(app: Any) -> None:
    """Turn the links of each included page."""
    app.connect("include-read", _included)
