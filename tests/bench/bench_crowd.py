"""A crowd at one server, printed and never asserted: answers beside bad clients, a drain, memory.

Run by hand: `python tests/bench/bench_crowd.py [clients] [seconds]`, with `.`, `protocol`, `rulesets` and
`tests` on the path. The server is a process of its own.
"""

import asyncio
import contextlib
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncGenerator
from pathlib import Path

from websockets.asyncio.client import ClientConnection
from websockets.frames import Frame, Opcode

from end_to_end.at_a_table import payload_of, piece
from end_to_end.raw import hear, raw, say
from end_to_end.server_process import Process
from vttbridge.client import Client, Settings
from vttbridge.geometry.scene import SceneSpec
from vttbridge.server.runtime.os_support import run
from vttbridge_protocol import Auth, PieceChanged

MILLISECONDS = 1e3
MIB = 1024
AT_A_TABLE = 25
YARD = SceneSpec(id="yard", name="Yard", width=20, height=20)


def _memory(process: Process) -> float:
    """Return the resident memory of the server in MiB."""
    lines = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) / MIB for line in lines if line.startswith("VmRSS"))


def _told(name: str, seconds: list[float], memory: float) -> None:
    ordered = sorted(seconds) or [0.0]
    late = ordered[int(len(ordered) * 0.99)]
    middle, most = statistics.median(ordered), ordered[-1]
    figures = (middle * MILLISECONDS, late * MILLISECONDS, most * MILLISECONDS)
    print("{:34} p50 {:7.1f} ms  p99 {:7.1f} ms  most {:7.1f} ms".format(name, *figures), end="")
    print(f"  of {len(seconds):5}  memory {memory:6.1f} MiB")


async def _pushes(gm: Client, seconds: float) -> list[float]:
    """Change a piece again and again, and give how long each answer took."""
    took: list[float] = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.perf_counter()
        await gm.change("yard", "ben", {"place": {"x": len(took) % 20, "y": 3}})
        took.append(time.perf_counter() - start)
        await asyncio.sleep(0.02)
    return took


async def _busy(gm: Client, seconds: float) -> None:
    """Keep a table busy with large pieces."""
    big = {f"n{number}": "x" * 3_000 for number in range(4)}
    end, turn = time.perf_counter() + seconds, 0
    while time.perf_counter() < end:
        turn += 1
        await gm.command(PieceChanged("yard", "big", {"numbers": {**big, "turn": turn}}))


@contextlib.asynccontextmanager
async def _stalled(process: Process, token: str) -> AsyncGenerator[ClientConnection]:
    async with raw(process.url, small=True) as link:
        await say(link, Auth(token))
        await hear(link, "live")
        link.transport.pause_reading()
        yield link


async def _flood(link: ClientConnection, seconds: float) -> float:
    """Ping without reading until the server has enough; returns how long that took."""
    pings = Frame(Opcode.PING, b"p" * 125).serialize(mask=True) * 500
    start = time.perf_counter()
    while time.perf_counter() - start < seconds and not link.transport.is_closing():
        link.transport.write(pings)
        await asyncio.sleep(0.001)
    return time.perf_counter() - start


async def _beside_bad_clients(process: Process, seconds: float) -> None:
    gm = await Client.pair(await process.pairing_line(), "Gwen")
    await gm.upload_scene("yard", payload_of(YARD))
    for one in (piece("ben", 1, 1), piece("big", 5, 5)):
        await gm.put("yard", one)
    second = await Client.auth(process.url, gm.token)
    _told("alone", await _pushes(gm, seconds), _memory(process))
    busy = asyncio.create_task(_busy(second, seconds))
    _told("a busy table", await _pushes(gm, seconds), _memory(process))
    await busy
    async with _stalled(process, gm.token):
        busy = asyncio.create_task(_busy(second, seconds))
        _told("busy, and one does not read", await _pushes(gm, seconds), _memory(process))
        await busy
    async with _stalled(process, gm.token) as link:
        flood = asyncio.create_task(_flood(link, seconds))
        _told("one pings and does not read", await _pushes(gm, seconds), _memory(process))
        print(f"{'':34} the flood lasted {await flood:.1f} s")
    await second.close()
    await gm.close()


async def _drain(process: Process, folder: Path, count: int) -> None:
    """Stop the server while everybody is in the middle of a command, and start it again."""
    people: list[Client] = []
    for number in range(count):
        if number % AT_A_TABLE == 0:
            line = await process.pairing_line(table=f"table {number // AT_A_TABLE}")
            first = await Client.pair(line, "Gwen", Settings())
            await first.upload_scene("yard", payload_of(YARD))
            people.append(first)
        else:
            people.append(await Client.auth(process.url, people[-1].token))
        await people[-1].put("yard", piece(f"p{number}", number % 20, number // 20 % 20))
    print(f"{count} clients in, memory {_memory(process):.1f} MiB")
    going = [
        asyncio.create_task(one.change("yard", f"p{number}", {"place": {"x": 1, "y": 1}}))
        for number, one in enumerate(people)
    ]
    await asyncio.sleep(0)
    start = time.perf_counter()
    code = await process.end()
    print(f"stopped with {code} after {time.perf_counter() - start:.1f} s")
    again = await Process.start(folder, process.port)
    start = time.perf_counter()
    replies = await asyncio.gather(*going)
    print(f"all answered {time.perf_counter() - start:.1f} s after the start: ", end="")
    print({outcome: sum(reply.outcome == outcome for reply in replies) for outcome in ("done", "busy")})
    await asyncio.gather(*(one.until(lambda client: client.is_live) for one in people))
    print(f"all back {time.perf_counter() - start:.1f} s after the start, memory {_memory(again):.1f} MiB")
    await asyncio.gather(*(one.close() for one in people))
    await again.end()


async def _all(clients: int, seconds: float) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.joinpath("vttbridge.toml").write_text(
            "connections_per_address = 1000\nunauthenticated_per_address = 500\n", encoding="utf-8"
        )
        process = await Process.start(folder)
        await _beside_bad_clients(process, seconds)
        await _drain(process, folder, clients)


if __name__ == "__main__":
    words = sys.argv[1:]
    run(lambda: _all(int(words[0]) if words else 200, float(words[1]) if len(words) > 1 else 10.0))
