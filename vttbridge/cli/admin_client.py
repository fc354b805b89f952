"""Asks the server that runs on this machine, as its owner."""

import http.client
from collections.abc import Mapping
from typing import TypeVar
from urllib.parse import urlencode

import msgspec

from vttbridge.errors import BadConfig
from vttbridge.server.access.data_dir import Address

T = TypeVar("T")

SECONDS = 60
"""A table with a long log may have to be opened first."""


class _Failure(msgspec.Struct, frozen=True):
    error: str


def call(at: Address, what: str, asked: Mapping[str, str], shape: type[T]) -> T:
    """Ask for something; BadConfig with the server's sentence where it cannot be had."""
    link = http.client.HTTPConnection(at.host, at.port, timeout=SECONDS)
    try:
        link.request(
            "GET", f"/owner/{what}?{urlencode(asked)}", headers={"Authorization": f"Bearer {at.secret}"}
        )
        answer = link.getresponse()
        body = answer.read()
    except OSError:
        raise BadConfig(
            f"no server answers at {at.url}: start one with `vttbridge serve`, or name its folder with --data"
        ) from None
    finally:
        link.close()
    if answer.status == http.HTTPStatus.CONFLICT:
        raise BadConfig(msgspec.json.decode(body, type=_Failure).error)
    if answer.status != http.HTTPStatus.OK:
        raise BadConfig(f"the server at {at.url} does not take this folder's secret: is it another one's?")
    return msgspec.json.decode(body, type=shape)
