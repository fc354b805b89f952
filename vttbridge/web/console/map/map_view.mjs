/** The map: pans, zooms, shows a scene with its pieces and what is over them, and lets people pick on it. */

import { Backdrop } from "./backdrop.mjs";
import { byId, s } from "../ui/dom.mjs";
import { middle } from "./drawing/footprint.mjs";
import { drawPiece } from "./layers/pieces.mjs";
import { listenToGestures } from "./gestures.mjs";
import { drawAnswerEnd, drawPlan } from "./layers/plan.mjs";
import { boxOfScene, drawGround, floorsOf } from "./layers/terrain.mjs";
import { drawCell } from "./layers/heat.mjs";
import { num, pathOf, UNIT } from "./drawing/svg_paths.mjs";
import { Minimap } from "./minimap.mjs";
import { LabelsLayer } from "./layers/labels.mjs";
import { EMPTY_GROUND } from "../../client/mirror.mjs";
import { regionOf } from "../narration/destinations.mjs";
import { broughtIntoView, centred, fit, panned, sceneAt, zoomed } from "./viewport.mjs";

/**
 * @typedef {import("../../client/wire.d.ts").TableMirror} Mirror
 * @typedef {import("../../client/wire.d.ts").SceneMirror} SceneMirror
 * @typedef {import("../../client/wire.d.ts").SceneSpec} SceneSpec
 * @typedef {import("../../client/wire.d.ts").WireEffect} Effect
 * @typedef {import("../../client/wire.d.ts").Wall} Wall
 * @typedef {import("./layers/heat.mjs").Cell} Cell
 * @typedef {import("../lang/translator.mjs").Translator} Translator
 * @typedef {{words: Translator, onPiece: (id: string) => void, onPoint: (at: {x: number, y: number}) => void,
 *   onDoor: ((wall: Wall, state: string) => void) | null}} MapOptions
 */

const NARROW_PX = 500;
const MARGIN_PX = 40;

/** A scene on the screen. */
export class MapView {
  /** @type {MapOptions} */ #options;
  #stage = byId("stage");
  #mover = byId("mover");
  #svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (byId("scene")));
  #backdrop = new Backdrop(/** @type {SVGSVGElement} */ (/** @type {unknown} */ (byId("ground"))));
  #minimap = new Minimap({
    centre: (at) => this.#setViewport(centred(this.#view, at, this.#size)),
    pan: (right, down) => this.#setViewport(panned(this.#view, right * this.#size.width, down * this.#size.height)),
  });
  #world = s("g", { class: "world" });
  #doors = s("g", { class: "doors" });
  #allowed = s("g", { class: "allowed" });
  #names = new LabelsLayer();
  #under = s("g", { class: "under" });
  #picks = s("g", { class: "picks" });
  #pieces = s("g", { class: "pieces" });
  #over = s("g", { class: "over" });
  #view = { x: 0, y: 0, scale: UNIT };
  #size = { width: 0, height: 0 };
  #isFitted = true;
  /** @type {SceneSpec | undefined} */ #spec;
  /** @type {readonly unknown[]} */ #drawn = [];
  #fittedScene = "";
  #selected = "";
  /** @type {SceneMirror | undefined} */ #scene_;
  /** @type {Mirror | undefined} */ #table;

  /** @param {MapOptions} listening */
  constructor(listening) {
    this.#options = listening;
    this.#world.append(this.#allowed, this.#names.element, this.#doors, this.#under, this.#picks, this.#pieces, this.#over);
    this.#svg.append(this.#world);
    listenToGestures(this.#stage, {
      pan: (dx, dy) => this.#setViewport(panned(this.#view, dx, dy)),
      zoom: (at, factor) => this.#setViewport(zoomed(this.#view, at, factor)),
      pick: (at) => this.#options.onPoint(sceneAt(this.#view, at)),
    });
    new ResizeObserver(() => this.#onResize()).observe(this.#stage);
  }

  /** @param {Partial<MapOptions>} listening */
  configure(listening) {
    this.#options = { ...this.#options, ...listening };
    this.#drawn = [];
  }

  /**
   * Shows a scene as it is now; only what changed is drawn again.
   *
   * @param {Mirror} table
   * @param {SceneMirror | undefined} now
   * @param {SceneSpec | undefined} spec
   */
  show(table, now, spec) {
    this.#table = table;
    this.#scene_ = now;
    this.#spec = spec;
    const rings = spec ? floorsOf(spec, now?.pieces.map((piece) => middle(piece)) ?? []) : [];
    const drawn = [spec, JSON.stringify([now?.ground.doors, now?.ground.broken]), this.#options.words, rings.length];
    if (drawn.some((part, at) => part !== this.#drawn[at])) {
      this.#drawn = drawn;
      const { still, doors, labels } = spec ? drawGround(spec, now?.ground ?? EMPTY_GROUND, rings, this.#options) : { still: [], doors: [], labels: [] };
      this.#backdrop.show(still);
      this.#doors.replaceChildren(...doors);
      this.#names.setGround(labels);
      this.#minimap.showGround(spec, rings);
    }
    this.#drawPieces();
    if (now && spec && now.scene !== this.#fittedScene) {
      this.#fittedScene = now.scene;
      this.fit();
    }
    this.#minimap.setViewport(this.#view, this.#size);
  }

  #drawPieces() {
    const focused = this.#svg.contains(document.activeElement) ? document.activeElement?.getAttribute("data-piece") : null;
    const also = (/** @type {string} */ id) => ({
      words: this.#options.words,
      table: /** @type {Mirror} */ (this.#table),
      isSelected: id === this.#selected,
      onPick: (/** @type {string} */ picked) => this.#options.onPiece(picked),
    });
    const pieces = this.#scene_?.pieces ?? [];
    this.#pieces.replaceChildren(...pieces.map((piece) => drawPiece(piece, also(piece.id))));
    this.#names.pieces(this.#pieces, pieces, this.#selected);
    this.#names.show(this.#view.scale);
    this.#minimap.showPieces(pieces, this.#table);
    if (focused) this.#find(focused)?.focus({ preventScroll: true });
  }

  /**
   * @param {string} piece
   * @returns {SVGElement | null}
   */
  #find(piece) {
    return this.#pieces.querySelector(`[data-piece="${CSS.escape(piece)}"]`);
  }

  /**
   * Marks a piece as selected.
   *
   * @param {string} piece
   */
  select(piece) {
    this.#selected = piece;
    if (this.#table) this.#drawPieces();
  }

  /**
   * Draws a plan over the map, or takes it away.
   *
   * @param {readonly Effect[]} effects
   * @param {string} [kind] `done` for what was recorded, `alt` for what might have been.
   */
  showPlan(effects, kind = "") {
    this.#over.replaceChildren();
    if (effects.length) this.addPlan(effects, kind);
  }

  /**
   * Draws a second plan over the first, such as what might have been.
   *
   * @param {readonly Effect[]} effects
   * @param {string} kind
   */
  addPlan(effects, kind) {
    if (!this.#table) return;
    this.#over.append(drawPlan(effects, { spec: this.#spec, pieces: this.#scene_?.pieces ?? [], table: this.#table, kind }));
  }

  /**
   * Marks where a piece would end by each of several answers, beside the one that is drawn whole.
   *
   * @param {readonly {piece: string, to: {x: number, y: number}, label: string}[]} ends
   */
  addAnswerEnds(ends) {
    const found = ends.map((end) => ({ ...end, piece: this.#scene_?.pieces.find((other) => other.id === end.piece) }));
    this.#over.append(...found.flatMap(({ piece, to, label }) => (piece ? [drawAnswerEnd(piece, to, label)] : [])));
  }

  /**
   * Goes to a numbered impact of the plan that is shown.
   *
   * @param {number} number
   * @returns {boolean} Whether there is one.
   */
  goToImpact(number) {
    const found = this.#over.querySelector(`.impact[data-number="${number}"]`);
    if (!found) return false;
    for (const other of this.#over.querySelectorAll(".impact.at")) other.classList.remove("at");
    found.classList.add("at");
    this.#bringIntoView({ x: Number(found.getAttribute("data-x")), y: Number(found.getAttribute("data-y")) });
    return true;
  }

  /**
   * Paints squares by how much they hurt.
   *
   * @param {readonly Cell[]} cells
   */
  showHeat(cells) {
    this.#under.replaceChildren(...[...cells].sort((a, b) => Number(a.isPicked) - Number(b.isPicked)).map(drawCell));
    document.body.classList.toggle("heated", cells.length > 0);
  }

  /**
   * Shows where an answer may lie, as the rule book told it; without outlines it is taken away.
   *
   * @param {unknown} outlines Rings of places.
   */
  showRegion(outlines) {
    const rings = regionOf(outlines);
    this.#allowed.replaceChildren(...(rings.length ? [s("path", { d: rings.map((ring) => `${pathOf(ring)}Z`).join(""), "fill-rule": "evenodd" })] : []));
  }

  /**
   * Draws a way that somebody picks, stop by stop.
   *
   * @param {readonly {x: number, y: number}[]} stops
   */
  showPath(stops) {
    if (stops.length === 0) {
      this.#under.replaceChildren();
      return;
    }
    const points = stops.map(({ x, y }) => /** @type {[number, number]} */ ([x, y]));
    this.#under.replaceChildren(
      ...stops.slice(1).map(({ x, y }) => s("circle", { class: "stop", cx: num(x * UNIT), cy: num(y * UNIT), r: 6 })),
      s("path", { class: "gline", d: pathOf(points) }),
    );
  }

  /**
   * Marks the places that a form holds, and the way that it draws.
   *
   * @param {readonly {x: number, y: number}[]} points
   * @param {readonly {x: number, y: number}[]} line
   */
  showPicks(points, line) {
    const cross = (/** @type {{x: number, y: number}} */ { x, y }) => s("path", { class: "cross", d: `M${num(x * UNIT - 12)} ${num(y * UNIT)}h24M${num(x * UNIT)} ${num(y * UNIT - 12)}v24` });
    const way = line.length > 1 ? [s("path", { class: "gline", d: pathOf(line.map(({ x, y }) => [x, y])) })] : [];
    this.#picks.replaceChildren(...way, ...line.slice(1).map(({ x, y }) => s("circle", { class: "stop", cx: num(x * UNIT), cy: num(y * UNIT), r: 5 })), ...points.map(cross));
  }

  /** Shows the whole scene. */
  fit() {
    const spec = this.#spec;
    if (!spec) return;
    const { width, height } = this.#measure();
    const tools = byId("tools");
    const top = Math.max(0, tools.offsetTop + tools.offsetHeight - (width < NARROW_PX ? 12 : MARGIN_PX - 10));
    const view = fit(boxOfScene(spec), { width, height: height - top }, width < NARROW_PX ? 12 : MARGIN_PX);
    this.#setViewport({ ...view, y: view.y + top });
    this.#isFitted = true;
  }

  /** @param {number} factor */
  zoom(factor) {
    const { width, height } = this.#measure();
    this.#setViewport(zoomed(this.#view, { x: width / 2, y: height / 2 }, factor));
  }

  /**
   * Brings a piece into view.
   *
   * @param {string} piece
   */
  bringIntoView(piece) {
    const found = this.#scene_?.pieces.find((other) => other.id === piece);
    if (found) this.#bringIntoView(middle(found));
  }

  /** @param {{x: number, y: number}} place */
  #bringIntoView(place) {
    this.#setViewport(broughtIntoView(this.#view, place, this.#measure()));
  }

  /**
   * Moves the focus to a piece.
   *
   * @param {string} piece
   */
  focus(piece) {
    this.#find(piece)?.focus({ preventScroll: true });
  }

  /** @returns {{width: number, height: number}} */
  #measure() {
    const { width, height } = this.#stage.getBoundingClientRect();
    this.#size = { width, height };
    return this.#size;
  }

  #onResize() {
    const before = this.#size;
    const { width, height } = this.#measure();
    if (this.#isFitted) this.fit();
    else this.#setViewport(panned(this.#view, (width - before.width) / 2, (height - before.height) / 2));
  }

  /** @param {{x: number, y: number, scale: number}} view */
  #setViewport(view) {
    const isOther = view.scale !== this.#view.scale || !this.#world.hasAttribute("transform");
    this.#view = view;
    this.#isFitted = false;
    this.#mover.style.transform = `translate(${Math.round(view.x)}px, ${Math.round(view.y)}px)`;
    this.#minimap.setViewport(view, this.#size);
    if (!isOther) return;
    this.#world.setAttribute("transform", `scale(${view.scale / UNIT})`);
    this.#world.style.setProperty("--px", String(UNIT / view.scale));
    this.#backdrop.zoom(view.scale);
    this.#names.show(view.scale);
  }
}
