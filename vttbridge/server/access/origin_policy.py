"""Who may connect at all, decided before the upgrade, each step cheaper than the next.

1. Host must be a name of this server, else 421: a page that rebinds its name to our address is refused here.
2. The path must be known, else 404; GET and HEAD only.
3. The socket's Origin must be one of the server's own or a configured one, else 403. While a pairing code is
   open an unknown origin may come and try it. `null` never. No Origin means no browser: allowed if
   configured.
4. Too many connections: 429 for one address, 503 for the server.
"""

import ipaddress
from collections.abc import Sequence
from http import HTTPStatus

import msgspec

from vttbridge.server.runtime.config import Config

SOCKET = "/ws"
LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")


class RequestOrigin(msgspec.Struct, frozen=True):
    """What a request says of where it comes from; every header as often as it was sent."""

    hosts: tuple[str, ...]
    origins: tuple[str, ...]
    path: str
    method: str = "GET"


class Occupancy(msgspec.Struct, frozen=True):
    """How many are connected: in all, from one address, and of these without a seat."""

    total: int
    same_address: int
    new_same_address: int


class OriginPolicy:
    """The lists of one server, made once its port is known."""

    def __init__(self, config: Config, port: int) -> None:
        self._config = config
        names = {*LOOPBACK_NAMES, *config.public_hosts}
        if config.host not in {"0.0.0.0", "::"}:  # noqa: S104 - named to leave it out
            names.add(f"[{config.host}]" if ":" in config.host else config.host)
        lowered = {name.lower() for name in names}
        self.hosts = frozenset({f"{name}:{port}" for name in lowered} | lowered)
        own = {f"{scheme}://{host}" for host in self.hosts for scheme in ("http", "https")}
        self.origins = frozenset(own | set(config.origins))

    def host_is_ours(self, caller: RequestOrigin) -> bool:
        """Return whether exactly one Host names this server."""
        return len(caller.hosts) == 1 and caller.hosts[0].lower() in self.hosts

    def refuse_socket(self, caller: RequestOrigin, *, pairing: bool) -> HTTPStatus | None:
        """Return with which status a socket is refused, or `None`."""
        if not self.host_is_ours(caller):
            return HTTPStatus.MISDIRECTED_REQUEST
        if caller.method != "GET":
            return HTTPStatus.METHOD_NOT_ALLOWED
        if not self._origin_may(caller.origins, pairing=pairing):
            return HTTPStatus.FORBIDDEN
        return None

    def refuse_crowd(self, connected: Occupancy) -> HTTPStatus | None:
        """Return with which status one more socket is refused, or `None`."""
        config = self._config
        if connected.total >= config.connections_total:
            return HTTPStatus.SERVICE_UNAVAILABLE
        if connected.same_address >= config.connections_per_address:
            return HTTPStatus.TOO_MANY_REQUESTS
        if connected.new_same_address >= config.unauthenticated_per_address:
            return HTTPStatus.TOO_MANY_REQUESTS
        return None

    def is_known_origin(self, origin: str) -> bool:
        """Return whether an origin is listed, or there is none."""
        return not origin or origin in self.origins

    def _origin_may(self, origins: tuple[str, ...], *, pairing: bool) -> bool:
        match origins:
            case ():
                return self._config.allow_no_origin
            case ("null",):
                return False
            case (origin,):
                return origin in self.origins or (pairing and _is_an_origin(origin))
            case _:
                return False


def _is_an_origin(text: str) -> bool:
    scheme, separator, host = text.partition("://")
    return scheme in {"http", "https"} and bool(separator) and bool(host) and not set(host) & set("/?#@ ")


def address_of(peer: str, forwarded: Sequence[str], config: Config) -> str:
    """Return the address that counts: the peer's, or what a trusted proxy says that it is."""
    if len(forwarded) != 1 or not _is_in(peer, config.behind_proxy):
        return peer
    last = forwarded[0].rpartition(",")[2].strip()
    try:
        return str(ipaddress.ip_address(last))
    except ValueError:
        return peer


def _is_in(address: str, networks: Sequence[str]) -> bool:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(found in ipaddress.ip_network(network, strict=False) for network in networks)
