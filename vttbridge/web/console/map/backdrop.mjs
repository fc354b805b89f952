/**
 * The ground as a layer of its own.
 *
 * 1. A pan moves the whole stage as a picture that is already painted: nothing is drawn again.
 * 2. While a hand zooms, the picture of the ground is stretched; as soon as the hand rests it is drawn again at its true
 *    size, so that it is sharp at every zoom.
 */

import { s } from "../ui/dom.mjs";
import { UNIT } from "./drawing/svg_paths.mjs";

const REST_MS = 120;
const FEW_NODES = 120;
const MOST_STRETCH = 2.5;

/** The still part of the map. */
export class Backdrop {
  #scale = UNIT;
  #wanted = UNIT;
  #nodes = 0;
  /** @type {any} */ #later;
  #world = s("g", { class: "world" });

  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    svg.append(patterns(), this.#world);
  }

  /** @param {readonly SVGElement[]} drawn */
  show(drawn) {
    this.#nodes = drawn.length;
    this.#world.replaceChildren(...drawn);
  }

  /**
   * Zooms so that a square has so many pixels.
   *
   * @param {number} scale
   */
  zoom(scale) {
    this.#wanted = scale;
    const stretch = scale / this.#scale;
    clearTimeout(this.#later);
    if (this.#nodes < FEW_NODES || Math.max(stretch, 1 / stretch) > MOST_STRETCH) {
      this.#draw();
    } else {
      this.svg.style.transform = stretch === 1 ? "" : `scale(${stretch})`;
      this.#later = setTimeout(() => this.#draw(), REST_MS);
    }
  }

  #draw() {
    this.#scale = this.#wanted;
    this.svg.style.transform = "";
    this.#world.setAttribute("transform", `scale(${this.#scale / UNIT})`);
    this.#world.style.setProperty("--px", String(UNIT / this.#scale));
  }
}

/**
 * @param {string} id
 * @param {number} size
 * @param {string} d
 * @param {string} kind
 * @returns {SVGElement}
 */
function pattern(id, size, d, kind) {
  return s("pattern", { id, width: size, height: size, patternUnits: "userSpaceOnUse" }, s("path", { class: kind, d }));
}

/** @returns {SVGElement} */
function patterns() {
  return s(
    "defs",
    {},
    pattern("p-rough", 40, "M5 15 10 7 15 15M25 35 30 27 35 35", "rough"),
    pattern("p-bush", 20, "M2 13a4 4 0 0 1 8 0a4 3.4 0 0 1 8 0", "rough"),
    pattern("p-uneven", 20, "M2 14 7 8 11 13 15 10 18 14", "rough"),
    pattern("p-harm", 20, "M10 4 15 10 10 16 5 10Z", "harm"),
    pattern("p-wave", 20, "M0 10Q5 5 10 10T20 10", "wave"),
    pattern("p-solid", 8, "M-2 2 2-2M0 8 8 0M6 10 10 6", "solidl"),
    pattern("p-tread", 10, "M0 5H10", "tread"),
    pattern("p-rung", 13, "M3 0V13M10 0V13M3 6.5H10", "tread"),
    pattern("p-ceil", 14, "M0 7H14M7 0V14", "ceil"),
  );
}
