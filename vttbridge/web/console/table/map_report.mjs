/** What was read of a map file, for people: counts, what was doubtful and how it was taken, what was left out. */

import { h } from "../ui/dom.mjs";

/**
 * @typedef {import("../app/store.mjs").Room} Room
 * @typedef {import("../lang/translator.mjs").Words} Words
 * @typedef {import("../../client/wire.d.ts").Tree} Tree
 */

/** What a person looks for first. */
const MAIN = ["walls", "doors", "one_way", "secret_doors", "portals", "regions", "areas", "cells", "levels", "tokens", "pieces", "terrain_cells", "water", "raised"];

/**
 * Names a doubt: some codes end in a word of the file.
 *
 * @param {Words} words
 * @param {string} code
 * @returns {string}
 */
function doubtOf(words, code) {
  if (words.has(`doubt.${code}`)) return words.rule(`doubt.${code}`);
  const kind = Object.keys(words.book).find((one) => one.startsWith("doubt_kind.") && code.startsWith(one.slice("doubt_kind.".length)));
  return kind ? words.rule(kind, { rest: code.slice(kind.length - "doubt_kind.".length).replaceAll("_", " ") }) : code.replaceAll("_", " ");
}

/**
 * Names what was counted.
 *
 * @param {Words} words
 * @param {string} name
 * @returns {string}
 */
function countedAs(words, name) {
  return words.own[`counted.${name}`] ?? name.replaceAll("_", " ");
}

/**
 * Shows what was read and what was not.
 *
 * @param {Room} room
 * @param {string} file
 * @param {Tree} facts
 * @returns {HTMLElement}
 */
export function reportOf({ words }, file, facts) {
  const counts = Object.entries(facts.counts ?? {}).filter(([, count]) => count > 0);
  const line = (/** @type {[string, any]} */ [name, count]) => [h("dt", {}, countedAs(words, name)), h("dd", {}, String(count))];
  const main = counts.filter(([name]) => MAIN.includes(name));
  const rest = counts.filter(([name]) => !MAIN.includes(name));
  const doubts = (facts.doubts ?? []).map((/** @type {any} */ doubt) => h("li", {}, words.say("drop.doubt", { what: doubtOf(words, String(doubt.code)), taken: words.has(`taken.${doubt.taken}`) ? words.rule(`taken.${doubt.taken}`) : doubt.taken, times: doubt.times })));
  const left = (facts.dropped ?? []).map((/** @type {any} */ one) => h("li", {}, words.say("drop.left", { why: words.rule(`left.${one.rule}`), times: one.times })));
  return h(
    "div",
    { id: "map-report" },
    h("p", {}, words.say("drop.read", { file, format: words.own[`format.${facts.format}`] ?? facts.format ?? "" })),
    h("dl", { class: "report" }, ...main.flatMap(line)),
    ...tokensOf(words, facts.tokens),
    doubts.length + left.length ? null : h("p", { class: "quiet" }, words.say("drop.no_doubt")),
    doubts.length ? h("div", {}, h("h3", {}, words.count("drop.doubts", doubts.length)), h("ul", { class: "small" }, ...doubts)) : null,
    left.length ? h("details", {}, h("summary", {}, words.count("drop.lefts", left.length)), h("ul", { class: "small" }, ...left)) : null,
    rest.length ? h("details", {}, h("summary", {}, words.say("drop.counted")), h("dl", { class: "report small" }, ...rest.flatMap(line))) : null,
  );
}

/**
 * Says how many tokens became pieces, and which did not and why.
 *
 * @param {Words} words
 * @param {{put?: string[], stand?: string[], left?: {token: string, why: string}[]} | undefined} tokens
 * @returns {HTMLElement[]}
 */
function tokensOf(words, tokens) {
  if (!tokens) return [];
  const counted = h("p", {}, words.say("drop.pieces", { put: tokens.put?.length ?? 0, stand: tokens.stand?.length ?? 0 }));
  const left = (tokens.left ?? []).map(({ token, why }) => h("p", { class: "small" }, words.say(`drop.left.${why}`, { token })));
  return [counted, ...left];
}
