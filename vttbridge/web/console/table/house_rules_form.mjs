/** The house rules: what each asks, how it stands, what the book says; and who approves and who rolls. */

import { h } from "../ui/dom.mjs";
import { optionValue, optionValueName } from "../narration/option_values.mjs";
import { ruleLink } from "../widgets/rule_link.mjs";

/**
 * @typedef {import("../app/store.mjs").Store} Store
 * @typedef {import("../../client/wire.d.ts").WireOption} Option
 * @typedef {import("../../client/wire.d.ts").Tree} Tree
 */

/**
 * Shows everything that a table may decide for itself.
 *
 * @param {Store} store
 * @returns {HTMLElement}
 */
export function houseRulesForm(store) {
  const { words } = store;
  const options = store.client?.welcome?.options ?? [];
  const changed = options.filter((option) => optionValue(store.table, option) !== option.default).length;
  const note = h("p", { class: "because empty", role: "alert" });
  const set = async (/** @type {Tree} */ wanted) => {
    const reply = await store.client?.request("table_set", wanted).catch(() => null);
    const isDone = reply?.outcome === "done";
    note.textContent = isDone ? "" : words.refusal({ code: reply?.code || "NOT_ALLOWED", facts: reply?.facts }, store.pieceName);
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
    choice("policy", store.table?.policy ?? "players", ["players", "all", "none"]),
    choice("dice", store.table?.dice ?? "server", ["server", "people"]),
    h("p", { class: "quiet" }, changed ? words.count("rules.changed", changed) : words.say("rules.as_written")),
    note,
    ...options.map((option) => optionRow(store, option, (value) => void set({ options: { [option.name]: value } }))),
  );
}

/**
 * @param {Store} store
 * @param {Option} option
 * @param {(value: string) => void} set
 * @returns {HTMLElement}
 */
function optionRow(store, option, set) {
  const { words } = store;
  const id = `option-${option.name}`;
  const value = optionValue(store.table, option);
  const change = (/** @type {Event} */ event) => set(/** @type {HTMLInputElement} */ (event.target).value);
  const input = option.values?.length
    ? h("select", { id, onchange: change, "aria-describedby": `${id}-book` }, ...option.values.map((one) => h("option", { value: one, selected: one === value }, optionValueName(words, option.name, one))))
    : h("input", { id, type: option.low === null || option.low === undefined ? "text" : "number", step: "any", min: option.low, max: option.high, value, onchange: change, "aria-describedby": `${id}-book` });
  const isOwn = value !== option.default;
  return h(
    "div",
    { class: isOwn ? "option own" : "option" },
    h("label", { for: id }, words.rule(`option.${option.name}`)),
    h("div", { class: "setting" }, input, ruleLink(words, option.rule)),
    h("small", { class: "quiet", id: `${id}-book` }, words.say(isOwn ? "rules.book" : "rules.is_book", { value: optionValueName(words, option.name, option.default) })),
  );
}
