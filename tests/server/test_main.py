from pathlib import Path

import pytest

from vttbridge.errors import BadConfig
from vttbridge.server.app import running
from vttbridge.server.main import FILE, Arguments, config_of, greeting
from vttbridge.server.runtime.config import Config


def test_the_command_line_counts_more_than_the_file(tmp_path: Path) -> None:
    """The file in the data folder is read where no other is named; what is not said stays."""
    (tmp_path / FILE).write_text("port = 9000\nqueue_messages = 7", encoding="utf-8")
    config = config_of(Arguments(None, tmp_path))
    assert (config.port, config.queue_messages) == (9000, 7)
    assert config_of(Arguments(None, tmp_path, port=0)).port == 0
    other = tmp_path / "other.toml"
    other.write_text("port = 9001", encoding="utf-8")
    config = config_of(Arguments(other, tmp_path, host="::1"))
    assert (config.host, config.port, config.queue_messages) == ("::1", 9001, Config().queue_messages)


def test_a_danger_from_the_command_line_is_refused(tmp_path: Path) -> None:
    """An address that others reach needs a proxy."""
    with pytest.raises(BadConfig, match="the server cannot run so: host"):
        config_of(Arguments(None, tmp_path, host="0.0.0.0"))
    proxied = config_of(Arguments(None, tmp_path, host="0.0.0.0", behind_proxy=("10.0.0.0/8",)))
    assert proxied.behind_proxy == ("10.0.0.0/8",)


async def test_the_greeting_says_where_and_what_next(tmp_path: Path) -> None:
    """Without a table it says how to make one."""
    async with running(Config(port=0), tmp_path) as server:
        assert greeting(server, tmp_path) == (
            f"vttbridge serves {tmp_path} at {server.url}\nno table yet: run vttbridge pair"
        )
        await server.pairing_line("night", "heroclix")
        assert greeting(server, tmp_path).endswith("\ntables: night")
