// What several tests of the page need: a rule book of few words, a push, small maps.

import en from "../../vttbridge/web/console/lang/en.mjs";
import { Translator } from "../../vttbridge/web/console/lang/translator.mjs";

export const BOOK = {
  "action.push": "Push",
  "move.push": "{piece} is pushed",
  "fall.fall": "{piece} falls",
  "damage.fall": "{piece} takes {amount} damage from the fall",
  "status.prone": "Prone",
  "part.distance": "distance",
  "part.stability": "stability",
  "number.stamina": "Stamina",
};
export const words = new Translator(en, BOOK);
export const about = { name: (/** @type {string} */ id) => id.toUpperCase(), who: () => "Gwen", unit: "square" };

export const PUSHED = [
  {
    key: "move:ilse:push", kind: "move", piece: "ilse",
    fields: { path: [{ x: 3, y: 6 }, { x: 4, y: 6 }], to: { x: 4, y: 6 }, cause: "push", travelled: 2 },
    parts: [{ code: "distance", amount: 4, rule: "DS-02" }, { code: "stability", amount: -2, rule: "DS-37" }], rules: ["DS-02"],
  },
  { key: "fall:ilse:fall", kind: "fall", piece: "ilse", fields: { to: { x: 4, y: 6, z: -3 }, height: 3, cause: "fall" }, rules: ["DSX-01"], rests_on: ["move:ilse:push"] },
  { key: "damage:ilse:fall", kind: "damage", piece: "ilse", fields: { amount: 6, dealt: 6, cause: "fall", number: "stamina", after: 24 }, rules: ["DSX-01"], rests_on: ["fall:ilse:fall"] },
  { key: "status:ilse:prone", kind: "status", piece: "ilse", fields: { status: "prone", on: true } },
];

/**
 * Puts a told sentence together.
 *
 * @param {{spans: {text: string}[]}} line
 * @returns {string}
 */
export const text = (line) => line.spans.map((span) => span.text).join("");

export const at = (/** @type {number} */ x) => ({ now: { scene: "keep", pieces: [{ id: "ilse", place: { x, y: 1 } }] } });
export const done = (/** @type {string} */ kind, /** @type {any} */ data, actor = "s-gwen") => ({ seq: 1, event: { epoch: 1, kind, actor, data } });

export const SCHEMA = {
  $ref: "#/$defs/Push",
  $defs: {
    Push: {
      properties: {
        source: { "x-vttbridge-kind": "piece", type: "string" },
        targets: { "x-vttbridge-kind": "pieces", type: "array", minItems: 1, maxItems: 8 },
        distance: { "x-vttbridge-kind": "count", type: "integer", minimum: 0, maximum: 100 },
        path: { anyOf: [{ "x-vttbridge-kind": "path", type: "array" }, { type: "null" }], default: null },
        melee: { "x-vttbridge-kind": "flag", type: "boolean", default: false },
      },
      required: ["source", "targets", "distance"],
    },
  },
};

/** @typedef {[number, number]} Pair */
/** @typedef {import("../../protocol/vttbridge_protocol/js/wire.d.ts").Wall} Wall */
/** @typedef {import("../../protocol/vttbridge_protocol/js/wire.d.ts").Area} Area */

/** @type {import("../../protocol/vttbridge_protocol/js/wire.d.ts").SceneSpec} */
export const SPEC = { id: "s", name: "S", width: 1, height: 1, grid: { type: "square" }, unit: "square", ground: 0, walls: [], areas: [], edge_blocks: true, home: "table", x0: 0, y0: 0, pixels: null };
export const BOX = { x: 0, y: 0, width: 20, height: 20 };

/**
 * @param {string} id
 * @param {Pair} a
 * @param {Pair} b
 * @param {object} [more]
 * @returns {Wall}
 */
export const wall = (id, a, b, more = {}) => ({ id, a, b, bottom: null, top: null, side: 0, door: "none", material: "", kind: "wall", sight: true, hidden: false, ...more });

/**
 * @param {string} id
 * @param {number} x
 * @param {number} y
 * @param {number} w
 * @param {number} h
 * @returns {Wall[]}
 */
export const room = (id, x, y, w, h) => [
  wall(`${id}n`, [x, y], [x + w, y]),
  wall(`${id}e`, [x + w, y], [x + w, y + h]),
  wall(`${id}s`, [x + w, y + h], [x, y + h]),
  wall(`${id}w`, [x, y + h], [x, y]),
];

/**
 * @param {string} id
 * @param {Pair[]} outline
 * @param {object} meaning
 * @returns {Area}
 */
export const area = (id, outline, meaning) => ({ id, outline, meaning: { type: "elevation", level: 0, underside: null, material: "", railing: 0, ...meaning }, holes: [], name: "", hidden: false });

/**
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @returns {Pair[]}
 */
export const square = (x, y, size) => [[x, y], [x + size, y], [x + size, y + size], [x, y + size]];
