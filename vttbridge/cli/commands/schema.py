"""`vttbridge schema`."""

import json
from pathlib import Path
from typing import Annotated

import typer

from vttbridge.errors import StoreFault


def schema(
    *,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Write one file each into it.")
    ] = None,
    ts: Annotated[
        bool, typer.Option("--ts", help="Give the messages as TypeScript declarations instead.")
    ] = False,
) -> None:
    """Print JSON Schema for every message of the wire and every action of the installed rule books."""
    if ts:
        whole = _declarations()
        files = {"wire.d.ts": whole}
    else:
        schemas = {**_messages(), **_actions()}
        whole = _json(schemas)
        files = {f"{name}.json": _json(content) for name, content in schemas.items()}
    if out is None:
        typer.echo(whole, nl=False)
        return
    _write(files, out)
    typer.echo(f"{len(files)} schemas written into {out}")


def _write(files: dict[str, str], out: Path) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            (out / name).write_text(content, "utf-8")
    except OSError as fault:
        raise StoreFault(f"{out} cannot be written: {fault.strerror or fault}") from None


def _json(content: object) -> str:
    return json.dumps(content, indent=2, sort_keys=True) + "\n"


def _declarations() -> str:
    from vttbridge.geometry.spec import SceneSpec
    from vttbridge_protocol.typescript import declarations

    return declarations([SceneSpec])


def _messages() -> dict[str, object]:
    from vttbridge_protocol import schema as schema_of

    whole = schema_of()
    return {f"message.{word}": whole[word] for word in whole}


def _actions() -> dict[str, object]:
    from vttbridge.cli.arguments import offer
    from vttbridge.rules.registry import installed

    offer()
    return {
        f"action.{ruleset.name}.{action.name}": action.schema()
        for ruleset in installed()
        for action in ruleset.actions
    }
