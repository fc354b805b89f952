"""Records an evening with each rule book: the logs and the data folder that later versions must still read.

Run by hand with the version that is to be remembered: `python tests/golden/record.py FOLDER`. It speaks to
the command line and to the client only, as anybody outside would.
"""

import asyncio
import json
import re
import signal
import sys
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

import vttbridge_protocol as wire
from vttbridge.client import Client, Vtt
from vttbridge_protocol import Encoding, PieceState, Plain, Reply, WireHold, WirePlace

FAR_MS = 4_102_444_800_000
"""2100: the seats of the data folder neither end nor age while anybody tests."""

MOST_TURNS = 30


class Evening(msgspec.Struct, frozen=True):
    """What is played with one rule book: an action, what a piece knows, and a base that fits the grid."""

    table: str
    ruleset: str
    action: str
    fields: Mapping[str, Plain]
    numbers: Mapping[str, Plain] = {}
    radius: float = 0.0

    def piece(self, name: str, x: float, y: float, owner: str = "", *, hidden: bool = False) -> PieceState:
        """Make a piece."""
        half = 0.5 if self.radius else 0.0
        place = WirePlace(x + half, y + half)
        shape = wire.WireDisc(self.radius) if self.radius else wire.WireCells()
        side = "red" if name == "ann" else "blue"
        return PieceState(
            name,
            place,
            name.title(),
            footprint=shape,
            owner=owner,
            side=side,
            numbers=self.numbers,
            hidden=hidden,
        )


EVENINGS = (
    Evening(
        "heroclix",
        "heroclix",
        "knock_back",
        {"targets": ["ben"], "source": "ann", "squares": 4},
        {"attack": 9, "defense": 10, "clicks_left": 6},
    ),
    Evening(
        "draw-steel",
        "draw-steel",
        "push",
        {"source": "ann", "targets": ["ben"], "distance": 4, "damage": 2},
        {"stamina": 30, "stability": 1},
    ),
    Evening("necromunda", "necromunda", "knock_back", {"source": "ann", "target": "ben"}, radius=0.49),
    Evening(
        "community",
        "necromunda-community",
        "knock_back",
        {"attacker": "ann", "target": "ben", "strength": 6},
        {"strength": 3, "initiative": 4, "movement": 5},
        radius=0.49,
    ),
)


def _square(x: float, y: float, to_x: float, to_y: float) -> list[Plain]:
    return [[x, y], [to_x, y], [to_x, to_y], [x, to_y]]


def _wall(name: str, a: tuple[float, float], b: tuple[float, float], **more: Plain) -> Plain:
    return {"id": name, "a": a, "b": b, **more}


def _yard(*, gridless: bool, wall_x: float) -> bytes:
    scene: dict[str, Plain] = {
        "id": "yard",
        "name": "Yard",
        "width": 16,
        "height": 12,
        "grid": {"type": "gridless" if gridless else "square"},
        "unit": "inch" if gridless else "square",
        "walls": [
            _wall("stone", (wall_x, 0), (wall_x, 8), material="stone"),
            _wall("door", (6, 9), (6, 10), door="closed", kind="door", material="wood"),
            _wall("secret", (4, 9), (4, 10), hidden=True),
        ],
        "areas": [
            {
                "id": "pit",
                "outline": _square(8, 5, 10, 7),
                "meaning": {"type": "pit", "depth": 3},
                "name": "Pit",
            },
            {"id": "roof", "outline": _square(12, 9, 15, 11), "meaning": {"type": "elevation", "level": 2}},
        ],
    }
    payload = wire.encode_value(scene, Encoding.MSGPACK)
    if isinstance(payload, str):
        raise TypeError("msgpack is bytes")
    return payload


class Table(msgspec.Struct, frozen=True):
    """A game master and a player at one table."""

    evening: Evening
    gm: Client
    ann: Client

    async def act(self, who: Client, verdict: str = "approve", edits: tuple[wire.Edit, ...] = ()) -> int:
        """Act, answer whatever is asked, decide; gives the commit's row, 0 where nothing was committed."""
        await self.reset()
        command = f"{self.gm.seq:032x}"
        reply = await who.act("yard", self.evening.action, self.evening.fields, id=command)
        if reply.outcome == "pending" and reply.hold is not None:
            await self._settle(reply.hold, verdict, edits)
            return (await who.resolved(command)).seq or 0
        return _done(reply).seq or 0

    async def reset(self) -> None:
        """Put both pieces where every push begins."""
        half = 0.5 if self.evening.radius else 0.0
        for name, x in (("ann", 4), ("ben", 5)):
            changes: dict[str, Plain] = {"place": {"x": x + half, "y": 5 + half}, "statuses": []}
            _done(await self.gm.change("yard", name, changes))

    async def _settle(self, hold: str, verdict: str, edits: tuple[wire.Edit, ...]) -> None:
        for _ in range(MOST_TURNS):
            await asyncio.gather(self.gm.caught_up(), self.ann.caught_up())
            held = self.gm.holds.get(hold)
            if held is None or held.state not in {"asking", "planned"}:
                return
            if held.state == "asking":
                await self._answer(held)
            elif verdict == "reject":
                _done(await self.gm.reject(hold, "not now"))
            else:
                _done(await self.gm.approve(hold, edits=edits))
                edits = ()

    async def _answer(self, held: WireHold) -> None:
        key = "" if held.question is None else held.question.key
        for client in (self.ann, self.gm):
            asked = client.asked.get(held.hold)
            if asked is not None and asked.question.key == key:
                value = 2 if asked.question.kind == "roll" else asked.question.default
                _done(await client.answer(held.hold, key, value))
                return
        raise AssertionError(f"nobody is asked {held}")


def _done(reply: Reply) -> Reply:
    if reply.outcome not in {"done", "pending"}:
        raise AssertionError(f"{reply.outcome} {reply.code} {reply.facts}")
    return reply


async def _set_up(table: Table) -> None:
    evening, gm = table.evening, table.gm
    owner = "" if table.ann.welcome is None else table.ann.welcome.seat
    by_day = _yard(gridless=bool(evening.radius), wall_x=11)
    _done(await gm.upload_scene("yard", by_day, name="Yard"))
    for piece in (
        evening.piece("ann", 4, 5, owner),
        evening.piece("ben", 5, 5, owner),
        evening.piece("spy", 7, 5, hidden=True),
        evening.piece("cat", 13, 2),
    ):
        _done(await gm.put("yard", piece))
    await asyncio.gather(gm.caught_up(), table.ann.caught_up())


async def _play(table: Table) -> None:
    gm, ann = table.gm, table.ann
    first = await table.act(gm)
    _done(await gm.undo(first))
    await table.act(ann)
    await table.act(ann, "reject")
    await table.act(ann, edits=(wire.LimitDistance("ben", 1),))
    _done(await gm.command(wire.TableSet(policy="all", dice="people", name="Friday")))
    await table.act(gm)
    _done(await gm.command(wire.TableSet(policy="players", dice="server")))
    _done(await gm.command(wire.SceneChanged("yard", (wire.DoorState("door", "open"),), ("secret",))))
    await table.act(ann)
    by_night = _yard(gridless=bool(table.evening.radius), wall_x=7)
    _done(await gm.upload_scene("yard", by_night, name="Yard by night"))
    await table.act(ann)
    _done(await gm.change("yard", "spy", {"hidden": False}))
    _done(await gm.command(wire.PieceGone("yard", "cat")))


async def _play_elsewhere(table: Table) -> None:
    """The scene lies in a virtual tabletop, which writes one outcome and finds another one changed."""
    gm, vtt = table.gm, Vtt(table.gm)
    _done(await gm.upload_scene("yard", _yard(gridless=False, wall_x=11), name="Yard", home="vtt"))
    await vtt.claim()
    await table.act(gm)
    _done(await vtt.applied(await vtt.order(), (wire.Write("Token.ben", "x", 500, 900),)))
    await table.act(gm)
    found = wire.Expectation("Token.ben", "x", 500, 700)
    _done(await vtt.diverged(await vtt.order(), (found,)))
    _done(await gm.command(wire.SceneChanged("yard", detached=True)))


async def _leave_open(table: Table) -> None:
    """The last thing of the evening waits for a decision."""
    await table.reset()
    reply = _done(await table.ann.act("yard", table.evening.action, table.evening.fields))
    assert reply.outcome == "pending"


async def _evening(folder: Path, evening: Evening) -> dict[str, str]:
    async with (
        await Client.pair(await _line(folder, evening, "gm"), "Gwen") as gm,
        await Client.pair(await _line(folder, evening, "player"), "Ann") as ann,
    ):
        table = Table(evening, gm, ann)
        await _set_up(table)
        await _play(table)
        if evening.table == "heroclix":
            await _play_elsewhere(table)
        await _leave_open(table)
        invite = await gm.request(wire.Invite(uses=2, label="Late"))
        assert isinstance(invite, wire.Invited)
        return {"gm": gm.token, "player": ann.token, "invite": invite.code}


async def _line(folder: Path, evening: Evening, role: str) -> str:
    where = ("--data", folder, "--table", evening.table, "--ruleset", evening.ruleset, "--role", role)
    return (await _said("pair", *where)).split("\n")[0]


@asynccontextmanager
async def _serving(folder: Path) -> AsyncGenerator[None]:
    words = ("serve", "--data", str(folder), "--port", "0")
    server = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "vttbridge",
        *words,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert server.stdout is not None
    line = (await server.stdout.readline()).decode()
    assert re.search(r"ws://\S+", line), line
    try:
        yield
    finally:
        server.send_signal(signal.SIGTERM)
        assert await server.wait() == 0


async def _said(*words: str | Path) -> str:
    command = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "vttbridge", *map(str, words), stdout=asyncio.subprocess.PIPE
    )
    out, _ = await command.communicate()
    assert command.returncode == 0, words
    return out.decode()


def _lasting(folder: Path) -> None:
    """Leave what a server leaves behind that ended well, and nothing of who reads its database meanwhile."""
    for name in ("tables.sqlite3-shm", "tables.sqlite3-wal", "server.lock"):
        left = folder / name
        assert name.endswith("shm") or not left.read_bytes(), f"{name} still holds something"
        left.unlink()


def _never_ending(folder: Path) -> None:
    """Let seats and invites last: a test of years from now must not find them ended."""
    page = folder / "seats.json"
    book = json.loads(page.read_text(encoding="utf-8"))
    for seat in book["seats"]:
        seat["since_ms"] = seat["until_ms"] = FAR_MS
    for opening in book["openings"]:
        opening["until_ms"] = FAR_MS
    page.write_text(json.dumps(book, indent=1) + "\n", encoding="utf-8")


async def record(out: Path) -> None:
    """Play all evenings, write their logs, and the data folder of one of them with its tokens."""
    logs, data = out / "logs", out / "data_folder"
    logs.mkdir(parents=True)
    for evening in EVENINGS:
        folder = data if evening.table == "necromunda" else out / "other"
        async with _serving(folder):
            tokens = await _evening(folder, evening)
        await _said("export", evening.table, "-o", logs / f"{evening.table}.vttlog", "--data", folder)
        if folder == data:
            page = out / "tokens.json"
            page.write_text(json.dumps(tokens, indent=1) + "\n", encoding="utf-8")
    _lasting(data)
    _never_ending(data)


if __name__ == "__main__":
    asyncio.run(record(Path(sys.argv[1])))
