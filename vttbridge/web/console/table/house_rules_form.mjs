/** The house rules: what each asks, how it stands, what the book says; and who approves and who rolls. */

import { h } from "../ui/dom.mjs";
import { ruleId } from "../widgets/rule_link.mjs";

/**
 * @typedef {import("../app/store.mjs").Room} Room
 * @typedef {import("../../client/wire.d.ts").Option} Option
 * @typedef {import("../../client/wire.d.ts").Tree} Tree
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
 * Names a value of an option.
 *
 * @param {Room} room
 * @param {Option} option
 * @param {string} value
 * @returns {string}
 */
function named({ words }, option, value) {
  const code = `value.${option.name}.${value}`;
  if (words.has(code)) return words.rule(code);
  return value === "yes" || value === "no" || value === "on" || value === "off" ? words.say(value) : value.replaceAll("_", " ");
}

/**
 * Shows everything that a table may decide for itself.
 *
 * @param {Room} room
 * @returns {HTMLElement}
 */
export function houseRules(room) {
  const { words } = room;
  const options = room.client?.welcome?.options ?? [];
  const changed = options.filter((option) => valueOf(room, option) !== option.default).length;
  const note = h("p", { class: "because empty", role: "alert" });
  const set = async (/** @type {Tree} */ wanted) => {
    const reply = await room.client?.request("table_set", wanted).catch(() => null);
    const isDone = reply?.outcome === "done";
    note.textContent = isDone ? "" : words.refusal({ code: reply?.code || "NOT_ALLOWED", facts: reply?.facts }, room.name);
    note.classList.toggle("empty", isDone);
  };
  const choice = (/** @type {string} */ id, /** @type {string} */ now, /** @type {string[]} */ values) =>
    h(
      "div",
      { class: "row" },
      h("label", { for: id }, words.say(`rules.${id}`)),
      h("select", { id, onchange: (/** @type {Event} */ event) => void set({ [id]: /** @type {HTMLSelectElement} */ (event.target).value }) }, ...values.map((one) => h("option", { value: one, selected: one === now }, words.say(`${id}.${one}`)))),
    );
  return h(
    "section",
    { id: "house-rules" },
    h("h2", {}, words.say("rules.title")),
    choice("policy", room.table?.policy ?? "players", ["players", "all", "none"]),
    choice("dice", room.table?.dice ?? "server", ["server", "people"]),
    h("p", { class: "quiet" }, changed ? words.count("rules.changed", changed) : words.say("rules.as_written")),
    note,
    ...options.map((option) => optionRow(room, option, (value) => void set({ options: { [option.name]: value } }))),
  );
}

/**
 * @param {Room} room
 * @param {Option} option
 * @param {(value: string) => void} set
 * @returns {HTMLElement}
 */
function optionRow(room, option, set) {
  const { words } = room;
  const id = `option-${option.name}`;
  const value = valueOf(room, option);
  const change = (/** @type {Event} */ event) => set(/** @type {HTMLInputElement} */ (event.target).value);
  const input = option.values?.length
    ? h("select", { id, onchange: change, "aria-describedby": `${id}-book` }, ...option.values.map((one) => h("option", { value: one, selected: one === value }, named(room, option, one))))
    : h("input", { id, type: option.low === null || option.low === undefined ? "text" : "number", step: "any", min: option.low, max: option.high, value, onchange: change, "aria-describedby": `${id}-book` });
  const isOwn = value !== option.default;
  return h(
    "div",
    { class: isOwn ? "option own" : "option" },
    h("label", { for: id }, words.rule(`option.${option.name}`)),
    h("div", { class: "setting" }, input, ruleId(words, option.rule)),
    h("small", { class: "quiet", id: `${id}-book` }, words.say(isOwn ? "rules.book" : "rules.is_book", { value: named(room, option, option.default) })),
  );
}
