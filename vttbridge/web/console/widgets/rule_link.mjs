/** Rules by their ids; where the rule book says what one is, its sentence opens in place. */

import { h } from "../ui/dom.mjs";

/** @typedef {import("../lang/translator.mjs").Words} Words */

/**
 * Shows the id of a rule; pressed, it opens what the rule says right below the line in which it stands.
 *
 * @param {Words} words
 * @param {string | undefined} rule
 * @returns {HTMLElement}
 */
export function ruleId(words, rule) {
  if (!rule) return h("span");
  if (!words.has(`rule.${rule}`)) return h("span", { class: "rule" }, rule);
  const id = h("button", { type: "button", class: "rule", "aria-expanded": "false", "aria-label": words.say("rule.of", { rule }) }, rule);
  /** @type {Element | null} */
  let open = null;
  id.addEventListener("click", (event) => {
    event.stopPropagation();
    if (open?.isConnected) {
      open.remove();
      open = null;
    } else {
      const line = id.closest("tr, li, .option, .row, p") ?? id;
      open = opened(line, words.rule(`rule.${rule}`));
      line.after(open);
    }
    id.setAttribute("aria-expanded", String(Boolean(open)));
  });
  return id;
}

/**
 * @param {Element} line
 * @param {string} text
 * @returns {HTMLElement}
 */
function opened(line, text) {
  const said = h("p", { class: "ruletext", role: "status" }, text);
  if (line.tagName === "TR") return h("tr", { class: "ruletext" }, h("td"), h("td", { colspan: 4 }, said));
  if (line.tagName === "LI") return h("li", { class: "ruletext" }, said);
  return said;
}
