/** The shapes that map, account, feed and timeline share; each fits in a box of 32 around its middle. */

import { s } from "./dom.mjs";

const STAR =
  "M0-14 3.5-8.5 9.9-9.9 8.5-3.5 14 0 8.5 3.5 9.9 9.9 3.5 8.5 0 14-3.5 8.5-9.9 9.9-8.5 3.5-14 0-8.5-3.5-9.9-9.9-3.5-8.5Z";
const RING = "M0-12A12 12 0 1 1 0 12A12 12 0 1 1 0-12Z";

/** @type {{[name: string]: {d: string, line?: boolean}}} */
export const SHAPES = {
  break: { d: STAR },
  fall: { d: "M-13.5-10H13.5L0 14Z" },
  slam: { d: "M-11-11H11V11H-11Z" },
  crash: { d: "M-15 0A8 8 0 0 1 0-4A8 8 0 0 1 15 0A8 8 0 0 1 0 4A8 8 0 0 1-15 0Z" },
  terrain: { d: "M0-13 13 0 0 13-13 0Z" },
  move: { d: "M-9-9 10 0-9 9Z" },
  hit: { d: "M-12-3H-3V-12H3V-3H12V3H3V12H-3V3H-12Z" },
  status: { d: "M-12-4H12V4H-12Z" },
  note: { d: "M-11-8H11M-11 0H11M-11 8H3", line: true },
  question: { d: `${RING}M-4-4A4 4 0 1 1 0 1V3M0 7V8`, line: true },
  dice: { d: "M-11-11H11V11H-11ZM-5-5H-4M4 4H5M0 0H.5", line: true },
  undo: { d: "M-3-11-11-4-3 3M-10-4H3A7 7 0 0 1 3 10H-4", line: true },
  yes: { d: "M-11 1-3 9 11-9", line: true },
  no: { d: `${RING}M-8-8 8 8`, line: true },
  flag: { d: "M-8 13V-12H9L4-6 9 0H-8", line: true },
  differ: { d: "M-11-5H11M-11 5H11M6-13-6 13", line: true },
  person: { d: "M0-11A5 5 0 1 1 0-1A5 5 0 1 1 0-11ZM-10 12A10 9 0 0 1 10 12", line: true },
  scene: { d: "M-12-10H12V10H-12ZM-12 0H0M0-10V4", line: true },
  gone: { d: "M-9-9 9 9M9-9-9 9", line: true },
};

/**
 * Draws a shape inside an SVG, scaled and perhaps numbered.
 *
 * @param {string} name
 * @param {{x?: number, y?: number, size?: number, class?: string, number?: number | string}} [where]
 * @returns {SVGGElement}
 */
export function mark(name, { x = 0, y = 0, size = 32, class: kind = "", number } = {}) {
  const { d, line } = SHAPES[name] ?? SHAPES.note;
  const path = s("path", { d, class: line ? `mk line ${kind}` : `mk ${kind}` });
  const text = number === undefined ? null : s("text", { class: "mkn", y: name === "fall" ? -2 : 0 }, String(number));
  return s("g", { transform: `translate(${x} ${y}) scale(${size / 32})` }, path, text);
}

/**
 * Gives a shape as a small picture beside text; what it means must also stand in words.
 *
 * @param {string} name
 * @param {{number?: number | string, class?: string}} [more]
 * @returns {SVGSVGElement}
 */
export function icon(name, more = {}) {
  return s("svg", { class: "ic", viewBox: "-16 -16 32 32", "aria-hidden": "true" }, mark(name, more));
}
