/** What happens, as sentences in a rule book's words, with the pieces in them marked so that they can be coloured. */

import { filled } from "../lang/translator.mjs";

/**
 * @typedef {import("../../client/wire.d.ts").Effect} Effect
 * @typedef {import("../lang/translator.mjs").Words} Words
 * @typedef {{text: string, piece?: string}} Span
 * @typedef {{shape: string, spans: Span[], rules: string[], piece: string, key: string}} Told
 */

const CAUSE_SHAPES = [
  [/fall|fallen/, "fall"],
  [/break|through/, "break"],
  [/creature|figure|piece|fighter|opponent|knocked_into|collides/, "crash"],
  [/collision|wall|object|slam|impact|stopped/, "slam"],
  [/terrain|aura|area|hazard|fire|dangerous/, "terrain"],
];

/**
 * Gives the shape that stands for an effect on map, account, feed and timeline.
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
export function spansOf(marked, name) {
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
export function marked(id) {
  return id ? `\u0001\u0002${id}\u0001` : "";
}

/**
 * Tells a length in the book's unit.
 *
 * @param {Words} words
 * @param {number} length
 * @param {string} unit
 * @returns {string}
 */
export function lengthOf(words, length, unit) {
  return words.count(unit === "inch" ? "inches" : "squares", length);
}

/**
 * @param {Words} words
 * @param {string} code
 * @param {string} cause
 * @param {string} piece
 * @returns {string}
 */
function caused(words, code, cause, piece) {
  const sentence = words.book[`${code}.${cause}`] ?? cause.replaceAll("_", " ");
  if (sentence.includes("{piece}")) return filled(sentence, { piece: marked(piece) });
  return `${marked(piece)}: ${sentence}`;
}

/**
 * @param {Words} words
 * @param {Effect} effect
 * @returns {string}
 */
function hurt(words, effect) {
  const { cause = "", amount = 0, dealt = 0 } = effect.fields ?? {};
  const sentence = words.book[`damage.${cause}`] ?? "";
  const piece = marked(effect.piece ?? "");
  const told = sentence.includes("{")
    ? filled(sentence, { piece, amount })
    : words.say("tell.damage", { piece, amount, cause: words.rule(`damage.${cause}`) });
  return dealt > amount ? `${told} ${words.say("tell.reduced", { dealt })}` : told;
}

/**
 * @param {Words} words
 * @param {Effect} effect
 * @returns {string}
 */
function struck(words, effect) {
  const { cause = "", strength = "", ap = 0, damage = "", count = 1 } = effect.fields ?? {};
  const armour = ap && ap !== "weapon" ? `, AP${ap}` : "";
  const times = count > 1 ? `${count}× ` : "";
  const power = strength === "weapon" ? words.say("tell.weapon") : `S${strength}`;
  return `${caused(words, "hit", cause, effect.piece ?? "")}: ${times}${power}${armour}, ${words.say("tell.harm", { damage })}`;
}

/**
 * @param {Words} words
 * @param {Effect} effect
 * @param {string} unit
 * @returns {string}
 */
function sentence(words, effect, unit) {
  const fields = effect.fields ?? {};
  const piece = effect.piece ?? "";
  switch (effect.kind) {
    case "move":
      return `${caused(words, "move", fields.cause ?? "", piece)} ${lengthOf(words, fields.travelled ?? 0, unit)}`;
    case "place":
      return caused(words, "place", fields.cause ?? "", piece);
    case "fall":
      return `${caused(words, "fall", fields.cause ?? "", piece)} ${lengthOf(words, fields.height ?? 0, unit)}`;
    case "damage":
      return hurt(words, effect);
    case "hit":
      return struck(words, effect);
    case "gone":
      return caused(words, "gone", fields.cause ?? "", piece);
    case "wall_broken":
      return words.say("tell.broken", { material: material(words, fields.material) });
    case "note":
      return words.rule(`note.${fields.code}`, { ...fields.facts, piece: marked(piece) });
    case "status":
      return words.say(fields.on === false ? "tell.status_off" : "tell.status", {
        piece: marked(piece),
        status: words.rule(`status.${fields.status}`).toLowerCase(),
      });
    case "number":
      return words.say("tell.number", {
        piece: marked(piece),
        number: words.rule(`number.${fields.number}`),
        value: fields.value,
      });
    case "tags":
      return words.say("tell.tags", { piece: marked(piece) });
    default:
      return "";
  }
}

/**
 * Names what breaks.
 *
 * @param {Words} words
 * @param {string | undefined} name
 * @returns {string}
 */
export function material(words, name) {
  const code = `material.${name || "wall"}`;
  return words.own[code] ?? name ?? words.say("material.wall");
}

/**
 * Tells effects in order; what only a program needs is left out.
 *
 * @param {Words} words
 * @param {readonly Effect[]} effects
 * @param {{name: (id: string) => string, unit: string}} about
 * @returns {Told[]}
 */
export function tell(words, effects, { name, unit }) {
  return effects
    .map((effect) => ({
      shape: shapeOf(effect),
      spans: spansOf(sentence(words, effect, unit), name),
      rules: effect.rules ?? [],
      piece: effect.piece ?? "",
      key: effect.key,
    }))
    .filter((told) => told.spans.length > 0);
}
