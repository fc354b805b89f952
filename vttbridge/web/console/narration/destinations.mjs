/** The squares that a piece can end on, each with the worst that comes of it. Pure. */

import { shapeOf } from "./sentences.mjs";

/**
 * @typedef {import("../../client/wire.d.ts").Tree} Tree
 * @typedef {{x: number, y: number, damage: number, heat: number, shapes: string[], paths: number[][][]}} Destination
 */

/** The least damage of each step of the heat. */
export const HEAT_STEPS = [0, 1, 3, 5, 7];
const IMPACTS = new Set(["break", "fall", "slam", "crash", "terrain"]);

/**
 * Gathers what the rule book tells about places: one destination for a square, at whatever height; the ways there, the worst
 * first, since that is what the square shows.
 *
 * @param {readonly Tree[]} places
 * @param {string} target Whose damage counts.
 * @returns {Destination[]}
 */
export function destinationsIn(places, target) {
  /** @type {Map<string, Destination>} */
  const destinations = new Map();
  for (const place of places) {
    for (const outcome of [place, place.worst]) {
      if (!outcome) continue;
      const [x, y] = place.at;
      const key = `${x},${y}`;
      const damage = (outcome.damage ?? []).reduce((/** @type {number} */ sum, /** @type {any[]} */ [piece, amount]) => sum + (piece === target ? amount : 0), 0);
      /** @type {Destination} */
      const destination = destinations.get(key) ?? { x, y, damage: -1, heat: 0, shapes: [], paths: [] };
      destinations.set(key, destination);
      if (damage <= destination.damage) {
        destination.paths.push(outcome.path);
        continue;
      }
      destination.paths.unshift(outcome.path);
      destination.damage = damage;
      destination.heat = HEAT_STEPS.filter((from) => damage >= from).length - 1;
      destination.shapes = shapesOf(outcome.effects ?? []);
    }
  }
  return [...destinations.values()];
}

/**
 * Returns the shapes of what happens, in order, each once.
 *
 * @param {readonly string[]} keys Effect keys: kind, piece, cause.
 * @returns {string[]}
 */
function shapesOf(keys) {
  const shapes = keys.map((key) => {
    const [kind, piece, cause] = key.split(":");
    return shapeOf({ key, kind, piece, fields: { cause: (cause ?? "").split("#")[0] } });
  });
  return [...new Set(shapes.filter((shape) => IMPACTS.has(shape)))];
}

/**
 * Returns the outlines of a region that a question tells: rings of places, or squares by their corners.
 *
 * @param {unknown} told
 * @returns {[number, number][][]}
 */
export function regionOf(told) {
  const isPlace = (/** @type {unknown} */ one) => Array.isArray(one) && one.length >= 2 && one.every((part) => Number.isFinite(part));
  const parts = Array.isArray(told) ? told : [];
  if (parts.every(isPlace)) return parts.map(([x, y]) => [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]]);
  const rings = parts.filter((ring) => Array.isArray(ring) && ring.length > 2 && ring.every(isPlace));
  return rings.map((ring) => ring.map((/** @type {number[]} */ place) => [place[0], place[1]]));
}

/**
 * Returns the nearest destination that lies in a direction.
 *
 * @template {{x: number, y: number}} S
 * @param {readonly S[]} destinations
 * @param {{x: number, y: number}} from
 * @param {readonly [number, number]} way
 * @returns {S | undefined}
 */
export function nearest(destinations, from, [wayX, wayY]) {
  let best;
  let least = Infinity;
  for (const destination of destinations) {
    const [dx, dy] = [destination.x - from.x, destination.y - from.y];
    const along = dx * wayX + dy * wayY;
    const aside = Math.abs(dx * wayY - dy * wayX);
    if (along <= 0 || aside > along) continue;
    const far = along + 2 * aside;
    if (far < least) {
      least = far;
      best = destination;
    }
  }
  return best;
}
