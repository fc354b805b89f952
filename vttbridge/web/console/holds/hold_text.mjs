/** What is said of a hold wherever it stands: its title, whom it asks, what its plan has lost. */

import { shown } from "../widgets/rich_text.mjs";
import { lengthOf, marked, spansOf } from "../narration/sentences.mjs";

/**
 * @typedef {import("../app/store.mjs").Room} Room
 * @typedef {import("../../client/wire.d.ts").Hold} Hold
 * @typedef {import("../../client/wire.d.ts").Plan} Plan
 * @typedef {import("../../client/wire.d.ts").Effect} Effect
 */

/**
 * Tells who does what to whom.
 *
 * @param {Room} room
 * @param {Hold} hold
 * @returns {Node[]}
 */
export function holdTitle(room, hold) {
  const fields = hold.fields ?? {};
  const source = fields.source ?? fields.piece ?? fields.attacker ?? fields.mover ?? "";
  const targets = [fields.targets ?? fields.target ?? []].flat().filter((/** @type {unknown} */ id) => typeof id === "string");
  const action = room.words.rule(`action.${hold.action}`);
  const one = source ? "waiting.title" : "waiting.title_of";
  const text = room.words.say(targets.length ? one : source ? "waiting.title_alone" : "waiting.title_bare", {
    source: marked(source),
    action,
    targets: targets.map((/** @type {string} */ id) => marked(id)).join(", "),
  });
  const far = fields.distance ?? fields.squares;
  const details = typeof far === "number" ? `, ${lengthOf(room.words, far, room.unit)}` : "";
  return [...shown(room, spansOf(text, room.name)), document.createTextNode(details)];
}

/**
 * Names whoever is asked.
 *
 * @param {Room} room
 * @param {Hold} hold
 * @returns {string}
 */
export function whoIsAsked(room, { question, seat }) {
  if (question?.audience === "mover") return room.who(seat);
  const owner = room.piece(question?.piece || (question?.key.split(":")[1]?.split("#")[0] ?? ""))?.owner;
  return question?.audience === "owner" && owner ? room.who(owner) : room.words.say("role.gm");
}

/**
 * Gives the lines of an earlier plan that the present one no longer has.
 *
 * @param {readonly Plan[]} plans
 * @param {readonly string[]} lost The keys of what went.
 * @returns {Effect[]}
 */
export function lostOf(plans, lost) {
  const before = plans.length > 1 ? (plans[0].effects ?? []) : [];
  return before.filter((effect) => lost.includes(effect.key));
}
