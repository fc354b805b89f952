/** The answers to a question: which can be listed, and how each is told. */

import { formatValue } from "../lang/translator.mjs";
import { valueText } from "../narration/event_entries.mjs";
import { splitSpans } from "../narration/sentences.mjs";

/**
 * @typedef {import("../app/store.mjs").Store} Store
 * @typedef {import("../../client/wire.d.ts").WireQuestion} Question
 */

const MAX_CHIPS = 12;
const COMPASS = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];
/** @type {{[die: string]: number}} */
const SIDES = { d3: 3, d6: 6, d8: 8, d10: 10, d12: 12 };
/** @type {{[die: string]: any[]}} Dice whose faces are no plain numbers. */
const FACES = { firepower: ["1+ammo", 1, 2, 3], scatter: ["hit", ...COMPASS] };

/**
 * Returns the answers that can be listed, none where a person must make one.
 *
 * @param {Question} question
 * @returns {any[]}
 */
export function listedAnswers(question) {
  const data = question.data ?? {};
  switch (question.kind) {
    case "yes_no":
      return [true, false];
    case "count": {
      const count = (data.high ?? 0) - (data.low ?? 0) + 1;
      return count <= MAX_CHIPS ? Array.from({ length: count }, (_, step) => data.high - step) : [];
    }
    case "one_of":
      return data.choices ?? [];
    case "direction":
      return data.choices?.length ? data.choices : COMPASS;
    case "point":
    case "path":
      return data.offered?.length ? data.offered : question.default === null || question.default === undefined ? [] : [question.default];
    case "pieces":
      return data.low === 1 && data.high === 1 && !data.repeat ? (data.candidates ?? []).map((/** @type {string} */ id) => [id]) : [];
    case "roll":
      return FACES[data.die] ?? Array.from({ length: SIDES[data.die] ?? 0 }, (_, face) => face + 1);
    default:
      return [];
  }
}

/**
 * Names a direction as on a map.
 *
 * @param {Store} store
 * @param {number[]} way
 * @returns {string}
 */
export function compass(store, way) {
  const [x, y, z = 0] = way;
  const place = COMPASS.findIndex(([dx, dy]) => dx === Math.sign(x) && dy === Math.sign(y));
  const named = place >= 0 && (x === 0 || y === 0 || Math.abs(x) === Math.abs(y));
  const flat = named ? store.words.say(`compass.${place}`) : `(${formatValue(x)}, ${formatValue(y)})`;
  return z ? `${flat}, ${store.words.say(z > 0 ? "compass.up" : "compass.down")}` : flat;
}

/**
 * Returns the kind of a question; a die that shows a direction is a kind of its own.
 *
 * @param {Question} question
 * @returns {string}
 */
export function kindOf({ kind, data }) {
  return kind === "roll" && data?.die === "scatter" ? "scatter" : kind;
}

/**
 * Tells an answer on one line.
 *
 * @param {Store} store
 * @param {unknown} value
 * @param {string} [kind] The kind of question that it answers.
 * @returns {string}
 */
export function answerText(store, value, kind = "") {
  if (value === null || value === undefined) return store.words.say(kind === "roll" || kind === "scatter" ? "question.rolled" : "question.nothing_yet");
  if ((kind === "direction" || kind === "scatter") && Array.isArray(value)) return compass(store, value);
  if (typeof value === "string" && store.words.own[`face.${value}`]) return store.words.say(`face.${value}`);
  if (kind === "order" && Array.isArray(value)) return value.map((id) => store.pieceName(id)).join(", ");
  if (kind === "pieces" && Array.isArray(value) && value.length === 0) return store.words.say("form.nobody");
  if (kind === "one_of" && typeof value === "string") return chosen(store, value);
  if (kind === "point" && Array.isArray(value)) return `(${formatValue(value)})`;
  return splitSpans(valueText(store.words, value), store.pieceName).map((span) => span.text).join("");
}

/**
 * Names one of some choices: a piece, or a word of the rule book.
 *
 * @param {Store} store
 * @param {string} value
 * @returns {string}
 */
function chosen(store, value) {
  if (store.piece(value)) return store.pieceName(value);
  const code = ["choice", "tag", "status", "action", "need"].map((family) => `${family}.${value}`).find((one) => store.words.has(one));
  return code ? store.words.rule(code) : value.replaceAll("_", " ");
}

/**
 * Returns whether two answers are the same.
 *
 * @param {unknown} a
 * @param {unknown} b
 * @returns {boolean}
 */
export function same(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}
