/** One connection after another: opens the socket, keeps it alive, comes back when it breaks, stops when told to. */

/**
 * @typedef {import("./wire.d.ts").Envelope} Envelope
 * @typedef {import("./wire.d.ts").Codec} Codec
 * @typedef {import("./wire.d.ts").Socket} Socket
 * @typedef {import("./wire.d.ts").Link} Link
 * @typedef {(address: string, subprotocol: string) => Socket} Connect
 */

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const RESTART_PAUSE_MS = 4000;
const ANNOUNCED_MS = 60_000;
const HEALTHY_MS = 60_000;
const HEARTBEAT_MS = 20_000;
const OPEN = 1;
const RESTARTS = [1012, 4503];

/** The socket of a client, through all its lives. */
export class Connection {
  isLive = false;
  reconnections = 0;

  /** @type {Socket | null} */ #socket = null;
  /** @type {Map<number, string>} What to do after each close code. */ #closes = new Map();
  /** @type {any} */ #beating;
  /** @type {any} */ #returning;
  #wait_ms = 0;
  #pause_ms = FIRST_PAUSE_MS;
  #began_ms = 0;
  #restarting_ms = -Infinity;
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
    this.jitter = jitter;
    this.mayReturn = mayReturn;
    this.onBegin = onBegin;
    this.onEnvelope = onEnvelope;
    this.onLink = onLink;
  }

  /** Connects; comes back by itself until `close`, or until the server says never. */
  start() {
    this.#began_ms = Date.now();
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
   * @param {{closes?: {code: number, retry: string}[]}} hello
   */
  greeted({ closes = [] }) {
    this.#closes = new Map(closes.map((one) => [one.code, one.retry]));
    this.#beating = setInterval(() => this.send({ type: "heartbeat", body: {} }), HEARTBEAT_MS);
  }

  /**
   * Notes how long the server wants to be left alone.
   *
   * @param {number} wait_ms
   */
  leaveAlone(wait_ms) {
    this.#wait_ms = wait_ms;
  }

  /** Notes that the server goes away and comes again soon: for a minute it is looked for more often. */
  restarts() {
    this.#restarting_ms = Date.now();
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
    if (Date.now() - this.#began_ms > HEALTHY_MS) this.#pause_ms = FIRST_PAUSE_MS;
    if (RESTARTS.includes(code)) this.restarts();
    const pause = retry === "now" ? 0 : this.#pause();
    this.#returning = setTimeout(() => this.#again(), pause);
    this.onLink({ state: "waiting", code, wait_ms: pause });
  }

  /** @returns {number} */
  #pause() {
    const longest = Date.now() - this.#restarting_ms < ANNOUNCED_MS ? RESTART_PAUSE_MS : LONGEST_PAUSE_MS;
    const pause = this.#wait_ms + Math.min(this.#pause_ms, longest) * this.jitter();
    this.#pause_ms = Math.min(longest, this.#pause_ms * 2);
    this.#wait_ms = 0;
    return pause;
  }

  #again() {
    this.#returning = undefined;
    this.reconnections += 1;
    this.start();
  }
}
