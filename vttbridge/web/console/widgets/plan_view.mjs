/** Shows a plan's account: one line for each thing that happens, its squares, damage and rule. */

import { account } from "../narration/plan_summary.mjs";
import { h } from "../ui/dom.mjs";
import { icon } from "../ui/icons.mjs";
import { ruleId } from "./rule_link.mjs";
import { shown } from "./rich_text.mjs";
import { spoken } from "../lang/translator.mjs";

/**
 * @typedef {import("../app/store.mjs").Room} Room
 * @typedef {import("../../client/wire.d.ts").Plan} Plan
 * @typedef {import("../../client/wire.d.ts").Preview} Preview
 */

/**
 * Writes an amount with its sign, as sums are written.
 *
 * @param {number | undefined} amount
 * @param {boolean} isFirst A first term carries no plus.
 * @returns {string}
 */
function signed(amount, isFirst) {
  if (amount === undefined) return "";
  return amount > 0 && !isFirst ? `+${spoken(amount)}` : spoken(amount);
}

/**
 * Shows the account of a plan.
 *
 * @param {Room} room
 * @param {Plan} plan
 * @param {{gained?: ReadonlyArray<string>, onLine?: (key: string) => void}} [more]
 * @returns {HTMLElement}
 */
export function accountOf(room, plan, { gained = [], onLine } = {}) {
  const { words } = room;
  const lines = account(words, plan, room.about);
  if (lines.length === 0) return h("p", { class: "quiet pad" }, words.say("account.nothing"));
  let isFirst = true;
  const rows = lines.map((line) => {
    const squares = signed(line.squares, isFirst || line.kind === "sum");
    if (line.squares !== undefined) isFirst = false;
    const isNew = line.key !== undefined && gained.includes(line.key);
    return h(
      "tr",
      { class: `${line.kind}${isNew ? " gained" : ""}`, "data-key": line.key, onclick: line.key && onLine ? () => onLine(line.key ?? "") : null },
      h("td", { class: "i" }, line.number ? icon(line.shape ?? "note", { number: line.number }) : null),
      h("th", { scope: "row" }, ...shown(room, line.spans), isNew ? h("small", { class: "new" }, words.say("account.new")) : null),
      h("td", { class: "n" }, squares),
      h("td", { class: "n" }, line.damage === undefined ? "" : spoken(line.damage)),
      h("td", { class: "r" }, ruleId(words, line.rule)),
    );
  });
  const unit = room.unit === "inch" ? "account.inches" : "account.squares";
  const head = ["", "", words.say(unit), words.say("account.damage"), words.say("account.rule")];
  return h(
    "table",
    { class: "acc" },
    h("thead", {}, h("tr", {}, ...head.map((text, at) => (text ? h("th", { scope: "col", class: at === 4 ? "r" : "n" }, text) : h("td"))))),
    h("tbody", {}, ...rows),
  );
}

/**
 * Shows what may come of the dice, as one bar split by chance.
 *
 * @param {Room} room
 * @param {Preview["odds"]} odds
 * @returns {HTMLElement | null}
 */
export function oddsOf(room, odds) {
  const chances = odds?.chances ?? [];
  if (chances.length < 2) return null;
  const most = [...chances].sort((a, b) => b.part / b.whole - a.part / a.whole).slice(0, 6);
  return h(
    "div",
    { class: "odds" },
    h("p", { class: "small quiet" }, room.words.say(odds?.exact === false ? "odds.sampled" : "odds.exact")),
    h(
      "ul",
      { class: "stack" },
      ...most.map((chance) => {
        const damage = (chance.plan?.effects ?? []).reduce((sum, effect) => sum + (effect.kind === "damage" ? (effect.fields?.amount ?? 0) : 0), 0);
        const percent = Math.round((100 * chance.part) / chance.whole);
        const text = chance.refusal ? room.words.refusal(chance.refusal, room.name) : outcome(room, chance.label);
        const item = h("li", {}, h("span", {}, text, damage ? h("b", {}, ` ${damage}`) : null), h("small", {}, `${percent} %`));
        item.style.flexGrow = String(Math.max(percent, 8));
        return item;
      }),
    ),
  );
}

/**
 * @param {Room} room
 * @param {string} label
 * @returns {string}
 */
function outcome(room, label) {
  const code = `odds.${label}`;
  return room.words.own[code] ?? room.words.rule(`fact.${label}`);
}
