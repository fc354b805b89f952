/** The means by which each kind of question is answered: choices, numbers, an order, pieces, a way, the face of a die. */

import { answerText, kindOf, same } from "./answers.mjs";
import { h } from "../ui/dom.mjs";
import { numbersIn } from "./schema_fields.mjs";
import { icon } from "../ui/icons.mjs";
import { richText } from "./rich_text.mjs";
import { formatValue } from "../lang/translator.mjs";

/**
 * @typedef {import("../app/store.mjs").Store} Store
 * @typedef {import("../../client/wire.d.ts").WireQuestion} Question
 * @typedef {import("../narration/outcome_text.mjs").Outcome} Outcome
 * @typedef {(value: any) => void} OnAnswer
 */

const STEPS = /** @type {{[key: string]: number}} */ ({ ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 });

/**
 * Shows choices of which one is picked; arrow keys go from one to the next.
 *
 * @param {Store} store
 * @param {Question} question
 * @param {any[]} choices
 * @param {any} picked
 * @param {OnAnswer} set
 * @param {(value: any) => Outcome | undefined} does
 * @returns {HTMLElement}
 */
export function radioChoices(store, question, choices, picked, set, does) {
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
    { class: isShort ? "opts short" : "opts", role: "radiogroup", "aria-label": store.words.say("question.answers"), onkeydown: step },
    ...choices.map((choice, at) => {
      const isPicked = same(choice, picked);
      return option(store, question, choice, { at, isPicked, isReached: isPicked || (!isAny && at === 0), outcome: does(choice), onPick: () => set(choice) });
    }),
  );
  return group;
}

/**
 * @param {Store} store
 * @param {Question} question
 * @param {any} choice
 * @param {{at: number, isPicked: boolean, isReached: boolean, outcome: Outcome | undefined, onPick: () => void}} with_ `isReached`:
 *   the tab key comes here.
 * @returns {HTMLElement}
 */
function option(store, question, choice, { at, isPicked, isReached, outcome, onPick }) {
  const text = answerText(store, choice, kindOf(question));
  const isProposed = same(choice, question.default);
  const isNumbered = ["path", "point"].includes(question.kind);
  return h(
    "button",
    { type: "button", class: "opt", role: "radio", "aria-checked": String(isPicked), tabindex: isReached ? "0" : "-1", onclick: onPick },
    isNumbered ? h("span", { class: "val" }, String(at + 1)) : null,
    h(
      "span",
      { class: "does" },
      h("span", { class: question.kind === "count" ? "t figure" : "t" }, text, isProposed ? h("small", { class: "proposed" }, ` ${store.words.say("question.proposed")}`) : null),
      outcome ? outcomeText(store, outcome) : null,
    ),
    outcome?.harm ? h("b", { class: "harm" }, outcome.harm) : null,
  );
}

/**
 * Tells what an answer comes to.
 *
 * @param {Store} store
 * @param {Outcome} outcome
 * @returns {HTMLElement}
 */
export function outcomeText(store, outcome) {
  const { words } = store;
  if (outcome.refusal && outcome.effects.length === 0) return h("small", { class: "bits" }, words.refusal(outcome.refusal, store.pieceName));
  const bits = outcome.bits.map((bit) => h("span", { class: "bit" }, icon(bit.shape), h("span", {}, ...richText(store, bit.spans))));
  const rest = outcome.isWhole ? [] : [h("span", { class: "bit" }, words.say("brief.then_dice"))];
  if (bits.length + rest.length === 0) return h("small", { class: "bits" }, words.say("account.nothing"));
  return h("small", { class: "bits" }, ...bits, ...rest);
}

/**
 * Shows things in an order; each can be moved up or down.
 *
 * @param {Store} store
 * @param {string[]} things
 * @param {OnAnswer} set
 * @returns {HTMLElement}
 */
export function orderInput(store, things, set) {
  const moved = (/** @type {number} */ at, /** @type {number} */ by) => {
    const next = [...things];
    [next[at + by], next[at]] = [next[at], next[at + by]];
    set(next);
  };
  const press = (/** @type {string} */ thing, /** @type {number} */ at, /** @type {number} */ by) =>
    h("button", { type: "button", disabled: !things[at + by], onclick: () => moved(at, by), "aria-label": store.words.say(by < 0 ? "question.earlier" : "question.later", { piece: store.pieceName(thing) }) }, by < 0 ? "↑" : "↓");
  return h("ol", { class: "order" }, ...things.map((thing, at) => h("li", {}, h("span", {}, `${at + 1}. ${store.pieceName(thing)}`), h("span", {}, press(thing, at, -1), press(thing, at, 1)))));
}

/**
 * Shows pieces of which several are picked, perhaps one of them more than once.
 *
 * @param {Store} store
 * @param {Question} question
 * @param {string[]} picked
 * @param {OnAnswer} set
 * @returns {HTMLElement}
 */
export function piecesInput(store, question, picked, set) {
  const { candidates = [], low = 0, high = candidates.length, repeat = false } = question.data ?? {};
  const legend = h("legend", { class: "small quiet" }, store.words.say("question.some", { low, high }));
  if (repeat) return h("fieldset", { class: "bare" }, legend, ...places(store, candidates, Math.max(low, picked.length), high, picked, set));
  const box = (/** @type {string} */ id) =>
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        checked: picked.includes(id),
        onchange: () => set(picked.includes(id) ? picked.filter((other) => other !== id) : [...picked, id]),
      }),
      store.pieceName(id),
    );
  return h("fieldset", { class: "bare" }, legend, ...candidates.map(box));
}

/**
 * @param {Store} store
 * @param {string[]} candidates
 * @param {number} count
 * @param {number} high
 * @param {string[]} picked
 * @param {OnAnswer} set
 * @returns {HTMLElement[]}
 */
function places(store, candidates, count, high, picked, set) {
  const put = (/** @type {number} */ at, /** @type {string} */ id) => set([...picked.slice(0, at), ...(id ? [id] : []), ...picked.slice(at + 1)]);
  return Array.from({ length: Math.min(high, Math.max(count, 1)) }, (_, at) => {
    const id = `pick-${at}`;
    return h(
      "div",
      { class: "row" },
      h("label", { for: id }, store.words.say("question.nth", { n: at + 1 })),
      h(
        "select",
        { id, onchange: (/** @type {Event} */ event) => put(at, /** @type {HTMLSelectElement} */ (event.target).value) },
        ...candidates.map((one) => h("option", { value: one, selected: one === picked[at] }, store.pieceName(one))),
      ),
    );
  });
}

/**
 * Lets an answer be typed: a number, a place, a way as places one after another, the faces of dice.
 *
 * @param {Store} store
 * @param {Question} question
 * @param {any} picked
 * @param {OnAnswer} set
 * @returns {HTMLElement}
 */
export function typedInput(store, question, picked, set) {
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
    h("span", { class: "small quiet" }, store.words.say(`question.type_${kind}`, { die: question.data?.die ?? "" })),
    h("input", {
      id: "typed-answer",
      type: isList ? "text" : "number",
      value: Array.isArray(picked) ? picked.flat().map((part) => formatValue(part).replace("−", "-")).join(", ") : (picked ?? ""),
      min: low,
      max: high,
      autocomplete: "off",
      onchange: given,
    }),
  );
}
