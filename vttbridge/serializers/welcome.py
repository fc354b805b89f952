"""What a newcomer is told: the table, the seat, and what the rule book offers."""

from collections.abc import Mapping

import msgspec

from vttbridge.rules.language import Language
from vttbridge.rules.options import Option
from vttbridge.rules.ruleset import Need, Ruleset
from vttbridge.serializers.state import state_of_view
from vttbridge.serializers.values import plain_of
from vttbridge.table import SceneState, View
from vttbridge_protocol import (
    ActionSchema,
    Plain,
    QueryInfo,
    SceneInfo,
    Welcome,
    WireNeed,
    WireOption,
    WireSeat,
    state_hash,
)


class LogPosition(msgspec.Struct, frozen=True):
    """Where the log stands, and the name of the session."""

    table: str
    session: str
    epoch: int
    seq: int
    head: str


def welcome_of(
    view: View,
    ruleset: Ruleset,
    words: Language,
    standing: LogPosition,
    connected: Mapping[str, bool],
    *,
    languages: tuple[str, ...] = ("en",),
) -> Welcome:
    """Return the welcome for a seat."""
    settings = dict(view.settings)
    own = next((seat for seat in view.seats if seat.id == view.seat), None)
    return Welcome(
        table=standing.table,
        seat=view.seat,
        role=view.role,
        session=standing.session,
        epoch=standing.epoch,
        seq=standing.seq,
        ruleset=view.ruleset,
        name=view.name,
        label="" if own is None else own.label,
        head=standing.head,
        state_hash=state_hash(state_of_view(view)),
        policy=view.policy,
        options=tuple(_option(option, settings, words) for option in ruleset.options),
        needs=tuple(_need(need, words) for need in ruleset.needs),
        actions=actions_of(ruleset, words),
        queries=tuple(_query(query.name, query.fields, words) for query in ruleset.queries),
        scenes=tuple(_scene(scene) for scene in view.scenes),
        seats=seats_of(view, connected),
        languages=languages,
    )


def seats_of(view: View, connected: Mapping[str, bool]) -> tuple[WireSeat, ...]:
    """Return the table's seats."""
    return tuple(
        WireSeat(
            seat.id,
            seat.role,
            seat.label,
            connected.get(seat.id, False),
            seat.id if view.role == "gm" else "",
            seat.user,
        )
        for seat in view.seats
    )


def actions_of(ruleset: Ruleset, words: Language) -> tuple[ActionSchema, ...]:
    """Return the schemas of a rule book's actions."""
    return tuple(
        ActionSchema(
            action.name,
            _schema(action.fields),
            words.say(f"action.{action.name}"),
            action.voluntary,
        )
        for action in ruleset.actions
    )


def _schema(fields: type[msgspec.Struct]) -> dict[str, Plain]:
    schema = plain_of(msgspec.json.schema(fields))
    assert isinstance(schema, dict)
    return schema


def _query(name: str, fields: type[msgspec.Struct], words: Language) -> QueryInfo:
    return QueryInfo(name, _schema(fields), _said(words, f"query.{name}"))


def _said(words: Language, code: str) -> str:
    return words.say(code) if words.has(code) else ""


def _option(option: Option, settings: Mapping[str, str], words: Language) -> WireOption:
    is_number = option.kind == "number"
    return WireOption(
        name=option.name,
        value=settings.get(option.name, option.default),
        default=option.default,
        rule=option.rule,
        values=option.values,
        low=option.low if is_number else None,
        high=option.high if is_number else None,
        sentence=_said(words, f"option.{option.name}"),
    )


def _need(need: Need, words: Language) -> WireNeed:
    return WireNeed(
        need.name,
        need.kind,
        need.unit,
        need.default,
        need.applies,
        need.words,
        _said(words, f"need.{need.name}"),
    )


def _scene(scene: SceneState) -> SceneInfo:
    return SceneInfo(scene.id, scene.name, scene.home, scene.blob, scene.revision, scene.detached)
