/** Asks one question: what may be answered depends on its kind; the default is already picked. */

import { listed, options, ordered, same, several, written } from "./answer_inputs.mjs";
import { asked } from "../narration/event_entries.mjs";
import { h } from "../ui/dom.mjs";
import { shown } from "./rich_text.mjs";
import { spansOf } from "../narration/sentences.mjs";

export { answerText, compass } from "./answer_inputs.mjs";

/**
 * @typedef {import("../app/store.mjs").Room} Room
 * @typedef {import("../../client/wire.d.ts").Question} Question
 * @typedef {import("../narration/outcome_text.mjs").Outcome} Outcome
 * @typedef {{element: HTMLElement, draw: () => void, pick: (at: {x: number, y: number}) => void, pickPiece: (id: string) => boolean, value: () => any}} Asking
 */

const HALF = 0.5;

/**
 * Tells a question in the rule book's words, with names coloured.
 *
 * @param {Room} room
 * @param {Question} question
 * @returns {Node[]}
 */
export function questionText(room, question) {
  return shown(room, spansOf(asked(room.words, question.key), room.name));
}

/**
 * Makes the means to answer.
 *
 * @param {Room} room
 * @param {Question} question
 * @param {{value?: unknown, onChange: (value: any) => void, onPath?: (stops: {x: number, y: number}[]) => void,
 *   does?: (value: any) => Outcome | undefined}} with_ `does` says what an answer comes to, as far as it is known.
 * @returns {Asking}
 */
export function ask(room, question, { value = question.default, onChange, onPath, does = () => undefined }) {
  let picked = /** @type {any} */ (value);
  const element = h("div", { class: "asking", "data-kind": question.kind, "data-key": question.key });
  const set = (/** @type {any} */ next) => {
    picked = next;
    draw();
    onChange(next);
  };
  const draw = () => {
    const focusable = () => /** @type {HTMLElement[]} */ ([...element.querySelectorAll("button, input, select")]);
    const place = focusable().indexOf(/** @type {HTMLElement} */ (document.activeElement));
    element.replaceChildren(...inputs(room, question, picked, set, does));
    if (place >= 0) focusable()[place]?.focus();
    if (question.kind === "path") onPath?.((picked ?? []).map((/** @type {number[]} */ stop) => centre(room, stop)));
  };
  draw();
  const pick = (/** @type {{x: number, y: number}} */ at) => {
    const square = room.unit === "square" ? [Math.floor(at.x), Math.floor(at.y)] : [round(at.x), round(at.y)];
    if (question.kind === "path") set(extended(picked ?? [], square, question.data?.most ?? 200));
    if (question.kind === "point") set(square);
  };
  const pickPiece = (/** @type {string} */ id) => {
    const { candidates = [], high = 1, repeat = false } = question.data ?? {};
    if (question.kind !== "pieces" || !candidates.includes(id)) return false;
    const now = picked ?? [];
    if (high === 1) set([id]);
    else if (repeat) set([...now, id].slice(-high));
    else set(now.includes(id) ? now.filter((/** @type {string} */ other) => other !== id) : [...now, id]);
    return true;
  };
  return { element, draw, pick, pickPiece, value: () => picked };
}

/**
 * @param {Room} room
 * @param {number[]} stop
 * @returns {{x: number, y: number}}
 */
function centre(room, [x, y]) {
  const half = room.unit === "square" ? HALF : 0;
  return { x: x + half, y: y + half };
}

/**
 * @param {number} value
 * @returns {number}
 */
function round(value) {
  return Math.round(value * 100) / 100;
}

/**
 * Adds a square to a path, or cuts the path there if it is on it already.
 *
 * @param {number[][]} path
 * @param {number[]} square
 * @param {number} most
 * @returns {number[][]}
 */
export function extended(path, square, most) {
  const at = path.findIndex((stop) => stop[0] === square[0] && stop[1] === square[1]);
  if (at >= 0) return path.slice(0, at);
  return path.length < most ? [...path, square] : path;
}

/**
 * @param {Room} room
 * @param {Question} question
 * @param {any} picked
 * @param {(value: any) => void} set
 * @param {(value: any) => Outcome | undefined} does
 * @returns {HTMLElement[]}
 */
function inputs(room, question, picked, set, does) {
  if (question.kind === "order") return [ordered(room, picked ?? question.data?.things ?? [], set)];
  const choices = listed(question);
  if (choices.length === 0) return [question.kind === "pieces" ? several(room, question, picked ?? [], set) : written(room, question, picked, set)];
  const isDrawn = ["path", "point"].includes(question.kind);
  const isFree = isDrawn || question.data?.die === "scatter" || (question.kind === "direction" && !question.data?.choices?.length);
  const isOwn = isFree && picked !== null && !choices.some((choice) => same(choice, picked));
  return [
    options(room, question, isOwn ? [...choices, picked] : choices, picked, set, does),
    isDrawn ? h("p", { class: "small quiet" }, room.words.say(room.unit === "square" ? "question.draw" : "question.draw_free")) : h("span"),
    isFree ? written(room, question, isOwn ? picked : null, set) : h("span"),
  ];
}
