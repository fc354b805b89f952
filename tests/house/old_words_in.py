"""Reads what a Python module defines and imports, as pairs of a word and its kind."""

import ast
from collections.abc import Iterator
from pathlib import Path

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def definitions(tree: ast.Module, path: Path) -> set[tuple[str, str]]:
    """Return every class, function, attribute and module that a file defines or imports."""
    return {(path.stem, "module"), *(pair for node in ast.walk(tree) for pair in _of_node(node))}


def _of_node(node: ast.AST) -> Iterator[tuple[str, str]]:
    match node:
        case ast.ClassDef(name=name):
            yield name, "class"
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            yield name, "function"
        case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
            yield name, "attribute"
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name, "attribute"
        case ast.Assign(targets=[ast.Name(id=name)]) if name[:1].isupper() and not name.isupper():
            yield name, "class"
        case ast.ImportFrom(module=str() as module, names=names):
            yield module.rsplit(".", 1)[-1], "module"
            for one in names:
                yield from _of_import(one)
        case ast.Import(names=names):
            for one in names:
                yield one.name.rsplit(".", 1)[-1], "module"
        case _:
            pass


def _of_import(name: ast.alias) -> Iterator[tuple[str, str]]:
    for word in {name.name, name.asname or name.name}:
        for kind in ("class", "function", "module"):
            yield word, kind
