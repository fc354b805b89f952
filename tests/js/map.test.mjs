// The map's pure parts: rock, names, reachable squares, the way of one-way walls, keys of actions.

import assert from "node:assert/strict";
import { test } from "node:test";

import { hexCorners, hexMiddle } from "../../vttbridge/web/console/map/drawing/hexes.mjs";
import { actionKeys, pressed } from "../../vttbridge/web/console/app/shortcuts.mjs";
import { boxOf, roomFor, sides } from "../../vttbridge/web/console/map/drawing/label_layout.mjs";
import { Levels, levelled, rims, signed } from "../../vttbridge/web/console/map/layers/ledges.mjs";
import { nearest, spotsOf } from "../../vttbridge/web/console/narration/destinations.mjs";
import { floors, inside } from "../../vttbridge/web/console/map/layers/rock.mjs";
import { centred, fit } from "../../vttbridge/web/console/map/viewport.mjs";
import { passage } from "../../vttbridge/web/console/map/layers/walls.mjs";

/** @typedef {[number, number]} Pair */
/** @typedef {import("../../protocol/vttbridge_protocol/js/wire.d.ts").Wall} Wall */
/** @typedef {import("../../protocol/vttbridge_protocol/js/wire.d.ts").Area} Area */

const BOX = { x: 0, y: 0, width: 20, height: 20 };

/**
 * @param {string} id
 * @param {Pair} a
 * @param {Pair} b
 * @param {object} [more]
 * @returns {Wall}
 */
const wall = (id, a, b, more = {}) => ({ id, a, b, ...more });

/**
 * @param {string} id
 * @param {number} x
 * @param {number} y
 * @param {number} w
 * @param {number} h
 * @returns {Wall[]}
 */
const room = (id, x, y, w, h) => [
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
const area = (id, outline, meaning) => ({ id, outline, meaning: { type: "elevation", ...meaning } });

/**
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @returns {Pair[]}
 */
const square = (x, y, size) => [[x, y], [x + size, y], [x + size, y + size], [x, y + size]];

test("rooms that meet are one floor, also where a wall ends in the middle of another", () => {
  const rings = floors([...room("a", 2, 2, 6, 6), ...room("b", 8, 3, 4, 2)], [], BOX);
  assert.equal(rings.length, 1);
  const holds = inside(rings);
  assert.ok(holds([3, 3]) && holds([10, 4]));
  assert.ok(!holds([10, 7]) && !holds([1, 1]));
});

test("where rock cannot be told from open ground, everything is floor", () => {
  assert.deepEqual(floors([...room("a", 2, 2, 6, 6), wall("fence", [10, 2], [10, 9])], [], BOX), []);
  assert.deepEqual(floors([...room("a", 2, 2, 6, 6), wall("pane", [2, 2], [5, 2], { kind: "window" })], [], BOX), []);
  assert.deepEqual(floors(room("a", 2, 2, 6, 6), [area("yard", square(12, 12, 3), { level: 1 })], BOX), []);
  assert.equal(floors(room("a", 2, 2, 6, 6), [area("dais", square(3, 3, 2), { level: 1 })], BOX).length, 1);
  assert.deepEqual(floors(room("far", 40, 2, 6, 6), [], BOX), []);
});

test("names that would lie over others have no room; a group goes as one", () => {
  const label = (/** @type {string} */ text, /** @type {number} */ x) => ({ text, x, y: 1, size: 13 });
  const groups = [[label("terrace", 1)], [label("cellar", 1.2)], [label("+3", 9), label("0", 1.1)], [label("pool", 9)]];
  assert.deepEqual(roomFor(groups, 20), [true, false, false, true]);
  assert.deepEqual(roomFor(groups.slice(0, 2), 2000), [true, true]);
  assert.ok(boxOf(label("long name", 0), 20).width > boxOf(label("short", 0), 20).width);
});

test("a piece's name goes below it, else above, else away; the selected one stays", () => {
  const name = (/** @type {number} */ x, isKept = false) => ({ text: "Goblin", x, y: 1, r: 0.5, size: 13, isKept });
  assert.deepEqual(sides([name(0), name(0.2), name(0.4)], 40), ["below", "above", "none"]);
  assert.equal(sides([name(0), name(0.2), name(0.4, true)], 40)[2], "below");
  assert.deepEqual(sides([name(0), name(9)], 40), ["below", "below"]);
});

test("of two levels that meet the higher draws the rim, and both heights are written beside it", () => {
  const areas = [area("low", square(0, 0, 4), { level: 1 }), area("high", [[4, 0], [8, 0], [8, 4], [4, 4]], { level: 3 })];
  const levels = new Levels({ id: "s", name: "S", width: 8, height: 4, walls: [], areas });
  assert.equal(rims(areas[0], levels).line, "");
  assert.equal(rims(areas[1], levels).line.split("M").length - 1, 4);
  const told = levelled(areas, levels).map((pair) => pair.map(({ text }) => text));
  assert.deepEqual(told, [["+3", "+1"]]);
  assert.equal(signed(-2), "−2");
  assert.equal(signed(-Infinity), "∞");
});

test("a square shows the worst that happens there, and the worst way comes first", () => {
  const mild = { at: [4, 2, 0], path: [[3, 2], [4, 2]], damage: [], effects: ["move:elk:push"], worst: null };
  const both = {
    ...mild,
    at: [5, 2, 0],
    worst: { path: [[4, 3], [5, 2]], damage: [["elk", 3, "object_collision"], ["elk", 6, "fall"], ["ogre", 9, "x"]], effects: ["damage:elk:object_collision", "fall:elk:fall"] },
  };
  const [calm, harsh] = spotsOf([mild, both], "elk");
  assert.deepEqual([calm.damage, calm.heat, calm.shapes], [0, 0, []]);
  assert.deepEqual([harsh.damage, harsh.heat, harsh.shapes], [9, 4, ["slam", "fall"]]);
  assert.deepEqual(harsh.paths, [[[4, 3], [5, 2]], [[3, 2], [4, 2]]]);
  assert.equal(nearest([calm, harsh], { x: 3, y: 2 }, [1, 0]), calm);
  assert.equal(nearest([calm, harsh], calm, [1, 0]), harsh);
  assert.equal(nearest([calm, harsh], calm, [-1, 0]), undefined);
});

test("a one-way wall lets through towards the side that it does not stop", () => {
  assert.deepEqual(passage(wall("w", [0, 0], [2, 0], { side: 1 })).map((part) => part + 0), [0, -1]);
  assert.deepEqual(passage(wall("w", [0, 0], [2, 0], { side: 2 })).map((part) => part + 0), [0, 1]);
});

test("hexes lie as the server counts them", () => {
  assert.deepEqual(hexMiddle({ rows: true, shifted: "odd" }, 2, 1).x, 2.5);
  assert.deepEqual(hexMiddle({ rows: true, shifted: "even" }, 2, 1).x, 2);
  assert.deepEqual(hexMiddle({ rows: false, shifted: "odd" }, -1, 2).y, 2.5);
  const [first] = hexCorners({ rows: false, shifted: "odd" }, 0, 0);
  assert.ok(Math.abs(first[0] - 2 / Math.sqrt(3)) < 1e-9);
});

test("the first actions of a book have letters of their own, on any keyboard", () => {
  assert.deepEqual(actionKeys(["push", "pull", "slide", "fall"]), { push: "P", pull: "L", slide: "S" });
  assert.deepEqual(actionKeys(["attack", "knock_back"]), { attack: "T", knock_back: "N" });
  const held = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
  assert.equal(pressed({ key: "з", code: "KeyP", ...held }), "P");
  assert.equal(pressed({ key: "p", code: "KeyR", ...held }), "P");
});

test("a place that is centred lies in the middle of the screen", () => {
  const screen = { width: 800, height: 600 };
  const view = centred(fit(BOX, screen), { x: 3, y: 5 }, screen);
  assert.deepEqual([view.x + 3 * view.scale, view.y + 5 * view.scale], [400, 300]);
});
