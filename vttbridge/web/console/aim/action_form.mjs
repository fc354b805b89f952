/** A form made from an action's fields and nothing else; pieces and places may also be picked on the map. */

import { button, byId, h } from "../ui/dom.mjs";
import { extended } from "../widgets/question_form.mjs";
import { nextForPiece, withPieceToggled } from "../widgets/schema_fields.mjs";
import { fieldInput } from "./field_inputs.mjs";
import { extendedPath, rotated, rounded, towards } from "./places.mjs";

/**
 * @typedef {import("../app/store.mjs").Store} Store
 * @typedef {import("../widgets/schema_fields.mjs").Field} Field
 * @typedef {import("../../client/wire.d.ts").Tree} Tree
 */

const PLACED = ["point", "path", "direction"];
const STEP_INCHES = 0.5;
const MAX_STOPS = 200;

/** One action's form. */
export class ActionForm {
  /** @type {string} The field that the next click on the map fills. */ armed = "";

  /**
   * @param {Store} store
   * @param {{action: string, fields: Field[], values: Tree, onChange: () => void}} given
   */
  constructor(store, { action, fields, values, onChange }) {
    this.store = store;
    this.action = action;
    this.fields = fields;
    this.values = { ...proposed(fields), ...values };
    this.onChange = onChange;
    this.element = h("div", { class: "form" });
    this.#draw();
  }

  /**
   * Puts a piece that was clicked where it belongs.
   *
   * @param {string} piece
   */
  pickPiece(piece) {
    const field = nextForPiece(this.fields, this.values, this.armed);
    if (field) this.#set(field, withPieceToggled(field, this.values[field.name], piece), true);
    this.armed = "";
    // Enter then proposes instead of picking the piece once more.
    if (document.activeElement?.closest(".piece")) byId("stage").focus({ preventScroll: true });
  }

  /**
   * Puts a place that was clicked where it belongs.
   *
   * @param {{x: number, y: number}} at
   */
  pickPoint(at) {
    const field = this.#placed;
    if (!field) return;
    const place = this.#isSquare ? [Math.floor(at.x), Math.floor(at.y)] : [rounded(at.x), rounded(at.y)];
    const start = this.#start;
    if (field.kind === "point") this.#set(field, place, true);
    else if (field.kind === "path") this.#set(field, extended(this.values[field.name] ?? [], place, MAX_STOPS), true);
    else if (start) this.#set(field, towards(start, place, this.#isSquare), true);
  }

  /**
   * Moves what is picked on the map by one step: a place moves, a path grows or goes back, a direction turns.
   *
   * @param {readonly [number, number]} way
   */
  step([dx, dy]) {
    const field = this.#placed;
    const start = this.#start;
    if (!field) return;
    const far = this.#isSquare ? 1 : STEP_INCHES;
    const value = this.values[field.name] ?? [];
    const from = (field.kind === "path" ? value.at(-1) : value.length ? value : null) ?? start;
    const to = from ? [rounded(from[0] + dx * far), rounded(from[1] + dy * far)] : null;
    if (field.kind === "direction") this.#set(field, rotated(value, dx || dy), true);
    else if (field.kind === "point" && to) this.#set(field, to, true);
    else if (to) this.#set(field, extendedPath(value, to, start), true);
  }

  /** Takes back the last stop of a path, or the place. */
  back() {
    const field = this.#placed;
    const value = field ? this.values[field.name] : null;
    if (!field || !Array.isArray(value)) return;
    this.#set(field, field.kind === "path" ? value.slice(0, -1) : null, true);
  }

  /** @returns {{points: {x: number, y: number}[], line: {x: number, y: number}[]}} What is picked on the map, as it is drawn. */
  get picks() {
    const off = this.#isSquare ? 0.5 : 0;
    const drawn = (/** @type {number[]} */ [x, y]) => ({ x: x + off, y: y + off });
    const points = this.fields.filter((field) => field.kind === "point" && this.values[field.name]?.length >= 2).map((field) => drawn(this.values[field.name]));
    const path = this.fields.find((field) => field.kind === "path" && this.values[field.name]?.length);
    const start = this.#start;
    return { points, line: path && start ? [start, ...this.values[path.name]].map(drawn) : [] };
  }

  /** @returns {boolean} */
  get #isSquare() {
    return this.store.unit === "square";
  }

  /** @returns {number[] | null} Where the piece stands whose way is picked. */
  get #start() {
    const moved = ["target", "targets", "piece", "mover"].map((name) => [this.values[name]].flat()[0]).find(Boolean);
    const first = moved ?? [this.values[this.fields.find((field) => field.kind === "piece")?.name ?? ""]].flat()[0];
    const place = this.store.piece(first ?? "")?.place;
    return place ? [place.x, place.y] : null;
  }

  /** @returns {Field | undefined} The field that a place on the map fills: the armed one, else one that is needed; in inches also a path. */
  get #placed() {
    const fields = this.fields.filter((field) => PLACED.includes(field.kind));
    return (
      fields.find((field) => field.name === this.armed) ??
      fields.find((field) => field.isNeeded) ??
      (this.#isSquare ? undefined : (fields.find((field) => field.kind === "path") ?? fields[0]))
    );
  }

  /**
   * Sets a field from outside.
   *
   * @param {string} name
   * @param {unknown} value
   */
  put(name, value) {
    const field = this.fields.find((one) => one.name === name);
    if (field) this.#set(field, value, true);
  }

  /**
   * @param {Field} field
   * @param {unknown} value
   * @param {boolean} [again] Whether the inputs must be drawn again.
   */
  #set(field, value, again = false) {
    this.values[field.name] = value;
    if (again) this.#draw();
    this.onChange();
  }

  #draw() {
    const focused = this.element.contains(document.activeElement) ? document.activeElement?.id : "";
    const wasOpen = this.element.querySelector("details")?.open ?? false;
    const needed = this.fields.filter((field) => field.isNeeded);
    const more = this.fields.filter((field) => !field.isNeeded);
    const rest = more.length
      ? h("details", { open: wasOpen }, h("summary", {}, this.store.words.count("form.more", more.length)), ...more.map((field) => this.#row(field)))
      : "";
    this.element.replaceChildren(...needed.map((field) => this.#row(field)), rest);
    if (focused) document.getElementById(focused)?.focus();
  }

  /**
   * Lets the map fill a field, with the mouse or the arrow keys.
   *
   * @param {Field} field
   */
  #arm(field) {
    this.armed = this.armed === field.name ? "" : field.name;
    this.#draw();
    if (this.armed) byId("stage").focus({ preventScroll: true });
  }

  /**
   * @param {Field} field
   * @returns {HTMLElement}
   */
  #row(field) {
    const id = `field-${field.name}`;
    const text = this.store.words.rule(`field.${this.action}.${field.name}`);
    const isGroup = field.kind === "pieces";
    const label = isGroup ? h("span", { id: `${id}-label` }, text) : h("label", { for: id }, text);
    const isPlaced = PLACED.includes(field.kind);
    const arm = isPlaced ? button(this.store.words.say("form.by_map"), () => this.#arm(field), { class: "plain", id: `${id}-map`, "aria-pressed": String(this.armed === field.name), "aria-label": `${text}: ${this.store.words.say("form.by_map")}` }) : null;
    const input = fieldInput(this.store, field, id, this.values[field.name] ?? field.default, (value, again) => this.#set(field, value, again));
    const focused = () => {
      if (!isPlaced) this.armed = field.kind.startsWith("piece") ? field.name : this.armed;
    };
    return h("div", { class: `row kind-${field.kind}`, onfocusin: focused }, label, arm ? h("div", { class: "placed" }, input, arm) : input);
  }
}

/**
 * Returns what stands in a form at first: of words of which one is needed, the first.
 *
 * @param {readonly Field[]} fields
 * @returns {Tree}
 */
function proposed(fields) {
  const chosen = fields.filter((field) => field.kind === "one_of" && field.isNeeded && field.default === null && field.choices.length);
  return Object.fromEntries(chosen.map((field) => [field.name, field.choices[0]]));
}
