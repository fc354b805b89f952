"""`vttbridge replay`."""

from typing import Annotated

import typer

from vttbridge.server.cli.options import Data, LogOrTable


def replay(
    log: LogOrTable,
    *,
    to: Annotated[int | None, typer.Option("--to", metavar="SEQ", help="Stop after this row.")] = None,
    data: Data = None,
) -> None:
    """Tell what happened, row by row, and show the boards at the end."""
    from vttbridge.drawing.telling import Teller
    from vttbridge.drawing.text import draw_text
    from vttbridge.rules.registry import language
    from vttbridge.server.cli.options import source_of
    from vttbridge.server.telling_rows import told
    from vttbridge.server.verify import book_of
    from vttbridge.table.replay import recorded

    source = source_of(log, data)
    book, last = book_of(source), None
    teller = Teller(language(source.ruleset.package), source.ruleset.unit)
    for last in recorded(book, source.rows(), to):
        typer.echo(f"{last.row.seq:>5}  {told(book, last, teller)}")
    if last is None:
        typer.echo("nothing has happened yet")
        return
    for scene in last.after.scenes:
        typer.echo(f"\n{scene.name or scene.id} after row {last.row.seq}\n")
        typer.echo(draw_text(book.board(last.after, scene)))
