/** Draws walls by kind and material, with what is broken left out, and the arrows of one-way walls. */

import { crossed, middleOf, num, pathOf, standing, UNIT } from "../drawing/svg_paths.mjs";
import { Tiles } from "../drawing/path_tiles.mjs";

/**
 * @typedef {import("../../../client/wire.d.ts").Ground} Ground
 * @typedef {import("../../../client/wire.d.ts").Wall} Wall
 * @typedef {import("../drawing/svg_paths.mjs").Pair} Pair
 */

/** Material and kind to the look of a line. */
const LOOKS = [
  [/glass|window/, "glass"],
  [/wood|fence|timber/, "woodw"],
  [/metal|iron|steel|portcullis/, "metalw"],
  [/invisible|force|ethereal|magic/, "forcew"],
  [/rubble|terrain/, "rubblew"],
];
const PANE = 2.6;

/**
 * Says whether a wall is a door.
 *
 * @param {Wall} wall
 * @returns {boolean}
 */
export function isDoor(wall) {
  return (wall.door ?? "none") !== "none";
}

/**
 * Gives the look of a wall or door by what it is made of.
 *
 * @param {Wall} wall
 * @returns {string}
 */
export function lookOf(wall) {
  const seen = `${wall.material ?? ""} ${wall.kind ?? ""}`.toLowerCase();
  return /** @type {string} */ (LOOKS.find(([words]) => /** @type {RegExp} */ (words).test(seen))?.[1] ?? "stonew");
}

/**
 * Draws all walls that are no doors.
 *
 * @param {readonly Wall[]} all
 * @param {Ground} now
 * @returns {SVGElement[]}
 */
export function drawWalls(all, now) {
  const gaps = gapsOf(now);
  const tiles = new Tiles();
  const over = new Tiles();
  for (const wall of all) {
    if (isDoor(wall)) continue;
    const look = lookOf(wall);
    const hidden = wall.hidden ? " hidden" : "";
    const broken = gaps.get(wall.id) ?? [];
    const kept = broken.length ? standing(wall.a, wall.b, broken) : [/** @type {[Pair, Pair]} */ ([wall.a, wall.b])];
    const { x, y } = middleOf(wall.a, wall.b);
    for (const [a, b] of kept) {
      if (look === "glass") {
        tiles.add(`wall glass${hidden}`, x, y, panes(a, b));
        over.add("pane", x, y, crossed(a, b, { every: 11, reach: 5, slant: 3 }));
      } else {
        tiles.add(`wall ${look}${hidden}`, x, y, pathOf([a, b]));
      }
    }
    for (const [from, to] of broken) over.add("rubble", x, y, rubble(wall, from, to));
    if (wall.side) over.add("oneway", x, y, arrow(wall));
  }
  return [...tiles.paths(), ...over.paths()];
}

/**
 * Draws a window as two thin lines.
 *
 * @param {Pair} a
 * @param {Pair} b
 * @returns {string}
 */
function panes(a, b) {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const [nx, ny] = [(-(b[1] - a[1]) / length) * (PANE / UNIT), ((b[0] - a[0]) / length) * (PANE / UNIT)];
  /** @type {[Pair, Pair]} */
  const one = [[a[0] + nx, a[1] + ny], [b[0] + nx, b[1] + ny]];
  /** @type {[Pair, Pair]} */
  const other = [[a[0] - nx, a[1] - ny], [b[0] - nx, b[1] - ny]];
  return pathOf(one) + pathOf(other);
}

/**
 * @param {Wall} wall
 * @param {number} from
 * @param {number} to
 * @returns {string}
 */
function rubble({ a, b }, from, to) {
  const at = (/** @type {number} */ part) => /** @type {Pair} */ ([a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part]);
  return crossed(at(from), at(to), { every: 12, reach: 4, slant: -5 });
}

/**
 * @param {Ground} now
 * @returns {Map<string, [number, number][]>}
 */
function gapsOf(now) {
  /** @type {Map<string, [number, number][]>} */
  const gaps = new Map();
  for (const broken of now.broken ?? []) {
    if (broken.kind !== "wall") continue;
    gaps.set(broken.id, [...(gaps.get(broken.id) ?? []), broken.stretch ?? [0, 1]]);
  }
  return gaps;
}

/**
 * Gives the way that a one-way wall lets through: side 1 stops whoever comes from the left of the line from its first end
 * to its second, as it is seen on the screen.
 *
 * @param {Wall} wall
 * @returns {Pair} Of length 1.
 */
export function passage({ a, b, side }) {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const way = side === 1 ? 1 : -1;
  return [((b[1] - a[1]) / length) * way, (-(b[0] - a[0]) / length) * way];
}

/**
 * @param {Wall} wall
 * @returns {string}
 */
function arrow(wall) {
  const { x, y } = middleOf(wall.a, wall.b);
  const [nx, ny] = passage(wall);
  const [mx, my] = [x * UNIT, y * UNIT];
  const at = (/** @type {number} */ along, /** @type {number} */ across) =>
    `${num(mx + nx * along - ny * across)} ${num(my + ny * along + nx * across)}`;
  return `M${at(-11, 0)}L${at(11, 0)}M${at(4, -6)}L${at(11, 0)}L${at(4, 6)}`;
}
