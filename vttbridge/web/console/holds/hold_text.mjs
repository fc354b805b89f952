/** What is said of a hold wherever it stands: its title, whom it asks, what its plan has lost. */

import { richText } from "../widgets/rich_text.mjs";
import { lengthText, markedPiece, splitSpans } from "../narration/sentences.mjs";

/**
 * @typedef {import("../app/store.mjs").Store} Store
 * @typedef {import("../../client/wire.d.ts").WireHold} Hold
 * @typedef {import("../../client/wire.d.ts").WirePlan} Plan
 * @typedef {import("../../client/wire.d.ts").WireEffect} Effect
 */

/**
 * Tells who does what to whom.
 *
 * @param {Store} store
 * @param {Hold} hold
 * @returns {Node[]}
 */
export function holdTitle(store, hold) {
  const fields = hold.fields ?? {};
  const source = fields.source ?? fields.piece ?? fields.attacker ?? fields.mover ?? "";
  const targets = [fields.targets ?? fields.target ?? []].flat().filter((/** @type {unknown} */ id) => typeof id === "string");
  const action = store.words.rule(`action.${hold.action}`);
  const one = source ? "waiting.title" : "waiting.title_of";
  const text = store.words.say(targets.length ? one : source ? "waiting.title_alone" : "waiting.title_bare", {
    source: markedPiece(source),
    action,
    targets: targets.map((/** @type {string} */ id) => markedPiece(id)).join(", "),
  });
  const far = fields.distance ?? fields.squares;
  const details = typeof far === "number" ? `, ${lengthText(store.words, far, store.unit)}` : "";
  return [...richText(store, splitSpans(text, store.pieceName)), document.createTextNode(details)];
}

/**
 * Names the person who is asked.
 *
 * @param {Store} store
 * @param {Hold} hold
 * @returns {string}
 */
export function whoIsAsked(store, { question, seat }) {
  if (question?.audience === "mover") return store.seatName(seat);
  const owner = store.piece(question?.piece || (question?.key.split(":")[1]?.split("#")[0] ?? ""))?.owner;
  return question?.audience === "owner" && owner ? store.seatName(owner) : store.words.say("role.gm");
}

/**
 * Returns the lines of an earlier plan that the present one no longer has.
 *
 * @param {readonly Plan[]} plans
 * @param {readonly string[]} lost The keys of what went.
 * @returns {Effect[]}
 */
export function lostEffects(plans, lost) {
  const before = plans.length > 1 ? (plans[0].effects ?? []) : [];
  return before.filter((effect) => lost.includes(effect.key));
}

/**
 * Says who decided a hold, and how.
 *
 * @param {Store} store
 * @param {import("../../client/wire.d.ts").Resolved} end
 * @returns {string}
 */
export function decisionText({ words, seatName, pieceName }, { state, by, code, facts }) {
  const who = by ? seatName(by) : words.say("who.server");
  const because = code ? words.refusal({ code, facts }, pieceName) : "";
  return [words.say(`decided.${state}`, { who }), because].filter(Boolean).join(" ");
}
