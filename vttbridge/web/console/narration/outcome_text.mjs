/** What an answer would come to: asked of the server, and told in few words and one figure. */

import { shapeOf, lengthOf, material, marked, spansOf } from "./sentences.mjs";

/**
 * @typedef {import("../app/store.mjs").Room} Room
 * @typedef {import("../lang/translator.mjs").Words} Words
 * @typedef {import("./sentences.mjs").Span} Span
 * @typedef {import("../../client/wire.d.ts").Hold} Hold
 * @typedef {import("../../client/wire.d.ts").Plan} Plan
 * @typedef {import("../../client/wire.d.ts").Effect} Effect
 * @typedef {import("../../client/wire.d.ts").Refusal} Refusal
 * @typedef {{shape: string, spans: Span[]}} Bit
 * @typedef {{bits: Bit[], harm: string, effects: ReadonlyArray<Effect>, refusal: Refusal | null, isWhole: boolean}} Outcome
 */

const MOST_QUESTIONS = 6;
const NOT_TOLD = new Set(["number", "damage"]);

/**
 * Foresees what an answer to a hold's question comes to, if everything after it goes as the rule book proposes. It
 * stops at the first roll: nothing is rolled for a look.
 *
 * @param {Room} room
 * @param {Hold} hold
 * @param {string} key
 * @param {unknown} value
 * @returns {Promise<Outcome | null>}
 */
export async function foreseen(room, hold, key, value) {
  /** @type {{[key: string]: unknown}} */
  const answers = { [key]: value };
  for (let round = 0; ; round += 1) {
    const seen = await room.client?.previewHold(hold.hold, [], answers).catch(() => null);
    if (!seen) return null;
    const { question } = seen;
    if (!question || question.kind === "roll" || question.key in answers || round >= MOST_QUESTIONS) return outcomeOf(room, hold, seen);
    answers[question.key] = question.default;
  }
}

/**
 * @param {Room} room
 * @param {Hold} hold
 * @param {import("../../client/wire.d.ts").Preview} seen
 * @returns {Outcome}
 */
function outcomeOf(room, hold, seen) {
  const plan = seen.plan ?? seen.known;
  const effects = plan?.effects ?? [];
  const isWhole = Boolean(seen.plan);
  return {
    bits: brief(room, effects, mainPiece(hold, effects)),
    harm: isWhole ? harm(room, effects, mainPiece(hold, effects)) : "",
    effects,
    refusal: seen.refusal ?? seen.question?.because ?? null,
    isWhole,
  };
}

/**
 * Gives the piece that a plan is about: the one that is asked about, else the first target, else the first that moves.
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
 * @param {{words: Words, unit: string, name: (id: string) => string}} room
 * @param {readonly Effect[]} effects
 * @param {string} main
 * @returns {Bit[]}
 */
export function brief(room, effects, main) {
  return effects.flatMap((effect) => {
    if (NOT_TOLD.has(effect.kind)) return [];
    const text = short(room.words, effect, room.unit);
    if (!text) return [];
    const isOther = effect.piece && effect.piece !== main && effect.kind !== "note" && effect.kind !== "wall_broken";
    return [{ shape: shapeOf(effect), spans: spansOf(isOther ? `${marked(effect.piece ?? "")}: ${text}` : text, room.name) }];
  });
}

/**
 * @param {Words} words
 * @param {Effect} effect
 * @param {string} unit
 * @returns {string}
 */
function short(words, effect, unit) {
  const fields = effect.fields ?? {};
  switch (effect.kind) {
    case "move":
      return words.say(fields.travelled ? "brief.moves" : "brief.stays", { far: lengthOf(words, fields.travelled ?? 0, unit) });
    case "place":
      return words.say("brief.placed");
    case "fall":
      return words.say("brief.falls", { far: lengthOf(words, fields.height ?? 0, unit) });
    case "wall_broken":
      return words.say("brief.breaks", { material: material(words, fields.material) });
    case "status":
      return words.say(fields.on === false ? "brief.no_longer" : "brief.is", { status: words.rule(`status.${fields.status}`).toLowerCase() });
    case "hit":
      return words.say("brief.hit", { strength: fields.strength === "weapon" ? words.say("tell.weapon") : `S${fields.strength}` });
    case "gone":
      return words.say("brief.gone");
    case "note":
      return words.rule(`note.${fields.code}`, { ...fields.facts, piece: marked(effect.piece ?? "") });
    default:
      return "";
  }
}

/**
 * Sums the damage of a plan: that of its main piece without a name, that of others with theirs.
 *
 * @param {{words: Words, name: (id: string) => string}} room
 * @param {readonly Effect[]} effects
 * @param {string} main
 * @returns {string}
 */
export function harm({ words, name }, effects, main) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const effect of effects) {
    if (effect.kind === "damage") sums.set(effect.piece ?? "", (sums.get(effect.piece ?? "") ?? 0) + (effect.fields?.amount ?? 0));
  }
  const dealt = [...sums].filter(([, amount]) => amount);
  if (dealt.length === 0) return effects.some((effect) => effect.kind === "hit") ? "" : words.say("brief.unharmed");
  return dealt.map(([piece, amount]) => words.say(piece === main ? "brief.damage" : "brief.damage_to", { amount, piece: name(piece) })).join(", ");
}
