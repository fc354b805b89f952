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
) -> None:
    """Give JSON Schema for every message of the wire and every action of the installed rule books."""
    schemas = {**_messages(), **_actions()}
    if out is None:
        typer.echo(json.dumps(schemas, indent=2, sort_keys=True))
        return
    try:
        out.mkdir(parents=True, exist_ok=True)
        for name, content in schemas.items():
            (out / f"{name}.json").write_text(json.dumps(content, indent=2, sort_keys=True) + "\n", "utf-8")
    except OSError as fault:
        raise StoreFault(f"{out} cannot be written: {fault.strerror or fault}") from None
    typer.echo(f"{len(schemas)} schemas written into {out}")


def _messages() -> dict[str, object]:
    from vttbridge_protocol import schema as schema_of

    whole = schema_of()
    return {f"message.{word}": whole[word] for word in whole}


def _actions() -> dict[str, object]:
    from vttbridge.rules.registry import installed
    from vttbridge.server.cli.options import offer

    offer()
    return {
        f"action.{ruleset.name}.{action.name}": action.schema()
        for ruleset in installed()
        for action in ruleset.actions
    }
