"""`vttbridge replay`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vttbridge.cli.arguments import Data, LogOrTable
from vttbridge.errors import BadConfig, StoreFault

if TYPE_CHECKING:
    from vttbridge.drawing.telling import Teller
    from vttbridge.rules.options import Setting
    from vttbridge.rules.ruleset import Ruleset
    from vttbridge.storage.verify import Source
    from vttbridge.table import GameContext, SceneState, State, Transition

SECONDS_A_ROW = 1.0
"""How long a row stands at speed 1."""


def replay(
    log: LogOrTable,
    *,
    to: Annotated[int | None, typer.Option("--to", metavar="SEQ", help="Stop after this row.")] = None,
    speed: Annotated[
        float, typer.Option("--speed", metavar="X", min=0.0, help="Rows a second; 0 waits for nothing.")
    ] = 0.0,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="DIR", help="Draw one picture for each outcome.")
    ] = None,
    set_: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="OPTION=VALUE", help="Tell what would be otherwise under this house rule."
        ),
    ] = None,
    moment: Annotated[
        Path | None,
        typer.Option("--moment", metavar="FILE", help="Write the last outcome as a case for `check`."),
    ] = None,
    data: Data = None,
) -> None:
    """Tell what happened, row by row, with the boards before and after."""
    from vttbridge.cli.arguments import source_of
    from vttbridge.drawing.telling import Teller
    from vttbridge.rules.registry import language
    from vttbridge.storage.verify import book_of

    source = source_of(log, data)
    book = book_of(source)
    teller = Teller(language(source.ruleset.package), source.ruleset.unit)
    if moment is not None:
        _moment(source, book, teller, to, moment)
    elif set_:
        _otherwise(source, book, teller, _settings(source.ruleset, set_), to)
    else:
        _told(source, book, teller, to, speed=speed, svg=svg)


def _told(
    source: "Source", book: "GameContext", teller: "Teller", to: int | None, *, speed: float, svg: Path | None
) -> None:
    from vttbridge.cli.log_text import log_line
    from vttbridge.server.runtime.clock import pause
    from vttbridge.table.replay.replay import recorded

    begun: dict[str, int] = {}
    last: Transition | None = None
    for last in recorded(book, source.rows(), to):
        _board_before(book, last, begun)
        typer.echo(f"{last.row.seq:>5}  {log_line(book, last, teller)}")
        if svg is not None:
            _picture(book, last, svg)
        if speed > 0:
            pause(SECONDS_A_ROW / speed)
    if last is None:
        typer.echo("nothing has happened yet")
        return
    for scene in last.after.scenes:
        _board(book, last.after, scene, f"after row {last.row.seq}")


def _moment(source: "Source", book: "GameContext", teller: "Teller", to: int | None, page: Path) -> None:
    """Write the last outcome up to a row as a scenario file."""
    from vttbridge.storage.scenario_export import moment_of
    from vttbridge.table.model.events import Committed
    from vttbridge.table.replay.replay import recorded

    last: Transition | None = None
    for step in recorded(book, source.rows(), to):
        last = step if isinstance(step.row.body, Committed) else last
    text = None if last is None else moment_of(book, last, teller.language)
    if last is None or text is None:
        raise BadConfig("nothing was committed up to there: name a later row with --to")
    try:
        page.write_text(text, encoding="utf-8")
    except OSError as fault:
        raise StoreFault(f"{page} cannot be written: {fault.strerror or fault}") from None
    typer.echo(f"event {last.row.seq} is written to {page}; run it with: vttbridge check {page}")


def _board_before(book: "GameContext", step: "Transition", begun: dict[str, int]) -> None:
    """Show each scene as it stands before the first outcome on it."""
    from vttbridge.table.model.events import Committed

    body = step.row.body
    if not isinstance(body, Committed) or body.scene in begun:
        return
    scene = step.before.scene(body.scene)
    if scene is not None:
        begun[body.scene] = step.row.seq
        _board(book, step.before, scene, f"before row {step.row.seq}")


def _board(book: "GameContext", state: "State", scene: "SceneState", when: str) -> None:
    from vttbridge.drawing.text import draw_text

    typer.echo(f"\n{scene.name or scene.id} {when}\n")
    typer.echo(draw_text(book.board(state, scene)))


def _picture(book: "GameContext", step: "Transition", folder: Path) -> None:
    """Draw an outcome over the board on which it began."""
    from vttbridge.drawing.svg import draw_board
    from vttbridge.table.model.events import Committed

    body = step.row.body
    scene = step.before.scene(body.scene) if isinstance(body, Committed) else None
    if scene is None or not isinstance(body, Committed):
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        page = folder / f"{step.row.seq:05}.svg"
        page.write_text(draw_board(book.board(step.before, scene), body.effects), encoding="utf-8")
    except OSError as fault:
        raise StoreFault(f"{folder} cannot be written: {fault.strerror or fault}") from None


def _settings(ruleset: "Ruleset", given: list[str]) -> tuple["Setting", ...]:
    """Read house rules from the command line; BadConfig names what is wrong."""
    known = {option.name: option for option in ruleset.options}
    settings: list[Setting] = []
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or name not in known:
            raise BadConfig(f"{text!r} sets no house rule: write option=value with one of {', '.join(known)}")
        if known[name].check(value) is not None:
            allowed = ", ".join(known[name].values) or f"{known[name].low:g} to {known[name].high:g}"
            raise BadConfig(f"{name} cannot be {value!r}; it may be: {allowed}")
        settings.append((name, value))
    return tuple(settings)


def _otherwise(
    source: "Source", book: "GameContext", teller: "Teller", settings: tuple["Setting", ...], to: int | None
) -> None:
    """Tell each command that would come to something else."""
    from vttbridge.cli.log_text import otherwise
    from vttbridge.table.replay.replay import recorded, what_if

    rows = [row for row in source.rows() if to is None or row.seq <= to]
    boards = {step.row.seq: step.before for step in recorded(book, rows)}
    found = what_if(book, rows, settings)
    for one in found:
        typer.echo("\n".join(otherwise(book, boards[one.seq], one, teller)))
    plural = "" if len(found) == 1 else "s"
    set_to = ", ".join(f"{name}={value}" for name, value in settings)
    typer.echo(f"{len(found)} command{plural} would come to something else under {set_to}")
