/**
 * The JavaScript client: connects, pairs, acts, answers, approves, follows; comes back by itself and misses nothing.
 *
 * It knows the protocol and nothing of pages or rules. The codec and the kind of socket are the caller's. Replies
 * that say no are values; a command on its way when the link breaks is sent again under its id.
 */

import { afterEvent, EMPTY } from "./mirror.mjs";
import { TransferIn, TransferOut } from "./transfers.mjs";

/**
 * @typedef {import("./wire.d.ts").Envelope} Envelope
 * @typedef {import("./wire.d.ts").Codec} Codec
 * @typedef {import("./wire.d.ts").Socket} Socket
 * @typedef {import("./wire.d.ts").Said} Said
 * @typedef {import("./wire.d.ts").Link} Link
 * @typedef {import("./wire.d.ts").Reply} Reply
 * @typedef {import("./wire.d.ts").Edit} Edit
 * @typedef {import("./wire.d.ts").Hold} Hold
 * @typedef {import("./wire.d.ts").Asked} Asked
 * @typedef {import("./wire.d.ts").Welcome} Welcome
 * @typedef {import("./wire.d.ts").Tree} Tree
 */

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const HEALTHY_MS = 60_000;
const HEARTBEAT_MS = 20_000;
const OPEN = 1;

/**
 * Gives the socket's address for an address as people get it: `/ws` is appended to its path.
 *
 * @param {string} address
 * @returns {string}
 */
export function socketOf(address) {
  return address.endsWith("/ws") ? address : `${address.replace(/\/+$/, "")}/ws`;
}

/**
 * Splits a pairing line, `ws://host:port XXXX-XXXX`; a bare code has no address.
 *
 * @param {string} line
 * @returns {{address: string, code: string}}
 */
export function pairingLine(line) {
  const words = line.trim().split(/\s+/);
  const code = words.pop() ?? "";
  return { address: words.pop() ?? "", code: code.toUpperCase() };
}

/**
 * Makes a fresh name for a command.
 *
 * @returns {string}
 */
export function freshId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** One seat at one table. */
export class Client {
  /** @type {Welcome | null} */ welcome = null;
  state = EMPTY;
  /** @type {Tree} */ ground = {};
  /** @type {Map<string, Hold>} */ holds = new Map();
  /** @type {Map<string, Asked>} */ asked = new Map();
  token = "";
  seq = 0;
  epoch = 0;
  head = "";
  reconnections = 0;
  /** @type {Link} */ link = { state: "connecting" };

  /** @type {Socket | null} */ #socket = null;
  /** @type {Map<string, Envelope>} */ #open = new Map();
  /** @type {Map<string, {resolve: (body: any) => void, reject: (why: Error) => void}>} */ #answers = new Map();
  /** @type {((said: Said) => void)[]} */ #listeners = [];
  /** @type {Map<number, string>} */ #closes = new Map();
  /** @type {TransferIn | null} */ #incoming = null;
  /** @type {string | undefined} */ #incomingRe;
  /** @type {TransferOut | null} */ #outgoing = null;
  /** @type {{resolve: () => void, reject: (why: Error) => void} | null} */ #sending = null;
  /** @type {Envelope[] | null} Events that came before the snapshot on which they stand. */ #early = null;
  /** @type {any} */ #beating;
  /** @type {any} */ #returning;
  #n = 0;
  #session = "";
  #wait_ms = 0;
  #pause_ms = FIRST_PAUSE_MS;
  #began_ms = 0;
  #isLive = false;
  #isOver = false;

  /**
   * @param {object} wanted
   * @param {string} wanted.address
   * @param {Envelope} wanted.first The first message: `pair`, `auth` or `knock`.
   * @param {Codec} wanted.codec
   * @param {(address: string, subprotocol: string) => Socket} [wanted.connect]
   * @param {string} [wanted.name] What this client calls itself.
   * @param {() => number} [wanted.jitter] A part from 0 to 1 of the pause before coming back.
   */
  constructor({ address, first, codec, connect, name = "vttbridge client", jitter = Math.random }) {
    this.address = socketOf(address);
    this.name = name;
    this.first = first;
    this.token = first.type === "auth" ? first.body.token : "";
    this.codec = codec;
    this.jitter = jitter;
    this.connect = connect ?? ((url, protocol) => /** @type {Socket} */ (new WebSocket(url, protocol)));
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
    this.#began_ms = Date.now();
    this.#n = 0;
    this.#incoming = null;
    this.#early = null;
    this.#stands({ state: "connecting" });
    const socket = this.connect(this.address, this.codec.subprotocol);
    this.#socket = socket;
    if (this.codec.binary) socket.binaryType = "arraybuffer";
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#heard(event.data);
    };
    socket.onerror = () => {};
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#closed(event.code ?? 0);
    };
  }

  /** Leaves on purpose. */
  close() {
    this.#isOver = true;
    clearTimeout(this.#returning);
    clearInterval(this.#beating);
    this.#send({ type: "goodbye", body: {} });
    this.#socket?.close();
  }

  /** Breaks the link as a network does; for tests of whoever uses this. */
  cut() {
    const socket = this.#socket;
    if (!socket) return;
    this.#socket = null;
    socket.close();
    this.#closed(0);
  }

  // What a person wants.

  /**
   * Sends a command or request and gives what answers it; the same id again is the same command.
   *
   * @param {string} type
   * @param {Tree} body
   * @param {string} [id]
   * @returns {Promise<any>}
   */
  request(type, body, id = freshId()) {
    const envelope = { type, id, body };
    this.#open.set(id, envelope);
    return new Promise((resolve, reject) => {
      this.#answers.set(id, { resolve, reject });
      if (this.#isLive) this.#send(envelope);
    });
  }

  /**
   * Does an action of the rule book.
   *
   * @param {string} scene
   * @param {string} action
   * @param {Tree} fields
   * @param {{revisions?: Tree, rolls?: Tree, answers?: Tree, id?: string}} [more]
   * @returns {Promise<Reply>}
   */
  act(scene, action, fields, { revisions = {}, rolls = {}, answers = {}, id } = {}) {
    const body = {
      scene,
      action,
      fields,
      revisions: Object.entries(revisions).map(([thing, revision]) => ({ thing, revision })),
      rolls: given(rolls),
      answers: given(answers),
    };
    return this.request("act", body, id);
  }

  /**
   * Asks what would happen.
   *
   * @param {string} scene
   * @param {string} action
   * @param {Tree} fields
   * @param {{answers?: Tree, odds?: boolean}} [more]
   * @returns {Promise<any>}
   */
  preview(scene, action, fields, { answers = {}, odds = false } = {}) {
    return this.request("preview", { scene, action, fields, answers: given(answers), odds });
  }

  /**
   * Asks what a waiting plan becomes under edits.
   *
   * @param {string} hold
   * @param {Edit[]} edits
   * @returns {Promise<any>}
   */
  previewHold(hold, edits) {
    return this.request("preview", { hold, edits });
  }

  /**
   * Asks the rule book something that changes nothing.
   *
   * @param {string} scene
   * @param {string} query
   * @param {Tree} fields
   * @returns {Promise<any>}
   */
  ask(scene, query, fields) {
    return this.request("ask", { scene, query, fields });
  }

  /**
   * Answers an open question.
   *
   * @param {string} hold
   * @param {string} key
   * @param {unknown} value
   * @returns {Promise<Reply>}
   */
  answer(hold, key, value) {
    return this.request("answer", { hold, key, value });
  }

  /**
   * Says yes to a plan: to the one that was shown last, where none is named.
   *
   * @param {string} hold
   * @param {string} [plan]
   * @param {Edit[]} [edits]
   * @returns {Promise<Reply>}
   */
  approve(hold, plan = this.holds.get(hold)?.plan?.hash ?? "", edits = []) {
    return this.request("approve", { hold, plan, edits });
  }

  /**
   * Says no to a hold.
   *
   * @param {string} hold
   * @param {string} [reason]
   * @returns {Promise<Reply>}
   */
  reject(hold, reason = "") {
    return this.request("reject", { hold, reason });
  }

  /**
   * Takes commits back.
   *
   * @param {number[]} seqs
   * @returns {Promise<Reply>}
   */
  undo(seqs) {
    return this.request("undo", { seqs });
  }

  /**
   * Sends a map or scene, and puts it.
   *
   * @param {string} scene
   * @param {Uint8Array} payload
   * @param {{format?: string, name?: string}} [more]
   * @returns {Promise<Reply>}
   */
  async uploadScene(scene, payload, { format = "scene", name = "" } = {}) {
    const blob = await this.sendLong(format === "scene" ? "scene" : "map", payload, name);
    return this.request("scene_set", { scene, blob, format, name });
  }

  /**
   * Sends something long, at the server's pace; gives the name under which it arrived.
   *
   * @param {string} kind
   * @param {Uint8Array} payload
   * @param {string} [name]
   * @returns {Promise<string>}
   */
  sendLong(kind, payload, name = "") {
    const outgoing = new TransferOut(kind, payload, name);
    this.#outgoing = outgoing;
    return new Promise((resolve, reject) => {
      this.#sending = { resolve: () => resolve(outgoing.digest), reject };
      this.#send(outgoing.opening);
    });
  }

  /**
   * Asks for the whole state; it is in `state` and the geometry in `ground` afterwards.
   *
   * @returns {Promise<any>}
   */
  look() {
    return this.request("look", {});
  }

  /**
   * Fetches the table's events: the state before, and the events since; with house rules, also what would differ.
   *
   * @param {number} [first]
   * @param {Tree} [options]
   * @returns {Promise<any>}
   */
  log(first = 0, options = {}) {
    return this.request("log", { first, options });
  }

  // The link.

  /** @param {Envelope} envelope */
  #send(envelope) {
    if (this.#socket?.readyState === OPEN) this.#socket.send(this.codec.encode(envelope));
  }

  /** @param {Link} link */
  #stands(link) {
    this.link = link;
    this.#tell({ type: "link", body: link });
  }

  /** @param {Said} said */
  #tell(said) {
    for (const listener of this.#listeners) listener(said);
  }

  /** @param {number} code */
  #closed(code) {
    this.#isLive = false;
    clearInterval(this.#beating);
    const retry = this.#closes.get(code) ?? "back_off";
    if (this.#isOver || retry === "never" || !this.token) {
      this.#over(code);
      return;
    }
    if (Date.now() - this.#began_ms > HEALTHY_MS) this.#pause_ms = FIRST_PAUSE_MS;
    const pause = retry === "now" ? 0 : Math.max(this.#wait_ms, this.#pause_ms * this.jitter());
    this.#pause_ms = Math.min(LONGEST_PAUSE_MS, this.#pause_ms * 2);
    this.#wait_ms = 0;
    this.#stands({ state: "waiting", code, wait_ms: pause });
    this.#returning = setTimeout(() => {
      this.reconnections += 1;
      this.start();
    }, pause);
  }

  /** @param {number} code */
  #over(code) {
    this.#isOver = true;
    this.#stands({ state: "over", code });
    for (const answer of this.#answers.values()) answer.reject(new Error(`the connection ended with ${code}`));
    this.#answers.clear();
    this.#sending?.reject(new Error("the connection ended"));
  }

  /** @param {any} frame */
  #heard(frame) {
    const given = /** @type {Envelope} */ (this.codec.decode(frame));
    given.body ??= {};
    this.#take(given);
    this.#tell(/** @type {Said} */ (given));
  }

  // What the server says.

  /** @param {Envelope} given */
  #take(given) {
    const { type, body } = given;
    switch (type) {
      case "hello":
        this.#closes = new Map((body.closes ?? []).map((/** @type {any} */ one) => [one.code, one.retry]));
        this.#beating = setInterval(() => this.#send({ type: "heartbeat", body: {} }), HEARTBEAT_MS);
        this.#send(this.#opening());
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
        this.epoch = body.epoch;
        this.#session = body.session;
        this.holds.clear();
        this.asked.clear();
        break;
      case "live":
        this.#live();
        break;
      case "draining":
      case "error":
        this.#wait_ms = body.retry_after_ms ?? 0;
        break;
      default:
        if (type.startsWith("transfer_")) this.#long(given);
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
    this.#isLive = true;
    this.#stands({ state: "live" });
    for (const envelope of this.#open.values()) this.#send(envelope);
  }

  /** @param {Envelope} given */
  #happened(given) {
    const { type, body, re } = given;
    if (type === "event") this.#event(given);
    else if (type === "snapshot") this.#snapshot(given);
    else if (type === "held") this.#held(body.hold);
    else if (type === "asked") this.asked.set(body.hold, body);
    else if (type === "resolved") {
      this.holds.delete(body.hold);
      this.asked.delete(body.hold);
    } else if (re) this.#answered(re, body);
  }

  /** @param {Hold} hold */
  #held(hold) {
    this.holds.set(hold.hold, hold);
    if (this.asked.get(hold.hold)?.question.key !== hold.question?.key) this.asked.delete(hold.hold);
  }

  /** @param {Envelope} given */
  #event(given) {
    this.#n += 1;
    if (given.n !== this.#n) {
      this.cut();
      return;
    }
    const event = given.body;
    this.seq = given.seq ?? this.seq;
    this.epoch = event.epoch;
    this.head = event.hash ?? event.mark ?? this.head;
    this.#early?.push(given);
    this.state = afterEvent(this.state, event);
  }

  /** @param {Envelope} given */
  #snapshot({ body, re }) {
    this.seq = body.seq;
    this.epoch = body.epoch;
    this.head = body.head ?? "";
    if (body.blob) {
      this.#incomingRe = re;
      this.#early = [];
      return;
    }
    this.#known(body.data ?? {});
    if (re) this.#answered(re, body);
  }

  /** @param {Tree} data */
  #known(data) {
    this.state = data.state ?? EMPTY;
    this.ground = data.ground ?? {};
  }

  /**
   * @param {string} re
   * @param {any} body
   */
  #answered(re, body) {
    this.#open.delete(re);
    this.#answers.get(re)?.resolve(body);
    this.#answers.delete(re);
  }

  // Long things.

  /** @param {Envelope} given */
  #long({ type, body, re }) {
    if (type === "transfer_open") {
      this.#incoming = new TransferIn(body);
      this.#incomingRe = re ?? this.#incomingRe;
      this.#send(this.#incoming.begin());
    } else if (type === "transfer_part" && this.#incoming) {
      const more = this.#incoming.receive(body);
      if (more) this.#send(more);
    } else if (type === "transfer_done" && this.#incoming) {
      this.#arrived(this.#incoming);
    } else if (type === "transfer_more" && this.#outgoing) {
      for (const part of this.#outgoing.more(body)) this.#send(part);
      if (this.#outgoing.isFinished) this.#sending?.resolve();
    } else if (type === "transfer_stop") {
      this.#sending?.reject(new Error(body.code ?? "the server did not take it"));
    }
  }

  /** @param {TransferIn} incoming */
  #arrived(incoming) {
    const tree = this.codec.decodeBytes(incoming.finish());
    this.#incoming = null;
    if (incoming.kind === "snapshot") {
      this.#known(tree);
      for (const { body } of this.#early ?? []) this.state = afterEvent(this.state, body);
      this.#early = null;
      this.#tell({ type: "known", body: {} });
    }
    const re = this.#incomingRe;
    this.#incomingRe = undefined;
    if (re) this.#answered(re, incoming.kind === "snapshot" ? { data: tree } : tree);
  }
}

/**
 * @param {Tree} named
 * @returns {{key: string, value: any}[]}
 */
function given(named) {
  return Object.entries(named).map(([key, value]) => ({ key, value }));
}
