/** Squares that can be reached, each with the worst that comes of it: shapes in the order they happen, and the damage. */

import { s } from "../../ui/dom.mjs";
import { num, UNIT } from "../drawing/svg_paths.mjs";
import { SHAPES } from "../../ui/icons.mjs";

/**
 * @typedef {{x: number, y: number, heat: number, damage: number, shapes: ReadonlyArray<string>, label: string, isPicked: boolean, onPick: () => void,
 *   width?: number, depth?: number}} Cell `width` and `depth` are the piece's, in squares: it stands with its top left here.
 */

const MOST_SHAPES = 2;
/** Walls stay visible between the squares. */
const INSET = 2.4;

/**
 * Draws one square.
 *
 * @param {Cell} cell
 * @returns {SVGElement}
 */
export function drawCell(cell) {
  const { width = 1, depth = 1 } = cell;
  const isLarge = width > 1 || depth > 1;
  const shapes = cell.shapes.slice(-MOST_SHAPES);
  const figure = cell.damage ? s("text", { class: "ht", x: shapes.length ? 27 : 20, y: 21 }, String(cell.damage)) : null;
  return s(
    "g",
    {
      class: `heat h${cell.heat}${cell.isPicked ? " picked" : ""}`,
      transform: `translate(${num(cell.x * UNIT)} ${num(cell.y * UNIT)})`,
      role: "button",
      tabindex: "-1",
      "data-at": `${cell.x},${cell.y}`,
      "aria-label": cell.label,
      "aria-pressed": String(cell.isPicked),
      onclick: cell.onPick,
    },
    s("rect", { class: "hcell", x: INSET, y: INSET, width: UNIT - 2 * INSET, height: UNIT - 2 * INSET }),
    cell.isPicked && isLarge ? s("rect", { class: "hfoot", x: INSET, y: INSET, width: width * UNIT - 2 * INSET, height: depth * UNIT - 2 * INSET }) : null,
    ...shapes.map((shape, at) => small(shape, figure ? 11 : 20, shapes.length > 1 ? 11 + at * 18 : 20)),
    figure,
    cell.damage || shapes.length ? null : s("circle", { class: "hdot", cx: 20, cy: 20, r: 2.6 }),
  );
}

/**
 * @param {string} shape
 * @param {number} x
 * @param {number} y
 * @returns {SVGElement}
 */
function small(shape, x, y) {
  const { d, line } = SHAPES[shape] ?? SHAPES.note;
  return s("path", { class: line ? "hs line" : "hs", d, transform: `translate(${x} ${y}) scale(.42)` });
}
