/** Events of the log as entries of the feed: a shape, sentences, the pieces concerned. Pure. */

import { impacts } from "./plan_summary.mjs";
import { marked, shapeOf, spansOf, tell } from "./sentences.mjs";
import { spoken } from "../lang/translator.mjs";

/**
 * @typedef {import("../../client/wire.d.ts").WireEvent} WireEvent
 * @typedef {import("../../client/wire.d.ts").Effect} Effect
 * @typedef {import("../lang/translator.mjs").Words} Words
 * @typedef {import("./sentences.mjs").Span} Span
 * @typedef {{name: (id: string) => string, who: (seat: string | null | undefined) => string, unit: string,
 *   title?: (seq: number) => string, you?: string, byHand?: import("./previous_values.mjs").ByHand}} About
 * @typedef {{spans: Span[], rules: string[]}} Line
 * @typedef {{seq: number, kind: string, lane: "moves" | "harm" | "scene" | "people", shape: string, lines: Line[], pieces: string[],
 *   effects: Effect[], scene: string, title: string, minor: boolean}} Entry
 */

const WEIGHT = ["fall", "break", "crash", "slam", "terrain", "hit", "gone", "move", "status", "note"];

/** What a fight goes through between asking and outcome: told only to those who want every step. */
const MINOR = new Set(["act", "asked", "planned", "held", "applied", "note"]);

/**
 * Gives the entry of an event, or nothing for a kind that this page does not know.
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
    minor: MINOR.has(event.kind) || (event.kind === "approved" && !data.edits?.length),
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
    minor: false,
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
  const by = about.who(data.by ?? event.actor);
  const isYou = Boolean(about.you) && about.you === (data.by ?? event.actor);
  const say = (/** @type {string} */ code, named = {}) => words.say(isYou && `feed.${code}.you` in words.own ? `feed.${code}.you` : `feed.${code}`, { actor, ...named });
  const people = (/** @type {string} */ shape, /** @type {string} */ text) => ({ text, shape, lane: /** @type {const} */ ("people") });
  switch (event.kind) {
    case "act":
      return people("person", asks(words, data, say));
    case "asked":
      return people("question", say("asked", { question: asked(words, data.question?.key) }));
    case "answered":
      return people("question", say("answered", { actor: data.by === "time" ? say("by_time") : by, question: asked(words, data.key), value: answer(words, data.value) }));
    case "rolled":
      return people("dice", say("rolled", { die: data.die ?? "", value: data.value, purpose: asked(words, data.key) }));
    case "planned":
      return people("note", planned(words, data.plan, about, say));
    case "held":
      return people("note", say("held", { waits: words.say(`waits_for.${data.waits}`) }));
    case "approved":
      return people("yes", say(data.edits?.length ? "approved_edited" : "approved", { actor: by }));
    case "rejected":
      return people("no", say(data.reason ? "rejected_because" : "rejected", { actor: by, reason: data.reason }));
    case "expired":
      return people("no", say("expired"));
    case "cancelled":
      return people("no", say("cancelled", { because: words.refusal(data.because ?? {}, about.name) }));
    case "undone":
      return people("undo", say("undone", { what: takenBack(words, data.seqs ?? [], about) }));
    case "seat_taken":
      return people("person", seat(words, "seat_taken", data));
    case "seat_left":
      return people("person", seat(words, "seat_left", data));
    case "applied":
      return people("yes", say("applied", { of: data.of }));
    case "diverged":
      return people("differ", say("diverged"));
    case "note":
      return people("note", say("note", { epoch: event.epoch }));
    case "table_set":
      return people("flag", say("policy", { policy: words.say(`policy.${data.policy}`), dice: words.say(`feed.dice.${data.dice}`) }));
    default:
      return onScene(words, event, say, about.byHand);
  }
}

/**
 * Tells that somebody comes or goes: by name, or by what they are.
 *
 * @param {Words} words
 * @param {"seat_taken" | "seat_left"} code
 * @param {{[name: string]: any}} data
 * @returns {string}
 */
function seat(words, code, { label, user, role }) {
  const name = label || user;
  if (name) return words.say(`feed.${code}`, { label: name, role: words.say(`role.${role}`) });
  return words.say(`feed.${code}.${role}` in words.own ? `feed.${code}.${role}` : `feed.${code}.nobody`);
}

/**
 * @param {Words} words
 * @param {WireEvent} event
 * @param {(code: string, named?: {[name: string]: unknown}) => string} say
 * @param {import("./previous_values.mjs").ByHand} [byHand]
 * @returns {{text: string, shape: string, lane: "scene"} | null}
 */
function onScene(words, event, say, byHand) {
  const data = event.data ?? {};
  const pieces = (data.now?.pieces ?? []).map((/** @type {any} */ piece) => marked(piece.id)).join(", ");
  const gone = (data.now?.gone ?? []).map((/** @type {string} */ id) => marked(id)).join(", ");
  const scene = (/** @type {string} */ shape, /** @type {string} */ text) => ({ text, shape, lane: /** @type {const} */ ("scene") });
  switch (event.kind) {
    case "scene_set":
      return scene("scene", say("scene_set", { scene: data.name || data.scene }));
    case "scene_changed":
      return scene("scene", turned(words, say, byHand));
    case "scene_gone":
      return scene("scene", say("scene_gone", { scene: data.scene }));
    case "piece_put":
      return scene("flag", say("piece_put", { piece: pieces }));
    case "piece_changed":
      if (byHand?.moved.length && !byHand.changed.length) return scene("move", say("piece_moved", { piece: pieces }));
      return scene("flag", say("piece_changed", { piece: pieces || gone }));
    case "piece_gone":
      return scene("gone", say("piece_gone", { piece: gone }));
    default:
      return null;
  }
}

/**
 * Tells of a door that was turned, or that the scene is another one.
 *
 * @param {Words} words
 * @param {(code: string, named?: {[name: string]: unknown}) => string} say
 * @param {import("./previous_values.mjs").ByHand} [byHand]
 * @returns {string}
 */
function turned(words, say, byHand) {
  const code = byHand?.turned.length === 1 ? `door.${byHand.turned[0]}` : "";
  return say(`feed.${code}` in words.own ? code : "scene_changed");
}

/**
 * Tells what somebody asks for, and of whom.
 *
 * @param {Words} words
 * @param {{[name: string]: any}} data
 * @param {(code: string, named?: {[name: string]: unknown}) => string} say
 * @returns {string}
 */
function asks(words, { action, fields = {} }, say) {
  const targets = [fields.targets, fields.target, fields.piece, fields.pieces].flat().filter((id) => typeof id === "string");
  return say(targets.length ? "act_of" : "act", { action: words.rule(`action.${action}`), pieces: targets.map(marked).join(", ") });
}

/**
 * Tells a plan in its first line.
 *
 * @param {Words} words
 * @param {{effects?: Effect[]} | null | undefined} plan
 * @param {About} about
 * @param {(code: string, named?: {[name: string]: unknown}) => string} say
 * @returns {string}
 */
function planned(words, plan, about, say) {
  const lines = tell(words, plan?.effects ?? [], { ...about, name: marked });
  const first = lines[0]?.spans.map((span) => span.text).join("");
  return first ? say("planned", { outcome: first }) : say("planned_nothing");
}

/**
 * Names what was taken back.
 *
 * @param {Words} words
 * @param {readonly number[]} seqs
 * @param {About} about
 * @returns {string}
 */
function takenBack(words, seqs, about) {
  return seqs.map((seq) => about.title?.(seq) || words.say("rewind.event", { seq })).join("; ");
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
