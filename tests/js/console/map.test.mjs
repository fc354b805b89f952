// The map's pure parts: views, lines, rock, names, levels.

import assert from "node:assert/strict";
import { test } from "node:test";

import { EMPTY, EMPTY_GROUND } from "../../../protocol/vttbridge_protocol/js/mirror.mjs";
import { cellsOf, middle, radius } from "../../../vttbridge/web/console/map/drawing/footprint.mjs";
import { hexCorners, hexMiddle } from "../../../vttbridge/web/console/map/drawing/hexes.mjs";
import { boxOf, roomFor, sides } from "../../../vttbridge/web/console/map/drawing/label_layout.mjs";
import { boxOf as boxAround, crossed, edgeTicks, middleOf, num, pathOf, turning, unbroken } from "../../../vttbridge/web/console/map/drawing/svg_paths.mjs";
import { levelled, Levels, rims, signed } from "../../../vttbridge/web/console/map/layers/ledges.mjs";
import { letters, outline, shareLeft } from "../../../vttbridge/web/console/map/layers/pieces.mjs";
import { floors, inside } from "../../../vttbridge/web/console/map/layers/rock.mjs";
import { isDoor, lookOf, passage } from "../../../vttbridge/web/console/map/layers/walls.mjs";
import { broughtIntoView, centred, fit, panned, sceneAt, zoomed } from "../../../vttbridge/web/console/map/viewport.mjs";
import { sideOf } from "../../../vttbridge/web/console/ui/sides.mjs";
import { area, BOX, room, SPEC, square, wall } from "../console_support.mjs";
import { boxOfScene, floorsOf } from "../../../vttbridge/web/console/map/layers/terrain.mjs";

test("zooming keeps what lies under the pointer, and fitting shows all", () => {
  const view = fit({ x: 0, y: 0, width: 14, height: 8 }, { width: 800, height: 600 });
  const at = { x: 100, y: 120 };
  const place = sceneAt(view, at);
  const closer = sceneAt(zoomed(view, at, 2), at);
  assert.ok(Math.abs(closer.x - place.x) < 1e-9 && Math.abs(closer.y - place.y) < 1e-9);
  assert.equal(zoomed(view, at, 1e9).scale, 240);
  assert.deepEqual(broughtIntoView(view, { x: 7, y: 4 }, { width: 800, height: 600 }), view);
  const away = panned(view, 5_000, 0);
  assert.ok(broughtIntoView(away, { x: 7, y: 4 }, { width: 800, height: 600 }).x < away.x);
});

test("a wall with a broken stretch stands on both sides of it", () => {
  assert.deepEqual(unbroken([0, 0], [10, 0], [[0.2, 0.4]]), [[[0, 0], [2, 0]], [[4, 0], [10, 0]]]);
  assert.deepEqual(unbroken([0, 0], [10, 0], [[0, 1]]), []);
  assert.ok(edgeTicks([0, 0], [1, 0], [0, 1]).startsWith("M"));
});

test("a piece stands in the middle of its cells and on a side", () => {
  assert.deepEqual(middle({ id: "a", place: { x: 2, y: 3 }, footprint: { shape: "cells", width: 2, depth: 2 } }), { x: 3, y: 4 });
  assert.deepEqual(middle({ id: "a", place: { x: 2, y: 3 }, footprint: { shape: "disc", radius: 1 } }), { x: 2, y: 3 });
  const ann = { id: "ann", place: { x: 0, y: 0 }, owner: "s-1", side: "red" };
  const table = { ...EMPTY, seats: [{ seat: "s-1", role: /** @type {const} */ ("player"), label: "", user: "" }], scenes: [{ scene: "a", ground: EMPTY_GROUND, pieces: [ann] }] };
  assert.equal(sideOf(ann, table), "hero");
  assert.equal(sideOf({ ...ann, owner: "", side: "red" }, table), "hero");
  assert.equal(sideOf({ ...ann, owner: "", side: "blue" }, table), "foe");
  assert.equal(sideOf({ ...ann, kind: "object" }, table), "thing");
  assert.equal(letters("Old Mosk"), "OM");
});

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
  const levels = new Levels({ ...SPEC, width: 8, height: 4, areas });
  assert.equal(rims(areas[0], levels).line, "");
  assert.equal(rims(areas[1], levels).line.split("M").length - 1, 4);
  const told = levelled(areas, levels).map((pair) => pair.map(({ text }) => text));
  assert.deepEqual(told, [["+3", "+1"]]);
  assert.equal(signed(-2), "−2");
  assert.equal(signed(-Infinity), "∞");
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

test("a place that is centred lies in the middle of the screen", () => {
  const screen = { width: 800, height: 600 };
  const view = centred(fit(BOX, screen), { x: 3, y: 5 }, screen);
  assert.deepEqual([view.x + 3 * view.scale, view.y + 5 * view.scale], [400, 300]);
});

test("lengths are written to a tenth, and lines in map units", () => {
  assert.deepEqual([num(1.26), num(-2)], ["1.3", "-2"]);
  assert.equal(pathOf([[0, 0], [1, 0.5]]), "M0 0L40 20");
  assert.equal(pathOf([[0, 0], [1, 0], [1, 1]], true), "M0 0L40 0L40 40Z");
  assert.deepEqual([turning([[0, 0], [2, 0], [2, 1], [0, 1]]), turning([[0, 1], [2, 1], [2, 0], [0, 0]])], [2, -2]);
  assert.deepEqual(middleOf([0, 0], [2, 4]), { x: 1, y: 2 });
  assert.deepEqual(boxAround([[3, 1], [1, 4]]), { x: 1, y: 1, width: 2, height: 3 });
  assert.equal(crossed([0, 0], [1, 0], { every: 40, reach: 5, slant: 0 }), "M20 -5L20 5");
  assert.equal(crossed([0, 0], [0, 0], { every: 40, reach: 5, slant: 0 }), "");
});

test("a piece covers as much ground as its footprint says", () => {
  const piece = (/** @type {any} */ footprint) => ({ id: "a", place: { x: 2, y: 3 }, footprint });
  assert.deepEqual(cellsOf(piece({ shape: "cells", width: 3, depth: 2 })), { width: 3, depth: 2 });
  assert.deepEqual(cellsOf(piece({ shape: "disc", radius: 2 })), { width: 1, depth: 1 });
  assert.deepEqual(cellsOf(undefined), { width: 1, depth: 1 });
  assert.deepEqual([radius(piece({ shape: "cells", width: 3, depth: 2 })), radius(piece({ shape: "disc", radius: 2 })), radius(piece(undefined))], [1, 2, 0.5]);
  assert.deepEqual(middle(piece(undefined), { x: 0, y: 0 }), { x: 0.5, y: 0.5 });
});

test("a piece shows what is left of it, in letters and a shape of its own", () => {
  const piece = (/** @type {any} */ numbers) => ({ id: "a", place: { x: 0, y: 0 }, numbers });
  assert.deepEqual([piece({ stamina: 5, stamina_max: 20 }), piece({ stamina: 50, stamina_max: 20 }), piece({ stamina: 5 }), piece(undefined)].map((one) => shareLeft(one)), [0.25, 1, 1, 1]);
  assert.deepEqual([letters("goblin"), letters("old_mosk the third")], ["Go", "OM"]);
  assert.equal(outline("thing", 10), "M0 -10H10V10H-10V-10Z");
  assert.ok(outline("hero", 10).includes("A10 10"));
  assert.equal(outline("foe", 10).split(/[ML]/).length, 7);
});

test("a wall looks like what it is made of, and a door is one", () => {
  const looks = [{ material: "glass" }, { kind: "Wooden fence" }, { material: "iron" }, { kind: "ethereal" }, { kind: "terrain" }, {}].map((more) => lookOf(wall("w", [0, 0], [1, 0], more)));
  assert.deepEqual(looks, ["glass", "woodw", "metalw", "forcew", "rubblew", "stonew"]);
  assert.deepEqual([isDoor(wall("w", [0, 0], [1, 0])), isDoor(wall("w", [0, 0], [1, 0], { door: "closed" }))], [false, true]);
});

test("a scene covers its bounds, and is all floor where somebody stands outside of its rooms", () => {
  assert.deepEqual(boxOfScene({ ...SPEC, x0: -2, width: 9 }), { x: -2, y: 0, width: 9, height: 1 });
  const spec = { ...SPEC, width: 20, height: 20, walls: room("a", 2, 2, 6, 6) };
  assert.equal(floorsOf(spec, [{ x: 3, y: 3 }]).length, 1);
  assert.deepEqual(floorsOf(spec, [{ x: 15, y: 15 }]), []);
});
