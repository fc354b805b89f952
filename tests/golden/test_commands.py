"""The words and options of the command line, in which people's scripts are written, stay; more may come."""

from pathlib import Path

import msgspec
import pytest
import typer

from vttbridge.cli import app


class Words(msgspec.Struct, frozen=True):
    """What a command takes: its arguments in order with whether each is needed, and its options.

    An option is described by what follows it: `flag`, `value`, `values` (it may be repeated) or `needed`.
    """

    arguments: list[tuple[str, bool]]
    options: dict[str, str]


class Parameter(msgspec.Struct, frozen=True):
    """A parameter as the command line library knows it."""

    param_type_name: str
    name: str
    metavar: str | None
    opts: list[str]
    secondary_opts: list[str]
    required: bool
    multiple: bool = False
    is_flag: bool = False

    @property
    def kind(self) -> str:
        """What follows an option."""
        if self.is_flag:
            return "flag"
        if self.required:
            return "needed"
        return "values" if self.multiple else "value"


def commands() -> dict[str, Words]:
    """Give the words of each command, the command line's own under ""; `commands.json` keeps them."""
    root = typer.main.get_command(app)
    named: dict[str, object] = {"": root, **getattr(root, "commands", {})}
    return {name: _words(command) for name, command in named.items()}


def _words(command: object) -> Words:
    known = msgspec.convert(getattr(command, "params", []), list[Parameter], from_attributes=True)
    arguments = [
        (one.metavar or one.name, one.required) for one in known if one.param_type_name == "argument"
    ]
    options = {
        word: one.kind
        for one in known
        if one.param_type_name == "option"
        for word in (*one.opts, *one.secondary_opts)
    }
    return Words(arguments, options)


PINNED = msgspec.json.decode((Path(__file__).parent / "commands.json").read_bytes(), type=dict[str, Words])
NOW = commands()


def test_no_command_goes() -> None:
    """Whoever called it can still call it."""
    assert PINNED.keys() <= NOW.keys()


@pytest.mark.parametrize("name", PINNED, ids=lambda name: name or "vttbridge")
def test_a_command_takes_what_it_took(name: str) -> None:
    """Its options mean what they meant, its arguments stand where they stood, and nothing new is needed."""
    pinned, now = PINNED[name], NOW[name]
    assert {word: now.options.get(word) for word in pinned.options} == pinned.options
    assert now.arguments[: len(pinned.arguments)] == pinned.arguments
    assert not any(needed for _, needed in now.arguments[len(pinned.arguments) :])
    fresh = now.options.keys() - pinned.options.keys()
    assert not [word for word in fresh if now.options[word] == "needed"]
