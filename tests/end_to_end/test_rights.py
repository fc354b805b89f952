"""Who may do what and see what: every message by every role, and nothing hidden in what others are sent."""

import asyncio
import random
from collections.abc import Mapping
from io import StringIO
from pathlib import Path

import msgspec
import pytest

import vttbridge_protocol as wire
from end_to_end.at_a_table import LOCAL, answered, company, payload_of, piece, taken
from end_to_end.raw import close_code, hear, raw, say
from end_to_end.test_coming_back import something
from protocol.examples import EXAMPLES
from support.scale import scaled
from vttbridge.auth.tokens import make_token
from vttbridge.client import Client, Closed, Settings
from vttbridge.geometry.scene import SceneSpec
from vttbridge.geometry.terrain import Area, Hindering, Wall
from vttbridge.geometry.vec import Vec
from vttbridge.serializers import events
from vttbridge.server.access.seat_service import MAX_INVITES
from vttbridge.server.app import Server, running
from vttbridge.server.runtime.logging import set_up
from vttbridge.table import GameContext, LogEvent, Transition
from vttbridge_protocol import COMMANDS, REQUESTS, Auth, CloseCode, Encoding, Message, Pair, Plain, Reply

PLAYERS_MAY = {"act", "answer", "reject"}
"""Commands that a player may send at all; whether each goes through is another matter."""

GMS_ONLY = {"invite", "executor"}
"""Requests that only game masters are answered."""

NO = ("refused", "NOT_ALLOWED")


def example(word: str) -> Message:
    """Return a filled message of a type."""
    return next(one.body for one in EXAMPLES if wire.word_of(one.body) == word)


async def observer_at(server: Server) -> Client:
    """Let an observer in."""
    return await Client.pair(await server.pairing_line("night", role="observer"), "Olga")


@pytest.mark.parametrize("word", sorted(COMMANDS | REQUESTS))
async def test_every_message_by_every_role(tmp_path: Path, word: str) -> None:
    """What only game masters may do is refused to others, and then nothing was written."""
    async with company(tmp_path) as here:
        watcher = await observer_at(here.server)
        await watcher.caught_up()
        journal = here.server.registry.tables["night"].journal
        rows = journal.seq
        for client, may in ((here.player, PLAYERS_MAY), (watcher, set[str]())):
            answer = await client.request(example(word))
            refused = isinstance(answer, Reply) and (answer.outcome, answer.code) == NO
            assert refused == (word in COMMANDS - may or word in GMS_ONLY), (word, answer)
        assert journal.seq == rows
        await watcher.close()


async def test_a_player_does_not_move_what_is_anothers(tmp_path: Path) -> None:
    """An action of pieces that are all somebody else's is refused."""
    async with company(tmp_path) as here:
        await taken(here.gm.put("roof", piece("cid", 5, 1)))
        reply = await here.player.act(
            "roof", "knock_back", {"targets": ["ben"], "squares": 1, "source": "cid"}
        )
        assert (reply.outcome, reply.code) == ("refused", "NOT_YOURS")


CANARY = "canary"
PUSH: Mapping[str, Plain] = {"targets": ["ben"], "squares": 3, "source": "ann"}

SECRET = SceneSpec(
    id="roof",
    name="Roof",
    width=12,
    height=8,
    walls=(
        Wall("stone", Vec(10, 0), Vec(10, 8), material="stone"),
        Wall("door", Vec(6, 5), Vec(6, 6), door="closed", kind="door"),
        Wall(f"{CANARY}-wall", Vec(5, 6), Vec(5, 7), hidden=True),
        Wall(f"{CANARY}-door", Vec(3, 6), Vec(3, 7), door="closed", kind="door", hidden=True),
    ),
    areas=(
        Area(
            f"{CANARY}-area",
            (Vec(1, 5), Vec(3, 5), Vec(3, 7), Vec(1, 7)),
            Hindering(),
            name=f"{CANARY} ground",
            hidden=True,
        ),
    ),
)


async def about_hidden_things(gm: Client, chance: random.Random) -> None:
    """Do one thing at random with what players do not see."""
    spy, x, y = f"{CANARY}-piece", chance.randrange(9), chance.randrange(8)
    match chance.randrange(6):
        case 0:
            door = wire.DoorState(f"{CANARY}-door", "open" if chance.random() < 0.5 else "closed")
            await answered(gm.command(wire.SceneChanged("roof", doors=(door,))))
        case 1:
            await answered(gm.command(wire.SceneChanged("roof", walls_gone=(f"{CANARY}-wall",))))
        case 2:
            await answered(
                gm.change("roof", spy, {"place": {"x": x, "y": y}, "statuses": [f"{CANARY}-status"]})
            )
        case 3:
            await answered(gm.act("roof", "knock_back", {"targets": [spy], "squares": 2, "source": "ann"}))
        case 4:
            await answered(gm.act("roof", "knock_back", {"targets": ["ben"], "squares": 4, "source": spy}))
        case _:
            await answered(gm.change("roof", spy, {"numbers": {f"{CANARY}-number": x}}))


async def what_others_hear(tmp_path: Path, rounds: int) -> list[bytes]:
    """Let much happen to hidden things, and give every frame for a player and an observer."""
    chance = random.Random("canary")
    heard: list[bytes] = []

    def tap(frame: bytes | str) -> None:
        heard.append(frame if isinstance(frame, bytes) else frame.encode())

    settings = Settings(Encoding.JSON, tap=tap)
    async with company(tmp_path, player=settings) as here:
        line = await here.server.pairing_line("night", role="observer")
        watcher = await Client.pair(
            line, "Olga", msgspec.structs.replace(settings, encoding=Encoding.MSGPACK)
        )
        await answered(here.gm.upload_scene("roof", payload_of(SECRET)))
        spy = piece(f"{CANARY}-piece", 4, 4, hidden=True, attack=9, defense=10)
        await answered(
            here.gm.put("roof", msgspec.structs.replace(spy, name=f"The {CANARY}", owner=f"{CANARY}-owner"))
        )
        for _ in range(rounds):
            await about_hidden_things(here.gm, chance)
            if chance.random() < 0.1:
                reply = await here.player.act("roof", "knock_back", PUSH)
                assert reply.outcome == "pending" or reply.code == "too_many_holds", reply
                await here.player.preview("roof", "knock_back", PUSH, odds=True)
                await here.player.look()
        await watcher.caught_up()
        await here.player.caught_up()
        assert CANARY in str(here.gm.state)
        await watcher.close()
    return heard


async def test_nothing_hidden_is_ever_sent_to_others(tmp_path: Path) -> None:
    """A word that stands in everything hidden never stands in the bytes for players and observers."""
    heard = await what_others_hear(tmp_path, scaled(2_000))
    assert len(heard) > scaled(2_000) / 10
    assert not [frame for frame in heard if CANARY.encode() in frame.lower()]


def whole_row(_book: GameContext, step: Transition, _seat: str) -> LogEvent:
    """Return a row as it is, whoever asks."""
    return step.row


async def test_without_the_view_it_would_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the view of rows switched off the same word does reach them, so the test above can fail."""
    monkeypatch.setattr(events, "seen", whole_row)
    heard = await what_others_hear(tmp_path, 30)
    assert [frame for frame in heard if CANARY.encode() in frame.lower()]


async def test_a_revealed_piece_comes_and_a_hidden_one_goes(tmp_path: Path) -> None:
    """Players see a piece from the moment when it is no longer hidden, and not after it is again."""
    async with company(tmp_path) as here:
        for hidden in (False, True, False):
            await taken(here.gm.change("roof", "spy", {"hidden": hidden}))
            await here.player.caught_up()
            scene = here.player.state.scene("roof")
            assert scene is not None
            assert (scene.find("spy") is None) == hidden


def files_in(folder: Path) -> list[bytes]:
    """Read every file of a data folder but the server's own key."""
    return [page.read_bytes() for page in folder.iterdir() if page.is_file() and page.name != "server.key"]


async def test_secrets_are_in_no_log_line_and_no_table(tmp_path: Path) -> None:
    """Tokens, codes and the owner's secret never reach the log lines or the store."""
    lines = StringIO()
    set_up(lines, "debug")
    try:
        async with company(tmp_path) as here:
            line = await here.server.pairing_line("night", role="player")
            with pytest.raises(Closed):
                await Client.auth(here.server.url, f"{here.gm.token[:-9]}0_00000000")
            with pytest.raises(Closed):
                await Client.pair(f"{here.server.url} BBBB-BBBB")
            await something(here.gm, random.Random(1))
            secrets = [here.gm.token, here.player.token, line.rpartition(" ")[2], here.server.secret]
            secrets += [token.split("_")[3] for token in (here.gm.token, here.player.token)]
    finally:
        set_up()
    written = [lines.getvalue().encode(), *files_in(tmp_path)]
    assert '"event": "decided"' in lines.getvalue()
    for secret in secrets:
        assert not [True for text in written if secret.encode() in text]


async def test_a_code_lets_one_in_and_is_burned_by_wrong_ones(tmp_path: Path) -> None:
    """A used code and one after five wrong tries are not accepted, and all refusals read the same."""
    async with running(LOCAL, tmp_path) as server:
        line = await server.pairing_line("night", "heroclix")
        gm = await Client.pair(line, "Gwen")
        with pytest.raises(Closed) as used:
            await Client.pair(line, "Again")
        assert used.value.code == CloseCode.NOT_ACCEPTED
        fresh = await server.pairing_line("night")
        for _ in range(5):
            with pytest.raises(Closed):
                await Client.pair(f"{server.url} BBBB-BBBB")
        with pytest.raises(Closed) as burned:
            await Client.pair(fresh)
        assert burned.value.code == CloseCode.NOT_ACCEPTED
        await gm.close()


async def test_guesses_from_many_addresses_shut_a_table_and_not_its_game_master(tmp_path: Path) -> None:
    """After twenty failures about a table a fresh code is not looked at, while a known device comes in."""
    config = msgspec.structs.replace(LOCAL, behind_proxy=("127.0.0.0/8",), unauthenticated_per_address=99)
    async with running(config, tmp_path) as server:
        gm = await Client.pair(await server.pairing_line("night", "heroclix"), "Gwen")
        assert gm.welcome is not None
        wrong = make_token("gm", gm.welcome.seat, bytes(32))
        for number in range(20):
            async with raw(server.url, forwarded=f"10.0.0.{number}") as link:
                await say(link, Auth(wrong))
                assert await close_code(link) == CloseCode.NOT_ACCEPTED
        async with raw(server.url, forwarded="10.0.1.1") as link:
            await say(link, Pair((await server.pairing_line("night")).rpartition(" ")[2]))
            assert await close_code(link) == CloseCode.NOT_ACCEPTED
        again = await Client.auth(server.url, gm.token)
        async with raw(server.url, forwarded="10.0.1.1") as link:
            await say(link, Pair((await server.pairing_line("next", "heroclix")).rpartition(" ")[2]))
            await hear(link, "paired")
        await again.close()
        await gm.close()


async def test_a_player_knocks_and_is_admitted(tmp_path: Path) -> None:
    """The game master sees the same two words, opens, and returns the player the player's pieces."""
    async with company(tmp_path) as here:
        words: list[str] = []

        async def open_the_door() -> None:
            async for envelope in here.gm.messages():
                if isinstance(envelope.body, wire.Knocking) and envelope.body.open:
                    words.append(envelope.body.words)
                    admit = wire.Admit(envelope.body.knock, allow=True, pieces=("ben",))
                    assert (await here.gm.command(admit)).outcome == "done"
                    return

        opening = asyncio.create_task(open_the_door())
        guest = await Client.knock(here.server.url, "Ben", user="u-7")
        await opening
        assert len(words) == 1
        assert guest.welcome is not None
        assert guest.welcome.role == "player"
        await guest.caught_up()
        await guest.caught_up()
        scene = guest.state.scene("roof")
        assert scene is not None
        ben = scene.find("ben")
        assert ben is not None
        assert ben.owner == guest.welcome.seat
        assert here.gm.welcome is not None
        assert (await here.gm.event("piece_changed")).actor == here.gm.welcome.seat
        await guest.close()


async def test_an_invite_lets_several_in_and_a_revoked_seat_is_put_out(tmp_path: Path) -> None:
    """Revoking ends the seat, closes its connection, and its token is worth nothing any more."""
    async with company(tmp_path) as here:
        invited = await here.gm.request(wire.Invite("observer", uses=2))
        assert isinstance(invited, wire.Invited)
        line = f"{here.server.url} {invited.code}"
        guests = [await Client.pair(line, name) for name in ("One", "Two")]
        with pytest.raises(Closed):
            await Client.pair(line, "Three")
        seats = [guest.welcome.seat for guest in guests if guest.welcome is not None]
        assert (await here.gm.command(wire.Revoke(seats[0]))).outcome == "done"
        with pytest.raises(Closed) as over:
            await guests[0].until(lambda _: False)
        assert over.value.code == CloseCode.REVOKED
        with pytest.raises(Closed) as again:
            await Client.auth(here.server.url, guests[0].token)
        assert again.value.code == CloseCode.NOT_ACCEPTED
        await guests[1].caught_up()
        await guests[1].close()


async def test_invites_do_not_pile_up(tmp_path: Path) -> None:
    """Beyond a number of open ones a game master is refused, and nothing more is written to the disk."""
    async with company(tmp_path) as here:
        for _ in range(MAX_INVITES):
            assert isinstance(await here.gm.request(wire.Invite("player")), wire.Invited)
        written = here.server.store.access_records()
        no = await here.gm.request(wire.Invite("player"))
        assert isinstance(no, Reply)
        assert (no.outcome, no.code) == ("refused", "TOO_MANY_INVITES")
        nobody = await here.gm.command(wire.Admit("nobody", allow=True))
        assert (nobody.outcome, nobody.code) == ("refused", "NO_SUCH_KNOCK")
        assert here.server.store.access_records() == written
