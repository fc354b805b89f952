"""What differs between operating systems: private files, atomic writes, signals, the event loop.

Every POSIX call of the project stands in this module. Windows and macOS have not been tried.
"""

import asyncio
import contextlib
import ctypes
import os
import signal
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

IS_WINDOWS = sys.platform == "win32"


def data_folder() -> Path:
    """Return the user's folder for vttbridge's data."""
    if IS_WINDOWS:
        base = os.environ.get("LOCALAPPDATA") or str(Path.home())
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Application Support")
    else:
        base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "vttbridge"


def make_private_folder(folder: Path) -> None:
    """Make a folder that only its owner may enter."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)


def write_whole(path: Path, data: bytes, *, private: bool = False) -> None:
    """Write a file so that a crash leaves the old one or the new one and never half of it."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600 if private else 0o644)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    if IS_WINDOWS:
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def hold_alone(path: Path) -> int | None:
    """Take a file for this process alone until it ends or lets go; `None` where another has it."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    if IS_WINDOWS:
        return handle
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        return None
    return handle


def let_go(handle: int) -> None:
    """Let a file go that was held alone."""
    os.close(handle)


def is_private(path: Path) -> bool:
    """Return whether only the owner can read a file; on Windows the folder's rights decide."""
    return IS_WINDOWS or path.stat().st_mode & 0o077 == 0


def on_stop(loop: asyncio.AbstractEventLoop, stop: Callable[[], None]) -> None:
    """Call something when the process is asked to end."""
    if IS_WINDOWS:
        signal.signal(signal.SIGINT, lambda _number, _frame: loop.call_soon_threadsafe(stop))
        return
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop)


def run(main: Callable[[], Coroutine[None, None, T]]) -> T:
    """Run a coroutine on the fastest event loop there is."""
    if IS_WINDOWS:
        return asyncio.run(main())
    import uvloop

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(main())


def end_thread(thread: int, with_what: type[Exception]) -> None:
    """Let a thread of this process raise an exception wherever it is in Python code."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(with_what))
