/** A client's copy of its table while it follows: snapshot, events, what waits. */

import { afterEvent, EMPTY } from "./mirror.mjs";

/**
 * @typedef {import("./wire.d.ts").Envelope} Envelope
 * @typedef {import("./wire.d.ts").WireHold} Hold
 * @typedef {import("./wire.d.ts").Asked} Asked
 * @typedef {import("./wire.d.ts").Snapshot} Snapshot
 * @typedef {import("./wire.d.ts").Tree} Tree
 */

/** What a client knows of its table. */
export class Replica {
  state = EMPTY;
  /** @type {Tree} The ground plans of the scenes, by id. */ ground = {};
  /** @type {Map<string, Hold>} */ holds = new Map();
  /** @type {Map<string, Asked>} */ asked = new Map();
  position = { epoch: 0, seq: 0, head: "" };
  /** @type {Envelope[] | null} Events that came before the snapshot on which they stand. */ #early = null;
  #n = 0;

  /** A connection begins: events are counted anew. */
  connecting() {
    this.#n = 0;
    this.#early = null;
  }

  /** @param {{epoch: number}} welcome Open holds and questions follow. */
  welcomed({ epoch }) {
    this.position.epoch = epoch;
    this.holds.clear();
    this.asked.clear();
  }

  /** @param {Hold} hold */
  held(hold) {
    this.holds.set(hold.hold, hold);
    if (this.asked.get(hold.hold)?.question.key !== hold.question?.key) this.asked.delete(hold.hold);
  }

  /** @param {{hold: string}} end */
  resolved({ hold }) {
    this.holds.delete(hold);
    this.asked.delete(hold);
  }

  /**
   * Applies an event.
   *
   * @param {Envelope} envelope
   * @returns {boolean} Whether it is the next one; otherwise some were lost, and nothing is changed.
   */
  apply(envelope) {
    this.#n += 1;
    if (envelope.n !== this.#n) return false;
    const event = envelope.body;
    this.position = { epoch: event.epoch, seq: envelope.seq ?? this.position.seq, head: event.hash ?? event.mark ?? this.position.head };
    this.#early?.push(envelope);
    this.state = afterEvent(this.state, event);
    return true;
  }

  /**
   * Takes a snapshot, or notes that a long one follows.
   *
   * @param {Snapshot} snapshot
   * @returns {boolean} Whether it is here.
   */
  snapshot({ epoch, seq, head = "", data, blob }) {
    this.position = { epoch, seq, head };
    if (blob) this.#early = [];
    else this.#replace(data ?? {});
    return !blob;
  }

  /** @param {Tree} data A long snapshot; what overtook it is applied after it. */
  longSnapshot(data) {
    this.#replace(data);
    for (const { body } of this.#early ?? []) this.state = afterEvent(this.state, body);
    this.#early = null;
  }

  /** @param {Tree} data */
  #replace(data) {
    this.state = data.state ?? EMPTY;
    this.ground = data.ground ?? {};
  }
}
