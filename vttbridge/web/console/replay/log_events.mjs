/** The rows of a log file as the events that a game master's page would have heard, each with what it changed. Pure. */

import { placeOf, SceneStates } from "./log_scenes.mjs";

/**
 * @typedef {import("./log_reader.mjs").Row} Row
 * @typedef {import("./log_reader.mjs").LogFile} LogFile
 * @typedef {Partial<import("../../client/wire.d.ts").Changed>} Changed
 * @typedef {import("../../client/wire.d.ts").Event} WireEvent
 * @typedef {import("../../client/wire.d.ts").SceneSpec} SceneSpec
 * @typedef {{[name: string]: any}} Tree
 * @typedef {{seq: number, event: WireEvent}} LogRecord
 * @typedef {{seq: number, scene: string, ground: SceneSpec}} PastGround
 * @typedef {{events: LogRecord[], grounds: PastGround[]}} LogEvents
 */

const EFFECT_MEMBERS = ["type", "key", "piece", "rules", "parts", "rests_on", "assumed"];
const UNTOLD_MEMBERS = ["type", "changes", "effects", "plan", "question", "facts", "blob", "seen"];
const IN_PLACES = ["to", "place", "before", "after"];

/**
 * Returns everything that a file tells, in order.
 *
 * @param {LogFile} file
 * @returns {LogEvents}
 */
export function eventsIn(file) {
  const scenes = new SceneStates();
  /** @type {LogRecord[]} */
  const events = [];
  /** @type {PastGround[]} */
  const grounds = [];
  for (const row of file.rows) {
    const { body } = row;
    const spec = body.type === "scene_set" ? /** @type {SceneSpec} */ (file.blobs.get(body.blob)) : null;
    if (spec) grounds.push({ seq: row.seq, scene: body.scene, ground: spec });
    const now = spec ? { scene: body.scene, put: true, ground: scenes.put(row, spec) } : changedBy(row, scenes);
    const data = { ...eventData(body), ...(now ? { now } : {}) };
    events.push({ seq: row.seq, event: { epoch: row.epoch, kind: body.type, data, time_ms: row.time_ms, cause: row.cause, actor: row.actor } });
  }
  return { events, grounds };
}

/**
 * @param {Row} row
 * @param {SceneStates} scenes
 * @returns {Changed | null}
 */
function changedBy(row, scenes) {
  const { body } = row;
  switch (body.type) {
    case "table_set": {
      const { ruleset, name, policy, dice } = body;
      return { table: { ruleset, name, policy, dice, options: Object.fromEntries(body.settings), scenes: [], seats: [] } };
    }
    case "seat_taken":
      return { seats: [{ seat: body.seat, role: body.role, label: body.label, user: body.user }] };
    case "seat_left":
      return { seats_gone: [body.seat] };
    case "scene_gone":
      scenes.drop(body.scene);
      return { scene: body.scene, scene_gone: true };
    default:
      return "changes" in body ? scenes.write(row) : null;
  }
}

/**
 * Returns what a row says beside the things that it changed.
 *
 * @param {Tree} body
 * @returns {Tree}
 */
function eventData(body) {
  const said = Object.fromEntries(Object.entries(body).filter(([name]) => !UNTOLD_MEMBERS.includes(name)));
  switch (body.type) {
    case "committed":
      return { ...said, effects: body.effects.map(effectOf), facts: named(body.facts) };
    case "asked":
      return { ...said, question: questionOf(body.question) };
    case "planned":
      return { ...said, plan: planOf(body.plan, body.hash) };
    case "approved":
      return { ...said, edits: body.edits.map(untagged), plan: body.plan && planOf(body.plan, body.hash) };
    case "cancelled":
      return { ...said, because: refusalOf(body.because) };
    case "note":
      return { ...said, facts: Object.fromEntries(body.facts) };
    default:
      return said;
  }
}

/**
 * @param {Tree} value
 * @returns {Tree}
 */
function untagged(value) {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== "type"));
}

/**
 * @param {{name: string, value: any}[]} facts
 * @returns {Tree}
 */
function named(facts) {
  return Object.fromEntries(facts.map(({ name, value }) => [name, value]));
}

/**
 * @param {Tree} plan
 * @param {string} hash
 * @returns {Tree}
 */
function planOf({ effects, facts, rules }, hash) {
  return { hash, effects: effects.map(effectOf), facts: named(facts), rules };
}

/**
 * @param {Tree | null} refusal
 * @returns {any}
 */
function refusalOf(refusal) {
  return refusal ? { ...refusal, facts: Object.fromEntries(refusal.facts) } : null;
}

/**
 * @param {Tree} question
 * @returns {Tree}
 */
function questionOf({ audience, data, because, ...question }) {
  return { ...question, audience: audience.role, piece: audience.piece, data, because: refusalOf(because) };
}

/**
 * Returns one line of an outcome as the wire has it: its own members under `fields`, places by their letters.
 *
 * @param {Tree} line
 * @returns {Tree}
 */
function effectOf(line) {
  /** @type {Tree} */
  const fields = {};
  for (const [name, value] of Object.entries(line)) {
    if (EFFECT_MEMBERS.includes(name)) continue;
    if (name === "path") fields[name] = value.map(placeOf);
    else if (name === "cut") fields[name] = { ...value, cell: value.cell && { x: value.cell[0], y: value.cell[1] } };
    else if (name === "facts") fields[name] = Object.fromEntries(value);
    else fields[name] = IN_PLACES.includes(name) && Array.isArray(value) ? placeOf(value) : value;
  }
  const { key, piece = "", rules, parts, rests_on, assumed } = line;
  return { key, kind: line.type, piece, fields, rules, parts, rests_on, assumed };
}
