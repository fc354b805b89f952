/** A recorded file that is watched: everything that the page needs of it, and no table at all. */

import { afterEvent, EMPTY } from "../../client/mirror.mjs";
import { blake2b } from "../../client/blake2b.mjs";
import { eventsIn } from "./log_events.mjs";
import { History } from "./history.mjs";
import { BadLog, readLog } from "./log_reader.mjs";

/**
 * @typedef {import("../lang/translator.mjs").Translator} Translator
 * @typedef {import("../../client/wire.d.ts").TableMirror} Mirror
 * @typedef {import("../../client/wire.d.ts").SceneSpec} SceneSpec
 */

/** What is watched; nobody sits there. */
export class Recording {
  ownSeat = "";
  isGm = false;
  /** @type {Map<string, string>} Names of pieces, also of those that are gone. */ names = new Map();

  /**
   * @param {string} name
   * @param {Uint8Array} bytes
   */
  constructor(name, bytes) {
    const file = readLog(bytes, blake2b);
    const { events, grounds } = eventsIn(file);
    this.name = name;
    this.bytes = bytes;
    this.ruleset = String(file.header.ruleset);
    this.bookmarkKey = blake2b(bytes.subarray(0, 4096), 16);
    this.history = new History(EMPTY, events, afterEvent, grounds);
    /** @type {Mirror} */
    this.state = this.history.stateAfter(this.history.length);
    for (const { event } of events) for (const piece of event.data?.now?.pieces ?? []) if (piece.name) this.names.set(piece.id, piece.name);
  }

  /** @returns {readonly import("./history.mjs").LogRecord[]} */
  get records() {
    return this.history.records;
  }

  /**
   * Returns the ground plan on which a scene lies at the end.
   *
   * @param {string} scene
   * @returns {SceneSpec | undefined}
   */
  groundOf(scene) {
    return this.history.groundOf(scene, this.history.length);
  }
}

/**
 * Tells in one sentence why a file is no whole log.
 *
 * @param {Translator} words
 * @param {unknown} fault
 * @param {string} name
 * @returns {string}
 */
export function faultText(words, fault, name) {
  const { code, row } = fault instanceof BadLog ? fault : { code: "damaged", row: 1 };
  return words.say(`recording.${code}`, { file: name, row });
}
