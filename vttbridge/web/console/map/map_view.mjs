/** The map: shows a scene with its pieces and what is over them, and lets people pick on it. */

import { EMPTY_GROUND } from "../../client/mirror.mjs";
import { byId, s } from "../ui/dom.mjs";
import { Backdrop } from "./backdrop.mjs";
import { Camera } from "./camera.mjs";
import { middle } from "./drawing/footprint.mjs";
import { UNIT } from "./drawing/svg_paths.mjs";
import { LabelsLayer } from "./layers/labels.mjs";
import { drawPiece } from "./layers/pieces.mjs";
import { boxOfScene, drawGround, floorsOf } from "./layers/terrain.mjs";
import { Minimap } from "./minimap.mjs";
import { Overlay } from "./overlay.mjs";

/**
 * @typedef {import("../../client/wire.d.ts").TableMirror} Mirror
 * @typedef {import("../../client/wire.d.ts").SceneMirror} SceneMirror
 * @typedef {import("../../client/wire.d.ts").SceneSpec} SceneSpec
 * @typedef {import("../../client/wire.d.ts").PieceState} Piece
 * @typedef {import("../../client/wire.d.ts").Wall} Wall
 * @typedef {import("../lang/translator.mjs").Translator} Translator
 * @typedef {{words: Translator, onPiece: (id: string) => void, onPoint: (at: {x: number, y: number}) => void,
 *   onDoor: ((wall: Wall, state: string) => void) | null}} MapOptions
 * @typedef {{table: Mirror, scene: SceneMirror | undefined, spec: SceneSpec | undefined}} Shown
 */

/** A scene on the screen. */
export class MapView {
  /** @type {MapOptions} */ #options;
  /** @type {Shown | null} */ #shown = null;
  #selected = "";
  /** @type {{key: ReadonlyArray<unknown>, scene: string}} What the ground was drawn of, and the scene that was fitted. */ #drawn = { key: [], scene: "" };
  #parts = parts();
  overlay = new Overlay(() => this.#shown && { table: this.#shown.table, spec: this.#shown.spec, pieces: this.#pieces });
  camera = new Camera({ onMove: (isOtherScale) => this.#onMove(isOtherScale), onPick: (at) => this.#options.onPoint(at) });
  #minimap = new Minimap({ centre: (at) => this.camera.centre(at), pan: (right, down) => this.camera.pan(right, down) });

  /** @param {MapOptions} options */
  constructor(options) {
    this.#options = options;
    const { world, labels, doors, pieces } = this.#parts;
    const { region, under, picks, over } = this.overlay;
    world.append(region, labels.element, doors, under, picks, pieces, over);
    this.#onMove(true);
  }

  /** @param {Partial<MapOptions>} options */
  configure(options) {
    this.#options = { ...this.#options, ...options };
    this.#drawn.key = [];
  }

  /** @returns {readonly Piece[]} */
  get #pieces() {
    return this.#shown?.scene?.pieces ?? [];
  }

  /**
   * Shows a scene as it is now; only what changed is drawn again.
   *
   * @param {Mirror} table
   * @param {SceneMirror | undefined} scene
   * @param {SceneSpec | undefined} spec
   */
  show(table, scene, spec) {
    this.#shown = { table, scene, spec };
    this.camera.setWhole(spec ? boxOfScene(spec) : null);
    this.#drawGround(scene, spec);
    this.#drawPieces();
    if (scene && spec && scene.scene !== this.#drawn.scene) {
      this.#drawn.scene = scene.scene;
      this.camera.fit();
    }
    this.#minimap.setViewport(this.camera.view, this.camera.size);
  }

  /**
   * @param {SceneMirror | undefined} scene
   * @param {SceneSpec | undefined} spec
   */
  #drawGround(scene, spec) {
    const rings = spec ? floorsOf(spec, this.#pieces.map((piece) => middle(piece))) : [];
    const key = [spec, JSON.stringify([scene?.ground.doors, scene?.ground.broken]), this.#options.words, rings.length];
    if (key.every((part, at) => part === this.#drawn.key[at])) return;
    this.#drawn.key = key;
    const { backdrop, doors, labels } = this.#parts;
    const drawn = spec ? drawGround(spec, scene?.ground ?? EMPTY_GROUND, rings, this.#options) : { still: [], doors: [], labels: [] };
    backdrop.show(drawn.still);
    doors.replaceChildren(...drawn.doors);
    labels.setGround(drawn.labels);
    this.#minimap.showGround(spec, rings);
  }

  #drawPieces() {
    if (!this.#shown) return;
    const { table } = this.#shown;
    const { pieces, labels } = this.#parts;
    const { words, onPiece } = this.#options;
    const focused = pieces.contains(document.activeElement) ? document.activeElement?.getAttribute("data-piece") : null;
    pieces.replaceChildren(...this.#pieces.map((piece) => drawPiece(piece, { words, table, isSelected: piece.id === this.#selected, onPick: onPiece })));
    labels.setPieces(pieces, this.#pieces, this.#selected);
    labels.show(this.camera.view.scale);
    this.#minimap.showPieces(this.#pieces, table);
    if (focused) this.focus(focused);
  }

  /**
   * Marks a piece as selected.
   *
   * @param {string} piece
   */
  select(piece) {
    this.#selected = piece;
    this.#drawPieces();
  }

  /**
   * Moves the focus to a piece.
   *
   * @param {string} piece
   */
  focus(piece) {
    const found = /** @type {SVGElement | null} */ (this.#parts.pieces.querySelector(`[data-piece="${CSS.escape(piece)}"]`));
    found?.focus({ preventScroll: true });
  }

  /**
   * Brings a piece into view.
   *
   * @param {string} piece
   */
  bringIntoView(piece) {
    const found = this.#pieces.find((other) => other.id === piece);
    if (found) this.camera.bringIntoView(middle(found));
  }

  /**
   * Goes to a numbered impact of the plan that is shown, where there is one.
   *
   * @param {number} number
   */
  goToImpact(number) {
    const place = this.overlay.markImpact(number);
    if (place) this.camera.bringIntoView(place);
  }

  /** @param {boolean} isOtherScale */
  #onMove(isOtherScale) {
    const { view, size } = this.camera;
    const { mover, world, backdrop, labels } = this.#parts;
    mover.style.transform = `translate(${Math.round(view.x)}px, ${Math.round(view.y)}px)`;
    this.#minimap.setViewport(view, size);
    if (!isOtherScale) return;
    world.setAttribute("transform", `scale(${view.scale / UNIT})`);
    world.style.setProperty("--px", String(UNIT / view.scale));
    backdrop.zoom(view.scale);
    labels.show(view.scale);
  }
}

/** @returns {{mover: HTMLElement, world: SVGElement, backdrop: Backdrop, doors: SVGElement, pieces: SVGElement, labels: LabelsLayer}} */
function parts() {
  const svg = (/** @type {string} */ id) => /** @type {SVGSVGElement} */ (/** @type {unknown} */ (byId(id)));
  const world = s("g", { class: "world" });
  svg("scene").append(world);
  return { mover: byId("mover"), world, backdrop: new Backdrop(svg("ground")), doors: s("g", { class: "doors" }), pieces: s("g", { class: "pieces" }), labels: new LabelsLayer() };
}
