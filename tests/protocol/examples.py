"""One filled message of every type: the golden vectors are written from these."""

from vttbridge_protocol import (
    Act,
    ActionSchema,
    Admit,
    Admitted,
    Answer,
    AnswerResult,
    Applied,
    Approve,
    Ask,
    Asked,
    Auth,
    CloseCode,
    CloseMeaning,
    Diverged,
    Documents,
    DocumentSet,
    DoorState,
    Draining,
    DropEffect,
    Envelope,
    Error,
    Event,
    Executor,
    ExecutorState,
    Expectation,
    FrameLimits,
    GivenAnswer,
    Goodbye,
    Heartbeat,
    Held,
    Hello,
    Invite,
    Invited,
    Knock,
    Knocked,
    Knocking,
    LimitDistance,
    Live,
    Log,
    Look,
    Pair,
    Paired,
    PieceChanged,
    PieceGone,
    PiecePut,
    PieceState,
    Preview,
    PreviewResult,
    QueryInfo,
    Reject,
    Renewed,
    Reply,
    Resolved,
    Resume,
    Resumed,
    Resync,
    Revoke,
    RoleRate,
    SceneChanged,
    SceneGone,
    SceneInfo,
    SceneSet,
    SeatList,
    Seats,
    SetAnswer,
    Snapshot,
    SpotRevision,
    TableSet,
    TransferDone,
    TransferMore,
    TransferOpen,
    TransferPart,
    TransferStop,
    Undo,
    VttSpot,
    VttUpdate,
    VttWaypoint,
    Welcome,
    WireCells,
    WireChance,
    WireDisc,
    WireEffect,
    WireHold,
    WireNeed,
    WireOdds,
    WireOption,
    WirePart,
    WirePlace,
    WirePlan,
    WireQuestion,
    WireRefusal,
    WireSeat,
    Write,
    digest,
)

ID = "3f2a9c0d5b7e41868a90d1c2b3e4f506"
OTHER_ID = "00000000000000000000000000000001"
BLOB = digest(b"a scene")
TOKEN = "vttb_p_k3m9_" + "5" * 64 + "_c0ffee"

QUESTION = WireQuestion(
    key="stability:ogre",
    audience="owner",
    kind="count",
    piece="ogre",
    data={"low": 0, "high": 2, "proposal": 2},
    default=2,
    because=WireRefusal(code="OUT_OF_RANGE", facts={"given": 5, "high": 2}, rule="DS-05"),
)

PLAN = WirePlan(
    hash="9b1d0e8a",
    effects=(
        WireEffect(
            key="move:ogre:push",
            kind="move",
            piece="ogre",
            fields={
                "path": [{"x": 4, "y": 3, "z": 0}, {"x": 5, "y": 3, "z": 0}],
                "travelled": 2,
                "asked": 3.5,
            },
            rules=("DS-01", "DS-04"),
        ),
        WireEffect(
            key="damage:ogre:wall",
            kind="damage",
            piece="ogre",
            fields={"amount": 3, "dealt": 3, "cause": "wall", "number": "stamina", "after": 17},
            rules=("DS-09",),
            parts=(WirePart(code="remaining", amount=1.0, rule="DS-09"), WirePart(code="base", amount=2.0)),
            rests_on=("move:ogre:push",),
            assumed=("stamina",),
        ),
    ),
    facts={"squares_left": 1},
    rules=("DS-01", "DS-04", "DS-09"),
)

HOLD = WireHold(
    hold="h-7",
    command=ID,
    seat="s-ada",
    scene="keep",
    action="push",
    state="planned",
    waits="approval",
    fields={"target": "ogre", "distance": 3},
    plan=PLAN,
    edits=(
        SetAnswer(key="stability:ogre", value=1),
        LimitDistance(piece="ogre", distance=2.0),
        DropEffect(key="damage:ogre:wall"),
    ),
    gained=("damage:ogre:wall",),
    lost=("fall:ogre:rim",),
    since_ms=1_781_000_000_000,
    remaining_ms=600_000,
)

OGRE = PieceState(
    id="ogre",
    place=WirePlace(x=4.0, y=3.0, z=1.5),
    name="Огр Grûm",
    footprint=WireCells(width=2, depth=2, height=2.5),
    owner="s-ada",
    side="foes",
    body="ogre-body",
    pool="squad-1",
    numbers={"stamina": 20, "stability": 2},
    tags=("large",),
    statuses=("prone",),
    hidden=True,
    revision=12,
)

GANGER = PieceState(
    id="ganger", place=WirePlace(x=10.25, y=-3.125), footprint=WireDisc(radius=0.5, height=1.25)
)

REVISIONS = (SpotRevision(thing="ogre", revision=12), SpotRevision(thing="scene", revision=3))

FROM_CLIENT: tuple[Envelope, ...] = (
    Envelope(Pair(code="BCDF-GHJK", label="Ada's laptop", client="console 0.1.0")),
    Envelope(
        Auth(
            token=TOKEN,
            client="foundry 13.351",
            resume=Resume(session="c-19", epoch=2, seq=431, head="77aa00"),
        )
    ),
    Envelope(Knock(label="Alice (Chrome)", user="alice", table="keep-night", client="foundry 13.351")),
    Envelope(
        Act(
            scene="keep",
            action="push",
            fields={
                "target": "ogre",
                "distance": 3,
                "direction": [1, 0],
                "vertical": False,
                "aim": [0.5, -2.75],
            },
            revisions=REVISIONS,
            rolls=(GivenAnswer(key="power", value=[4, 10]),),
            answers=(GivenAnswer(key="stability:ogre", value=0),),
        ),
        id=ID,
    ),
    Envelope(Preview(scene="keep", action="push", fields={"target": "ogre"}, odds=True), id=ID),
    Envelope(Preview(hold="h-7", edits=HOLD.edits), id=OTHER_ID),
    Envelope(Ask(scene="keep", query="reach", fields={"piece": "ogre"}), id=ID),
    Envelope(Answer(hold="h-7", key="stability:ogre", value=2), id=ID),
    Envelope(Approve(hold="h-7", plan=PLAN.hash, edits=(LimitDistance(piece="ogre", distance=2.0),)), id=ID),
    Envelope(Reject(hold="h-7", reason="The ogre is chained\tto the floor.\n"), id=ID),
    Envelope(Undo(seqs=(434, 431)), id=ID),
    Envelope(SceneSet(scene="keep", blob=BLOB, format="uvtt", name="The Keep", home="vtt"), id=ID),
    Envelope(
        SceneSet(
            scene="keep",
            blob=BLOB,
            format="foundry",
            home="vtt",
            pieces=True,
            version=14,
            action="shoved",
            numbers={"ogre": {"stamina": 20, "stability": 2}},
        ),
        id=OTHER_ID,
    ),
    Envelope(
        Documents(
            scene="keep",
            changes=(
                DocumentSet(
                    kind="walls",
                    created=({"_id": "w9", "c": [300, 400, 300, 800], "move": 20, "door": 0},),
                    updated=({"_id": "w12", "ds": 1},),
                    deleted=("w3",),
                ),
                DocumentSet(kind="tokens", updated=({"_id": "ogre", "x": 400.5, "elevation": 10},)),
            ),
            settings={"grid": {"size": 100}},
            numbers={"ogre": {"stamina": 17}},
        ),
        id=ID,
    ),
    Envelope(
        SceneChanged(
            scene="keep",
            doors=(DoorState(wall="w12", state="open"),),
            walls_gone=("w3",),
            walls_mended=("w4",),
            detached=False,
        ),
        id=ID,
    ),
    Envelope(SceneGone(scene="keep"), id=ID),
    Envelope(PiecePut(scene="keep", piece=OGRE), id=ID),
    Envelope(PiecePut(scene="underhive", piece=GANGER), id=OTHER_ID),
    Envelope(
        PieceChanged(scene="keep", piece="ogre", changes={"statuses": ["prone"]}, revisions=REVISIONS[:1]),
        id=ID,
    ),
    Envelope(PieceGone(scene="keep", piece="ogre"), id=ID),
    Envelope(TableSet(options={"ds_corner": "strict"}, policy="all", name="Thursday"), id=ID),
    Envelope(Log(first=10, last=20), id=ID),
    Envelope(Look(), id=ID),
    Envelope(Executor(claim=True, force=True), id=ID),
    Envelope(
        Applied(seq=431, term=4, writes=(Write(document="Token.ogre", path="x", before=300, after=400),)),
        id=ID,
    ),
    Envelope(
        Diverged(
            seq=431, term=4, places=(Expectation(document="Actor.ogre", path="hp", expected=20, found=9),)
        ),
        id=ID,
    ),
    Envelope(Admit(knock="k-1", allow=True, pieces=("ogre",)), id=ID),
    Envelope(Invite(role="observer", uses=10, label="the stream"), id=ID),
    Envelope(Revoke(seat="s-ada"), id=ID),
    Envelope(Seats(), id=ID),
)

FROM_BOTH: tuple[Envelope, ...] = (
    Envelope(Heartbeat()),
    Envelope(Goodbye()),
    Envelope(TransferOpen(kind="scene", bytes=7, blake2b=BLOB, name="keep.dd2vtt")),
    Envelope(TransferMore(index=0, count=4)),
    Envelope(TransferPart(index=0, text="YSBzY2VuZQ==")),
    Envelope(TransferDone()),
    Envelope(TransferStop(code="too_large")),
)

FROM_SERVER: tuple[Envelope, ...] = (
    Envelope(
        Hello(
            protocol_min=1,
            protocol_max=1,
            server="vttbridge 0.1.0",
            limits=FrameLimits(
                frame_bytes=65_536,
                text_bytes=4_096,
                array_length=1_024,
                map_length=128,
                depth=16,
                nodes=20_000,
                transfer_bytes=16_777_216,
                commands_in_flight=32,
            ),
            closes=tuple(CloseMeaning(code=int(code), retry=code.retry.value) for code in CloseCode),
            features=("odds", "undo"),
        )
    ),
    Envelope(Paired(token=TOKEN, table="keep-night", role="gm")),
    Envelope(Admitted(token=TOKEN, table="keep-night", role="player")),
    Envelope(Renewed(token=TOKEN)),
    Envelope(Knocked(knock="k-1", words="amber otter", wait_ms=120_000)),
    Envelope(Knocking(knock="k-1", label="Alice (Chrome)", words="amber otter", user="alice")),
    Envelope(
        Welcome(
            table="keep-night",
            seat="s-ada",
            role="player",
            session="c-19",
            epoch=2,
            seq=431,
            ruleset="draw-steel",
            name="The Keep",
            label="Ada",
            head="77aa00",
            state_hash="51",
            policy="players",
            options=(
                WireOption(
                    name="ds_corner",
                    value="strict",
                    default="open",
                    rule="DS-11",
                    values=("open", "strict"),
                    sentence="A corner between two walls blocks.",
                ),
                WireOption(name="ds_fall", value="2", default="2", rule="DS-30", low=0.0, high=10.0),
            ),
            needs=(
                WireNeed(
                    name="stability",
                    unit="square",
                    default=0,
                    sentence="How many squares may be ignored.",
                    paths=("system.combat.stability",),
                ),
            ),
            actions=(
                ActionSchema(
                    name="push",
                    fields={"type": "object", "properties": {"distance": {"x-vttbridge-kind": "distance"}}},
                    sentence="Push a creature away.",
                ),
            ),
            queries=(QueryInfo(name="reach", fields={"type": "object"}),),
            scenes=(SceneInfo(scene="keep", name="The Keep", home="vtt", blob=BLOB, revision=3),),
            seats=(WireSeat(seat="s-ada", role="player", label="Ada", connected=True, device="k3m9"),),
            languages=("en", "ru"),
        )
    ),
    Envelope(Reply(outcome="done", seq=432), re=ID),
    Envelope(
        Reply(outcome="refused", code="NO_SUCH_PIECE", facts={"piece": "ogre"}),
        re=ID,
    ),
    Envelope(Reply(outcome="conflict", code="changed", revisions=REVISIONS, seqs=(434,)), re=ID),
    Envelope(Reply(outcome="invalid", code="id_reuse"), re=ID),
    Envelope(Reply(outcome="busy", code="storage_full", retry_after_ms=2_000), re=ID),
    Envelope(Reply(outcome="pending", hold="h-7", waits="approval", dup=True), re=ID),
    Envelope(Resolved(hold="h-7", state="committed", seq=432, by="s-gm"), re=ID),
    Envelope(
        Event(
            epoch=2,
            kind="committed",
            data={"hold": "h-7", "effects": [{"key": "move:ogre:push", "kind": "move", "piece": "ogre"}]},
            time_ms=1_781_000_000_123,
            cause=ID,
            actor="s-ada",
            mark="aa10",
            state_hash="52",
            term=4,
            updates=(
                VttUpdate(
                    token="ogre",
                    x=500.0,
                    y=300.0,
                    elevation=-10.0,
                    was=VttSpot(x=310.5, y=200.0, elevation=0.0),
                    level="cellar",
                    waypoints=(
                        VttWaypoint(x=400.0, y=200.0, elevation=0.0, action="shoved", explicit=True),
                        VttWaypoint(
                            x=500.0, y=300.0, elevation=-10.0, level="cellar", explicit=True, checkpoint=True
                        ),
                    ),
                ),
            ),
        ),
        seq=432,
        n=17,
    ),
    Envelope(
        Asked(hold="h-7", command=ID, scene="keep", action="push", question=QUESTION, remaining_ms=60_000)
    ),
    Envelope(Held(hold=HOLD)),
    Envelope(
        PreviewResult(
            roll="power",
            known=WirePlan(hash="0"),
            odds=WireOdds(
                chances=(
                    WireChance(part=5, whole=8, label="stays", plan=WirePlan(hash="1")),
                    WireChance(part=3, whole=8, label="refused", refusal=WireRefusal(code="TOO_FAR")),
                )
            ),
            as_seen=True,
        ),
        re=ID,
    ),
    Envelope(PreviewResult(plan=PLAN), re=OTHER_ID),
    Envelope(AnswerResult(value={"engaged": ["ogre"], "near": None, "far": True}), re=ID),
    Envelope(
        Snapshot(epoch=2, seq=432, head="aa10", state_hash="52", data={"pieces": [{"id": "ogre", "x": 4.5}]}),
        re=ID,
    ),
    Envelope(Resumed(session="c-19", epoch=2, missed=3)),
    Envelope(Resync(reason="too_old")),
    Envelope(Live(seq=434)),
    Envelope(ExecutorState(state="waiting", term=4)),
    Envelope(Invited(code="BCDF-GHJK", role="observer", uses=10, expires_ms=86_400_000), re=ID),
    Envelope(SeatList(seats=(WireSeat(seat="s-gm", role="gm"),)), re=ID),
    Envelope(Error(code="transfer_refused", facts={"kind": "scene"}, retry_after_ms=500)),
    Envelope(Draining(retry_after_ms=3_000)),
    Envelope(
        Hello(
            protocol_min=1,
            protocol_max=1,
            server="vttbridge 0.1.0",
            limits=FrameLimits(
                frame_bytes=65_536,
                text_bytes=4_096,
                array_length=1_024,
                map_length=128,
                depth=16,
                nodes=20_000,
                transfer_bytes=16_777_216,
                commands_in_flight=32,
                rates=(
                    RoleRate("gm", 60.0, 200.0),
                    RoleRate("player", 20.0, 60.0),
                    RoleRate("observer", 0.5, 10.0),
                ),
            ),
        )
    ),
)

EXAMPLES: tuple[Envelope, ...] = (*FROM_CLIENT, *FROM_BOTH, *FROM_SERVER)
