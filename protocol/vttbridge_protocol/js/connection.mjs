/** One connection after another: opens the socket, keeps it alive, comes back when it breaks, stops when told to. */

import { Backoff } from "./backoff.mjs";

/**
 * @typedef {import("./wire.d.ts").Envelope} Envelope
 * @typedef {import("./interfaces.d.ts").Codec} Codec
 * @typedef {import("./interfaces.d.ts").Socket} Socket
 * @typedef {import("./interfaces.d.ts").Link} Link
 * @typedef {(address: string, subprotocol: string) => Socket} Connect
 */

/** The longest silence of a client, and the shortest: however little the server bears, so often is enough. */
const HEARTBEAT_MS = 20_000;
const MIN_HEARTBEAT_MS = 100;
const OPEN = 1;
const RESTARTS = [1012, 4503];

/** The socket of a client, through all its lives. */
export class Connection {
  isLive = false;
  reconnections = 0;
  /** @type {readonly import("./wire.d.ts").RoleRate[]} How much each role may send. */ rates = [];

  /** @type {Socket | null} */ #socket = null;
  /** @type {Map<number, string>} What to do after each close code. */ #closes = new Map();
  /** @type {any} */ #beating;
  /** @type {any} */ #returning;
  #isOver = false;

  /**
   * @param {object} wanted
   * @param {string} wanted.address
   * @param {Codec} wanted.codec
   * @param {Connect} [wanted.connect]
   * @param {() => number} wanted.jitter A part from 0 to 1 of the pause before coming back.
   * @param {() => boolean} wanted.mayReturn Whether there is something to come back with.
   * @param {() => void} wanted.onBegin A fresh socket is about to speak.
   * @param {(given: Envelope) => void} wanted.onEnvelope
   * @param {(link: Link) => void} wanted.onLink
   */
  constructor({ address, codec, connect, jitter, mayReturn, onBegin, onEnvelope, onLink }) {
    this.address = address;
    this.codec = codec;
    this.connect = connect ?? ((url, protocol) => /** @type {Socket} */ (new WebSocket(url, protocol)));
    this.backoff = new Backoff(jitter, Date.now);
    this.mayReturn = mayReturn;
    this.onBegin = onBegin;
    this.onEnvelope = onEnvelope;
    this.onLink = onLink;
  }

  /** Connects; comes back by itself until `close`, or until the server says never. */
  start() {
    this.backoff.connecting();
    this.onBegin();
    this.onLink({ state: "connecting" });
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

  /** Comes back at once instead of waiting out the pause. */
  hurry() {
    if (this.#isOver || this.#returning === undefined) return;
    clearTimeout(this.#returning);
    this.#again();
  }

  /** Leaves on purpose. */
  close() {
    this.#isOver = true;
    clearTimeout(this.#returning);
    clearInterval(this.#beating);
    this.send({ type: "goodbye", body: {} });
    this.#socket?.close();
  }

  /** Breaks the link as a network does. */
  cut() {
    const socket = this.#socket;
    if (!socket) return;
    this.#socket = null;
    socket.close();
    this.#closed(0);
  }

  /** @param {Envelope} envelope */
  send(envelope) {
    if (this.#socket?.readyState === OPEN) this.#socket.send(this.codec.encode(envelope));
  }

  /**
   * Takes the server's greeting: what each close code means, and that it may be talked to.
   *
   * It beats so often that two beats may be lost before the server takes silence for absence.
   *
   * @param {{closes?: {code: number, retry: string}[], silence_ms?: number, limits?: {rates?: readonly import("./wire.d.ts").RoleRate[]}}} hello
   */
  greeted({ closes = [], silence_ms: silenceMs = 45_000, limits = {} }) {
    this.#closes = new Map(closes.map((one) => [one.code, one.retry]));
    this.rates = limits.rates ?? [];
    const pause = Math.max(MIN_HEARTBEAT_MS, Math.min(HEARTBEAT_MS, silenceMs / 3));
    clearInterval(this.#beating);
    this.#beating = setInterval(() => this.send({ type: "heartbeat", body: {} }), pause);
  }

  /** @param {any} frame */
  #heard(frame) {
    const given = /** @type {Envelope} */ (this.codec.decode(frame));
    given.body ??= {};
    this.onEnvelope(given);
  }

  /** @param {number} code */
  #closed(code) {
    this.isLive = false;
    clearInterval(this.#beating);
    const retry = this.#closes.get(code) ?? "back_off";
    if (this.#isOver || retry === "never" || !this.mayReturn()) {
      this.#isOver = true;
      this.onLink({ state: "over", code });
      return;
    }
    if (RESTARTS.includes(code)) this.backoff.restartAnnounced();
    const pause = retry === "now" ? 0 : this.backoff.next();
    this.#returning = setTimeout(() => this.#again(), pause);
    this.onLink({ state: "waiting", code, wait_ms: pause });
  }

  #again() {
    this.#returning = undefined;
    this.reconnections += 1;
    this.start();
  }
}
