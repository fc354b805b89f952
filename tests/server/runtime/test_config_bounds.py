from itertools import product

import msgspec
import pytest

from vttbridge.server.connection import greeting
from vttbridge.server.runtime.config import Config, dangers
from vttbridge.server.runtime.config_bounds import BOUNDS, BURST, RATE, faults_of, rate_fault
from vttbridge_protocol import FROM_SERVER, SERVER_MESSAGES, Encoding, Envelope, decode, encode


@pytest.mark.parametrize("name", sorted(BOUNDS))
def test_a_number_outside_is_refused_by_its_name(name: str) -> None:
    """Just outside on both sides, and not on the bounds themselves."""
    low, high = BOUNDS[name]
    (below,), (above,) = faults_of([(name, low - 0.001)]), faults_of([(name, high + 1)])
    assert below.startswith(f"{name}: ")
    assert above.startswith(f"{name}: ")
    assert faults_of([(name, low), (name, high)]) == []


def test_every_number_of_the_settings_has_bounds() -> None:
    """A setting that is added needs its own."""
    numbers = {
        name for name, value in msgspec.structs.asdict(Config()).items() if type(value) in {int, float}
    }
    assert numbers == set(BOUNDS)


@pytest.mark.parametrize(("name", "value"), [("silence_seconds", -1), ("queue_messages", 0)])
def test_a_server_does_not_start_with_it(name: str, value: int) -> None:
    """What would keep everybody out is said at the start."""
    assert dangers(msgspec.structs.replace(Config(), **{name: value})) != []


@pytest.mark.parametrize(
    "rate", [(0.0, 10), (1e-300, 3), (1e9, 1e9), (60, 1e13), (60, 0.5), (float("nan"), 5)]
)
def test_a_rate_outside_is_refused(rate: tuple[float, float]) -> None:
    """Too slow to be told when to come again, or more than the wire can say."""
    assert rate_fault("rate_gm", *rate) is not None


def test_whatever_is_allowed_can_be_said_in_hello() -> None:
    """Under the least and the greatest of all limits the first message is one that the wire takes."""
    for rate, burst, silence in product(RATE, BURST, BOUNDS["silence_seconds"]):
        one = (float(rate), float(burst))
        config = Config(rate_gm=one, rate_player=one, rate_observer=one, silence_seconds=silence)
        assert rate_fault("rate_gm", *one) is None
        for encoding in Encoding:
            sent = encode(Envelope(greeting(config)), encoding)
            assert decode(sent, encoding, FROM_SERVER, SERVER_MESSAGES) == Envelope(greeting(config))
