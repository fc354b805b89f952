/** Gathers lines of one look into a path for each block of the map: few nodes, and only what is in view is painted. */

import { s } from "../../ui/dom.mjs";

const BLOCK = 8;

/** Path data by look and block. */
export class Tiles {
  /** @type {Map<string, Map<string, string[]>>} */ #looks = new Map();

  /**
   * Adds path data of one look.
   *
   * @param {string} look
   * @param {number} x A place that it is near to, in squares.
   * @param {number} y
   * @param {string} d
   */
  add(look, x, y, d) {
    if (!d) return;
    let blocks = this.#looks.get(look);
    if (!blocks) this.#looks.set(look, (blocks = new Map()));
    const block = `${Math.floor(x / BLOCK)} ${Math.floor(y / BLOCK)}`;
    const parts = blocks.get(block);
    if (parts) parts.push(d);
    else blocks.set(block, [d]);
  }

  /**
   * Gives one path for each look and block; looks in the order in which they came.
   *
   * @returns {SVGElement[]}
   */
  paths() {
    return [...this.#looks].flatMap(([look, blocks]) => [...blocks.values()].map((parts) => s("path", { class: look, d: parts.join("") })));
  }
}
