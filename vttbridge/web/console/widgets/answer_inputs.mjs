/** The means by which each kind of question is answered: choices, numbers, an order, pieces, a way, the face of a die. */

import { answer } from "../narration/event_entries.mjs";
import { h } from "../ui/dom.mjs";
import { numbersIn } from "./schema_fields.mjs";
import { icon } from "../ui/icons.mjs";
import { shown } from "./rich_text.mjs";
import { spansOf } from "../narration/sentences.mjs";
import { spoken } from "../lang/translator.mjs";

/**
 * @typedef {import("../app/store.mjs").Room} Room
 * @typedef {import("../../client/wire.d.ts").Question} Question
 * @typedef {import("../narration/outcome_text.mjs").Outcome} Outcome
 * @typedef {(value: any) => void} Set_
 */

const MOST_CHIPS = 12;
const COMPASS = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];
/** @type {{[die: string]: number}} */
const SIDES = { d3: 3, d6: 6, d8: 8, d10: 10, d12: 12 };
/** @type {{[die: string]: any[]}} Dice whose faces are no plain numbers. */
const FACES = { firepower: ["1+ammo", 1, 2, 3], scatter: ["hit", ...COMPASS] };
const STEPS = /** @type {{[key: string]: number}} */ ({ ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 });

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
 * Gives the kind of a question; a die that shows a direction is a kind of its own.
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
 * @param {Room} room
 * @param {unknown} value
 * @param {string} [kind] The kind of question that it answers.
 * @returns {string}
 */
export function answerText(room, value, kind = "") {
  if (value === null || value === undefined) return room.words.say(kind === "roll" || kind === "scatter" ? "question.rolled" : "question.nothing_yet");
  if ((kind === "direction" || kind === "scatter") && Array.isArray(value)) return compass(room, value);
  if (typeof value === "string" && room.words.own[`face.${value}`]) return room.words.say(`face.${value}`);
  if (kind === "order" && Array.isArray(value)) return value.map((id) => room.name(id)).join(", ");
  if (kind === "pieces" && Array.isArray(value) && value.length === 0) return room.words.say("form.nobody");
  if (kind === "one_of" && typeof value === "string") return chosen(room, value);
  if (kind === "point" && Array.isArray(value)) return `(${spoken(value)})`;
  return spansOf(answer(room.words, value), room.name).map((span) => span.text).join("");
}

/**
 * Names one of some choices: a piece, or a word of the rule book.
 *
 * @param {Room} room
 * @param {string} value
 * @returns {string}
 */
function chosen(room, value) {
  if (room.piece(value)) return room.name(value);
  const code = ["choice", "tag", "status", "action", "need"].map((family) => `${family}.${value}`).find((one) => room.words.has(one));
  return code ? room.words.rule(code) : value.replaceAll("_", " ");
}

/**
 * @param {unknown} a
 * @param {unknown} b
 * @returns {boolean}
 */
export function same(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}

/**
 * Shows choices of which one is picked; arrow keys go from one to the next.
 *
 * @param {Room} room
 * @param {Question} question
 * @param {any[]} choices
 * @param {any} picked
 * @param {Set_} set
 * @param {(value: any) => Outcome | undefined} does
 * @returns {HTMLElement}
 */
export function options(room, question, choices, picked, set, does) {
  const isShort = question.kind === "roll" || (question.kind === "direction" && choices.length > 4);
  const step = (/** @type {KeyboardEvent} */ event) => {
    const by = STEPS[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const at = choices.findIndex((choice) => same(choice, picked));
    const holder = group.parentElement;
    set(choices[(at + by + choices.length) % choices.length]);
    /** @type {HTMLElement | null} */ (holder?.querySelector("[role=radio][aria-checked=true]"))?.focus();
  };
  const isAny = choices.some((choice) => same(choice, picked));
  const group = h(
    "div",
    { class: isShort ? "opts short" : "opts", role: "radiogroup", "aria-label": room.words.say("question.answers"), onkeydown: step },
    ...choices.map((choice, at) => {
      const isPicked = same(choice, picked);
      return option(room, question, choice, { at, isPicked, isReached: isPicked || (!isAny && at === 0), outcome: does(choice), onPick: () => set(choice) });
    }),
  );
  return group;
}

/**
 * @param {Room} room
 * @param {Question} question
 * @param {any} choice
 * @param {{at: number, isPicked: boolean, isReached: boolean, outcome: Outcome | undefined, onPick: () => void}} with_ `isReached`:
 *   the tab key comes here.
 * @returns {HTMLElement}
 */
function option(room, question, choice, { at, isPicked, isReached, outcome, onPick }) {
  const text = answerText(room, choice, kindOf(question));
  const isProposed = same(choice, question.default);
  const isNumbered = ["path", "point"].includes(question.kind);
  return h(
    "button",
    { type: "button", class: "opt", role: "radio", "aria-checked": String(isPicked), tabindex: isReached ? "0" : "-1", onclick: onPick },
    isNumbered ? h("span", { class: "val" }, String(at + 1)) : null,
    h(
      "span",
      { class: "does" },
      h("span", { class: question.kind === "count" ? "t figure" : "t" }, text, isProposed ? h("small", { class: "proposed" }, ` ${room.words.say("question.proposed")}`) : null),
      outcome ? told(room, outcome) : null,
    ),
    outcome?.harm ? h("b", { class: "harm" }, outcome.harm) : null,
  );
}

/**
 * Tells what an answer comes to.
 *
 * @param {Room} room
 * @param {Outcome} outcome
 * @returns {HTMLElement}
 */
export function told(room, outcome) {
  const { words } = room;
  if (outcome.refusal && outcome.effects.length === 0) return h("small", { class: "bits" }, words.refusal(outcome.refusal, room.name));
  const bits = outcome.bits.map((bit) => h("span", { class: "bit" }, icon(bit.shape), h("span", {}, ...shown(room, bit.spans))));
  const rest = outcome.isWhole ? [] : [h("span", { class: "bit" }, words.say("brief.then_dice"))];
  if (bits.length + rest.length === 0) return h("small", { class: "bits" }, words.say("account.nothing"));
  return h("small", { class: "bits" }, ...bits, ...rest);
}

/**
 * Shows things in an order; each can be moved up or down.
 *
 * @param {Room} room
 * @param {string[]} things
 * @param {Set_} set
 * @returns {HTMLElement}
 */
export function ordered(room, things, set) {
  const moved = (/** @type {number} */ at, /** @type {number} */ by) => {
    const next = [...things];
    [next[at + by], next[at]] = [next[at], next[at + by]];
    set(next);
  };
  const press = (/** @type {string} */ thing, /** @type {number} */ at, /** @type {number} */ by) =>
    h("button", { type: "button", disabled: !things[at + by], onclick: () => moved(at, by), "aria-label": room.words.say(by < 0 ? "question.earlier" : "question.later", { piece: room.name(thing) }) }, by < 0 ? "↑" : "↓");
  return h("ol", { class: "order" }, ...things.map((thing, at) => h("li", {}, h("span", {}, `${at + 1}. ${room.name(thing)}`), h("span", {}, press(thing, at, -1), press(thing, at, 1)))));
}

/**
 * Shows pieces of which several are picked, perhaps one of them more than once.
 *
 * @param {Room} room
 * @param {Question} question
 * @param {string[]} picked
 * @param {Set_} set
 * @returns {HTMLElement}
 */
export function several(room, question, picked, set) {
  const { candidates = [], low = 0, high = candidates.length, repeat = false } = question.data ?? {};
  const legend = h("legend", { class: "small quiet" }, room.words.say("question.some", { low, high }));
  if (repeat) return h("fieldset", { class: "bare" }, legend, ...places(room, candidates, Math.max(low, picked.length), high, picked, set));
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
  return h("fieldset", { class: "bare" }, legend, ...candidates.map(box));
}

/**
 * @param {Room} room
 * @param {string[]} candidates
 * @param {number} count
 * @param {number} high
 * @param {string[]} picked
 * @param {Set_} set
 * @returns {HTMLElement[]}
 */
function places(room, candidates, count, high, picked, set) {
  const put = (/** @type {number} */ at, /** @type {string} */ id) => set([...picked.slice(0, at), ...(id ? [id] : []), ...picked.slice(at + 1)]);
  return Array.from({ length: Math.min(high, Math.max(count, 1)) }, (_, at) => {
    const id = `pick-${at}`;
    return h(
      "div",
      { class: "row" },
      h("label", { for: id }, room.words.say("question.nth", { n: at + 1 })),
      h(
        "select",
        { id, onchange: (/** @type {Event} */ event) => put(at, /** @type {HTMLSelectElement} */ (event.target).value) },
        ...candidates.map((one) => h("option", { value: one, selected: one === picked[at] }, room.name(one))),
      ),
    );
  });
}

/**
 * Lets an answer be typed: a number, a place, a way as places one after another, the faces of dice.
 *
 * @param {Room} room
 * @param {Question} question
 * @param {any} picked
 * @param {Set_} set
 * @returns {HTMLElement}
 */
export function written(room, question, picked, set) {
  const isList = ["path", "point", "direction", "roll"].includes(question.kind) || Array.isArray(picked);
  const { low, high } = question.data ?? {};
  const given = (/** @type {Event} */ event) => {
    const text = /** @type {HTMLInputElement} */ (event.target).value.trim();
    const numbers = numbersIn(text);
    if (text === "") set(question.default);
    else if (question.kind === "path") set(numbers.flatMap((x, at) => (at % 2 ? [] : [[x, numbers[at + 1] ?? 0]])));
    else if (question.kind === "roll" && numbers.length === 0) set(text.toLowerCase());
    else set(isList && numbers.length > 1 ? numbers : numbers[0]);
  };
  const kind = ["path", "point", "direction", "roll"].includes(question.kind) ? question.kind : "value";
  return h(
    "label",
    { class: "row typed" },
    h("span", { class: "small quiet" }, room.words.say(`question.type_${kind}`, { die: question.data?.die ?? "" })),
    h("input", {
      id: "typed-answer",
      type: isList ? "text" : "number",
      value: Array.isArray(picked) ? picked.flat().map((part) => spoken(part).replace("−", "-")).join(", ") : (picked ?? ""),
      min: low,
      max: high,
      autocomplete: "off",
      onchange: given,
    }),
  );
}
