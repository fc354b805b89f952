/** Draws what of a scene stands still: rock, floor, grid, areas, walls; names and doors lie over it. */

import { drawAreas } from "./areas.mjs";
import { s } from "../../ui/dom.mjs";
import { drawDoors } from "./doors.mjs";
import { hexCorners, hexMiddle } from "../drawing/hexes.mjs";
import { hatch, num, pathOf, UNIT } from "../drawing/svg_paths.mjs";
import { floors as outlines, inside } from "./rock.mjs";
import { Tiles } from "../drawing/path_tiles.mjs";
import { drawWalls } from "./walls.mjs";

/**
 * @typedef {import("../../../client/wire.d.ts").SceneSpec} SceneSpec
 * @typedef {import("../../../client/wire.d.ts").Ground} Ground
 * @typedef {import("../drawing/svg_paths.mjs").Pair} Pair
 * @typedef {import("../../lang/translator.mjs").Words} Words
 * @typedef {import("./doors.mjs").With} With
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 */

const MOST_CELLS = 40_000;

/**
 * Gives the part of the plane that a scene covers.
 *
 * @param {SceneSpec} spec
 * @returns {Box}
 */
export function boxOfScene(spec) {
  return { x: spec.x0 ?? 0, y: spec.y0 ?? 0, width: spec.width, height: spec.height };
}

/** @type {WeakMap<SceneSpec, Pair[][]>} */
const known = new WeakMap();

/**
 * Gives the outlines of the floor where there is rock around it; none where everything is floor, as it is where somebody
 * stands outside.
 *
 * @param {SceneSpec} spec
 * @param {readonly {x: number, y: number}[]} standing
 * @returns {Pair[][]}
 */
export function floorsOf(spec, standing) {
  let rings = known.get(spec);
  if (!rings) known.set(spec, (rings = outlines(spec.walls, spec.areas, boxOfScene(spec))));
  const holds = inside(rings);
  return standing.every(({ x, y }) => holds([x, y])) ? rings : [];
}

/**
 * Draws the ground.
 *
 * @param {SceneSpec} spec
 * @param {Ground} now Doors and broken parts as they are.
 * @param {readonly Pair[][]} rings The outlines of the floor, where there is rock.
 * @param {With} also
 * @returns {{still: SVGElement[], doors: SVGElement[], labels: import("./ledges.mjs").Label[][]}} What stands still, and what lies
 *   over it.
 */
export function drawGround(spec, now, rings, also) {
  const box = boxOfScene(spec);
  const { floors, ground, labels } = drawAreas(spec, also.words);
  const still = [
    rect(box, "floor"),
    ...floors,
    ...grid(spec, box),
    ...ground,
    ...rock(box, rings, spec.edge_blocks !== false),
    ...drawWalls(spec.walls, now),
    s("path", { class: `edge${spec.edge_blocks === false ? " open" : ""}${rings.length ? " faint" : ""}`, d: pathOf(corners(box), true) }),
  ];
  return { still, doors: drawDoors(spec, now, also), labels };
}

/**
 * @param {Box} box
 * @returns {Pair[]}
 */
function corners({ x, y, width, height }) {
  return [[x, y], [x + width, y], [x + width, y + height], [x, y + height]];
}

/**
 * @param {Box} box
 * @param {string} kind
 * @returns {SVGElement}
 */
function rect(box, kind) {
  return s("rect", { class: kind, x: num(box.x * UNIT), y: num(box.y * UNIT), width: num(box.width * UNIT), height: num(box.height * UNIT) });
}

/**
 * Covers what is no floor, and hatches it along the floor's edge.
 *
 * @param {Box} box
 * @param {readonly Pair[][]} rings
 * @param {boolean} isClosed Whether the map's edge stops who comes to it, as rock does.
 * @returns {SVGElement[]}
 */
function rock(box, rings, isClosed) {
  const tiles = new Tiles();
  const add = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ d) => tiles.add("hatchline", x, y, d);
  if (rings.length === 0) {
    if (isClosed) hatch([corners(box)], () => false, add);
    return tiles.paths();
  }
  const d = [corners({ x: box.x - 1, y: box.y - 1, width: box.width + 2, height: box.height + 2 }), ...rings].map((ring) => pathOf(ring, true)).join("");
  hatch(rings, inside(rings), add);
  return [s("path", { class: "rock", d, "fill-rule": "evenodd" }), ...tiles.paths()];
}

/**
 * @param {SceneSpec} spec
 * @param {Box} box
 * @returns {SVGElement[]}
 */
function grid(spec, box) {
  const kind = spec.grid?.type ?? "square";
  if (box.width * box.height > MOST_CELLS || kind === "gridless") return [];
  return kind === "hex" ? hexes(/** @type {any} */ (spec.grid), box) : [s("path", { class: "gridl", d: squares(box) })];
}

/**
 * @param {Box} box
 * @returns {string}
 */
function squares(box) {
  let d = "";
  for (let x = Math.ceil(box.x); x < box.x + box.width; x += 1) d += `M${num(x * UNIT)} ${num(box.y * UNIT)}v${num(box.height * UNIT)}`;
  for (let y = Math.ceil(box.y); y < box.y + box.height; y += 1) d += `M${num(box.x * UNIT)} ${num(y * UNIT)}h${num(box.width * UNIT)}`;
  return d;
}

/**
 * Draws three sides of every hex whose middle lies on the map: its neighbours draw the others.
 *
 * @param {import("../drawing/hexes.mjs").HexGrid} how
 * @param {Box} box
 * @returns {SVGElement[]}
 */
function hexes(how, box) {
  const tiles = new Tiles();
  const [across, down] = how.rows ? [box.width, box.height * 1.16] : [box.width * 1.16, box.height];
  for (let y = Math.floor(box.y) - 1; y <= box.y + down + 1; y += 1) {
    for (let x = Math.floor(box.x) - 1; x <= box.x + across + 1; x += 1) {
      const middle = hexMiddle(how, x, y);
      const isIn = middle.x >= box.x && middle.y >= box.y && middle.x <= box.x + box.width && middle.y <= box.y + box.height;
      if (isIn) tiles.add("gridl", middle.x, middle.y, pathOf(hexCorners(how, x, y).slice(0, 4)));
    }
  }
  return tiles.paths();
}
