/**
 * Finds the rock around rooms: pure sums over walls. Lengths in squares.
 *
 * 1. Walls are cut where they meet, so that they form a net of corners and edges.
 * 2. Round each part of the net the outside is walked once, always along the next edge to the left. What the walk
 *    encloses is floor.
 * 3. An edge that is walked on both sides encloses nothing. Much of that, a window to the outside, or an area out
 *    there, and nobody can tell rock from open ground: then there is no rock, and everything is floor.
 */

import { turning } from "../drawing/svg_paths.mjs";

/**
 * @typedef {import("../drawing/svg_paths.mjs").Pair} Pair
 * @typedef {import("../../../client/wire.d.ts").Wall} Wall
 * @typedef {import("../../../client/wire.d.ts").Area} Area
 * @typedef {{at: Pair, next: Map<string, {isGlass: boolean}>}} Corner
 */

const GRAIN = 20;
const NEAR = 0.06;
const LEAST_ROOM = 1;
const MOST_LOOSE = 2;
const LEAST_FLOOR = 0.04;

/**
 * Gives the outlines of what is floor, each running so that the floor lies to its right; none where rock cannot be told
 * from open ground.
 *
 * @param {readonly Wall[]} walls
 * @param {readonly Area[]} areas
 * @param {{x: number, y: number, width: number, height: number}} box The part of the plane that the map covers.
 * @returns {Pair[][]}
 */
export function floors(walls, areas, { x, y, width, height }) {
  const isOff = (/** @type {readonly Pair[]} */ points) => {
    const [cx, cy] = centre(points);
    return cx < x || cy < y || cx > x + width || cy > y + height;
  };
  const net = netOf(walls);
  const walked = parts(net)
    .map((start) => walk(net, start))
    .sort((one, other) => other.size - one.size);
  /** @type {Pair[][]} */
  const rings = [];
  let holds = inside(rings);
  let loose = 0;
  for (const one of walked) {
    if (holds(one.points[0])) continue;
    if (one.isGlazed) return [];
    loose += one.loose;
    if (one.size < LEAST_ROOM || isOff(one.points)) continue;
    rings.push(one.points);
    holds = inside(rings);
  }
  const floor = rings.reduce((sum, ring) => sum + turning(ring), 0);
  const isRock = loose <= MOST_LOOSE && floor >= LEAST_FLOOR * width * height;
  return isRock && areas.every((area) => holds(centre(area.outline))) ? rings : [];
}

/**
 * Makes the test whether a point lies inside any of some outlines.
 *
 * @param {readonly Pair[][]} rings
 * @returns {(point: Pair) => boolean}
 */
export function inside(rings) {
  /** @type {Map<number, {ring: number, a: Pair, b: Pair}[]>} */
  const rows = new Map();
  rings.forEach((points, ring) =>
    points.forEach((a, at) => {
      const b = points[(at + 1) % points.length];
      for (let row = Math.floor(Math.min(a[1], b[1])); row <= Math.floor(Math.max(a[1], b[1])); row += 1) {
        const edges = rows.get(row);
        if (edges) edges.push({ ring, a, b });
        else rows.set(row, [{ ring, a, b }]);
      }
    }),
  );
  return ([x, y]) => {
    /** @type {Map<number, boolean>} */
    const odd = new Map();
    for (const { ring, a, b } of rows.get(Math.floor(y)) ?? []) {
      if (a[1] > y === b[1] > y) continue;
      if (x < a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0])) odd.set(ring, !odd.get(ring));
    }
    return [...odd.values()].some(Boolean);
  };
}

/**
 * @param {readonly Pair[]} points
 * @returns {Pair}
 */
function centre(points) {
  const sum = points.reduce(([x, y], [px, py]) => [x + px, y + py], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}

/**
 * @param {Pair} point
 * @returns {string}
 */
function keyOf([x, y]) {
  return `${Math.round(x * GRAIN)} ${Math.round(y * GRAIN)}`;
}

/**
 * @param {readonly Wall[]} walls
 * @returns {Map<string, Corner>}
 */
function netOf(walls) {
  /** @type {Map<string, Corner>} */
  const net = new Map();
  const corner = (/** @type {Pair} */ at) => {
    const key = keyOf(at);
    const found = net.get(key) ?? { at, next: new Map() };
    net.set(key, found);
    return key;
  };
  const near = boxes(walls);
  for (const wall of walls) {
    const isGlass = /glass|window/.test(`${wall.material} ${wall.kind}`);
    const stops = cuts(wall, near(wall));
    for (let at = 1; at < stops.length; at += 1) {
      const [from, to] = [corner(stops[at - 1]), corner(stops[at])];
      if (from === to) continue;
      net.get(from)?.next.set(to, { isGlass });
      net.get(to)?.next.set(from, { isGlass });
    }
  }
  return net;
}

/**
 * @param {readonly Wall[]} walls
 * @returns {(wall: Wall) => Set<Wall>} Gives the walls whose boxes may meet one's own.
 */
function boxes(walls) {
  /** @type {Map<string, Wall[]>} */
  const cells = new Map();
  const over = (/** @type {Wall} */ { a, b }, /** @type {(cell: string) => void} */ then) => {
    const [x0, x1] = [Math.min(a[0], b[0]) - NEAR, Math.max(a[0], b[0]) + NEAR].map((x) => Math.floor(x / 2));
    const [y0, y1] = [Math.min(a[1], b[1]) - NEAR, Math.max(a[1], b[1]) + NEAR].map((y) => Math.floor(y / 2));
    for (let x = x0; x <= x1; x += 1) for (let y = y0; y <= y1; y += 1) then(`${x} ${y}`);
  };
  for (const wall of walls) over(wall, (cell) => (cells.get(cell) ?? cells.set(cell, []).get(cell))?.push(wall));
  return (wall) => {
    const found = new Set();
    over(wall, (cell) => cells.get(cell)?.forEach((other) => found.add(other)));
    found.delete(wall);
    return found;
  };
}

/**
 * Gives a wall's two ends, and between them every place where another wall meets it.
 *
 * @param {Wall} wall
 * @param {Set<Wall>} others
 * @returns {Pair[]}
 */
function cuts({ a, b }, others) {
  const way = [b[0] - a[0], b[1] - a[1]];
  const length = Math.hypot(way[0], way[1]) || 1;
  /** @type {{part: number, at: Pair}[]} */
  const stops = [{ part: 0, at: a }, { part: 1, at: b }];
  for (const other of others) {
    for (const end of [other.a, other.b]) {
      const part = ((end[0] - a[0]) * way[0] + (end[1] - a[1]) * way[1]) / length ** 2;
      const off = Math.abs((end[0] - a[0]) * way[1] - (end[1] - a[1]) * way[0]) / length;
      if (off < NEAR && part > 0 && part < 1) stops.push({ part, at: end });
    }
    const theirs = [other.b[0] - other.a[0], other.b[1] - other.a[1]];
    const across = way[0] * theirs[1] - way[1] * theirs[0];
    if (Math.abs(across) < 1e-9) continue;
    const to = [other.a[0] - a[0], other.a[1] - a[1]];
    const part = (to[0] * theirs[1] - to[1] * theirs[0]) / across;
    const their = (to[0] * way[1] - to[1] * way[0]) / across;
    if (part > 0 && part < 1 && their > 0 && their < 1) stops.push({ part, at: [a[0] + way[0] * part, a[1] + way[1] * part] });
  }
  return stops.sort((one, other) => one.part - other.part).map((stop) => stop.at);
}

/**
 * Gives the leftmost corner of each connected part of the net.
 *
 * @param {Map<string, Corner>} net
 * @returns {string[]}
 */
function parts(net) {
  const seen = new Set();
  const starts = [];
  for (const first of net.keys()) {
    if (seen.has(first)) continue;
    let start = first;
    const todo = [first];
    seen.add(first);
    for (let key = todo.pop(); key !== undefined; key = todo.pop()) {
      if (isLeftOf(net, key, start)) start = key;
      for (const next of net.get(key)?.next.keys() ?? []) {
        if (seen.has(next)) continue;
        seen.add(next);
        todo.push(next);
      }
    }
    starts.push(start);
  }
  return starts;
}

/**
 * @param {Map<string, Corner>} net
 * @param {string} key
 * @param {string} other
 * @returns {boolean}
 */
function isLeftOf(net, key, other) {
  const [x, y] = net.get(key)?.at ?? [0, 0];
  const [otherX, otherY] = net.get(other)?.at ?? [0, 0];
  return x < otherX || (x === otherX && y < otherY);
}

/**
 * Walks round the outside of a part, from its leftmost corner back to it.
 *
 * @param {Map<string, Corner>} net
 * @param {string} start
 * @returns {{points: Pair[], size: number, loose: number, isGlazed: boolean}}
 */
function walk(net, start) {
  /** @type {Pair[]} */
  const points = [];
  /** @type {Map<string, number>} */
  const edges = new Map();
  let isGlazed = false;
  let key = start;
  let facing = Math.PI;
  let first = "";
  for (let step = 0; step < 4 * net.size + 8; step += 1) {
    const corner = /** @type {Corner} */ (net.get(key));
    const next = leftmost(net, corner, facing);
    if (!next || (key === start && next === first)) break;
    first ||= next;
    points.push(corner.at);
    isGlazed ||= corner.next.get(next)?.isGlass ?? false;
    const to = /** @type {Corner} */ (net.get(next)).at;
    const edge = [key, next].sort().join();
    const length = Math.hypot(to[0] - corner.at[0], to[1] - corner.at[1]);
    edges.set(edge, edges.has(edge) ? length : 0);
    facing = Math.atan2(corner.at[1] - to[1], corner.at[0] - to[0]);
    key = next;
  }
  const loose = [...edges.values()].reduce((sum, length) => sum + length, 0);
  return { points, size: turning(points), loose, isGlazed };
}

/**
 * @param {Map<string, Corner>} net
 * @param {Corner} corner
 * @param {number} from The angle towards where one comes from.
 * @returns {string}
 */
function leftmost(net, corner, from) {
  let best = "";
  let least = Infinity;
  for (const key of corner.next.keys()) {
    const to = /** @type {Corner} */ (net.get(key)).at;
    const turn = (Math.atan2(to[1] - corner.at[1], to[0] - corner.at[0]) - from + 4 * Math.PI) % (2 * Math.PI);
    const amount = turn < 1e-9 ? 2 * Math.PI : turn;
    if (amount < least) {
      least = amount;
      best = key;
    }
  }
  return best;
}
