/** A recorded file that is watched: everything that the page needs of it, and no table at all. */

import { afterEvent, EMPTY } from "../../client/mirror.mjs";
import { blake2b } from "../../client/blake2b.mjs";
import { recordedIn } from "./log_events.mjs";
import { Past } from "./history.mjs";
import { BadLog, readLog } from "./log_reader.mjs";

/** @typedef {import("../lang/translator.mjs").Words} Words */

/** What is watched. */
export class Film {
  /**
   * @param {string} name
   * @param {Uint8Array} bytes
   */
  constructor(name, bytes) {
    const file = readLog(bytes, blake2b);
    const { events, grounds } = recordedIn(file);
    this.name = name;
    this.bytes = bytes;
    this.ruleset = String(file.header.ruleset);
    this.key = blake2b(bytes.subarray(0, 4096), 16);
    this.past = new Past(EMPTY, events, afterEvent, grounds);
    this.state = this.past.at(this.past.length);
    /** @type {Map<string, string>} */
    this.names = new Map();
    for (const { event } of events) for (const piece of event.data?.now?.pieces ?? []) if (piece.name) this.names.set(piece.id, piece.name);
  }
}

/**
 * Says in one sentence why a file is no whole log.
 *
 * @param {Words} words
 * @param {unknown} fault
 * @param {string} name
 * @returns {string}
 */
export function whyNot(words, fault, name) {
  const { code, row } = fault instanceof BadLog ? fault : { code: "damaged", row: 1 };
  return words.say(`film.${code}`, { file: name, row });
}
