/** How long a client waits before it comes back: longer each time, shorter while the server restarts. No clock of its own. */

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;
const RESTART_PAUSE_MS = 4000;
const ANNOUNCED_MS = 60_000;
const HEALTHY_MS = 60_000;

/** The pauses of one client. */
export class Backoff {
  #extra_ms = 0;
  #pause_ms = FIRST_PAUSE_MS;
  #connected_ms = 0;
  #restart_ms = -Infinity;

  /**
   * @param {() => number} jitter A part from 0 to 1 of each pause.
   * @param {() => number} now The time in milliseconds.
   */
  constructor(jitter, now) {
    this.jitter = jitter;
    this.now = now;
  }

  /** A connection begins. */
  connecting() {
    this.#connected_ms = this.now();
  }

  /** @param {number} ms How long the server wants to be left alone, once. */
  leaveAlone(ms) {
    this.#extra_ms = ms;
  }

  /** The server goes away and comes again soon: for a minute it is looked for more often. */
  restartAnnounced() {
    this.#restart_ms = this.now();
  }

  /**
   * Returns the next pause; the one after a connection that held for a while is short again.
   *
   * @returns {number}
   */
  next() {
    if (this.now() - this.#connected_ms > HEALTHY_MS) this.#pause_ms = FIRST_PAUSE_MS;
    const longest = this.now() - this.#restart_ms < ANNOUNCED_MS ? RESTART_PAUSE_MS : MAX_PAUSE_MS;
    const pause = this.#extra_ms + Math.min(this.#pause_ms, longest) * this.jitter();
    this.#pause_ms = Math.min(longest, this.#pause_ms * 2);
    this.#extra_ms = 0;
    return pause;
  }
}
