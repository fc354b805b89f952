import assert from "node:assert/strict";
import { test } from "node:test";

import { Client } from "../../protocol/vttbridge_protocol/js/client.mjs";
import { jsonCodec } from "../../protocol/vttbridge_protocol/js/json_codec.mjs";

test("a client that waits to come back does so at once when hurried, and only then", () => {
  /** @type {any[]} */
  const sockets = [];
  const connect = () => {
    const socket = { readyState: 1, send() {}, close() {}, onopen: null, onmessage: null, onclose: null, onerror: null };
    sockets.push(socket);
    return /** @type {any} */ (socket);
  };
  const first = { type: "auth", body: { token: "vttb_g_1_2_3" } };
  const client = new Client({ address: "ws://here", first, codec: jsonCodec, connect, jitter: () => 1 });
  client.start();
  client.hurry();
  assert.equal(sockets.length, 1, "a link that stands needs no hurry");
  client.cut();
  assert.equal(client.link.state, "waiting");
  client.hurry();
  assert.equal(sockets.length, 2);
  assert.equal(client.reconnections, 1);
  client.close();
  client.hurry();
  assert.equal(sockets.length, 2, "who left stays away");
});
