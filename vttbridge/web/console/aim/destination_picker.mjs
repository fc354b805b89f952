/** Every square that a piece can be brought to, painted by the worst that happens there; one of them is picked. */

import { cellsOf } from "../map/drawing/footprint.mjs";
import { destinationsIn, HEAT_STEPS, nearest } from "../narration/destinations.mjs";
import { h } from "../ui/dom.mjs";
import { icon } from "../ui/icons.mjs";
import { fieldsOf } from "../widgets/schema_fields.mjs";

/**
 * @typedef {import("../app/store.mjs").Store} Store
 * @typedef {import("../map/map_view.mjs").MapView} MapView
 * @typedef {import("../narration/destinations.mjs").Destination} Destination
 * @typedef {import("../../client/wire.d.ts").Tree} Tree
 */

const LEGEND = ["slam", "fall", "break", "crash"];

/** The squares that can be reached by the action that is aimed. */
export class DestinationPicker {
  legend = h("div", { class: "legend" });
  /** The question that was asked last. */ #key = "";
  /** Whom the squares are for. */ #target = "";
  /** @type {Destination[]} */ #destinations = [];
  /** @type {Destination | null} */ #picked = null;

  /**
   * @param {Store} store
   * @param {MapView} map
   * @param {{onPick: (path: unknown) => void, onDraw: () => void}} actions
   */
  constructor(store, map, actions) {
    this.store = store;
    this.map = map;
    this.actions = actions;
  }

  /** @returns {boolean} Whether there is any square to pick. */
  get hasAny() {
    return this.#destinations.length > 0;
  }

  /** @returns {boolean} Whether the picked square is reached by more than one way. */
  get hasOtherPath() {
    return (this.#picked?.paths.length ?? 0) > 1;
  }

  /** Forgets everything. */
  reset() {
    this.#key = "";
    this.#target = "";
    this.#destinations = [];
    this.#picked = null;
    this.map.overlay.showHeat([]);
    this.legend.replaceChildren();
  }

  /**
   * Asks for the squares, where the rule book can tell them for this action.
   *
   * @param {string} scene
   * @param {string} action
   * @param {Tree} fields
   */
  async request(scene, action, fields) {
    const wanted = this.#query(action, fields);
    const key = wanted ? JSON.stringify(wanted.fields) : "";
    if (wanted && key === this.#key) return;
    this.#key = key;
    if (!wanted) {
      this.#set([], "");
      return;
    }
    const answer = await this.store.client?.ask(scene, "destinations", wanted.fields).catch(() => null);
    if (this.#key === key) this.#set(answer?.value?.places ?? [], wanted.target);
  }

  /**
   * @param {string} action
   * @param {Tree} fields
   * @returns {{fields: Tree, target: string} | null}
   */
  #query(action, fields) {
    const query = this.store.client?.welcome?.queries?.find((one) => one.name === "destinations");
    const asked = fieldsOf(query?.fields);
    const targets = fields.targets ?? [fields.target];
    if (!query || !asked.find((field) => field.name === "kind")?.choices.includes(action) || targets.length !== 1) return null;
    /** @type {Tree} */
    const given = { ...fields, kind: action, target: targets[0] };
    return { fields: Object.fromEntries(asked.filter((field) => field.name in given).map((field) => [field.name, given[field.name]])), target: targets[0] };
  }

  /**
   * @param {readonly Tree[]} places
   * @param {string} target
   */
  #set(places, target) {
    const before = this.#picked;
    this.#destinations = destinationsIn(places, target);
    this.#target = target;
    this.#picked = this.#destinations.find((one) => one.x === before?.x && one.y === before?.y) ?? null;
    this.#draw();
  }

  /** @param {Destination} destination */
  #pick(destination) {
    this.#picked = destination;
    this.actions.onPick(destination.paths[0]);
    this.#draw();
  }

  /**
   * Picks the next square in a direction: from the picked one, else from where the piece stands.
   *
   * @param {readonly [number, number]} way
   */
  step(way) {
    const from = this.#picked ?? this.store.piece(this.#target)?.place ?? this.#destinations[0];
    const next = nearest(this.#destinations, from, way);
    if (next) this.#pick(next);
  }

  /**
   * Takes the other way to the picked square, where there is one.
   *
   * @param {unknown} path The way that is taken now.
   */
  pickOtherPath(path) {
    const paths = this.#picked?.paths ?? [];
    if (paths.length < 2) return;
    const at = paths.findIndex((other) => JSON.stringify(other) === JSON.stringify(path));
    this.actions.onPick(paths[(at + 1) % paths.length]);
  }

  #draw() {
    const size = cellsOf(this.store.piece(this.#target));
    this.map.overlay.showHeat(this.#destinations.map((one) => ({ ...one, ...size, label: this.#label(one, size), isPicked: one === this.#picked, onPick: () => this.#pick(one) })));
    this.legend.replaceChildren(...(this.hasAny ? this.#legendLines(size) : []));
    this.actions.onDraw();
  }

  /**
   * @param {Destination} destination
   * @param {{width: number, depth: number}} size
   * @returns {string}
   */
  #label({ x, y, damage, shapes }, { width, depth }) {
    const { words } = this.store;
    const isLarge = width > 1 || depth > 1;
    const square = words.say(isLarge ? "act.cells" : "act.cell", { x, y, right: x + width - 1, bottom: y + depth - 1, damage });
    return [square, shapes.map((shape) => words.say(`shape.${shape}`)).join(", ")].filter(Boolean).join(", ");
  }

  /**
   * @param {{width: number, depth: number}} size
   * @returns {HTMLElement[]}
   */
  #legendLines({ width, depth }) {
    const { words } = this.store;
    const large = h("p", { class: "small quiet" }, words.say("heat.large", { piece: this.store.pieceName(this.#target), width, depth }));
    return [
      h("h3", {}, words.say("heat.title")),
      h("ul", { class: "signs" }, ...LEGEND.map((shape) => h("li", {}, icon(shape), words.say(`shape.${shape}`))), h("li", {}, h("span", { class: "dot0", "aria-hidden": "true" }, "•"), words.say("heat.none"))),
      h("div", { class: "scale" }, ...HEAT_STEPS.map((from, step) => h("span", { class: `k${step}` }, step === 0 ? "0" : HEAT_STEPS[step + 1] ? `${from}–${HEAT_STEPS[step + 1] - 1}` : `${from}+`))),
      h("p", { class: "small quiet" }, words.say("heat.how")),
      ...(width > 1 || depth > 1 ? [large] : []),
    ];
  }
}
