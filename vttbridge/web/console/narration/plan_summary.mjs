/** A plan as an account: lines with squares and damage that add up, and the numbered marks that the map shares. */

import { marked, shapeOf, spansOf, lengthOf, material } from "./sentences.mjs";
import { filled } from "../lang/translator.mjs";

/**
 * @typedef {import("../../client/wire.d.ts").Effect} Effect
 * @typedef {import("../../client/wire.d.ts").Plan} Plan
 * @typedef {import("../lang/translator.mjs").Words} Words
 * @typedef {import("./sentences.mjs").Span} Span
 * @typedef {{kind: "part" | "sum" | "hit" | "total", spans: Span[], squares?: number, damage?: number, rule?: string,
 *   shape?: string, number?: number, key?: string, piece?: string}} Line
 * @typedef {{shape: string, number: number, x: number, y: number, key: string, label: string}} Mark
 */

const IMPACTS = new Set(["break", "fall", "slam", "crash", "terrain"]);

/**
 * Numbers the impacts of a plan in the order in which they happen; what follows from one shares its number.
 *
 * @param {readonly Effect[]} effects
 * @returns {Map<string, {number: number, shape: string}>} By effect key.
 */
export function impacts(effects) {
  /** @type {Map<string, {number: number, shape: string}>} */
  const numbered = new Map();
  let count = 0;
  for (const effect of effects) {
    const shape = shapeOf(effect);
    if (!IMPACTS.has(shape)) continue;
    const cause = (effect.rests_on ?? []).map((key) => numbered.get(key)).find((found) => found?.shape === shape);
    if (cause) {
      numbered.set(effect.key, cause);
      continue;
    }
    count += 1;
    numbered.set(effect.key, { number: count, shape });
  }
  return numbered;
}

/**
 * @param {Words} words
 * @param {Effect} effect
 * @param {string} unit
 * @returns {string}
 */
function hitText(words, effect, unit) {
  const fields = effect.fields ?? {};
  const piece = marked(effect.piece ?? "");
  switch (effect.kind) {
    case "move":
      return words.say("account.moves", { piece, far: lengthOf(words, fields.travelled ?? 0, unit) });
    case "fall":
      return words.say("account.falls", { piece, far: lengthOf(words, fields.height ?? 0, unit) });
    case "wall_broken":
      return words.say("tell.broken", { material: material(words, fields.material) });
    case "damage": {
      const sentence = words.book[`damage.${fields.cause}`];
      return sentence ? filled(sentence, { piece, amount: fields.amount }) : `${piece}: ${fields.cause}`;
    }
    case "gone":
      return words.rule(`gone.${fields.cause}`, { piece });
    case "status":
      return words.say(fields.on === false ? "tell.status_off" : "tell.status", {
        piece,
        status: words.rule(`status.${fields.status}`).toLowerCase(),
      });
    case "note":
      return words.rule(`note.${fields.code}`, { ...fields.facts, piece });
    case "hit":
      return `${piece}: ${words.rule(`hit.${fields.cause}`)}`;
    case "number":
      return words.say("tell.number", { piece, number: words.rule(`number.${fields.number}`), value: fields.value });
    default:
      return "";
  }
}

/**
 * @param {Words} words
 * @param {Effect} effect
 * @param {(text: string) => Span[]} spans
 * @returns {Line[]}
 */
function partsOf(words, effect, spans) {
  const parts = effect.parts ?? [];
  if (effect.kind === "move") {
    /** @type {Line[]} */
    const lines = parts.map((part) => ({
      kind: "part",
      spans: spans(words.rule(`part.${part.code}`)),
      squares: part.amount,
      rule: part.rule,
    }));
    if (parts.length > 1) {
      const sum = parts.reduce((total, part) => total + part.amount, 0);
      lines.push({ kind: "sum", spans: spans(words.say("account.to_move")), squares: sum });
    }
    return lines;
  }
  if (parts.length < 2) return [];
  return parts.map((part) => ({
    kind: "part",
    spans: spans(words.rule(`part.${part.code}`)),
    [effect.kind === "damage" ? "damage" : "squares"]: part.amount,
    rule: part.rule,
  }));
}

/**
 * Gives the lines of a plan's account.
 *
 * @param {Words} words
 * @param {Plan} plan
 * @param {{name: (id: string) => string, unit: string}} about
 * @returns {Line[]}
 */
export function account(words, plan, { name, unit }) {
  const effects = plan.effects ?? [];
  const numbered = impacts(effects);
  const spans = (/** @type {string} */ text) => spansOf(text, name);
  /** @type {Line[]} */
  const lines = effects.filter((effect) => effect.kind === "move").flatMap((effect) => partsOf(words, effect, spans));
  for (const effect of effects) {
    const text = hitText(words, effect, unit);
    if (!text) continue;
    const impact = numbered.get(effect.key);
    lines.push({
      kind: "hit",
      spans: spans(text),
      squares: effect.kind === "move" ? -(effect.fields?.travelled ?? 0) : undefined,
      damage: effect.kind === "damage" ? effect.fields?.amount : undefined,
      rule: effect.rules?.[0],
      shape: impact?.shape,
      number: impact?.number,
      key: effect.key,
      piece: effect.piece,
    });
    if (effect.kind !== "move") lines.push(...partsOf(words, effect, spans));
  }
  return [...lines, ...totals(words, effects, spans)];
}

/**
 * @param {Words} words
 * @param {readonly Effect[]} effects
 * @param {(text: string) => Span[]} spans
 * @returns {Line[]}
 */
function totals(words, effects, spans) {
  /** @type {Map<string, {damage: number, number: string, before: number | null, after: number | null}>} */
  const sums = new Map();
  for (const effect of effects) {
    if (effect.kind !== "damage" || !effect.piece) continue;
    const { amount = 0, number = "", after = null } = effect.fields ?? {};
    const sum = sums.get(effect.piece) ?? { damage: 0, number, before: after === null ? null : after + amount, after };
    sums.set(effect.piece, { ...sum, damage: sum.damage + amount, after });
  }
  return [...sums].map(([piece, { damage, number, before, after }]) => ({
    kind: "total",
    spans: spans(
      after === null || !number
        ? words.say("account.total", { piece: marked(piece) })
        : words.say("account.total_of", { piece: marked(piece), number: words.rule(`number.${number}`), before, after }),
    ),
    damage,
    piece,
  }));
}

/**
 * Says where on the map the numbered marks of a plan stand: in the middle of a square, or of what breaks.
 *
 * @param {readonly Effect[]} effects
 * @param {(piece: string) => {x: number, y: number} | null} middle Gives the middle of a piece where it stands now.
 * @param {(wall: string) => {x: number, y: number} | null} wall Gives the middle of a wall.
 * @param {(piece: string, to: {x: number, y: number}) => {x: number, y: number}} middleAt
 * @returns {Mark[]}
 */
export function marks(effects, middle, wall, middleAt) {
  const numbered = impacts(effects);
  /** @type {Map<string, {x: number, y: number}>} */
  const now = new Map();
  /** @type {Map<number, Mark>} */
  const found = new Map();
  for (const effect of effects) {
    const fields = effect.fields ?? {};
    const piece = effect.piece ?? "";
    if (fields.to && piece) now.set(piece, middleAt(piece, fields.to));
    const impact = numbered.get(effect.key);
    if (!impact) continue;
    const at = effect.kind === "wall_broken" ? wall(fields.cut?.id) : (now.get(piece) ?? middle(piece));
    const old = found.get(impact.number);
    const label = [old?.label, effect.kind === "damage" ? String(fields.amount) : ""].filter(Boolean).join(" ");
    if (old) old.label = label;
    else if (at) found.set(impact.number, { ...impact, ...at, key: effect.key, label });
  }
  return [...found.values()];
}
