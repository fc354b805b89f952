"""The command line: one small module a command, loaded when its command is run.

Errors are one sentence on standard error and exit code 2; nobody's mistake shows a traceback. `--version` and
`--help` load neither geometry nor tables.
"""

import sys
from collections.abc import Callable, Sequence

import typer

from vttbridge import __version__
from vttbridge.cli.commands import (
    check,
    demo,
    export,
    import_,
    map_,
    pair,
    replay,
    rulesets,
    schema,
    seats,
    serve,
    verify,
)
from vttbridge.errors import VttbridgeError
from vttbridge.rules.language import printable

app = typer.Typer(
    name="vttbridge",
    help="Forced movement for virtual tabletops: planned first, asked, committed once, logged, replayable.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

_USAGE: type[Exception] = next(
    kind
    for kind in typer.BadParameter.__mro__
    if kind.__name__ == "ClickException" and issubclass(kind, Exception)
)
"""What typer raises for words that it cannot read; the class lies elsewhere in each of its versions."""

COMMANDS: tuple[tuple[str, Callable[..., None]], ...] = (
    ("demo", demo.demo),
    ("serve", serve.serve),
    ("pair", pair.pair),
    ("seats", seats.seats),
    ("check", check.check),
    ("map", map_.map_file),
    ("replay", replay.replay),
    ("verify", verify.verify_log),
    ("export", export.export_table),
    ("import", import_.import_log),
    ("rulesets", rulesets.rulesets),
    ("schema", schema.schema),
)

INTERRUPTED = 130

for name, command in COMMANDS:
    app.command(name)(command)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"vttbridge {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    *,
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Say which version."
    ),
) -> None:
    """Say which version, or run a command."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and end the process with its exit code."""
    sys.exit(run(sys.argv[1:] if arguments is None else list(arguments)))


def run(arguments: Sequence[str]) -> int:
    """Run the command line; returns the exit code."""
    try:
        code: object = app(list(arguments) or ["--help"], standalone_mode=False)
    except typer.Exit as end:
        return end.exit_code
    except VttbridgeError as fault:
        return _told(str(fault))
    except (typer.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except BrokenPipeError:
        return 1
    except _USAGE as fault:
        return _told(f"{_sentence_of(fault)} See `vttbridge --help`.")
    return code if isinstance(code, int) else 0


def _sentence_of(fault: BaseException) -> str:
    say: object = getattr(fault, "format_message", None)
    return str(say()) if callable(say) else str(fault)


def _told(sentence: str) -> int:
    sys.stderr.write(f"{printable(' '.join(sentence.split()))}\n")
    return 2
