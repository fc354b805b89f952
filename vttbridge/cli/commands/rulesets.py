"""`vttbridge rulesets`."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from vttbridge.rules.language import Language
    from vttbridge.rules.options import Option
    from vttbridge.rules.ruleset import Ruleset


def rulesets(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="Show one rule book whole.")] = "",
) -> None:
    """List the rule books that are installed; of one, its actions, needs, options and rulings."""
    from vttbridge.cli.arguments import offer
    from vttbridge.rules.registry import find, installed, language

    offer()
    if not name:
        for ruleset in installed():
            typer.echo(f"{ruleset.name:<22} {ruleset.title} {ruleset.version}")
        return
    ruleset = find(name)
    _show(ruleset, language(ruleset.package))


def _show(ruleset: "Ruleset", words: "Language") -> None:
    from vttbridge.rules.version import version_of

    units = {"square": "squares", "inch": "inches"}[ruleset.unit]
    typer.echo(f"{ruleset.title} {ruleset.version}, played in {units}; {version_of(ruleset)}\n\nActions")
    for action in ruleset.actions:
        fields = ", ".join(action.fields.__struct_fields__)
        typer.echo(f"  {action.name:<20} {words.say(f'action.{action.name}')} ({fields})")
    typer.echo("\nNeeds")
    for need in ruleset.needs:
        typer.echo(f"  {need.name:<20} {_said(words, f'need.{need.name}')} (default {need.default})")
    typer.echo("\nOptions")
    for option in ruleset.options:
        typer.echo(f"  {_of(option):<40} {option.rule}  {_said(words, f'option.{option.name}')}")
    _show_rulings(ruleset.package)


def _of(option: "Option") -> str:
    values = "|".join(option.values) if option.kind != "number" else f"{option.low:g} to {option.high:g}"
    return f"{option.name} = {option.default or '(none)'} [{values}]"


def _said(words: "Language", code: str) -> str:
    return words.say(code) if words.has(code) else ""


def _show_rulings(package: str) -> None:
    from importlib.resources import files

    page = files(package).joinpath("INTERPRETATIONS.md")
    if page.is_file():
        typer.echo("\nRulings\n")
        typer.echo(page.read_text(encoding="utf-8"))
