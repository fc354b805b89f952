/** Where in a history one looks, and how it goes on by itself. */

const STEP_MS = 1100;

export const SPEEDS = [0.5, 1, 2, 4];

/** @typedef {import("./history.mjs").History} History */

/** The playing of a history; `now` is how many of its events have been watched. */
export class Playback {
  now = 0;
  speed = 1;
  isFollowing = false;
  /** @type {any} */ #timer = null;

  /**
   * @param {History} history
   * @param {number} from
   * @param {() => void} onMove
   */
  constructor(history, from, onMove) {
    this.history = history;
    this.onMove = onMove;
    this.#set(from);
  }

  /** @returns {boolean} */
  get isPlaying() {
    return this.#timer !== null;
  }

  /** @returns {number} The event that is looked at. */
  get seq() {
    return this.history.records[this.now - 1]?.seq ?? 0;
  }

  /** @param {number} count */
  #set(count) {
    this.now = Math.min(Math.max(count, 0), this.history.length);
    this.isFollowing = this.now === this.history.length;
  }

  /** @param {number} count */
  goTo(count) {
    this.#set(count);
    this.onMove();
  }

  /**
   * Stops, and goes to an event by its number.
   *
   * @param {number} seq
   */
  goToEvent(seq) {
    this.pause();
    this.goTo(this.history.countUpTo(seq));
  }

  /** @param {number} by One visible event on, or back. */
  step(by) {
    this.goTo(this.history.nextVisible(this.now, by));
  }

  /** @param {number} by One outcome on, or back. */
  stepOutcome(by) {
    this.goTo(this.history.nextOutcome(this.now, by));
  }

  /** The history has grown: whoever looked at its end still does. */
  follow() {
    if (this.isFollowing) this.#set(this.history.length);
  }

  /** Plays, from the beginning where it was at the end; or pauses. */
  toggle() {
    if (this.isPlaying) {
      this.pause();
    } else {
      if (this.now >= this.history.length) this.#set(0);
      this.#timer = setInterval(() => this.#tick(), STEP_MS / this.speed);
    }
    this.onMove();
  }

  #tick() {
    if (this.now < this.history.length) {
      this.step(1);
    } else {
      this.pause();
      this.onMove();
    }
  }

  pause() {
    clearInterval(this.#timer);
    this.#timer = null;
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = speed;
    if (this.isPlaying) {
      this.pause();
      this.toggle();
    } else {
      this.onMove();
    }
  }

  /** @param {number} by */
  changeSpeed(by) {
    this.setSpeed(SPEEDS[Math.min(Math.max(SPEEDS.indexOf(this.speed) + by, 0), SPEEDS.length - 1)]);
  }
}
