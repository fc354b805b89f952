/** What would come of an action while one aims: asked of the server, and shown as a plan with its odds. */

import { h } from "../ui/dom.mjs";
import { oddsView, planView } from "../widgets/plan_view.mjs";
import { questionText } from "../widgets/question_form.mjs";

/**
 * @typedef {import("../app/store.mjs").Store} Store
 * @typedef {import("../../client/wire.d.ts").PreviewResult} PreviewResult
 * @typedef {import("../../client/wire.d.ts").WireQuestion} Question
 * @typedef {import("../../client/wire.d.ts").WireRefusal} Refusal
 * @typedef {import("../../client/wire.d.ts").Tree} Tree
 * @typedef {{result: PreviewResult & Tree, questions: Question[]}} Previewed
 */

const MAX_QUESTIONS = 5;

/**
 * Asks what would happen; questions on the way are answered as the rule book proposes.
 *
 * @param {Store} store
 * @param {string} scene
 * @param {string} action
 * @param {Tree} fields
 * @returns {Promise<Previewed>}
 */
export async function requestPreview(store, scene, action, fields) {
  /** @type {Tree} */
  const answers = {};
  const questions = [];
  for (let round = 0; ; round += 1) {
    const result = await store.client?.preview(scene, action, fields, { answers, odds: round === 0 }).catch((error) => ({ refusal: { code: String(error.message) } }));
    if (!result?.question || round >= MAX_QUESTIONS) return { result: result ?? {}, questions };
    questions.push(result.question);
    answers[result.question.key] = result.question.default;
  }
}

/**
 * Returns why nothing would happen, if so.
 *
 * @param {PreviewResult & Tree} result
 * @returns {Refusal | null}
 */
function refusalIn(result) {
  if (result.refusal) return result.refusal;
  return result.outcome && result.outcome !== "done" ? { code: String(result.code || result.outcome), facts: result.facts } : null;
}

/**
 * Shows what would happen: the plan with its odds, what is asked and rolled on the way; or why nothing would.
 *
 * @param {Store} store
 * @param {Previewed} previewed
 * @returns {HTMLElement[]}
 */
export function previewView(store, { result, questions }) {
  const { words } = store;
  const refusal = refusalIn(result);
  if (refusal) return [h("p", { class: "because pad" }, words.refusal(refusal, store.pieceName))];
  const plan = result.plan ?? result.known;
  const small = (/** @type {(Node | string)[]} */ ...parts) => h("p", { class: "pad small quiet" }, ...parts);
  return [
    oddsView(store, result.odds),
    plan?.effects?.length || !result.roll ? planView(store, plan ?? { hash: "" }) : null,
    ...questions.map((question) => small(`${words.say("act.asks")} `, ...questionText(store, question))),
    result.roll ? small(`${words.say("act.rolls")} `, ...questionText(store, { key: result.roll, audience: "mover", kind: "roll" })) : null,
    result.as_seen ? small(words.say("act.as_seen")) : null,
  ].filter((part) => part !== null);
}
