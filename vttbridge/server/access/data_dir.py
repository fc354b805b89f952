"""What only this server's owner may read: the key for codes and marks, the owner's secret.

All of it lies in the data folder in files that only the owner can open. `server.json` says where the running
server is, for the command line on the same machine.
"""

import contextlib
import json
from pathlib import Path

import msgspec

from vttbridge.errors import BadConfig
from vttbridge.server.runtime.entropy import random_bytes
from vttbridge.server.runtime.os_support import hold_alone, let_go, make_private_folder, write_whole

KEY = "server.key"
ADDRESS = "server.json"
LOCK = "server.lock"
KEY_BYTES = 32


class Address(msgspec.Struct, frozen=True):
    """Where a running server is, and the secret that its owner shows it."""

    host: str
    port: int
    secret: str
    pid: int = 0

    @property
    def url(self) -> str:
        """The address that clients connect to."""
        return f"ws://[{self.host}]:{self.port}" if ":" in self.host else f"ws://{self.host}:{self.port}"

    @property
    def page(self) -> str:
        """The address of the console; a code behind `#` is never sent, and the page removes it."""
        return f"http{self.url.removeprefix('ws')}/"


class DataDir:
    """The private files of one data folder."""

    def __init__(self, folder: Path) -> None:
        """Make the folder and its key where they are not there yet."""
        self.folder = folder
        self._lock: int | None = None
        try:
            make_private_folder(folder)
            self.key = self._made(KEY)
        except OSError as fault:
            raise _unusable(folder, fault) from None

    def lock(self) -> None:
        """Take the folder for this process; BadConfig where another server has it."""
        try:
            self._lock = hold_alone(self.folder / LOCK)
        except OSError as fault:
            raise _unusable(self.folder, fault) from None
        if self._lock is None:
            raise BadConfig(
                f"a server is running on {self.folder}: stop it first, or name another folder with --data"
            )

    def unlock(self) -> None:
        """Leave the folder to others."""
        if self._lock is not None:
            let_go(self._lock)
            self._lock = None

    def _made(self, name: str) -> bytes:
        path = self.folder / name
        if path.exists():
            return _key_in(path)
        fresh = random_bytes(KEY_BYTES)
        write_whole(path, fresh.hex().encode(), private=True)
        return fresh

    def announce(self, host: str, port: int, secret: str, pid: int) -> None:
        """Write down where this server is."""
        address = Address(host, port, secret, pid)
        write_whole(self.folder / ADDRESS, msgspec.json.encode(address), private=True)

    def retire(self) -> None:
        """This server is gone."""
        with contextlib.suppress(OSError):
            (self.folder / ADDRESS).unlink()


def _key_in(path: Path) -> bytes:
    """Read a key; a damaged one is not replaced, for codes, marks and invites are made with it."""
    try:
        key = bytes.fromhex(path.read_text(encoding="ascii").strip())
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise BadConfig(
            f"{path} is damaged: put it back from a copy, or delete it; open codes and invites then end"
        )
    return key


def running_server(folder: Path) -> Address:
    """Find the server that runs on a data folder; BadConfig where there is none."""
    path = folder / ADDRESS
    try:
        return msgspec.json.decode(path.read_bytes(), type=Address)
    except FileNotFoundError:
        raise BadConfig(f"no server is running on {folder}: start one with `vttbridge serve`") from None
    except (OSError, msgspec.DecodeError, json.JSONDecodeError) as fault:
        raise BadConfig(
            f"{path} cannot be read ({fault}): start the server again with `vttbridge serve`"
        ) from None


def _unusable(folder: Path, fault: OSError) -> BadConfig:
    return BadConfig(
        f"{folder} cannot be used as the data folder ({fault.strerror}): name another one with --data"
    )
