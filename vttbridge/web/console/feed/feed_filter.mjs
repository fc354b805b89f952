/** Which entries the feed shows: of a piece, with a text, and whether every step. */

/** @typedef {import("../narration/event_entries.mjs").Entry} Entry */

const AROUND = 20;

/** What somebody wants to see. */
export class FeedFilter {
  piece = "";
  text = "";
  isEveryStep = false;

  /**
   * Returns whether an entry is shown.
   *
   * @param {Entry} entry
   * @param {boolean} isMarked Whether it must be shown although it is minor.
   * @returns {boolean}
   */
  fits(entry, isMarked) {
    if (entry.minor && !this.isEveryStep && !isMarked) return false;
    if (this.piece && !entry.pieces.includes(this.piece)) return false;
    return entryText(entry).toLowerCase().includes(this.text.toLowerCase());
  }
}

/**
 * @param {Entry} entry
 * @returns {string}
 */
function entryText({ lines }) {
  return lines.flatMap((line) => line.spans.map((span) => span.text)).join("");
}

/**
 * Returns the entries before and after an event.
 *
 * @param {readonly Entry[]} entries
 * @param {number} seq
 * @returns {Entry[]}
 */
export function entriesAround(entries, seq) {
  const after = entries.findIndex((entry) => entry.seq > seq);
  const at = after < 0 ? entries.length : after;
  return entries.slice(Math.max(at - AROUND, 0), at + AROUND);
}
