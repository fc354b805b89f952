/** Which part of the scene is on the stage: pans, zooms, fits, and keeps its place when the stage is resized. */

import { byId } from "../ui/dom.mjs";
import { UNIT } from "./drawing/svg_paths.mjs";
import { listenToGestures } from "./gestures.mjs";
import { broughtIntoView, centred, fit, panned, sceneAt, zoomed } from "./viewport.mjs";

/**
 * @typedef {import("./viewport.mjs").Viewport} Viewport
 * @typedef {{x: number, y: number}} Point
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 */

const NARROW_PX = 500;
const MARGIN_PX = 40;
const NARROW_MARGIN_PX = 12;

/** The camera above the stage. */
export class Camera {
  /** @type {Viewport} */ view = { x: 0, y: 0, scale: UNIT };
  size = { width: 0, height: 0 };
  /** @type {Box | null} What is shown when everything is. */ #whole = null;
  #isFitted = true;

  /** @param {{onMove: (isOtherScale: boolean) => void, onPick: (at: Point) => void}} actions */
  constructor({ onMove, onPick }) {
    this.onMove = onMove;
    const stage = byId("stage");
    listenToGestures(stage, {
      pan: (dx, dy) => this.#set(panned(this.view, dx, dy)),
      zoom: (at, factor) => this.#set(zoomed(this.view, at, factor)),
      pick: (at) => onPick(sceneAt(this.view, at)),
    });
    new ResizeObserver(() => this.#onResize()).observe(stage);
  }

  /** @param {Box | null} box The scene's. */
  setWhole(box) {
    this.#whole = box;
  }

  /** Shows the whole scene, below what lies over the map. */
  fit() {
    if (!this.#whole) return;
    const { width, height } = this.#measure();
    const margin = width < NARROW_PX ? NARROW_MARGIN_PX : MARGIN_PX;
    const tools = byId("tools");
    const top = Math.max(0, tools.offsetTop + tools.offsetHeight - (width < NARROW_PX ? NARROW_MARGIN_PX : MARGIN_PX - 10));
    const view = fit(this.#whole, { width, height: height - top }, margin);
    this.#set({ ...view, y: view.y + top });
    this.#isFitted = true;
  }

  /** @param {number} factor */
  zoom(factor) {
    const { width, height } = this.#measure();
    this.#set(zoomed(this.view, { x: width / 2, y: height / 2 }, factor));
  }

  /** @param {Point} place What comes into the middle. */
  centre(place) {
    this.#set(centred(this.view, place, this.size));
  }

  /**
   * Moves by parts of the stage.
   *
   * @param {number} right
   * @param {number} down
   */
  pan(right, down) {
    this.#set(panned(this.view, right * this.size.width, down * this.size.height));
  }

  /** @param {Point} place What is to be seen; nothing moves where it is. */
  bringIntoView(place) {
    this.#set(broughtIntoView(this.view, place, this.#measure()));
  }

  /** @returns {{width: number, height: number}} */
  #measure() {
    const { width, height } = byId("stage").getBoundingClientRect();
    this.size = { width, height };
    return this.size;
  }

  #onResize() {
    const before = this.size;
    const { width, height } = this.#measure();
    if (this.#isFitted) this.fit();
    else this.#set(panned(this.view, (width - before.width) / 2, (height - before.height) / 2));
  }

  /** @param {Viewport} view */
  #set(view) {
    const isOtherScale = view.scale !== this.view.scale;
    this.view = view;
    this.#isFitted = false;
    this.onMove(isOtherScale);
  }
}
