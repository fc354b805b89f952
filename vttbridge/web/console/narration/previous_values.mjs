/** What pieces and doors were before an event, so that a change by hand can be told as what it is. */

/**
 * @typedef {import("../../client/wire.d.ts").WireEvent} WireEvent
 * @typedef {{moved: string[], changed: string[], turned: string[]}} ByHand What was moved, what was otherwise changed, how doors stand now.
 */

/** The latest that is known of places and doors, event after event. */
export class Earlier {
  /** @type {Map<string, string>} */ #places = new Map();
  /** @type {Map<string, string>} */ #doors = new Map();

  /** Forgets everything. */
  forget() {
    this.#places.clear();
    this.#doors.clear();
  }

  /**
   * Takes the next event; gives what it made otherwise. A piece that nothing was known of counts as changed.
   *
   * @param {WireEvent} event
   * @returns {ByHand}
   */
  next(event) {
    const { pieces = [], ground, scene = "" } = event.data?.now ?? {};
    /** @type {ByHand} */
    const found = { moved: [], changed: [], turned: [] };
    for (const { id, place } of pieces) {
      const isElsewhere = this.#became(this.#places, `${scene} ${id}`, JSON.stringify([place?.x, place?.y, place?.z]));
      found[isElsewhere ? "moved" : "changed"].push(id);
    }
    for (const { wall, state } of ground?.doors ?? []) {
      if (this.#became(this.#doors, `${scene} ${wall}`, state) ?? true) found.turned.push(state);
    }
    if (ground) found.turned.push(...this.#back(scene, ground.doors ?? []));
    return found;
  }

  /**
   * Gives the doors that stand again as the map has them: the ground names only the others.
   *
   * @param {string} scene
   * @param {readonly {wall: string}[]} doors
   * @returns {string[]}
   */
  #back(scene, doors) {
    const named = new Set(doors.map(({ wall }) => `${scene} ${wall}`));
    const gone = [...this.#doors.keys()].filter((key) => key.startsWith(`${scene} `) && !named.has(key));
    for (const key of gone) this.#doors.delete(key);
    return gone.map(() => "back");
  }

  /**
   * @param {Map<string, string>} known
   * @param {string} key
   * @param {string} value
   * @returns {boolean | undefined} Whether it is another value; nothing where none was known.
   */
  #became(known, key, value) {
    const before = known.get(key);
    known.set(key, value);
    return before === undefined ? undefined : before !== value;
  }
}
