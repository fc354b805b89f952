/** One house rule: what it asks, how it stands, what the book says. */

import { h } from "./dom.mjs";
import { ruleId } from "./spans.mjs";

/**
 * @typedef {import("./room.mjs").Room} Room
 * @typedef {import("../client/wire.d.ts").Option} Option
 */

/**
 * Gives how an option stands now.
 *
 * @param {Room} room
 * @param {Option} option
 * @returns {string}
 */
export function valueOf(room, option) {
  return String(room.table?.options[option.name] ?? option.default);
}

/**
 * Shows a house rule.
 *
 * @param {Room} room
 * @param {Option} option
 * @returns {HTMLElement}
 */
export function optionRow(room, option) {
  const { words } = room;
  const id = `option-${option.name}`;
  const value = valueOf(room, option);
  const name = (/** @type {string} */ one) => {
    const code = `value.${option.name}.${one}`;
    return words.has(code) ? words.rule(code) : one in { yes: 1, no: 1 } ? words.say(one) : one.replaceAll("_", " ");
  };
  const set = (/** @type {Event} */ event) => {
    const picked = /** @type {HTMLInputElement} */ (event.target).value;
    void room.client?.request("table_set", { options: { [option.name]: picked } });
  };
  const input = option.values?.length
    ? h("select", { id, onchange: set }, ...option.values.map((one) => h("option", { value: one, selected: one === value }, name(one))))
    : h("input", { id, type: option.low === null || option.low === undefined ? "text" : "number", min: option.low, max: option.high, value, onchange: set });
  const changed = value !== option.default ? h("small", { class: "quiet" }, words.say("rules.book", { value: name(option.default) })) : "";
  return h("div", { class: "option" }, h("div", { class: "row" }, h("label", { for: id }, words.rule(`option.${option.name}`), " ", ruleId(option.rule)), input), changed);
}
