// A client at a table, by a socket that is played by hand.

import { Client } from "../../protocol/vttbridge_protocol/js/client.mjs";
import { jsonCodec } from "../../protocol/vttbridge_protocol/js/json_codec.mjs";
import { EMPTY } from "../../protocol/vttbridge_protocol/js/mirror.mjs";

/** A socket that remembers what was sent and says what the test wants. */
export class PlayedSocket {
  /** @type {any[]} */ sent = [];
  readyState = 1;
  /** @type {((event: any) => void) | null} */ onopen = null;
  /** @type {((event: any) => void) | null} */ onmessage = null;
  /** @type {((event: any) => void) | null} */ onclose = null;
  /** @type {((event: any) => void) | null} */ onerror = null;

  /** @param {string} data */
  send(data) {
    this.sent.push(JSON.parse(data));
  }

  close() {
    this.readyState = 3;
  }

  /**
   * @param {string} type
   * @param {object} body
   * @param {object} [more]
   */
  say(type, body = {}, more = {}) {
    this.onmessage?.({ data: JSON.stringify({ type, body, ...more }) });
  }
}

export const HELLO = { closes: [{ code: 4401, retry: "never" }, { code: 4430, retry: "now" }] };
export const WELCOME = { table: "keep", seat: "s-1", role: "gm", session: "c-1", epoch: 1, seq: 4, ruleset: "draw-steel" };

/**
 * Brings a client to the table.
 *
 * @param {(ms: number) => Promise<void>} [pause]
 * @returns {{client: Client, sockets: PlayedSocket[], said: any[]}}
 */
export function seated(pause = async () => {}) {
  /** @type {PlayedSocket[]} */
  const sockets = [];
  /** @type {any[]} */
  const said = [];
  const connect = () => {
    const socket = new PlayedSocket();
    sockets.push(socket);
    return socket;
  };
  const first = { type: "pair", body: { code: "BCDF-GHJK" } };
  const client = new Client({ address: "ws://host:1", first, codec: jsonCodec, connect, jitter: () => 0, pause });
  client.follow((one) => said.push(one));
  client.start();
  sockets[0].say("hello", HELLO);
  sockets[0].say("paired", { token: "vttb_t", table: "keep", role: "gm" });
  sockets[0].say("welcome", WELCOME);
  sockets[0].say("snapshot", { epoch: 1, seq: 4, head: "aa", data: { state: { ...EMPTY, name: "keep" }, ground: { a: 1 } } });
  sockets[0].say("live", { seq: 4 });
  return { client, sockets, said };
}

/**
 * Lets what was promised happen.
 *
 * @returns {Promise<void>}
 */
export const turn = () => new Promise((resolve) => setTimeout(resolve, 5));
