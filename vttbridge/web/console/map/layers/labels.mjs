/** The names on the map, of places and pieces: of a fixed size on the screen, and never one over another. */

import { s } from "../../ui/dom.mjs";
import { middle, radius } from "./pieces.mjs";
import { roomFor, sides } from "../drawing/label_layout.mjs";
import { num, UNIT } from "../drawing/svg_paths.mjs";

/**
 * @typedef {import("./ledges.mjs").Label} Label
 * @typedef {import("../../../client/wire.d.ts").Piece} Piece
 */

const PIECE_PX = 13;

/** Shows those for which there is room at the present zoom. */
export class Names {
  element = s("g", { class: "names" });
  /** @type {{labels: ReadonlyArray<Label>, drawn: SVGElement[]}[]} */ #places = [];
  /** @type {{name: SVGElement, piece: Piece, isKept: boolean}[]} */ #pieces = [];

  /** @param {readonly (readonly Label[])[]} groups */
  ground(groups) {
    this.#places = groups.map((labels) => ({
      labels,
      drawn: labels.map(({ kind, text, x, y }) => s("text", { class: kind, x: num(x * UNIT), y: num(y * UNIT) }, text)),
    }));
    this.element.replaceChildren(...this.#places.flatMap(({ drawn }) => drawn));
  }

  /**
   * @param {SVGElement} drawn
   * @param {readonly Piece[]} pieces
   * @param {string} selected The piece whose name is always shown.
   */
  pieces(drawn, pieces, selected) {
    const all = pieces.map((piece, at) => ({ name: /** @type {SVGElement} */ (drawn.children[at].querySelector(".nm")), piece, isKept: piece.id === selected }));
    this.#pieces = [...all.filter((one) => one.isKept), ...all.filter((one) => !one.isKept)];
  }

  /** @param {number} scale Pixels to a square. */
  show(scale) {
    const has = roomFor(this.#places.map(({ labels }) => labels), scale);
    this.#places.forEach(({ drawn }, at) => drawn.forEach((text) => text.classList.toggle("crowded", !has[at])));
    const placed = sides(
      this.#pieces.map(({ name, piece, isKept }) => ({ text: name.textContent ?? "", ...middle(piece), r: radius(piece), size: PIECE_PX, isKept })),
      scale,
    );
    this.#pieces.forEach(({ name, piece }, at) => {
      name.classList.toggle("crowded", placed[at] === "none");
      name.classList.toggle("above", placed[at] === "above");
      const off = num(radius(piece) * UNIT + 1);
      name.setAttribute("y", placed[at] === "above" ? `-${off}` : off);
    });
  }
}
