/** Sums over places, paths and directions that are picked by hand. Pure. */

import { numbersIn } from "../widgets/schema_fields.mjs";

/** The eight directions, clockwise from north. */
export const DIRECTIONS = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];

/**
 * Returns a length to the hundredth.
 *
 * @param {number} value
 * @returns {number}
 */
export function rounded(value) {
  return Math.round(value * 100) / 100;
}

/**
 * Returns the way from one place to another: one of eight on squares, any in inches.
 *
 * @param {readonly number[]} from
 * @param {readonly number[]} to
 * @param {boolean} isSquare
 * @returns {number[]}
 */
export function towards(from, to, isSquare) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  if (!isSquare) return [rounded(dx), rounded(dy)];
  const turn = Math.round((Math.atan2(dy, dx) * 4) / Math.PI) + 2;
  return DIRECTIONS[(turn + 8) % 8];
}

/**
 * Adds a stop to a path, or takes the last one back where the step goes back.
 *
 * @param {number[][]} path
 * @param {number[]} to
 * @param {number[] | null} start
 * @returns {number[][]}
 */
export function extendedPath(path, to, start) {
  const before = path.length > 1 ? path.at(-2) : start;
  const isBack = path.length > 0 && before && to[0] === before[0] && to[1] === before[1];
  return isBack ? path.slice(0, -1) : [...path, to];
}

/**
 * Returns the next of the eight directions, clockwise; the first one where there is none yet.
 *
 * @param {readonly number[]} value
 * @param {number} by
 * @returns {number[]}
 */
export function rotated(value, by) {
  const at = DIRECTIONS.findIndex((way) => way.join() === value.join());
  return DIRECTIONS[(Math.max(at, 0) + (at < 0 ? 0 : by) + 8) % 8];
}

/**
 * Returns the places that a text names one after another.
 *
 * @param {string} text
 * @returns {number[][]}
 */
export function pathIn(text) {
  const numbers = numbersIn(text);
  return numbers.flatMap((x, at) => (at % 2 ? [] : [[x, numbers[at + 1] ?? 0]]));
}
