"""Configuration is checked whole, and what is dangerous is refused."""

from pathlib import Path

import pytest

from vttbridge.errors import BadConfig
from vttbridge.server.runtime.config import Config, load


def _write(folder: Path, text: str) -> Path:
    path = folder / "vttbridge.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_without_anything_the_defaults_hold() -> None:
    """Loopback, and nothing from outside."""
    assert load(None, {}) == Config()


def test_the_environment_stands_over_the_file(tmp_path: Path) -> None:
    """A file sets the port, the environment another."""
    path = _write(tmp_path, "port = 9000\nlog_level = 'debug'")
    config = load(path, {"VTTBRIDGE_CONFIG_PORT": "9001", "VTTBRIDGE_SCALE": "10"})
    assert (config.port, config.log_level) == (9001, "debug")


def test_every_fault_is_told_at_once(tmp_path: Path) -> None:
    """Three faults, three names in one sentence."""
    path = _write(tmp_path, "prot = 9000\nport = 'many'\norigins = ['*']")
    with pytest.raises(BadConfig, match=r"prot.*port.*origins"):
        load(path, {})


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("host = '0.0.0.0'", "behind_proxy"),
        ("origins = ['null']", "sandboxed"),
        ("origins = ['https://*.example']", "wildcard"),
        ("behind_proxy = ['ten']", "no network"),
        ("port = 70000", "port: 70000 cannot be used"),
        ("durability = 'maybe'", "full or process"),
        ("rate_gm = [0, 200]", "rate_gm: take"),
        ("rate_player = [20, -1]", "rate_player: take"),
        ("rate_observer = [nan, 10]", "rate_observer: take"),
        ("rate_observer = [2, inf]", "rate_observer: take"),
        ("port = ", "no TOML"),
    ],
)
def test_dangerous_or_broken_settings_are_refused(tmp_path: Path, text: str, says: str) -> None:
    """The sentence names what to set instead."""
    with pytest.raises(BadConfig, match=says):
        load(_write(tmp_path, text), {})


def test_a_missing_file_is_one_sentence(tmp_path: Path) -> None:
    """It names the file."""
    with pytest.raises(BadConfig, match=r"none\.toml cannot be read"):
        load(tmp_path / "none.toml", {})


def test_a_proxy_makes_an_outer_address_possible(tmp_path: Path) -> None:
    """Behind a named network the server may listen elsewhere."""
    path = _write(tmp_path, "host = '0.0.0.0'\nbehind_proxy = ['10.0.0.0/8']")
    assert load(path, {}).host == "0.0.0.0"
