/** What happens, as sentences in a rule book's words, with the pieces in them marked so that they can be coloured. */

import { fillGaps } from "../lang/translator.mjs";

/**
 * @typedef {import("../../client/wire.d.ts").WireEffect} Effect
 * @typedef {import("../lang/translator.mjs").Translator} Translator
 * @typedef {{text: string, piece?: string}} Span
 * @typedef {{shape: string, spans: Span[], rules: string[], piece: string, key: string}} Sentence
 */

const CAUSE_SHAPES = [
  [/fall|fallen/, "fall"],
  [/break|through/, "break"],
  [/creature|figure|piece|fighter|opponent|knocked_into|collides/, "crash"],
  [/collision|wall|object|slam|impact|stopped/, "slam"],
  [/terrain|aura|area|hazard|fire|dangerous/, "terrain"],
];

/**
 * Returns the shape that stands for an effect on map, account, feed and timeline.
 *
 * @param {Effect} effect
 * @returns {string}
 */
export function shapeOf(effect) {
  switch (effect.kind) {
    case "move":
    case "place":
      return "move";
    case "fall":
      return "fall";
    case "wall_broken":
      return "break";
    case "damage":
    case "hit": {
      const cause = String(effect.fields?.cause ?? "");
      return /** @type {string} */ (CAUSE_SHAPES.find(([seen]) => /** @type {RegExp} */ (seen).test(cause))?.[1] ?? "hit");
    }
    case "gone":
      return "gone";
    case "note":
      return "note";
    default:
      return "status";
  }
}

/**
 * Splits a sentence at the marks that stand for pieces.
 *
 * @param {string} marked
 * @param {(id: string) => string} name
 * @returns {Span[]}
 */
export function splitSpans(marked, name) {
  return marked
    .split("\u0001")
    .filter((part) => part)
    .map((part) => {
      if (!part.startsWith("\u0002")) return { text: part };
      const piece = part.slice(1);
      return { text: name(piece), piece };
    });
}

/**
 * Marks a piece inside a sentence.
 *
 * @param {string} id
 * @returns {string}
 */
export function markedPiece(id) {
  return id ? `\u0001\u0002${id}\u0001` : "";
}

/**
 * Tells a length in the book's unit.
 *
 * @param {Translator} words
 * @param {number} length
 * @param {string} unit
 * @returns {string}
 */
export function lengthText(words, length, unit) {
  return words.count(unit === "inch" ? "inches" : "squares", length);
}

/**
 * @param {Translator} words
 * @param {string} code
 * @param {string} cause
 * @param {string} piece
 * @returns {string}
 */
function causeText(words, code, cause, piece) {
  const sentence = words.book[`${code}.${cause}`] ?? cause.replaceAll("_", " ");
  if (sentence.includes("{piece}")) return fillGaps(sentence, { piece: markedPiece(piece) });
  return `${markedPiece(piece)}: ${sentence}`;
}

/**
 * @param {Translator} words
 * @param {Effect} effect
 * @returns {string}
 */
function damageText(words, effect) {
  const { cause = "", amount = 0, dealt = 0 } = effect.fields ?? {};
  const sentence = words.book[`damage.${cause}`] ?? "";
  const piece = markedPiece(effect.piece ?? "");
  const told = sentence.includes("{")
    ? fillGaps(sentence, { piece, amount })
    : words.say("tell.damage", { piece, amount, cause: words.rule(`damage.${cause}`) });
  return dealt > amount ? `${told} ${words.say("tell.reduced", { dealt })}` : told;
}

/**
 * @param {Translator} words
 * @param {Effect} effect
 * @returns {string}
 */
function hitText(words, effect) {
  const { cause = "", strength = "", ap = 0, damage = "", count = 1 } = effect.fields ?? {};
  const armour = ap && ap !== "weapon" ? `, AP${ap}` : "";
  const times = count > 1 ? `${count}× ` : "";
  const power = strength === "weapon" ? words.say("tell.weapon") : `S${strength}`;
  return `${causeText(words, "hit", cause, effect.piece ?? "")}: ${times}${power}${armour}, ${words.say("tell.harm", { damage })}`;
}

/**
 * @param {Translator} words
 * @param {Effect} effect
 * @param {string} unit
 * @returns {string}
 */
function effectText(words, effect, unit) {
  const fields = effect.fields ?? {};
  const piece = effect.piece ?? "";
  switch (effect.kind) {
    case "move":
      return `${causeText(words, "move", fields.cause ?? "", piece)} ${lengthText(words, fields.travelled ?? 0, unit)}`;
    case "place":
      return causeText(words, "place", fields.cause ?? "", piece);
    case "fall":
      return `${causeText(words, "fall", fields.cause ?? "", piece)} ${lengthText(words, fields.height ?? 0, unit)}`;
    case "damage":
      return damageText(words, effect);
    case "hit":
      return hitText(words, effect);
    case "gone":
      return causeText(words, "gone", fields.cause ?? "", piece);
    case "wall_broken":
      return words.say("tell.broken", { material: materialName(words, fields.material) });
    case "note":
      return words.rule(`note.${fields.code}`, { ...fields.facts, piece: markedPiece(piece) });
    case "status":
      return words.say(fields.on === false ? "tell.status_off" : "tell.status", {
        piece: markedPiece(piece),
        status: words.rule(`status.${fields.status}`).toLowerCase(),
      });
    case "number":
      return words.say("tell.number", {
        piece: markedPiece(piece),
        number: words.rule(`number.${fields.number}`),
        value: fields.value,
      });
    case "tags":
      return words.say("tell.tags", { piece: markedPiece(piece) });
    default:
      return "";
  }
}

/**
 * Names what breaks.
 *
 * @param {Translator} words
 * @param {string | undefined} name
 * @returns {string}
 */
export function materialName(words, name) {
  const code = `material.${name || "wall"}`;
  return words.own[code] ?? name ?? words.say("material.wall");
}

/**
 * Tells effects in order; what only a program needs is left out.
 *
 * @param {Translator} words
 * @param {readonly Effect[]} effects
 * @param {{name: (id: string) => string, unit: string}} about
 * @returns {Sentence[]}
 */
export function sentencesOf(words, effects, { name, unit }) {
  return effects
    .map((effect) => ({
      shape: shapeOf(effect),
      spans: splitSpans(effectText(words, effect, unit), name),
      rules: effect.rules ?? [],
      piece: effect.piece ?? "",
      key: effect.key,
    }))
    .filter((told) => told.spans.length > 0);
}
