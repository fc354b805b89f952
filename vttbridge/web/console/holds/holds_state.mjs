/** Which of the waiting holds is on the screen, until when each waits, and what its plan was before. No DOM. */

import { lostEffects } from "./hold_text.mjs";

/**
 * @typedef {import("../app/store.mjs").Store} Store
 * @typedef {import("../../client/wire.d.ts").WireHold} Hold
 * @typedef {import("../../client/wire.d.ts").Asked} Asked
 * @typedef {import("../../client/wire.d.ts").WirePlan} Plan
 * @typedef {import("../../client/wire.d.ts").WireEffect} Effect
 */

const SECOND_MS = 1000;

/** The holds of a table as one seat works through them. */
export class HoldsState {
  /** The hold on the screen. */ #shown = "";
  /** Whether somebody went to it by hand. */ #isChosen = false;
  /** The hold whose question a game master answers in somebody's place. */ #answersFor = "";
  /** @type {Map<string, number>} When each hold's time runs out. */ #deadlines = new Map();
  /** @type {Map<string, Plan[]>} The plan of each hold and the one before, newest last. */ #plans = new Map();

  /** @param {Store} store */
  constructor(store) {
    this.store = store;
  }

  /** @returns {Hold[]} What this seat may look at, oldest first. */
  get all() {
    return [...(this.store.client?.holds.values() ?? [])];
  }

  /** @returns {Hold | undefined} The one on the screen: what it was, or the oldest that this seat can do something about. */
  get current() {
    const { all } = this;
    const shown = all.find((hold) => this.isShown(hold.hold));
    if (shown && (this.#isChosen || this.isMine(shown))) return shown;
    return all.find((hold) => this.isMine(hold)) ?? shown ?? all[0];
  }

  /** @returns {Asked | undefined} The question that this seat answers now. */
  get question() {
    const { current } = this;
    const asked = current ? this.store.client?.asked.get(current.hold) : undefined;
    if (asked || !current?.question || this.#answersFor !== current.hold) return asked;
    return { ...current, question: current.question };
  }

  /**
   * Returns whether this seat can do something about a hold.
   *
   * @param {Hold} hold
   * @returns {boolean}
   */
  isMine(hold) {
    return Boolean(this.store.client?.asked.get(hold.hold)) || (hold.state === "planned" && this.store.isGm);
  }

  /**
   * Returns whether a hold is the one on the screen.
   *
   * @param {string} hold
   * @returns {boolean}
   */
  isShown(hold) {
    return this.#shown === hold;
  }

  /**
   * Puts the current hold on the screen.
   *
   * @returns {boolean} Whether it is another one than before.
   */
  showCurrent() {
    const { current } = this;
    if (this.isShown(current?.hold ?? "")) return false;
    this.#isChosen = this.#isChosen && this.all.some((hold) => this.isShown(hold.hold));
    this.#shown = current?.hold ?? "";
    return true;
  }

  /**
   * Goes to the next hold, or the one before.
   *
   * @param {number} by
   * @returns {boolean} Whether there is another one.
   */
  step(by) {
    const { all, current } = this;
    if (all.length < 2 || !current) return false;
    this.#isChosen = true;
    this.#shown = all[(all.indexOf(current) + by + all.length) % all.length].hold;
    return true;
  }

  /** @param {Hold} hold The hold whose question is answered from here, in somebody's place. */
  answerFor(hold) {
    this.#answersFor = hold.hold;
  }

  /**
   * Notes how long a hold still waits.
   *
   * @param {string} hold
   * @param {number | null | undefined} remaining_ms
   * @param {number} now_ms
   */
  setRemaining(hold, remaining_ms, now_ms) {
    if (remaining_ms === undefined || remaining_ms === null) this.#deadlines.delete(hold);
    else this.#deadlines.set(hold, now_ms + remaining_ms);
  }

  /**
   * Returns how long the hold on the screen still waits, as minutes and seconds; nothing where it has no limit.
   *
   * @param {number} now_ms
   * @returns {string}
   */
  remainingText(now_ms) {
    const deadline = this.#deadlines.get(this.current?.hold ?? "");
    const seconds = deadline ? Math.max(0, Math.round((deadline - now_ms) / SECOND_MS)) : 0;
    return seconds ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` : "";
  }

  /**
   * Notes the plan of a hold.
   *
   * @param {Hold} hold
   * @returns {"same" | "first" | "changed"}
   */
  notePlan({ hold, plan }) {
    const plans = this.#plans.get(hold) ?? [];
    const last = plans.at(-1);
    if (!plan || last?.hash === plan.hash) return "same";
    this.#plans.set(hold, [...plans.slice(-1), plan]);
    return last ? "changed" : "first";
  }

  /**
   * Returns what the plan of a hold no longer does.
   *
   * @param {Hold} hold
   * @returns {Effect[]}
   */
  lostEffects({ hold, lost = [] }) {
    return lostEffects(this.#plans.get(hold) ?? [], lost);
  }

  /** @returns {string} What of the holds is shown: as long as it is the same, nothing needs to be drawn again. */
  get signature() {
    const { language, hasBook } = this.store.words;
    return JSON.stringify([this.current, this.question?.question, this.all.length, language, hasBook]);
  }
}
