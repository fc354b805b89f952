/** Asks one question: what may be answered depends on its kind; the default is already picked. */

import { answer, asked } from "./chronicle.mjs";
import { h } from "./dom.mjs";
import { numbersIn } from "./fields.mjs";
import { shown } from "./spans.mjs";
import { spansOf } from "./tell.mjs";
import { spoken } from "./words.mjs";

/**
 * @typedef {import("./room.mjs").Room} Room
 * @typedef {import("../client/wire.d.ts").Question} Question
 * @typedef {{element: HTMLElement, pick: (at: {x: number, y: number}) => void, value: () => any}} Asking
 */

const MOST_CHIPS = 12;
const COMPASS = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];

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
 * Tells an answer on one line.
 *
 * @param {Room} room
 * @param {unknown} value
 * @returns {string}
 */
export function answerText(room, value) {
  return spansOf(answer(room.words, value), room.name).map((span) => span.text).join("");
}

/**
 * Gives the answers that can be listed, none where a person must make one.
 *
 * @param {Question} question
 * @returns {any[]}
 */
export function listed(question) {
  const data = question.data ?? {};
  switch (question.kind) {
    case "yes_no":
      return [true, false];
    case "count": {
      const count = (data.high ?? 0) - (data.low ?? 0) + 1;
      return count <= MOST_CHIPS ? Array.from({ length: count }, (_, step) => data.high - step) : [];
    }
    case "one_of":
      return data.choices ?? [];
    case "direction":
      return data.choices?.length ? data.choices : COMPASS;
    case "point":
    case "path":
      return data.offered ?? [];
    case "pieces":
      return data.low === 1 && data.high === 1 ? (data.candidates ?? []).map((/** @type {string} */ id) => [id]) : [];
    default:
      return [];
  }
}

/**
 * Makes the means to answer.
 *
 * @param {Room} room
 * @param {Question} question
 * @param {{value?: unknown, onChange: (value: any) => void, onPath?: (stops: {x: number, y: number}[]) => void}} with_
 * @returns {Asking}
 */
export function ask(room, question, { value = question.default, onChange, onPath }) {
  let picked = /** @type {any} */ (value);
  const element = h("div", { class: "asking" });
  const set = (/** @type {any} */ next) => {
    picked = next;
    draw();
    onChange(next);
  };
  const draw = () => {
    const focused = /** @type {HTMLElement | null} */ (element.contains(document.activeElement) ? document.activeElement : null);
    const place = focused ? [...element.querySelectorAll("button, input, select")].indexOf(focused) : -1;
    element.replaceChildren(...inputs(room, question, picked, set));
    if (place >= 0) /** @type {HTMLElement[]} */ ([...element.querySelectorAll("button, input, select")])[place]?.focus();
    if (question.kind === "path") onPath?.((picked ?? []).map(centre));
  };
  draw();
  const pick = (/** @type {{x: number, y: number}} */ at) => {
    const square = room.unit === "square" ? [Math.floor(at.x), Math.floor(at.y)] : [round(at.x), round(at.y)];
    if (question.kind === "path") set(extended(picked ?? [], square, question.data?.most ?? 200));
    if (question.kind === "point") set(square);
  };
  return { element, pick, value: () => picked };
}

/**
 * @param {number[]} stop
 * @returns {{x: number, y: number}}
 */
function centre([x, y]) {
  return { x: x + 0.5, y: y + 0.5 };
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
 * @returns {HTMLElement[]}
 */
function inputs(room, question, picked, set) {
  const choices = listed(question);
  if (choices.length) {
    const isOwn = !choices.some((choice) => same(choice, picked));
    const drawn = ["path", "point"].includes(question.kind);
    return [
      h(
        "div",
        { class: "opts", role: "radiogroup", "aria-label": room.words.say("question.answers") },
        ...choices.map((choice) => option(room, question, choice, same(choice, picked), set)),
        isOwn && drawn ? option(room, question, picked, true, set) : null,
      ),
      drawn ? h("p", { class: "small quiet" }, room.words.say("question.draw")) : h("span"),
    ];
  }
  switch (question.kind) {
    case "order":
      return [ordered(room, picked ?? question.data?.things ?? [], set)];
    case "pieces":
      return [several(room, question, picked ?? [], set)];
    default:
      return [written(room, question, picked, set)];
  }
}

/**
 * @param {unknown} a
 * @param {unknown} b
 * @returns {boolean}
 */
function same(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}

/**
 * @param {Room} room
 * @param {Question} question
 * @param {any} choice
 * @param {boolean} isPicked
 * @param {(value: any) => void} set
 * @returns {HTMLElement}
 */
function option(room, question, choice, isPicked, set) {
  const text = question.kind === "direction" ? compass(room, choice) : answerText(room, choice);
  const note = same(choice, question.default) ? room.words.say("question.proposed") : "";
  return h(
    "button",
    { type: "button", class: "opt", role: "radio", "aria-checked": String(isPicked), onclick: () => set(choice) },
    h("span", {}, text),
    h("small", { "data-answer": JSON.stringify(choice) }, note),
  );
}

/**
 * Names a direction as on a map.
 *
 * @param {Room} room
 * @param {number[]} way
 * @returns {string}
 */
export function compass(room, way) {
  const [x, y, z = 0] = way;
  const place = COMPASS.findIndex(([dx, dy]) => dx === Math.sign(x) && dy === Math.sign(y));
  const named = place >= 0 && (x === 0 || y === 0 || Math.abs(x) === Math.abs(y));
  const flat = named ? room.words.say(`compass.${place}`) : `(${spoken(x)}, ${spoken(y)})`;
  return z ? `${flat}, ${room.words.say(z > 0 ? "compass.up" : "compass.down")}` : flat;
}

/**
 * @param {Room} room
 * @param {string[]} things
 * @param {(value: any) => void} set
 * @returns {HTMLElement}
 */
function ordered(room, things, set) {
  const moved = (/** @type {number} */ at) => {
    const next = [...things];
    [next[at - 1], next[at]] = [next[at], next[at - 1]];
    set(next);
  };
  return h(
    "ol",
    { class: "order" },
    ...things.map((thing, at) =>
      h(
        "li",
        {},
        h("span", {}, `${at + 1}. ${room.name(thing)}`),
        at ? h("button", { type: "button", onclick: () => moved(at), "aria-label": room.words.say("question.earlier", { piece: room.name(thing) }) }, "↑") : null,
      ),
    ),
  );
}

/**
 * @param {Room} room
 * @param {Question} question
 * @param {string[]} picked
 * @param {(value: any) => void} set
 * @returns {HTMLElement}
 */
function several(room, question, picked, set) {
  const { candidates = [], low = 0, high = candidates.length } = question.data ?? {};
  const box = (/** @type {string} */ id) =>
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        checked: picked.includes(id),
        onchange: () => set(picked.includes(id) ? picked.filter((other) => other !== id) : [...picked, id]),
      }),
      room.name(id),
    );
  return h("fieldset", { class: "bare" }, h("legend", { class: "small quiet" }, room.words.say("question.some", { low, high })), ...candidates.map(box));
}

/**
 * @param {Room} room
 * @param {Question} question
 * @param {any} picked
 * @param {(value: any) => void} set
 * @returns {HTMLElement}
 */
function written(room, question, picked, set) {
  const isList = ["path", "point", "direction"].includes(question.kind);
  const { low, high } = question.data ?? {};
  const given = (/** @type {Event} */ event) => {
    const numbers = numbersIn(/** @type {HTMLInputElement} */ (event.target).value);
    if (question.kind === "path") set(numbers.flatMap((x, at) => (at % 2 ? [] : [[x, numbers[at + 1] ?? 0]])));
    else set(isList ? numbers : numbers[0]);
  };
  return h(
    "label",
    { class: "row" },
    h("span", {}, room.words.say(question.kind === "roll" ? "question.face" : "question.value", { die: question.data?.die ?? "" })),
    h("input", {
      type: isList ? "text" : "number",
      value: Array.isArray(picked) ? picked.flat().join(", ") : (picked ?? ""),
      min: low,
      max: high,
      onchange: given,
    }),
  );
}
