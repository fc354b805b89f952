/** What an answer would come to, told in few words and one figure. Pure. */

import { shapeOf, lengthText, materialName, markedPiece, splitSpans } from "./sentences.mjs";

/**
 * @typedef {import("../lang/translator.mjs").Translator} Translator
 * @typedef {import("./sentences.mjs").Span} Span
 * @typedef {import("../../client/wire.d.ts").WireHold} Hold
 * @typedef {import("../../client/wire.d.ts").WireEffect} Effect
 * @typedef {import("../../client/wire.d.ts").WireRefusal} Refusal
 * @typedef {import("./event_entries.mjs").NarrationContext} NarrationContext
 * @typedef {import("../../client/wire.d.ts").PreviewResult} PreviewResult
 * @typedef {{shape: string, spans: Span[]}} Bit
 * @typedef {{bits: Bit[], harm: string, effects: ReadonlyArray<Effect>, refusal: Refusal | null, isWhole: boolean}} Outcome
 */

const NOT_TOLD = new Set(["number", "damage"]);

/**
 * Tells the preview of an answer to a hold's question.
 *
 * @param {Translator} words
 * @param {Hold} hold
 * @param {PreviewResult} preview
 * @param {NarrationContext} context
 * @returns {Outcome}
 */
export function outcomeOf(words, hold, preview, context) {
  const effects = (preview.plan ?? preview.known)?.effects ?? [];
  const main = mainPiece(hold, effects);
  const isWhole = Boolean(preview.plan);
  return {
    bits: summarized(words, effects, main, context),
    harm: isWhole ? harm(words, effects, main, context) : "",
    effects,
    refusal: preview.refusal ?? preview.question?.because ?? null,
    isWhole,
  };
}

/**
 * Returns the piece that a plan is about: the one that is asked about, else the first target, else the first that moves.
 *
 * @param {Hold} hold
 * @param {readonly Effect[]} effects
 * @returns {string}
 */
export function mainPiece(hold, effects) {
  const asked = hold.question?.key.split(":")[1]?.split("#")[0];
  const [target] = [hold.fields?.targets ?? hold.fields?.target ?? []].flat();
  return asked || (typeof target === "string" ? target : "") || (effects.find((effect) => effect.piece)?.piece ?? "");
}

/**
 * Tells effects in few words; the piece that they are about is not named again.
 *
 * @param {Translator} words
 * @param {readonly Effect[]} effects
 * @param {string} main
 * @param {Pick<NarrationContext, "name" | "unit">} context
 * @returns {Bit[]}
 */
export function summarized(words, effects, main, { name, unit }) {
  return effects.flatMap((effect) => {
    if (NOT_TOLD.has(effect.kind)) return [];
    const text = short(words, effect, unit);
    if (!text) return [];
    const isOther = effect.piece && effect.piece !== main && effect.kind !== "note" && effect.kind !== "wall_broken";
    return [{ shape: shapeOf(effect), spans: splitSpans(isOther ? `${markedPiece(effect.piece ?? "")}: ${text}` : text, name) }];
  });
}

/**
 * @param {Translator} words
 * @param {Effect} effect
 * @param {string} unit
 * @returns {string}
 */
function short(words, effect, unit) {
  const fields = effect.fields ?? {};
  switch (effect.kind) {
    case "move":
      return words.say(fields.travelled ? "brief.moves" : "brief.stays", { far: lengthText(words, fields.travelled ?? 0, unit) });
    case "place":
      return words.say("brief.placed");
    case "fall":
      return words.say("brief.falls", { far: lengthText(words, fields.height ?? 0, unit) });
    case "wall_broken":
      return words.say("brief.breaks", { material: materialName(words, fields.material) });
    case "status":
      return words.say(fields.on === false ? "brief.no_longer" : "brief.is", { status: words.rule(`status.${fields.status}`).toLowerCase() });
    case "hit":
      return words.say("brief.hit", { strength: fields.strength === "weapon" ? words.say("tell.weapon") : `S${fields.strength}` });
    case "gone":
      return words.say("brief.gone");
    case "note":
      return words.rule(`note.${fields.code}`, { ...fields.facts, piece: markedPiece(effect.piece ?? "") });
    default:
      return "";
  }
}

/**
 * Sums the damage of a plan: that of its main piece without a name, that of others with theirs.
 *
 * @param {Translator} words
 * @param {readonly Effect[]} effects
 * @param {string} main
 * @param {Pick<NarrationContext, "name">} context
 * @returns {string}
 */
export function harm(words, effects, main, { name }) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const effect of effects) {
    if (effect.kind === "damage") sums.set(effect.piece ?? "", (sums.get(effect.piece ?? "") ?? 0) + (effect.fields?.amount ?? 0));
  }
  const dealt = [...sums].filter(([, amount]) => amount);
  if (dealt.length === 0) return effects.some((effect) => effect.kind === "hit") ? "" : words.say("brief.unharmed");
  return dealt.map(([piece, amount]) => words.say(piece === main ? "brief.damage" : "brief.damage_to", { amount, piece: name(piece) })).join(", ");
}
