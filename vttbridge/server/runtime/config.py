"""Configuration: one TOML file and `VTTBRIDGE_CONFIG_` names of the environment; every fault is told at once.

Dangerous combinations are refused: a wildcard origin, or an address that others reach without a proxy.
"""

import ipaddress
import tomllib
from collections.abc import Mapping
from pathlib import Path

import msgspec

from vttbridge.auth.rate_limit import Rate
from vttbridge.auth.tokens import Role
from vttbridge.errors import BadConfig
from vttbridge.server.runtime.config_bounds import BOUNDS, faults_of, rate_fault

PREFIX = "VTTBRIDGE_CONFIG_"


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a server runs. Times are seconds, sizes bytes, rates messages a second and the burst."""

    host: str = "127.0.0.1"
    port: int = 8765
    public_hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    allow_no_origin: bool = True
    behind_proxy: tuple[str, ...] = ()
    durability: str = "full"
    log_level: str = "info"
    question_seconds: int = 60
    approval_seconds: int = 600
    approval_days: int = 1
    auth_seconds: float = 10.0
    send_seconds: float = 5.0
    sweep_seconds: float = 1.0
    silence_seconds: float = 45.0
    control_frames: int = 100
    write_buffer_bytes: int = 1_048_576
    queue_messages: int = 256
    queue_bytes: int = 1_048_576
    rate_gm: tuple[float, float] = (60.0, 200.0)
    rate_player: tuple[float, float] = (20.0, 60.0)
    rate_observer: tuple[float, float] = (2.0, 10.0)
    connections_total: int = 4_000
    connections_per_table: int = 32
    connections_per_address: int = 50
    unauthenticated_per_address: int = 10
    geometry_seconds: float = 0.05
    decision_seconds: float = 2.0
    replay_seconds: float = 30.0
    transfer_seconds: float = 60.0

    @property
    def rates(self) -> dict[Role, Rate]:
        """How many messages each role may send."""
        return {
            "gm": Rate(*self.rate_gm),
            "player": Rate(*self.rate_player),
            "observer": Rate(*self.rate_observer),
        }


def load(path: Path | None, environment: Mapping[str, str]) -> Config:
    """Read the configuration; raises BadConfig that lists every fault with its name."""
    values: dict[str, object] = {}
    faults: list[str] = []
    if path is not None:
        values |= _from_file(path)
    values |= _from_environment(environment, faults)
    known = {field.name: field for field in msgspec.structs.fields(Config)}
    for name in list(values):
        if name not in known:
            faults.append(f"{name}: no such setting")
            del values[name]
            continue
        try:
            msgspec.convert(values[name], known[name].type)
        except msgspec.ValidationError as fault:
            faults.append(f"{name}: {fault}")
            del values[name]
    config = msgspec.convert(values, Config)
    faults += dangers(config)
    if faults:
        raise BadConfig("the configuration cannot be used: " + "; ".join(faults))
    return config


def _from_file(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as fault:
        raise BadConfig(f"the configuration {path} cannot be read: {fault.strerror}") from None
    except UnicodeDecodeError:
        raise BadConfig(f"the configuration {path} is no text in UTF-8") from None
    except tomllib.TOMLDecodeError as fault:
        raise BadConfig(f"the configuration {path} is no TOML: {fault}") from None


def _from_environment(environment: Mapping[str, str], faults: list[str]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key in sorted(environment):
        if key.startswith(PREFIX):
            try:
                found[key[len(PREFIX) :].lower()] = tomllib.loads(f"x = {environment[key]}")["x"]
            except tomllib.TOMLDecodeError:
                found[key[len(PREFIX) :].lower()] = environment[key]
    if any("\n" in environment[key] for key in environment if key.startswith(PREFIX)):
        faults.append(f"a {PREFIX} value has more than one line")
    return found


def dangers(config: Config) -> list[str]:
    """Return the settings that would open a table to strangers or cannot work."""
    faults: list[str] = []
    if any("*" in origin for origin in config.origins):
        faults.append("origins: a wildcard lets any page in; name each origin")
    if any(origin == "null" for origin in config.origins):
        faults.append("origins: null is every sandboxed page; name each origin")
    if not is_loopback(config.host) and not config.behind_proxy:
        faults.append(
            f"host: {config.host} can be reached from outside; set behind_proxy to the proxy's network"
        )
    for network in config.behind_proxy:
        try:
            ipaddress.ip_network(network, strict=False)
        except ValueError:
            faults.append(f"behind_proxy: {network} is no network such as 10.0.0.0/8")
    faults += [
        f"public_hosts: {host} would answer to every name; name each host"
        for host in config.public_hosts
        if "*" in host
    ]
    faults += faults_of((name, getattr(config, name)) for name in BOUNDS)
    faults += _rates(config)
    if config.durability not in {"full", "process"}:
        faults.append("durability: take full or process")
    if config.log_level not in {"debug", "info", "warning", "error"}:
        faults.append("log_level: take debug, info, warning or error")
    return faults


def _rates(config: Config) -> list[str]:
    found = (rate_fault(f"rate_{role}", rate.per_second, rate.burst) for role, rate in config.rates.items())
    return [fault for fault in found if fault is not None]


def is_loopback(host: str) -> bool:
    """Return whether only this machine reaches an address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
