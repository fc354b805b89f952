"""What happened at a table, read from its log: events from one row to another, and the state before."""

from vttbridge.server.ledger import Ledger, by_command
from vttbridge.server.log_codec import encode
from vttbridge.session.translate.answers import effect_of, refusal_of
from vttbridge.session.translate.mirrors import event_of, mirror_of_view
from vttbridge.session.translate.wishes import setting
from vttbridge.table import Book, Step, Table, seen
from vttbridge.table.log import checked
from vttbridge.table.replay import Outcome, what_if
from vttbridge_protocol import Plain, Tree, in_full


def history(ledger: Ledger, seat: str, first: int, last: int | None) -> dict[str, Plain]:
    """Give the events of some rows as a seat may see them, after the state before the first of them.

    The table is folded anew with a book of its own, so this may run beside the event loop.
    """
    book = Book(ledger.book.ruleset, ledger.book.library, encode)
    past = Table(book)
    end = ledger.seq if last is None else last
    before, events = past.view(seat), list[Plain]()
    records = checked(ledger.store.header(ledger.name), ledger.store.read(ledger.name))
    for batch in by_command(records):
        if batch[0][0].seq > end:
            break
        for step in past.take(row for row, _ in batch):
            if step.row.seq < first:
                before = past.view(seat)
            elif step.row.seq <= end:
                events += _told(book, step, seat)
    return {"state": in_full(mirror_of_view(before)), "events": events}


def differing(ledger: Ledger, options: Tree) -> list[Plain]:
    """Give what each command would come to under other house rules; what is no rule is left out."""
    known = {option.name: option for option in ledger.book.ruleset.options}
    wanted = tuple((name, setting(options[name])) for name in sorted(options) if name in known)
    settings = tuple((name, value) for name, value in wanted if known[name].check(value) is None)
    book = Book(ledger.book.ruleset, ledger.book.library, encode)
    records = checked(ledger.store.header(ledger.name), ledger.store.read(ledger.name))
    rows = [row for batch in by_command(records) for row, _ in batch]
    return [
        {
            "seq": other.seq,
            "action": other.action,
            "recorded": _outcome(other.recorded),
            "decided": _outcome(other.decided),
        }
        for other in what_if(book, rows, settings)
    ]


def _outcome(outcome: Outcome) -> Plain:
    refusal = refusal_of(outcome.refusal)
    return {
        "effects": [in_full(effect_of(effect)) for effect in outcome.effects],
        "refusal": None if refusal is None else in_full(refusal),
        "waits": outcome.waits,
    }


def _told(book: Book, step: Step, seat: str) -> list[Plain]:
    row = seen(book, step, seat)
    if row is None:
        return []
    event = in_full(event_of(book, step, row, whole=step.after.is_gm(seat)))
    return [{"seq": row.seq, "event": event}]
