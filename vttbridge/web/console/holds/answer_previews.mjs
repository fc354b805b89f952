/** What every listed answer to the open question comes to, learned one after another and kept while it is open. */

import { listed } from "../widgets/answer_inputs.mjs";
import { foreseen, mainPiece } from "../narration/outcome_text.mjs";

/**
 * @typedef {import("../app/store.mjs").Room} Room
 * @typedef {import("../narration/outcome_text.mjs").Outcome} Outcome
 * @typedef {import("../../client/wire.d.ts").Hold} Hold
 * @typedef {import("../../client/wire.d.ts").Question} Question
 */

const MOST_CHOICES = 8;

/** The futures of one question. */
export class Foresight {
  /** @type {Map<string, Outcome>} By the answer, as written. */ #known = new Map();
  #of = "";

  /**
   * @param {Room} room
   * @param {() => void} onKnown
   */
  constructor(room, onKnown) {
    this.room = room;
    this.onKnown = onKnown;
  }

  /**
   * Gives what an answer comes to, if that is known already.
   *
   * @param {unknown} value
   * @returns {Outcome | undefined}
   */
  of(value) {
    return this.#known.get(JSON.stringify(value));
  }

  /**
   * Learns about the answers to a question: the picked one first.
   *
   * @param {Hold} hold
   * @param {Question} question
   * @param {unknown} picked
   */
  async learn(hold, question, picked) {
    const about = `${hold.hold} ${question.key}`;
    if (about !== this.#of) this.#known.clear();
    this.#of = about;
    const choices = listed(question);
    const wanted = [picked, ...(choices.length <= MOST_CHOICES ? choices : [])].filter((one) => one !== null && one !== undefined);
    for (const value of wanted) {
      const name = JSON.stringify(value);
      if (this.#known.has(name)) continue;
      const seen = await foreseen(this.room, hold, question.key, value);
      if (about !== this.#of) return;
      if (!seen) continue;
      this.#known.set(name, seen);
      this.onKnown();
    }
  }

  /**
   * Gives where the piece would end by each listed answer, where these places differ.
   *
   * @param {Hold} hold
   * @param {Question} question
   * @returns {{piece: string, to: {x: number, y: number}, label: string}[]}
   */
  ends(hold, question) {
    const isCounted = question.kind === "count";
    const found = listed(question).flatMap((value, at) => {
      const effects = this.of(value)?.effects ?? [];
      const piece = mainPiece(hold, effects);
      const last = effects.filter((effect) => effect.piece === piece && effect.fields?.to).pop();
      return last ? [{ piece, to: last.fields?.to, label: isCounted ? String(value) : String(at + 1) }] : [];
    });
    return new Set(found.map((one) => JSON.stringify(one.to))).size > 1 ? found : [];
  }

  /** Forgets everything, because the board is another one. */
  forget() {
    this.#of = "";
    this.#known.clear();
  }
}
