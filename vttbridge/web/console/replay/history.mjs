/** The past of a table: its state at every event, the ground it lay on, and who stood how well. Pure; the fold is given. */

/**
 * @typedef {import("../../client/wire.d.ts").Mirror} Mirror
 * @typedef {import("../../client/wire.d.ts").Piece} Piece
 * @typedef {import("../../client/wire.d.ts").SceneSpec} SceneSpec
 * @typedef {import("../../client/wire.d.ts").WireEvent} WireEvent
 * @typedef {{seq: number, event: WireEvent}} Record_
 * @typedef {{seq: number, scene: string, ground: SceneSpec}} Laid
 * @typedef {(mirror: Mirror, event: WireEvent) => Mirror} Fold
 * @typedef {(piece: Piece, table: Mirror) => string} SideOf
 */

/** So many events lie between two states that are kept. */
export const EVERY = 64;

/** A recorded fight. */
export class Past {
  /** @type {Record_[]} */ records = [];
  /** @type {Mirror[]} States after every so many events. */ #kept;
  /** @type {Mirror} */ #head;
  /** @type {{count: number, state: Mirror}} What was looked at last. */ #last;
  /** @type {Map<number, number>} How many events have happened up to one, by its number. */ #places = new Map();
  /** @type {Map<string, number[]>} The events that lay new ground, by scene. */ #laid = new Map();
  /** @type {Map<number, SceneSpec>} Ground that another lies on today, by the event that laid it. */ #grounds;

  /**
   * @param {Mirror} before
   * @param {readonly Record_[]} records
   * @param {Fold} fold
   * @param {readonly Laid[]} [grounds]
   */
  constructor(before, records, fold, grounds = []) {
    this.fold = fold;
    this.#kept = [before];
    this.#head = before;
    this.#last = { count: 0, state: before };
    this.#grounds = new Map(grounds.map(({ seq, ground }) => [seq, ground]));
    for (const record of records) this.add(record);
  }

  /** @returns {number} */
  get length() {
    return this.records.length;
  }

  /**
   * Adds what happened meanwhile; what is known already is passed over.
   *
   * @param {Record_} record
   */
  add(record) {
    if (record.seq <= (this.records.at(-1)?.seq ?? 0)) return;
    this.records.push(record);
    this.#places.set(record.seq, this.records.length);
    this.#head = this.fold(this.#head, record.event);
    if (this.records.length % EVERY === 0) this.#kept.push(this.#head);
    const { kind, data } = record.event;
    if (kind === "scene_set") this.#laid.set(data?.scene, [...(this.#laid.get(data?.scene) ?? []), record.seq]);
  }

  /**
   * Gives the table after a number of events.
   *
   * @param {number} wanted
   * @returns {Mirror}
   */
  at(wanted) {
    const count = Math.min(Math.max(wanted, 0), this.length);
    if (count === this.length) return this.#head;
    const near = Math.floor(count / EVERY);
    const isNearer = this.#last.count <= count && this.#last.count > near * EVERY;
    let { count: from, state } = isNearer ? this.#last : { count: near * EVERY, state: this.#kept[near] };
    for (; from < count; from += 1) state = this.fold(state, this.records[from].event);
    this.#last = { count, state };
    return state;
  }

  /**
   * Gives the ground on which a scene lay after a number of events; nothing where it is today's.
   *
   * @param {string} scene
   * @param {number} count
   * @returns {SceneSpec | undefined}
   */
  groundOf(scene, count) {
    const seq = this.records[count - 1]?.seq ?? 0;
    const laid = (this.#laid.get(scene) ?? []).filter((other) => other <= seq).at(-1);
    return laid === undefined ? undefined : this.#grounds.get(laid);
  }

  /**
   * Gives how many events have happened up to one.
   *
   * @param {number} seq
   * @returns {number}
   */
  placeOf(seq) {
    const known = this.#places.get(seq);
    if (known !== undefined) return known;
    const found = this.records.findIndex((record) => record.seq >= seq);
    return found < 0 ? this.length : found + 1;
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

  /**
   * Gives the next outcome, forwards or backwards.
   *
   * @param {number} from
   * @param {number} by
   * @returns {number}
   */
  turn(from, by) {
    let at = from + by;
    while (at > 0 && at <= this.length && this.records[at - 1].event.kind !== "committed") at += by;
    return Math.min(Math.max(at, 0), this.length);
  }

  /**
   * Sums a number for both sides at each event, in one go.
   *
   * @param {string} number
   * @param {SideOf} sideOf
   * @returns {{hero: number[], foe: number[]}} A sum for each number of events, from none to all.
   */
  sums(number, sideOf) {
    const tally = new Tally(number, sideOf);
    let state = this.#kept[0];
    tally.all(state);
    /** @type {{hero: number[], foe: number[]}} */
    const sums = { hero: [tally.of("hero")], foe: [tally.of("foe")] };
    for (const { event } of this.records) {
      state = this.fold(state, event);
      tally.after(event, state);
      sums.hero.push(tally.of("hero"));
      sums.foe.push(tally.of("foe"));
    }
    return sums;
  }
}

/** What each piece has of a number, and on whose side. */
class Tally {
  /** @type {Map<string, {side: string, value: number}>} */ #shares = new Map();
  /** @type {Map<string, number>} */ #sums = new Map();

  /**
   * @param {string} number
   * @param {SideOf} sideOf
   */
  constructor(number, sideOf) {
    this.number = number;
    this.sideOf = sideOf;
  }

  /**
   * @param {string} side
   * @returns {number}
   */
  of(side) {
    return this.#sums.get(side) ?? 0;
  }

  /**
   * Counts every piece anew, because the sides may be others.
   *
   * @param {Mirror} table
   */
  all(table) {
    this.#shares.clear();
    this.#sums.clear();
    for (const { scene, pieces } of table.scenes) for (const piece of pieces) this.#share(scene, piece.id, piece, table);
  }

  /**
   * Counts what an event changed.
   *
   * @param {WireEvent} event
   * @param {Mirror} table
   */
  after(event, table) {
    const now = event.data?.now;
    if (!now) return;
    if (now.seats || now.seats_gone || now.scene_gone) this.all(table);
    for (const piece of now.pieces ?? []) this.#share(now.scene, piece.id, piece, table);
    for (const gone of now.gone ?? []) this.#share(now.scene, gone, null, table);
  }

  /**
   * @param {string} scene
   * @param {string} id
   * @param {Piece | null} piece
   * @param {Mirror} table
   */
  #share(scene, id, piece, table) {
    const key = `${scene} ${id}`;
    const old = this.#shares.get(key);
    if (old) this.#sums.set(old.side, this.of(old.side) - old.value);
    this.#shares.delete(key);
    const value = piece?.numbers?.[this.number];
    if (!piece || typeof value !== "number") return;
    const share = { side: this.sideOf(piece, table), value: Math.max(value, 0) };
    this.#shares.set(key, share);
    this.#sums.set(share.side, this.of(share.side) + share.value);
  }
}

const SEEN = new Set(["committed", "undone", "piece_put", "piece_changed", "piece_gone", "scene_set", "scene_changed", "rejected", "answered", "rolled"]);

/**
 * Says whether an event shows on the map or tells something.
 *
 * @param {WireEvent} event
 * @returns {boolean}
 */
function isSeen(event) {
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
