"""What a push costs, printed and never asserted: in memory, over the socket, beside a bare echo.

Run by hand: `python tests/bench/bench_push.py [count]`, with `.`, `protocol` and `rulesets` on the path.
"""

import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import structlog
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve

from vttbridge.client import Client
from vttbridge.demo.scene_rooftops import STAGE
from vttbridge.geometry.scene import Scene
from vttbridge.rules.board import Board
from vttbridge.rules.registry import find
from vttbridge.rules.resolve import Command, Planned, resolve
from vttbridge.serializers.pieces import piece_state
from vttbridge.server.app import running
from vttbridge.server.runtime.config import Config
from vttbridge.server.runtime.os_support import run
from vttbridge.table.model.state import PlacedPiece
from vttbridge.testing.checkout import offer_rulesets
from vttbridge_protocol import Encoding, Plain, encode_value

PUSH: dict[str, Plain] = {"targets": ["gravel"], "squares": 1, "source": "strix"}
FRAME = b"x" * 135
MICROSECONDS = 1e6


def _told(name: str, seconds: list[float]) -> float:
    ordered = sorted(seconds)
    middle = statistics.median(ordered)
    late = ordered[int(len(ordered) * 0.95)]
    print(f"{name:44} median {middle * MICROSECONDS:9.0f} us   p95 {late * MICROSECONDS:9.0f} us")
    return middle


def _in_memory(count: int) -> float:
    ruleset = find("heroclix")
    pieces = tuple(sorted(STAGE.pieces, key=lambda piece: piece.id))
    board = Board(Scene.build(STAGE.spec), pieces, ruleset.default_options())
    command = Command("knock_back", {"targets": ("gravel",), "squares": 1, "source": "strix"})
    seconds: list[float] = []
    for _ in range(count):
        start = time.perf_counter()
        planned = resolve(ruleset, board, command)
        seconds.append(time.perf_counter() - start)
        assert isinstance(planned, Planned)
    return _told("a push resolved in memory", seconds)


async def _timed(count: int, once: Callable[[], Awaitable[object]]) -> list[float]:
    seconds: list[float] = []
    for _ in range(count):
        start = time.perf_counter()
        await once()
        seconds.append(time.perf_counter() - start)
    return seconds


async def _echo(count: int) -> float:
    async def answer(socket: ServerConnection) -> None:
        async for frame in socket:
            await socket.send(frame)

    async with serve(answer, "127.0.0.1", 0, compression=None) as server:
        port = server.sockets[0].getsockname()[1]
        async with connect(f"ws://127.0.0.1:{port}", compression=None) as socket:

            async def once() -> None:
                await socket.send(FRAME)
                await socket.recv()

            return _told("a bare websockets echo of 135 bytes", await _timed(count, once))


async def _push(count: int, durability: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        config = Config(port=0, durability=durability)
        async with (
            running(config, Path(folder)) as server,
            await Client.pair(await server.pairing_line("bench", "heroclix"), "Gwen") as gm,
        ):
            payload = encode_value(msgspec.to_builtins(STAGE.spec), Encoding.MSGPACK)
            assert isinstance(payload, bytes)
            await gm.upload_scene("rooftops", payload)
            for piece in STAGE.pieces:
                await gm.put(
                    "rooftops", piece_state(PlacedPiece(msgspec.structs.replace(piece, owner=""), 0))
                )

            async def once() -> None:
                reply = await gm.act("rooftops", "knock_back", PUSH)
                assert reply.outcome == "done", reply

            return _told(f"a push over the socket, durability {durability}", await _timed(count, once))


async def _over_the_wire(count: int) -> tuple[float, float, float]:
    return await _echo(count), await _push(count, "full"), await _push(count, "process")


def main(count: int) -> None:
    """Print the figures and their ratios."""
    offer_rulesets()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    memory = _in_memory(count)
    echo, full, process = run(lambda: _over_the_wire(count))
    ratios = (("memory", memory), ("full", full), ("process", process))
    print("   ".join(f"{name} / echo {seconds / echo:.1f}" for name, seconds in ratios))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
