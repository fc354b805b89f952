/** What every listed answer to the open question comes to, asked for one after another and kept while it is open. */

import { listedAnswers } from "../widgets/answers.mjs";
import { mainPiece, outcomeOf } from "../narration/outcome_text.mjs";

/**
 * @typedef {import("../app/store.mjs").Store} Store
 * @typedef {import("../narration/outcome_text.mjs").Outcome} Outcome
 * @typedef {import("../../client/wire.d.ts").WireHold} Hold
 * @typedef {import("../../client/wire.d.ts").WireQuestion} Question
 */

const MAX_CHOICES = 8;
const MAX_QUESTIONS = 6;

/** The previews of the answers to one question. */
export class AnswerPreviews {
  /** @type {Map<string, Outcome>} By the answer, as written. */ #known = new Map();
  #question = "";

  /**
   * @param {Store} store
   * @param {() => void} onKnown
   */
  constructor(store, onKnown) {
    this.store = store;
    this.onKnown = onKnown;
  }

  /**
   * Returns what an answer comes to, if that is known already.
   *
   * @param {unknown} value
   * @returns {Outcome | undefined}
   */
  of(value) {
    return this.#known.get(JSON.stringify(value));
  }

  /**
   * Asks for the previews of the answers to a question: of the picked one first.
   *
   * @param {Hold} hold
   * @param {Question} question
   * @param {unknown} picked
   */
  async request(hold, question, picked) {
    const about = `${hold.hold} ${question.key}`;
    if (about !== this.#question) this.#known.clear();
    this.#question = about;
    const choices = listedAnswers(question);
    const wanted = [picked, ...(choices.length <= MAX_CHOICES ? choices : [])].filter((one) => one !== null && one !== undefined);
    for (const value of wanted) {
      const name = JSON.stringify(value);
      if (this.#known.has(name)) continue;
      const outcome = await previewAnswer(this.store, hold, question.key, value);
      if (about !== this.#question) return;
      if (!outcome) continue;
      this.#known.set(name, outcome);
      this.onKnown();
    }
  }

  /**
   * Returns where the piece would end by each listed answer, where these places differ.
   *
   * @param {Hold} hold
   * @param {Question} question
   * @returns {{piece: string, to: {x: number, y: number}, label: string}[]}
   */
  ends(hold, question) {
    const isCounted = question.kind === "count";
    const found = listedAnswers(question).flatMap((value, at) => {
      const effects = this.of(value)?.effects ?? [];
      const piece = mainPiece(hold, effects);
      const last = effects.filter((effect) => effect.piece === piece && effect.fields?.to).pop();
      return last ? [{ piece, to: last.fields?.to, label: isCounted ? String(value) : String(at + 1) }] : [];
    });
    return new Set(found.map((one) => JSON.stringify(one.to))).size > 1 ? found : [];
  }

  /** Forgets everything, because pieces stand elsewhere now. */
  clear() {
    this.#question = "";
    this.#known.clear();
  }
}

/**
 * Asks what an answer to a hold's question comes to, if everything after it goes as the rule book proposes. It stops
 * at the first roll: nothing is rolled for a preview.
 *
 * @param {Store} store
 * @param {Hold} hold
 * @param {string} key
 * @param {unknown} value
 * @returns {Promise<Outcome | null>}
 */
async function previewAnswer(store, hold, key, value) {
  /** @type {{[key: string]: unknown}} */
  const answers = { [key]: value };
  for (let round = 0; ; round += 1) {
    const preview = await store.client?.previewHold(hold.hold, [], answers).catch(() => null);
    if (!preview) return null;
    const { question } = preview;
    if (!question || question.kind === "roll" || question.key in answers || round >= MAX_QUESTIONS) return outcomeOf(store.words, hold, preview, store.context);
    answers[question.key] = question.default;
  }
}
