// How long the JavaScript client stays away, by a socket that is played by hand.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Client } from "../../protocol/vttbridge_protocol/js/client.mjs";
import { jsonCodec } from "../../protocol/vttbridge_protocol/js/json_codec.mjs";

const GONE = 1006;
const RESTART = 1012;

/**
 * Gives a client that waits the whole of each pause, and how to end its link.
 *
 * @returns {{client: Client, say: (type: string, body: object) => void, ended: (code: number) => number}}
 */
function patient() {
  /** @type {any} */
  let socket = null;
  const connect = () => {
    socket = { readyState: 1, send() {}, close() {}, onopen: null, onmessage: null, onclose: null, onerror: null };
    return socket;
  };
  const first = { type: "auth", body: { token: "vttb_g_1_2_3" } };
  const client = new Client({ address: "ws://here", first, codec: jsonCodec, connect, jitter: () => 1 });
  client.start();
  return {
    client,
    say: (type, body) => socket.onmessage({ data: JSON.stringify({ type, body }) }),
    ended: (code) => {
      socket.onclose({ code });
      const { link } = client;
      client.hurry();
      return link.wait_ms ?? -1;
    },
  };
}

test("pauses double up to half a minute while nobody answers", () => {
  const { client, ended } = patient();
  const waited = Array.from({ length: 8 }, () => ended(GONE));
  assert.deepEqual(waited, [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  client.close();
});

test("while a restart that was announced is under way pauses stay short", () => {
  const { client, say, ended } = patient();
  say("draining", { retry_after_ms: 2000 });
  const waited = [ended(RESTART), ...Array.from({ length: 7 }, () => ended(GONE))];
  assert.deepEqual(waited, [2500, 1000, 2000, 4000, 4000, 4000, 4000, 4000]);
  client.close();
});

test("a close that says restart is an announcement too", () => {
  const { client, ended } = patient();
  for (let count = 0; count < 6; count += 1) ended(GONE);
  assert.equal(ended(RESTART), 4000);
  client.close();
});
