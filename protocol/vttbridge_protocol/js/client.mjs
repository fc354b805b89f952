/**
 * The JavaScript client: connects, pairs, acts, answers, approves, follows; comes back by itself and misses nothing.
 *
 * It knows the protocol and nothing of pages or rules. The codec and the kind of socket are the caller's. Replies
 * that say no are values; a command on its way when the link breaks is sent again under its id.
 */

import { freshId, pairingLine, socketOf } from "./addresses.mjs";
import { Connection } from "./connection.mjs";
import { Seat } from "./seat.mjs";
import { Transfers } from "./client_transfers.mjs";
import { offerPauseMs } from "./turned_away.mjs";

export { freshId, pairingLine, socketOf };

/**
 * @typedef {import("./wire.d.ts").Envelope} Envelope
 * @typedef {import("./interfaces.d.ts").Codec} Codec
 * @typedef {import("./interfaces.d.ts").Said} Said
 * @typedef {import("./interfaces.d.ts").Link} Link
 * @typedef {import("./wire.d.ts").Reply} Reply
 * @typedef {import("./wire.d.ts").Welcome} Welcome
 * @typedef {import("./wire.d.ts").Tree} Tree
 */

/** A seat that connects, and comes back, by itself. */
export class Client extends Seat {
  /** @type {Welcome | null} */ welcome = null;
  token = "";
  /** @type {Link} */ link = { state: "connecting" };

  /** @type {Connection} */ #connection;
  /** @type {Transfers} */ #transfers;
  /** @type {((said: Said) => void)[]} */ #listeners = [];
  #session = "";

  /**
   * @param {object} wanted
   * @param {string} wanted.address
   * @param {Envelope} wanted.first The first message: `pair`, `auth` or `knock`.
   * @param {Codec} wanted.codec
   * @param {import("./connection.mjs").Connect} [wanted.connect]
   * @param {string} [wanted.name] What this client calls itself.
   * @param {() => number} [wanted.jitter] A part from 0 to 1 of the pause before coming back.
   * @param {(ms: number) => Promise<void>} [wanted.pause] Passes before what was turned away is sent again.
   */
  constructor({ address, first, codec, connect, name = "vttbridge client", jitter = Math.random, pause }) {
    super((envelope) => {
      if (this.#connection.isLive) this.#connection.send(envelope);
    }, pause);
    this.address = socketOf(address);
    this.name = name;
    this.first = first;
    this.token = first.type === "auth" ? first.body.token : "";
    this.codec = codec;
    this.#connection = new Connection({
      address: this.address,
      codec,
      connect,
      jitter,
      mayReturn: () => Boolean(this.token),
      onBegin: () => this.#begins(),
      onEnvelope: (given) => this.#heard(given),
      onLink: (link) => this.#stands(link),
    });
    this.#transfers = new Transfers(
      (envelope) => this.#connection.send(envelope),
      (kind, payload, re) => this.#arrived(kind, payload, re),
      () => this.pause(offerPauseMs(this.#connection.rates, this.welcome?.role ?? "gm")),
    );
  }

  /** @returns {number} How often it came back. */
  get reconnections() {
    return this.#connection.reconnections;
  }

  /**
   * Prepares to pair by a whole pairing line.
   *
   * @param {string} line
   * @param {{codec: Codec, label?: string, address?: string, name?: string}} wanted
   * @returns {Client}
   */
  static pair(line, { codec, label = "", address = "", name }) {
    const given = pairingLine(line);
    const first = { type: "pair", body: { code: given.code, label, client: name ?? "" } };
    return new Client({ address: given.address || address, first, codec, name });
  }

  /**
   * Prepares to come in with a token.
   *
   * @param {string} address
   * @param {string} token
   * @param {{codec: Codec, name?: string}} wanted
   * @returns {Client}
   */
  static auth(address, token, { codec, name }) {
    return new Client({ address, first: { type: "auth", body: { token, client: name ?? "" } }, codec, name });
  }

  /**
   * Prepares to ask a game master to be let in.
   *
   * @param {string} address
   * @param {{codec: Codec, label: string, table?: string, name?: string}} wanted
   * @returns {Client}
   */
  static knock(address, { codec, label, table = "", name }) {
    return new Client({ address, first: { type: "knock", body: { label, table, client: name ?? "" } }, codec, name });
  }

  /**
   * Follows everything that is said, and how the link stands (type `link`).
   *
   * @param {(said: Said) => void} listener
   * @returns {() => void} Ends it.
   */
  follow(listener) {
    this.#listeners.push(listener);
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== listener);
    };
  }

  /** Connects; comes back by itself until `close`, or until the server says never. */
  start() {
    this.#connection.start();
  }

  /** Comes back at once instead of waiting out the pause. */
  hurry() {
    this.#connection.hurry();
  }

  /** Leaves on purpose. */
  close() {
    this.#connection.close();
  }

  /** Breaks the link as a network does; for tests of who uses this. */
  cut() {
    this.#connection.cut();
  }

  /**
   * Sends a map or scene, and puts it, with the tokens in it as pieces where that is wished.
   *
   * @param {string} scene
   * @param {Uint8Array} payload
   * @param {{format?: string, name?: string, pieces?: boolean}} [more]
   * @returns {Promise<Reply>}
   */
  async uploadScene(scene, payload, { format = "scene", name = "", pieces = false } = {}) {
    const blob = await this.sendLong(format === "scene" ? "scene" : "map", payload, name);
    return this.request("scene_set", { scene, blob, format, name, pieces });
  }

  /**
   * Sends a scene of the VTT whole, with all documents in it; it is followed from then on.
   *
   * @param {string} scene
   * @param {Tree} document
   * @param {{version?: number, action?: string, numbers?: Tree}} [more]
   * @returns {Promise<Reply>}
   */
  async syncScene(scene, document, { version = 0, action = "", numbers = {} } = {}) {
    const blob = await this.sendLong("map", new TextEncoder().encode(JSON.stringify(document)), scene.slice(0, 100));
    return this.request("scene_set", { scene, blob, format: "foundry", home: "vtt", version, action, numbers });
  }

  /**
   * Sends something long, at the server's pace; returns the name under which it arrived.
   *
   * @param {string} kind
   * @param {Uint8Array} payload
   * @param {string} [name]
   * @returns {Promise<string>}
   */
  sendLong(kind, payload, name = "") {
    return this.#transfers.post(kind, payload, name);
  }

  #begins() {
    this.replica.connecting();
    this.#transfers.begin();
  }

  /** @param {Link} link */
  #stands(link) {
    this.link = link;
    this.#tell({ type: "link", body: link });
    if (link.state !== "over") return;
    this.givenUp(link.code);
    this.#transfers.end();
  }

  /** @param {Said} said */
  #tell(said) {
    for (const listener of this.#listeners) listener(said);
  }

  /** @param {Envelope} given */
  #heard(given) {
    this.#take(given);
    this.#tell(/** @type {Said} */ (given));
  }

  /** @param {Envelope} given */
  #take(given) {
    const { type, body } = given;
    switch (type) {
      case "hello":
        this.#connection.greeted(body);
        this.#connection.send(this.#opening());
        break;
      case "paired":
      case "admitted":
      case "renewed":
        this.token = body.token;
        break;
      case "knocked":
        this.#stands({ state: "knocking", words: body.words });
        break;
      case "welcome":
        this.welcome = body;
        this.#session = body.session;
        this.replica.welcomed(body);
        break;
      case "live":
        this.#live();
        break;
      case "draining":
        this.#connection.backoff.restartAnnounced();
        this.#connection.backoff.leaveAlone(body.retry_after_ms);
        break;
      case "error":
        this.#connection.backoff.leaveAlone(body.retry_after_ms ?? 0);
        break;
      default:
        if (type.startsWith("transfer_")) this.#transfers.take(given);
        else this.#happened(given);
    }
  }

  /** @returns {Envelope} */
  #opening() {
    if (!this.welcome || !this.token) return this.first;
    const resume = { session: this.#session, epoch: this.epoch, seq: this.seq, head: this.head };
    return { type: "auth", body: { token: this.token, client: this.name, resume } };
  }

  /** What got no reply before the link broke goes out again, under its old id. */
  #live() {
    this.#connection.isLive = true;
    this.#stands({ state: "live" });
    this.again();
  }

  /** @param {Envelope} given */
  #happened(given) {
    const { type, body, re } = given;
    if (type === "event") this.#event(given);
    else if (type === "snapshot") this.#snapshot(given);
    else if (type === "held") this.replica.held(body.hold);
    else if (type === "asked") this.asked.set(body.hold, body);
    else if (type === "resolved") this.replica.resolved(body);
    else if (re) this.answered(re, body);
  }

  /** @param {Envelope} given A gap in their count is loss: the client comes back for what is missing. */
  #event(given) {
    if (!this.replica.apply(given)) this.cut();
  }

  /** @param {Envelope} given */
  #snapshot({ body, re }) {
    if (!this.replica.snapshot(body)) this.#transfers.expect(re);
    else if (re) this.answered(re, body);
  }

  /**
   * Takes something long that has come whole.
   *
   * @param {string} kind
   * @param {Uint8Array} payload
   * @param {string | undefined} re
   */
  #arrived(kind, payload, re) {
    const tree = kind === "file" ? payload : this.codec.decodeBytes(payload);
    if (kind === "snapshot") {
      this.replica.longSnapshot(tree);
      this.#tell({ type: "known", body: {} });
    }
    if (re) this.answered(re, kind === "snapshot" ? { data: tree } : tree);
  }
}
