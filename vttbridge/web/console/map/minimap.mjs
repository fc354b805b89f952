/** The whole scene in a corner, with what is in view as a frame; one canvas, drawn only when the ground or a piece changes. */

import { byId, h } from "../ui/dom.mjs";
import { middle, sideOf } from "./layers/pieces.mjs";

/**
 * @typedef {import("../../client/wire.d.ts").Mirror} Mirror
 * @typedef {import("../../client/wire.d.ts").Piece} Piece
 * @typedef {import("../../client/wire.d.ts").SceneSpec} SceneSpec
 * @typedef {import("./drawing/svg_paths.mjs").Pair} Pair
 * @typedef {import("./viewport.mjs").View} View
 */

const ROOM = 6;
const STEP = 0.2;
/** Pixels of the overview by which the frame may miss the scene's edge and still hold all of it. */
const NEAR = 1;
/** @type {{[key: string]: [number, number]}} */
const WAYS = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** The overview. */
export class Minimap {
  #box = byId("minimap");
  #canvas = h("canvas", {});
  #still = h("canvas", {});
  #frame = h("div", { class: "frame" });
  #scale = 1;
  #corner = { x: 0, y: 0 };
  #scene = { x: 0, y: 0, width: 0, height: 0 };
  /** @type {{spec: SceneSpec, rings: readonly Pair[][]} | null} */ #ground = null;
  /** @type {readonly Piece[]} */ #pieces = [];
  /** @type {Mirror | undefined} */ #table;

  /** @param {{centre: (at: {x: number, y: number}) => void, pan: (dx: number, dy: number) => void}} then */
  constructor(then) {
    this.#box.append(this.#canvas, this.#frame);
    const go = (/** @type {PointerEvent} */ event) => {
      const box = this.#canvas.getBoundingClientRect();
      then.centre({ x: this.#corner.x + (event.clientX - box.left) / this.#scale, y: this.#corner.y + (event.clientY - box.top) / this.#scale });
    };
    this.#box.addEventListener("pointerdown", (event) => {
      this.#box.setPointerCapture(event.pointerId);
      go(event);
    });
    this.#box.addEventListener("pointermove", (event) => event.buttons && go(event));
    this.#box.addEventListener("keydown", (event) => {
      const way = WAYS[event.key];
      if (!way) return;
      event.preventDefault();
      event.stopPropagation();
      then.pan(way[0] * STEP, way[1] * STEP);
    });
    new MutationObserver(() => this.#again()).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  }

  /**
   * Draws the ground.
   *
   * @param {SceneSpec | undefined} spec
   * @param {readonly Pair[][]} rings
   */
  ground(spec, rings) {
    this.#ground = spec ? { spec, rings } : null;
    this.#box.hidden = !spec;
    this.#again();
  }

  /**
   * Draws the pieces.
   *
   * @param {readonly Piece[]} pieces
   * @param {Mirror | undefined} table
   */
  pieces(pieces, table) {
    this.#pieces = pieces;
    this.#table = table;
    this.#dots();
  }

  /**
   * Frames what is in view.
   *
   * @param {View} view
   * @param {{width: number, height: number}} screen
   */
  look(view, screen) {
    const part = this.#scale / view.scale;
    const at = (/** @type {number} */ shift, /** @type {number} */ corner) => Math.round((-shift / view.scale - corner) * this.#scale);
    const [x, y, width, height] = [at(view.x, this.#corner.x), at(view.y, this.#corner.y), Math.round(screen.width * part), Math.round(screen.height * part)];
    const seen = this.#scene;
    const isWhole = x <= seen.x + NEAR && y <= seen.y + NEAR && x + width >= seen.x + seen.width - NEAR && y + height >= seen.y + seen.height - NEAR;
    this.#box.classList.toggle("idle", isWhole && !this.#box.contains(document.activeElement));
    const { style } = this.#frame;
    style.transform = `translate(${x}px, ${y}px)`;
    style.width = `${width}px`;
    style.height = `${height}px`;
  }

  #again() {
    const found = this.#ground;
    if (!found) return;
    const { spec, rings } = found;
    const most = { width: this.#box.clientWidth || 140, height: this.#box.clientHeight || 86 };
    this.#scale = Math.min((most.width - 2 * ROOM) / spec.width, (most.height - 2 * ROOM) / spec.height);
    this.#corner = {
      x: (spec.x0 ?? 0) + spec.width / 2 - most.width / 2 / this.#scale,
      y: (spec.y0 ?? 0) + spec.height / 2 - most.height / 2 / this.#scale,
    };
    const [width, height] = [spec.width * this.#scale, spec.height * this.#scale];
    this.#scene = { x: (most.width - width) / 2, y: (most.height - height) / 2, width, height };
    const sharp = Math.max(devicePixelRatio, 1);
    for (const canvas of [this.#canvas, this.#still]) {
      canvas.width = Math.round(most.width * sharp);
      canvas.height = Math.round(most.height * sharp);
    }
    this.#draw(spec, rings, sharp);
    this.#dots();
  }

  /**
   * @param {HTMLCanvasElement} canvas
   * @returns {CanvasRenderingContext2D | null}
   */
  #pen(canvas) {
    const pen = canvas.getContext("2d");
    const sharp = Math.max(devicePixelRatio, 1) * this.#scale;
    pen?.setTransform(sharp, 0, 0, sharp, -this.#corner.x * sharp, -this.#corner.y * sharp);
    return pen;
  }

  /**
   * @param {SceneSpec} spec
   * @param {readonly Pair[][]} rings
   * @param {number} sharp
   */
  #draw(spec, rings, sharp) {
    const pen = this.#pen(this.#still);
    if (!pen) return;
    const look = getComputedStyle(document.documentElement);
    const line = (/** @type {readonly Pair[]} */ points) => points.forEach(([x, y], at) => (at ? pen.lineTo(x, y) : pen.moveTo(x, y)));
    const { x0 = 0, y0 = 0, width, height } = spec;
    pen.fillStyle = look.getPropertyValue("--floor");
    pen.beginPath();
    if (rings.length) rings.forEach(line);
    else pen.rect(x0, y0, width, height);
    pen.fill();
    pen.lineWidth = 1 / this.#scale / Math.min(sharp, 1.5);
    pen.strokeStyle = look.getPropertyValue("--label");
    pen.beginPath();
    for (const { a, b } of spec.walls) line([a, b]);
    for (const { outline, meaning } of spec.areas) if (meaning.type === "elevation" || meaning.type === "pit") line([...outline, outline[0]]);
    pen.stroke();
  }

  #dots() {
    const pen = this.#pen(this.#canvas);
    if (!pen || !this.#ground) return;
    pen.save();
    pen.resetTransform();
    pen.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    pen.drawImage(this.#still, 0, 0);
    pen.restore();
    const table = this.#table;
    if (!table) return;
    const look = getComputedStyle(document.documentElement);
    const size = 3 / this.#scale;
    for (const piece of this.#pieces) {
      const { x, y } = middle(piece);
      pen.fillStyle = look.getPropertyValue({ hero: "--hero", foe: "--foe", thing: "--wood" }[sideOf(piece, table)]);
      pen.fillRect(x - size / 2, y - size / 2, size, size);
    }
  }
}
