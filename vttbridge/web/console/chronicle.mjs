/** Events of the log as entries of the feed: a shape, sentences, the pieces concerned. Pure. */

import { impacts } from "./account.mjs";
import { marked, shapeOf, spansOf, tell } from "./tell.mjs";
import { spoken } from "./words.mjs";

/**
 * @typedef {import("../client/wire.d.ts").WireEvent} WireEvent
 * @typedef {import("../client/wire.d.ts").Effect} Effect
 * @typedef {import("./words.mjs").Words} Words
 * @typedef {import("./tell.mjs").Span} Span
 * @typedef {{name: (id: string) => string, who: (seat: string | null | undefined) => string, unit: string}} About
 * @typedef {{spans: Span[], rules: string[]}} Line
 * @typedef {{seq: number, kind: string, lane: "moves" | "harm" | "scene" | "people", shape: string, lines: Line[], pieces: string[],
 *   effects: Effect[], scene: string, title: string}} Entry
 */

const WEIGHT = ["fall", "break", "crash", "slam", "terrain", "hit", "gone", "move", "status", "note"];

/**
 * Gives the entry of an event, or nothing for what only a program needs.
 *
 * @param {Words} words
 * @param {{seq: number, event: WireEvent}} record
 * @param {About} about
 * @returns {Entry | null}
 */
export function entryOf(words, { seq, event }, about) {
  const data = event.data ?? {};
  if (event.kind === "committed") return committed(words, seq, data, about);
  const plain = told(words, event, about);
  if (!plain) return null;
  const spans = spansOf(plain.text, about.name);
  return {
    seq,
    kind: event.kind,
    lane: plain.lane,
    shape: plain.shape,
    lines: [{ spans, rules: [] }],
    pieces: spans.map((span) => span.piece ?? "").filter(Boolean),
    effects: [],
    scene: data.scene ?? "",
    title: spans.map((span) => span.text).join(""),
  };
}

/**
 * @param {Words} words
 * @param {number} seq
 * @param {{[name: string]: any}} data
 * @param {About} about
 * @returns {Entry}
 */
function committed(words, seq, data, about) {
  /** @type {Effect[]} */
  const effects = data.effects ?? [];
  const lines = tell(words, effects, about);
  const shapes = effects.map(shapeOf);
  const shape = WEIGHT.find((one) => shapes.includes(one)) ?? "move";
  const action = words.rule(`action.${data.action}`);
  const first = effects.find((effect) => effect.piece)?.piece ?? "";
  const nothing = { spans: [{ text: words.say("feed.nothing", { action }) }], rules: [] };
  return {
    seq,
    kind: "committed",
    lane: impacts(effects).size || effects.some((effect) => effect.kind === "damage") ? "harm" : "moves",
    shape,
    lines: lines.length ? lines.map(({ spans, rules }) => ({ spans, rules })) : [nothing],
    pieces: [...new Set(effects.map((effect) => effect.piece ?? "").filter(Boolean))],
    effects,
    scene: data.scene ?? "",
    title: first ? words.say("feed.action", { action, piece: about.name(first) }) : action,
  };
}

/**
 * @param {Words} words
 * @param {WireEvent} event
 * @param {About} about
 * @returns {{text: string, shape: string, lane: Entry["lane"]} | null}
 */
function told(words, event, about) {
  const data = event.data ?? {};
  const actor = about.who(event.actor);
  const say = (/** @type {string} */ code, named = {}) => words.say(`feed.${code}`, { actor, ...named });
  const pieces = (data.now?.pieces ?? []).map((/** @type {any} */ piece) => marked(piece.id)).join(", ");
  const gone = (data.now?.gone ?? []).map((/** @type {string} */ id) => marked(id)).join(", ");
  switch (event.kind) {
    case "undone":
      return { text: say("undone", { seqs: data.seqs }), shape: "undo", lane: "people" };
    case "answered":
      return { text: say("answered", { actor: about.who(data.by), question: asked(words, data.key), value: answer(words, data.value) }), shape: "question", lane: "people" };
    case "rolled":
      return { text: say("rolled", { die: data.die ?? "", value: data.value, purpose: asked(words, data.key) }), shape: "dice", lane: "people" };
    case "rejected":
      return { text: say(data.reason ? "rejected_because" : "rejected", { actor: about.who(data.by ?? event.actor), reason: data.reason }), shape: "no", lane: "people" };
    case "approved":
      return data.edits?.length ? { text: say("approved", { actor: about.who(data.by) }), shape: "yes", lane: "people" } : null;
    case "expired":
      return { text: say("expired"), shape: "no", lane: "people" };
    case "cancelled":
      return { text: say("cancelled", { because: words.refusal(data.because ?? {}, about.name) }), shape: "no", lane: "people" };
    case "scene_set":
      return { text: say("scene_set", { scene: data.name || data.scene }), shape: "scene", lane: "scene" };
    case "scene_changed":
      return { text: say("scene_changed"), shape: "scene", lane: "scene" };
    case "scene_gone":
      return { text: say("scene_gone", { scene: data.scene }), shape: "scene", lane: "scene" };
    case "piece_put":
      return { text: say("piece_put", { piece: pieces }), shape: "flag", lane: "scene" };
    case "piece_changed":
      return { text: say("piece_changed", { piece: pieces || gone }), shape: "flag", lane: "scene" };
    case "piece_gone":
      return { text: say("piece_gone", { piece: gone }), shape: "gone", lane: "scene" };
    case "seat_taken":
      return { text: say("seat_taken", { label: data.label || words.say("who.somebody"), role: words.say(`role.${data.role}`) }), shape: "person", lane: "people" };
    case "seat_left":
      return { text: say("seat_left"), shape: "person", lane: "people" };
    case "table_set":
      return { text: say("table_set"), shape: "flag", lane: "scene" };
    case "diverged":
      return { text: say("diverged"), shape: "differ", lane: "people" };
    default:
      return null;
  }
}

/**
 * Tells what a question is about, by its key.
 *
 * @param {Words} words
 * @param {string | undefined} key
 * @returns {string}
 */
export function asked(words, key = "") {
  const [name, rest = ""] = key.split(":");
  const piece = rest.split("#")[0];
  return words.rule(`question.${name.split("#")[0]}`, { piece: marked(piece) });
}

/**
 * Tells an answer.
 *
 * @param {Words} words
 * @param {unknown} value
 * @returns {string}
 */
export function answer(words, value) {
  if (value === true || value === false) return words.say(value ? "yes" : "no");
  if (Array.isArray(value) && value.length === 0) return words.say("answer.nothing");
  if (Array.isArray(value) && Array.isArray(value[0])) return words.say("answer.path", { n: value.length, to: spoken(value[value.length - 1].slice(0, 2)) });
  if (Array.isArray(value) && value.every((part) => typeof part === "string")) return value.map((id) => marked(id)).join(", ");
  if (typeof value === "string" && words.has(`choice.${value}`)) return words.rule(`choice.${value}`);
  return typeof value === "string" ? value.replaceAll("_", " ") : spoken(value);
}

/**
 * Names the entries that were taken back.
 *
 * @param {readonly {seq: number, event: WireEvent}[]} records
 * @returns {Set<number>}
 */
export function undoneIn(records) {
  return new Set(records.filter(({ event }) => event.kind === "undone").flatMap(({ event }) => event.data?.seqs ?? []));
}
