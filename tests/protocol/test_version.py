import pytest

from vttbridge_protocol import (
    MESSAGES,
    PROTOCOL_MAX,
    PROTOCOL_MIN,
    SUBPROTOCOLS,
    CloseCode,
    Encoding,
    Retry,
    choose,
    encoding_of,
    schema,
    speaks,
)


@pytest.mark.parametrize(
    ("their_min", "their_max", "chosen"),
    [(1, 1, 1), (1, 9, PROTOCOL_MAX), (0, 1, 1), (PROTOCOL_MAX + 1, 9, None), (0, PROTOCOL_MIN - 1, None)],
)
def test_the_newest_common_version_is_chosen(their_min: int, their_max: int, chosen: int | None) -> None:
    """Both sides speak it, or there is none."""
    assert choose(their_min, their_max) == chosen


def test_versions_at_the_edges() -> None:
    """The range is closed on both sides."""
    spoken = [speaks(version) for version in (PROTOCOL_MIN - 1, PROTOCOL_MIN, PROTOCOL_MAX, PROTOCOL_MAX + 1)]
    assert spoken == [False, True, True, False]


def test_a_subprotocol_names_an_encoding() -> None:
    """Exactly two names are known, msgpack first."""
    assert SUBPROTOCOLS == ("vttbridge.v1.msgpack", "vttbridge.v1.json")
    assert [encoding_of(name) for name in (*SUBPROTOCOLS, "json", None)] == [*Encoding, None, None]


def test_close_codes_say_what_to_do() -> None:
    """Never, now and back off, as the page promises."""
    meaning = {code: code.retry for code in CloseCode}
    never = {code for code, retry in meaning.items() if retry is Retry.NEVER}
    now = {code for code, retry in meaning.items() if retry is Retry.NOW}
    assert never == {1000, 1009, 4400, 4401, 4403, 4413}
    assert now == {4409, 4430}


def test_every_type_has_a_schema() -> None:
    """The schema names each type, who sends it, and where its body is described."""
    made = schema()
    assert set(made) == set(MESSAGES)
    for word, shape in made.items():
        assert shape["title"] == word
        assert shape["x-vttbridge-sender"]
        assert shape["description"]
    assert made["act"]["x-vttbridge-sender"] == ["client"]
    assert made["heartbeat"]["x-vttbridge-sender"] == ["client", "server"]
