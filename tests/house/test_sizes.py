"""No class and no folder grows beyond what one person keeps in mind."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
MAX_METHODS = 20
MANY_METHODS = 10
MAX_ATTRIBUTES = 8
MAX_FILES = 16
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
LARGE_CLASSES = {
    "Client": "the whole of what a program may ask a server, in one place to look it up",
    "Draft": "every kind of effect that a rule may write has its method",
    "Scene": "every question that a rule may ask of the ground has its method",
}
"""Classes that may be larger, each with its reason."""

MANY_FIELDS = {"Piece": "its fields are what a log and the wire say of a piece"}
"""Classes that may hold more, each with its reason."""

LARGE_FOLDERS = {"vttbridge/geometry", "vttbridge/rules"}


def _classes() -> Iterator[tuple[str, ast.ClassDef]]:
    for folder in ("vttbridge", "protocol", "rulesets"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef) and node.name not in LARGE_CLASSES:
                    yield f"{path.relative_to(ROOT)}: {node.name}", node


def _methods(node: ast.ClassDef) -> set[str]:
    names = {one.name for one in node.body if isinstance(one, FUNCTIONS)}
    return {name for name in names if not (name.startswith("__") and name.endswith("__"))}


def _attributes(node: ast.ClassDef) -> set[str]:
    fields = {
        one.target.id
        for one in node.body
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
    }
    return fields | {
        one.attr
        for one in ast.walk(node)
        if isinstance(one, ast.Attribute)
        and isinstance(one.ctx, ast.Store)
        and isinstance(one.value, ast.Name)
        and one.value.id == "self"
    }


def test_no_class_has_more_methods_than_one_can_name() -> None:
    """Private ones counted, special ones not; the few that may be larger are named with their reason."""
    large = {name: len(_methods(node)) for name, node in _classes()}
    assert {name: count for name, count in large.items() if count > MAX_METHODS} == {}


def test_a_class_of_many_methods_holds_little() -> None:
    """More than ten methods share at most eight attributes."""
    many = {
        name: len(_attributes(node))
        for name, node in _classes()
        if len(_methods(node)) > MANY_METHODS and node.name not in MANY_FIELDS
    }
    assert {name: count for name, count in many.items() if count > MAX_ATTRIBUTES} == {}


def test_no_folder_holds_more_than_one_can_survey() -> None:
    """Python and JavaScript together; geometry and rules are what they are."""
    files = (
        path
        for folder in ("vttbridge", "protocol")
        for suffix in ("*.py", "*.mjs")
        for path in (ROOT / folder).rglob(suffix)
        if "node_modules" not in path.parts
    )
    counts = Counter(str(path.parent.relative_to(ROOT)) for path in files)
    too_many = {folder: count for folder, count in counts.items() if count > MAX_FILES}
    assert {folder: count for folder, count in too_many.items() if folder not in LARGE_FOLDERS} == {}


def test_every_large_class_is_still_there() -> None:
    """A name in the list of exceptions that nothing bears any more is taken out."""
    names = {
        node.name
        for path in (ROOT / "vttbridge").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    }
    assert set(LARGE_CLASSES) | set(MANY_FIELDS) <= names
