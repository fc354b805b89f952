/** Signs of events on a line of time; where they would lie over one another the weightier one stays. */

import { s } from "../ui/dom.mjs";
import { SHAPES } from "../ui/icons.mjs";

/** @typedef {import("../narration/event_entries.mjs").Entry} Entry */

const NEAR_PX = 7;

/** What tells more stands where marks would lie over one another. */
const WEIGHT = ["gone", "fall", "break", "crash", "slam", "terrain", "hit", "undo", "no", "scene", "differ", "question", "dice", "person", "flag", "yes", "move", "status", "note"];

/**
 * Draws a sign.
 *
 * @param {string} shape
 * @param {number} x
 * @param {number} y
 * @param {string} [kind]
 * @returns {SVGElement}
 */
export function timelineMark(shape, x, y, kind = "") {
  const { d, line } = SHAPES[shape] ?? SHAPES.note;
  return s("path", { class: `m${line ? " line" : ""} ${kind}`, d, transform: `translate(${x.toFixed(1)} ${y}) scale(.36)` });
}

/**
 * Leaves out marks that would lie over weightier ones.
 *
 * @param {readonly Entry[]} entries In order.
 * @param {(entry: Entry) => number} x
 * @returns {Entry[]}
 */
export function withoutOverlaps(entries, x) {
  /** @type {Entry[]} */
  const kept = [];
  for (const entry of entries) {
    const last = kept.at(-1);
    if (!last || x(entry) - x(last) >= NEAR_PX) kept.push(entry);
    else if (WEIGHT.indexOf(entry.shape) < WEIGHT.indexOf(last.shape)) kept[kept.length - 1] = entry;
  }
  return kept;
}
