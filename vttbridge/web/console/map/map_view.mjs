/** The map: pans, zooms, shows a scene with its pieces and what is over them, and lets people pick on it. */

import { Backdrop } from "./backdrop.mjs";
import { byId, s } from "../ui/dom.mjs";
import { drawPiece, middle } from "./layers/pieces.mjs";
import { gestures } from "./gestures.mjs";
import { drawChoice, drawGhost } from "./layers/plan.mjs";
import { boxOfScene, drawGround, floorsOf } from "./layers/terrain.mjs";
import { drawCell } from "./layers/heat.mjs";
import { num, pathOf, UNIT } from "./drawing/svg_paths.mjs";
import { Minimap } from "./minimap.mjs";
import { Names } from "./layers/labels.mjs";
import { regionOf } from "../narration/destinations.mjs";
import { brought, centred, fit, panned, under, zoomed } from "./viewport.mjs";

/**
 * @typedef {import("../../client/wire.d.ts").Mirror} Mirror
 * @typedef {import("../../client/wire.d.ts").SceneMirror} SceneMirror
 * @typedef {import("../../client/wire.d.ts").SceneSpec} SceneSpec
 * @typedef {import("../../client/wire.d.ts").Effect} Effect
 * @typedef {import("../../client/wire.d.ts").Wall} Wall
 * @typedef {import("./layers/heat.mjs").Cell} Cell
 * @typedef {import("../lang/translator.mjs").Words} Words
 * @typedef {{words: Words, onPiece: (id: string) => void, onPoint: (at: {x: number, y: number}) => void,
 *   onDoor: ((wall: Wall, state: string) => void) | null}} Listening
 */

const NARROW_PX = 500;
const ROOM_PX = 40;

/** A scene on the screen. */
export class Board {
  /** @type {Listening} */ #with;
  #stage = byId("stage");
  #mover = byId("mover");
  #svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (byId("scene")));
  #backdrop = new Backdrop(/** @type {SVGSVGElement} */ (/** @type {unknown} */ (byId("ground"))));
  #minimap = new Minimap({
    centre: (at) => this.#look(centred(this.#view, at, this.#size)),
    pan: (right, down) => this.#look(panned(this.#view, right * this.#size.width, down * this.#size.height)),
  });
  #world = s("g", { class: "world" });
  #doors = s("g", { class: "doors" });
  #allowed = s("g", { class: "allowed" });
  #names = new Names();
  #under = s("g", { class: "under" });
  #picks = s("g", { class: "picks" });
  #pieces = s("g", { class: "pieces" });
  #over = s("g", { class: "over" });
  #view = { x: 0, y: 0, scale: UNIT };
  #size = { width: 0, height: 0 };
  #isFitted = true;
  /** @type {SceneSpec | undefined} */ #spec;
  /** @type {readonly unknown[]} */ #drawn = [];
  #scene = "";
  #selected = "";
  /** @type {SceneMirror | undefined} */ #now;
  /** @type {Mirror | undefined} */ #table;

  /** @param {Listening} listening */
  constructor(listening) {
    this.#with = listening;
    this.#world.append(this.#allowed, this.#names.element, this.#doors, this.#under, this.#picks, this.#pieces, this.#over);
    this.#svg.append(this.#world);
    gestures(this.#stage, {
      pan: (dx, dy) => this.#look(panned(this.#view, dx, dy)),
      zoom: (at, factor) => this.#look(zoomed(this.#view, at, factor)),
      pick: (at) => this.#with.onPoint(under(this.#view, at)),
    });
    new ResizeObserver(() => this.#resized()).observe(this.#stage);
  }

  /** @param {Partial<Listening>} listening */
  retold(listening) {
    this.#with = { ...this.#with, ...listening };
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
    this.#now = now;
    this.#spec = spec;
    const rings = spec ? floorsOf(spec, now?.pieces.map((piece) => middle(piece)) ?? []) : [];
    const drawn = [spec, JSON.stringify([now?.ground.doors, now?.ground.broken]), this.#with.words, rings.length];
    if (drawn.some((part, at) => part !== this.#drawn[at])) {
      this.#drawn = drawn;
      const { still, doors, labels } = spec ? drawGround(spec, now?.ground ?? {}, rings, this.#with) : { still: [], doors: [], labels: [] };
      this.#backdrop.show(still);
      this.#doors.replaceChildren(...doors);
      this.#names.ground(labels);
      this.#minimap.ground(spec, rings);
    }
    this.#figures();
    if (now && spec && now.scene !== this.#scene) {
      this.#scene = now.scene;
      this.fit();
    }
    this.#minimap.look(this.#view, this.#size);
  }

  #figures() {
    const focused = this.#svg.contains(document.activeElement) ? document.activeElement?.getAttribute("data-piece") : null;
    const also = (/** @type {string} */ id) => ({
      words: this.#with.words,
      table: /** @type {Mirror} */ (this.#table),
      isSelected: id === this.#selected,
      onPick: (/** @type {string} */ picked) => this.#with.onPiece(picked),
    });
    const pieces = this.#now?.pieces ?? [];
    this.#pieces.replaceChildren(...pieces.map((piece) => drawPiece(piece, also(piece.id))));
    this.#names.pieces(this.#pieces, pieces, this.#selected);
    this.#names.show(this.#view.scale);
    this.#minimap.pieces(pieces, this.#table);
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
    if (this.#table) this.#figures();
  }

  /**
   * Draws a plan over the map, or takes it away.
   *
   * @param {readonly Effect[]} effects
   * @param {string} [kind] `done` for what was recorded, `alt` for what might have been.
   */
  ghost(effects, kind = "") {
    this.#over.replaceChildren();
    if (effects.length) this.ghostOver(effects, kind);
  }

  /**
   * Draws a second plan over the first, such as what might have been.
   *
   * @param {readonly Effect[]} effects
   * @param {string} kind
   */
  ghostOver(effects, kind) {
    if (!this.#table) return;
    this.#over.append(drawGhost(effects, { spec: this.#spec, pieces: this.#now?.pieces ?? [], table: this.#table, kind }));
  }

  /**
   * Marks where a piece would end by each of several answers, beside the one that is drawn whole.
   *
   * @param {readonly {piece: string, to: {x: number, y: number}, label: string}[]} ends
   */
  choices(ends) {
    const found = ends.map((end) => ({ ...end, piece: this.#now?.pieces.find((other) => other.id === end.piece) }));
    this.#over.append(...found.flatMap(({ piece, to, label }) => (piece ? [drawChoice(piece, to, label)] : [])));
  }

  /**
   * Goes to a numbered impact of the plan that is shown.
   *
   * @param {number} number
   * @returns {boolean} Whether there is one.
   */
  impact(number) {
    const found = this.#over.querySelector(`.impact[data-number="${number}"]`);
    if (!found) return false;
    for (const other of this.#over.querySelectorAll(".impact.at")) other.classList.remove("at");
    found.classList.add("at");
    this.#bring({ x: Number(found.getAttribute("data-x")), y: Number(found.getAttribute("data-y")) });
    return true;
  }

  /**
   * Paints squares by how much they hurt.
   *
   * @param {readonly Cell[]} cells
   */
  heat(cells) {
    this.#under.replaceChildren(...[...cells].sort((a, b) => Number(a.isPicked) - Number(b.isPicked)).map(drawCell));
    document.body.classList.toggle("heated", cells.length > 0);
  }

  /**
   * Shows where an answer may lie, as the rule book told it; without outlines it is taken away.
   *
   * @param {unknown} outlines Rings of places.
   */
  allowed(outlines) {
    const rings = regionOf(outlines);
    this.#allowed.replaceChildren(...(rings.length ? [s("path", { d: rings.map((ring) => `${pathOf(ring)}Z`).join(""), "fill-rule": "evenodd" })] : []));
  }

  /**
   * Draws a way that somebody picks, stop by stop.
   *
   * @param {readonly {x: number, y: number}[]} stops
   */
  path(stops) {
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
  picks(points, line) {
    const cross = (/** @type {{x: number, y: number}} */ { x, y }) => s("path", { class: "cross", d: `M${num(x * UNIT - 12)} ${num(y * UNIT)}h24M${num(x * UNIT)} ${num(y * UNIT - 12)}v24` });
    const way = line.length > 1 ? [s("path", { class: "gline", d: pathOf(line.map(({ x, y }) => [x, y])) })] : [];
    this.#picks.replaceChildren(...way, ...line.slice(1).map(({ x, y }) => s("circle", { class: "stop", cx: num(x * UNIT), cy: num(y * UNIT), r: 5 })), ...points.map(cross));
  }

  /** Shows the whole scene. */
  fit() {
    const spec = this.#spec;
    if (!spec) return;
    const { width, height } = this.#measured();
    const tools = byId("tools");
    const top = Math.max(0, tools.offsetTop + tools.offsetHeight - (width < NARROW_PX ? 12 : ROOM_PX - 10));
    const view = fit(boxOfScene(spec), { width, height: height - top }, width < NARROW_PX ? 12 : ROOM_PX);
    this.#look({ ...view, y: view.y + top });
    this.#isFitted = true;
  }

  /** @param {number} factor */
  zoom(factor) {
    const { width, height } = this.#measured();
    this.#look(zoomed(this.#view, { x: width / 2, y: height / 2 }, factor));
  }

  /**
   * Brings a piece into view.
   *
   * @param {string} piece
   */
  bring(piece) {
    const found = this.#now?.pieces.find((other) => other.id === piece);
    if (found) this.#bring(middle(found));
  }

  /** @param {{x: number, y: number}} place */
  #bring(place) {
    this.#look(brought(this.#view, place, this.#measured()));
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
  #measured() {
    const { width, height } = this.#stage.getBoundingClientRect();
    this.#size = { width, height };
    return this.#size;
  }

  #resized() {
    const before = this.#size;
    const { width, height } = this.#measured();
    if (this.#isFitted) this.fit();
    else this.#look(panned(this.#view, (width - before.width) / 2, (height - before.height) / 2));
  }

  /** @param {{x: number, y: number, scale: number}} view */
  #look(view) {
    const isOther = view.scale !== this.#view.scale || !this.#world.hasAttribute("transform");
    this.#view = view;
    this.#isFitted = false;
    this.#mover.style.transform = `translate(${Math.round(view.x)}px, ${Math.round(view.y)}px)`;
    this.#minimap.look(view, this.#size);
    if (!isOther) return;
    this.#world.setAttribute("transform", `scale(${view.scale / UNIT})`);
    this.#world.style.setProperty("--px", String(UNIT / view.scale));
    this.#backdrop.zoom(view.scale);
    this.#names.show(view.scale);
  }
}
