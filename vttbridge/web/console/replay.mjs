/** The past of a table: its state at every event, and who stood how well. Pure; the fold is given. */

/**
 * @typedef {import("../client/wire.d.ts").Mirror} Mirror
 * @typedef {import("../client/wire.d.ts").Piece} Piece
 * @typedef {import("../client/wire.d.ts").WireEvent} WireEvent
 * @typedef {{seq: number, event: WireEvent}} Record_
 * @typedef {(mirror: Mirror, event: WireEvent) => Mirror} Fold
 */

/** A recorded fight. */
export class Past {
  /**
   * @param {Mirror} before
   * @param {readonly Record_[]} records
   * @param {Fold} fold
   */
  constructor(before, records, fold) {
    this.records = [...records];
    this.fold = fold;
    /** @type {Mirror[]} */
    this.states = [before];
    for (const { event } of records) this.states.push(fold(/** @type {Mirror} */ (this.states.at(-1)), event));
  }

  /** @returns {number} */
  get length() {
    return this.records.length;
  }

  /**
   * Adds what happened meanwhile.
   *
   * @param {Record_} record
   */
  add(record) {
    if (record.seq <= (this.records.at(-1)?.seq ?? 0)) return;
    this.records.push(record);
    this.states.push(this.fold(/** @type {Mirror} */ (this.states.at(-1)), record.event));
  }

  /**
   * Gives the table after a number of events.
   *
   * @param {number} count
   * @returns {Mirror}
   */
  at(count) {
    return this.states[Math.min(Math.max(count, 0), this.states.length - 1)];
  }

  /**
   * Gives how many events have happened up to one.
   *
   * @param {number} seq
   * @returns {number}
   */
  placeOf(seq) {
    const found = this.records.findIndex((record) => record.seq >= seq);
    return found < 0 ? this.records.length : found + 1;
  }

  /**
   * Gives the next event of a kind that matters, forwards or backwards.
   *
   * @param {number} from
   * @param {number} by
   * @returns {number}
   */
  next(from, by) {
    for (let at = from + by; at > 0 && at <= this.length; at += by) if (isSeen(this.records[at - 1].event)) return at;
    return by > 0 ? this.length : 0;
  }
}

const SEEN = new Set(["committed", "undone", "piece_put", "piece_changed", "piece_gone", "scene_set", "scene_changed", "rejected", "answered", "rolled"]);

/**
 * Says whether an event shows on the map or tells something.
 *
 * @param {WireEvent} event
 * @returns {boolean}
 */
export function isSeen(event) {
  return SEEN.has(event.kind);
}

/**
 * Gives what damage lowers at this table: the number that it names most often.
 *
 * @param {readonly Record_[]} records
 * @returns {string}
 */
export function healthIn(records) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { event } of records) {
    for (const effect of event.data?.effects ?? []) {
      const name = effect.kind === "damage" ? effect.fields?.number : "";
      if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "";
}

/**
 * Sums a number over the pieces of one side.
 *
 * @param {Mirror} table
 * @param {string} number
 * @param {string} side
 * @param {(piece: Piece, table: Mirror) => string} sideOf
 * @returns {number}
 */
export function total(table, number, side, sideOf) {
  let sum = 0;
  for (const scene of table.scenes) {
    for (const piece of scene.pieces) {
      const value = piece.numbers?.[number];
      if (typeof value === "number" && sideOf(piece, table) === side) sum += Math.max(value, 0);
    }
  }
  return sum;
}
