/** The log as entries to read: each event is told once, and again when words or names are other ones. */

import { entryOf, undoneSeqs } from "../narration/event_entries.mjs";
import { PreviousValues } from "../narration/previous_values.mjs";

/**
 * @typedef {import("./store.mjs").Store} Store
 * @typedef {import("../narration/event_entries.mjs").Entry} Entry
 */

/** The entries of the events that are shown. */
export class LogEntries {
  /** @type {Map<number, Entry | null>} */ #entries = new Map();
  #previous = new PreviousValues();
  #language = "";
  /** @type {ReadonlyArray<unknown> | null} */ #records = null;

  /** @param {Store} store */
  constructor(store) {
    this.store = store;
  }

  /** @returns {Entry[]} All entries, oldest first. */
  get all() {
    const { words, source, context } = this.store;
    if (this.#language !== words.language || source.records !== this.#records) this.reset();
    this.#language = words.language;
    this.#records = source.records;
    const named = { ...context, title: (/** @type {number} */ seq) => this.#entries.get(seq)?.title ?? "" };
    for (const record of source.records) {
      if (this.#entries.has(record.seq)) continue;
      this.#entries.set(record.seq, entryOf(words, record, { ...named, byHand: this.#previous.next(record.event) }));
    }
    return [...this.#entries.values()].filter((entry) => entry !== null);
  }

  /**
   * Returns the entry of an event.
   *
   * @param {number} seq
   * @returns {Entry | undefined}
   */
  find(seq) {
    return this.all.find((entry) => entry.seq === seq);
  }

  /** @returns {Set<number>} The events that were taken back. */
  get undone() {
    return undoneSeqs(this.store.source.records);
  }

  /** @returns {Entry | undefined} The latest outcome that stands, to be taken back. */
  get latestStanding() {
    const { undone } = this;
    return this.all.filter((entry) => entry.kind === "committed" && !undone.has(entry.seq)).pop();
  }

  /** Forgets what was told. */
  reset() {
    this.#entries.clear();
    this.#previous.forget();
  }
}
