// What is too fast for the server goes out again, long things wait for one another, and beats come in time.

import assert from "node:assert/strict";
import { test } from "node:test";

import { HELLO, seated, turn } from "./client_support.mjs";

for (const code of ["too_fast", "too_many_in_flight"]) {
  test(`what is turned away as ${code} goes out again under its id, after the pause that was asked for`, async () => {
    /** @type {number[]} */
    const pauses = [];
    const { client, sockets } = seated(async (ms) => void pauses.push(ms));
    const reply = client.act("roof", "push", { distance: 3 });
    const first = sockets[0].sent.at(-1);
    sockets[0].say("reply", { outcome: "busy", code, retry_after_ms: 750 }, { re: first.id });
    await turn();
    assert.deepEqual(pauses, [750]);
    assert.deepEqual(sockets[0].sent.slice(-2), [first, first]);
    sockets[0].say("reply", { outcome: "done", seq: 5 }, { re: first.id });
    assert.equal((await reply).outcome, "done");
    client.close();
  });
}

test("a busy reply of what was looked at is told at once", async () => {
  const { client, sockets } = seated();
  const reply = client.act("roof", "push", { distance: 3 });
  const sent = sockets[0].sent.length;
  sockets[0].say("reply", { outcome: "busy", code: "storage_full", retry_after_ms: 750 }, { re: sockets[0].sent.at(-1).id });
  assert.equal((await reply).code, "storage_full");
  assert.equal(sockets[0].sent.length, sent);
  client.close();
});

test("what is turned away again and again is told in the end", async () => {
  const { client, sockets } = seated();
  const reply = client.act("roof", "push", { distance: 3 });
  const { id } = sockets[0].sent.at(-1);
  for (let tries = 0; tries < 5; tries += 1) {
    sockets[0].say("reply", { outcome: "busy", code: "too_fast", retry_after_ms: 750 }, { re: id });
    await turn();
  }
  assert.equal((await reply).code, "too_fast");
  assert.equal(sockets[0].sent.filter((one) => one.id === id).length, 5);
  client.close();
});

for (const [ms, pauses] of /** @type {[number, number[]][]} */ ([[30_000, [30_000]], [30_001, []]])) {
  test(`whoever is to wait ${ms} ms ${pauses.length ? "waits" : "hears so at once"}`, async () => {
    /** @type {number[]} */
    const waited = [];
    const { client, sockets } = seated(async (pause) => void waited.push(pause));
    const reply = client.act("roof", "push", { distance: 3 });
    const { id } = sockets[0].sent.at(-1);
    sockets[0].say("reply", { outcome: "busy", code: "too_fast", retry_after_ms: ms }, { re: id });
    await turn();
    if (pauses.length) sockets[0].say("reply", { outcome: "done", seq: 5 }, { re: id });
    assert.equal((await reply).outcome, pauses.length ? "done" : "busy");
    assert.deepEqual(waited, pauses);
    client.close();
  });
}

test("two long things at once go one after the other, each with its own end", async () => {
  const { client, sockets } = seated();
  const names = [client.sendLong("map", Uint8Array.of(1)), client.sendLong("map", Uint8Array.of(2))];
  await turn();
  const offers = () => sockets[0].sent.filter((one) => one.type === "transfer_open").map((one) => one.body.blake2b);
  assert.equal(offers().length, 1);
  sockets[0].say("transfer_more", { index: 0, count: 1 });
  await turn();
  assert.equal(offers().length, 2);
  sockets[0].say("transfer_stop", { code: "not_allowed" });
  await assert.rejects(names[1], { message: "not_allowed" });
  assert.equal(await names[0], offers()[0]);
  client.close();
});

test("an offer that came too fast is made again when the rate has refilled, a few times at most", async () => {
  /** @type {number[]} */
  const pauses = [];
  const { client, sockets } = seated(async (ms) => void pauses.push(ms));
  sockets[0].say("hello", { ...HELLO, limits: { rates: [{ role: "gm", per_second: 10, burst: 20 }] } });
  const name = client.sendLong("map", Uint8Array.of(1));
  await turn();
  sockets[0].say("transfer_stop", { code: "busy" });
  await turn();
  sockets[0].say("transfer_more", { index: 0, count: 1 });
  assert.equal((await name).length, 64);
  const refused = assert.rejects(client.sendLong("map", Uint8Array.of(2)), { message: "busy" });
  for (let tries = 0; tries < 5; tries += 1) {
    await turn();
    sockets[0].say("transfer_stop", { code: "busy" });
  }
  await refused;
  assert.deepEqual(pauses, Array.from({ length: 5 }, () => 2000));
  client.close();
});

test("nothing long is sent any more when it is over", async () => {
  const { client, sockets } = seated();
  const first = assert.rejects(client.sendLong("map", Uint8Array.of(1)), { message: "the connection ended" });
  const second = assert.rejects(client.sendLong("map", Uint8Array.of(2)), { message: "the connection ended" });
  await turn();
  sockets[0].onclose?.({ code: 4401 });
  await Promise.all([first, second]);
});

for (const [silence, every] of [[45_000, 15_000], [9000, 3000], [600_000, 20_000]]) {
  test(`where ${silence} ms of silence are borne the client beats every ${every} ms`, (t) => {
    t.mock.timers.enable({ apis: ["setInterval"] });
    const { client, sockets } = seated();
    sockets[0].say("hello", { ...HELLO, silence_ms: silence });
    const beats = () => sockets[0].sent.filter((one) => one.type === "heartbeat").length;
    t.mock.timers.tick(every - 1);
    assert.equal(beats(), 0);
    t.mock.timers.tick(1);
    assert.equal(beats(), 1);
    t.mock.timers.tick(every);
    assert.equal(beats(), 2);
    client.close();
  });
}
