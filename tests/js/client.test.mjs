// The JavaScript client against a socket that is played by hand: getting in, coming back, long things.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { blake2b } from "../../protocol/vttbridge_protocol/js/blake2b.mjs";
import { pairingLine, socketOf } from "../../protocol/vttbridge_protocol/js/client.mjs";
import { afterEvent, EMPTY, EMPTY_GROUND } from "../../protocol/vttbridge_protocol/js/mirror.mjs";
import { TransferIn, TransferOut } from "../../protocol/vttbridge_protocol/js/transfers.mjs";
import { HELLO, seated, turn, WELCOME } from "./client_support.mjs";

test("a pairing line is taken whole, and the socket's path is appended", () => {
  assert.deepEqual(pairingLine(" ws://127.0.0.1:8765 bcdf-ghjk "), { address: "ws://127.0.0.1:8765", code: "BCDF-GHJK" });
  assert.deepEqual(pairingLine("BCDF-GHJK"), { address: "", code: "BCDF-GHJK" });
  assert.equal(socketOf("wss://game.example/vttbridge"), "wss://game.example/vttbridge/ws");
  assert.equal(socketOf("ws://host/ws"), "ws://host/ws");
});

test("pairing says the code, keeps the token, and knows the table", () => {
  const { client, sockets } = seated();
  assert.equal(sockets[0].sent[0].type, "pair");
  assert.equal(client.token, "vttb_t");
  assert.equal(client.state.name, "keep");
  assert.equal(client.welcome?.role, "gm");
  client.close();
});

test("a command without reply goes out again under its id, with where the client stood", async () => {
  const { client, sockets } = seated();
  const reply = client.act("roof", "push", { distance: 3 });
  const { id } = sockets[0].sent.at(-1);
  sockets[0].onclose?.({ code: 1006 });
  await turn();
  sockets[1].say("hello", HELLO);
  assert.deepEqual(sockets[1].sent[0].body.resume, { session: "c-1", epoch: 1, seq: 4, head: "aa" });
  sockets[1].say("welcome", WELCOME);
  sockets[1].say("live", { seq: 4 });
  assert.equal(sockets[1].sent.at(-1).id, id);
  sockets[1].say("reply", { outcome: "done", seq: 5 }, { re: id });
  assert.equal((await reply).outcome, "done");
  client.close();
});

test("a gap in the count of events is loss, and the client comes back for it", async () => {
  const { client, sockets } = seated();
  sockets[0].say("event", { epoch: 1, kind: "note" }, { seq: 5, n: 1 });
  assert.equal(client.seq, 5);
  sockets[0].say("event", { epoch: 1, kind: "note" }, { seq: 7, n: 3 });
  await turn();
  assert.equal(sockets.length, 2);
  assert.equal(client.seq, 5);
  client.close();
});

test("a close that means never ends the client, and what waited is told", async () => {
  const { client, sockets, said } = seated();
  const waiting = assert.rejects(client.look());
  sockets[0].onclose?.({ code: 4401 });
  await waiting;
  assert.deepEqual(said.at(-1), { type: "link", body: { state: "over", code: 4401 } });
});

test("a question that is another one by now is no longer asked", () => {
  const { client, sockets } = seated();
  const question = { key: "stability:ilse", kind: "count", audience: "owner" };
  sockets[0].say("asked", { hold: "h1", command: "c", scene: "s", action: "push", question });
  assert.equal(client.asked.size, 1);
  sockets[0].say("held", { hold: { hold: "h1", state: "asking", question: { ...question, key: "path:ilse" } } });
  assert.equal(client.asked.size, 0);
  sockets[0].say("resolved", { hold: "h1", state: "rejected" });
  assert.equal(client.holds.size, 0);
  client.close();
});

test("events that overtake a long snapshot are applied after it", () => {
  const { client, sockets } = seated();
  const state = { ...EMPTY, scenes: [{ scene: "a", ground: {}, pieces: [] }] };
  const out = new TransferOut("snapshot", new TextEncoder().encode(JSON.stringify({ state, ground: {} })));
  sockets[0].say("snapshot", { epoch: 1, seq: 5, blob: out.digest });
  const now = { scene: "a", pieces: [{ id: "p", place: { x: 1, y: 2 } }] };
  sockets[0].say("event", { epoch: 1, kind: "piece_put", data: { now } }, { seq: 6, n: 1 });
  sockets[0].say(out.opening.type, out.opening.body);
  for (const part of out.more(sockets[0].sent.at(-1).body)) sockets[0].say(part.type, part.body);
  assert.equal(client.state.scenes[0].pieces[0].id, "p");
  client.close();
});

test("a scene of the VTT is sent whole, then its changes, and what was written is told", async () => {
  const { client, sockets } = seated();
  const document = { _id: "keep", width: 1, height: 1, walls: [] };
  const payload = new TextEncoder().encode(JSON.stringify(document));
  const replying = client.syncScene("keep", document, { version: 14, action: "shoved" });
  await turn();
  const offer = sockets[0].sent.at(-1);
  assert.deepEqual([offer.type, offer.body.kind, offer.body.bytes], ["transfer_open", "map", payload.length]);
  sockets[0].say("transfer_more", { index: 0, count: 1 });
  await turn();
  const set = sockets[0].sent.at(-1);
  assert.deepEqual(set.body, { scene: "keep", blob: offer.body.blake2b, format: "foundry", home: "vtt", version: 14, action: "shoved", numbers: {} });
  sockets[0].say("reply", { outcome: "done", seq: 5 }, { re: set.id });
  assert.equal((await replying).seq, 5);
  const changes = [{ kind: /** @type {const} */ ("tokens"), updated: [{ _id: "ogre", x: 400 }] }];
  const said = [
    [client.documents("keep", changes), "documents", { scene: "keep", changes, settings: {}, numbers: {} }],
    [client.executor(), "executor", { claim: true, force: false }],
    [client.applied(5, 2, []), "applied", { seq: 5, term: 2, writes: [] }],
    [client.diverged(5, 2, []), "diverged", { seq: 5, term: 2, places: [], writes: [] }],
  ];
  const sent = sockets[0].sent.slice(-said.length);
  assert.deepEqual(sent.map(({ type, body }) => [type, body]), said.map(([, type, body]) => [type, body]));
  for (const { id } of sent) sockets[0].say("reply", { outcome: "done" }, { re: id });
  await Promise.all(said.map(([answer]) => answer));
  client.close();
});

test("the hash is BLAKE2b, for every length around a block", () => {
  for (const length of [0, 1, 127, 128, 129, 255, 256, 1000]) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 7) % 256);
    assert.equal(blake2b(bytes, 64), createHash("blake2b512").update(bytes).digest("hex"));
  }
});

test("a long thing arrives as it was, at the receiver's pace, and a changed one is refused", () => {
  const payload = Uint8Array.from({ length: 200_000 }, (_, at) => (at * 31) % 251);
  const out = new TransferOut("map", payload);
  const into = new TransferIn(out.opening.body);
  let wanted = into.begin();
  while (!out.isFinished) {
    for (const part of out.more(wanted.body)) {
      if (part.type === "transfer_part") wanted = into.receive(part.body) ?? wanted;
    }
  }
  assert.deepEqual(into.finish(), payload);
  const other = new TransferIn({ ...out.opening.body, bytes: 3, blake2b: out.digest });
  other.receive({ index: 0, text: btoa("abc") });
  assert.throws(() => other.finish());
});

test("an event changes the copy of the table and leaves the old one as it was", () => {
  const before = { ...EMPTY, scenes: [{ scene: "a", ground: EMPTY_GROUND, pieces: [{ id: "q", place: { x: 0, y: 0 } }] }] };
  const event = { epoch: 1, kind: "committed", data: { now: { scene: "a", pieces: [{ id: "p", place: { x: 1, y: 1 } }], gone: ["q"] } } };
  const after = afterEvent(before, event);
  assert.deepEqual(after.scenes[0].pieces.map((piece) => piece.id), ["p"]);
  assert.deepEqual(before.scenes[0].pieces.map((piece) => piece.id), ["q"]);
  assert.equal(afterEvent(before, { epoch: 1, kind: "act", data: {} }), before);
});
