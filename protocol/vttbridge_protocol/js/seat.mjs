/** A seat: what it knows of its table, and the commands that need to know it. */

import { Commands } from "./commands.mjs";
import { Replica } from "./replica.mjs";

/**
 * @typedef {import("./wire.d.ts").Reply} Reply
 * @typedef {import("./wire.d.ts").Edit} Edit
 * @typedef {import("./wire.d.ts").WireHold} Hold
 * @typedef {import("./wire.d.ts").Asked} Asked
 * @typedef {import("./wire.d.ts").Tree} Tree
 */

/** One seat at one table. */
export class Seat extends Commands {
  replica = new Replica();

  /** @returns {import("./wire.d.ts").TableMirror} The table as this seat may see it. */
  get state() {
    return this.replica.state;
  }

  /** @returns {Tree} The ground plans of the scenes, by id. */
  get ground() {
    return this.replica.ground;
  }

  /** @returns {Map<string, Hold>} What waits. */
  get holds() {
    return this.replica.holds;
  }

  /** @returns {Map<string, Asked>} What this seat is asked, by hold. */
  get asked() {
    return this.replica.asked;
  }

  /** @returns {number} The number of the last event that is known. */
  get seq() {
    return this.replica.position.seq;
  }

  /** @returns {number} The epoch of the server's log in which that event stands. */
  get epoch() {
    return this.replica.position.epoch;
  }

  /** @returns {string} The hash or mark of that event. */
  get head() {
    return this.replica.position.head;
  }

  /**
   * Says yes to a plan: to the one that was shown last, where none is named.
   *
   * @param {string} hold
   * @param {string} [plan]
   * @param {Edit[]} [edits]
   * @returns {Promise<Reply>}
   */
  approve(hold, plan = this.holds.get(hold)?.plan?.hash ?? "", edits = []) {
    return super.approve(hold, plan, edits);
  }
}
