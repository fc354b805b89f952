/** A form made from an action's fields and nothing else; pieces and places may also be picked on the map. */

import { button, byId, h } from "../ui/dom.mjs";
import { nextForPiece, numbersIn, withPiece } from "../widgets/schema_fields.mjs";
import { compass, extended } from "../widgets/question_form.mjs";

/**
 * @typedef {import("../app/store.mjs").Room} Room
 * @typedef {import("../widgets/schema_fields.mjs").Field} Field
 * @typedef {import("../../client/wire.d.ts").Tree} Tree
 */

const PLACED = ["point", "path", "direction"];
const STEP_INCHES = 0.5;
const MOST_STOPS = 200;
const WAYS = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];

/** One action's form. */
export class Form {
  /** @type {string} The field that the next click on the map fills. */ armed = "";

  /**
   * @param {Room} room
   * @param {{action: string, fields: Field[], values: Tree, onChange: () => void}} given
   */
  constructor(room, { action, fields, values, onChange }) {
    this.room = room;
    this.action = action;
    this.fields = fields;
    this.values = { ...values };
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
    if (field) this.#set(field, withPiece(field, this.values[field.name], piece), true);
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
    else if (field.kind === "path") this.#set(field, extended(this.values[field.name] ?? [], place, MOST_STOPS), true);
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
    if (field.kind === "direction") this.#set(field, turnedBy(value, dx || dy), true);
    else if (field.kind === "point" && to) this.#set(field, to, true);
    else if (to) this.#set(field, grown(value, to, start), true);
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
    return this.room.unit === "square";
  }

  /** @returns {number[] | null} Where the piece stands whose way is picked. */
  get #start() {
    const moved = ["target", "targets", "piece", "mover"].map((name) => [this.values[name]].flat()[0]).find(Boolean);
    const first = moved ?? [this.values[this.fields.find((field) => field.kind === "piece")?.name ?? ""]].flat()[0];
    const place = this.room.piece(first ?? "")?.place;
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
      ? h("details", { open: wasOpen }, h("summary", {}, this.room.words.count("form.more", more.length)), ...more.map((field) => this.#row(field)))
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
    const text = this.room.words.rule(`field.${this.action}.${field.name}`);
    const isGroup = field.kind === "pieces";
    const label = isGroup ? h("span", { id: `${id}-label` }, text) : h("label", { for: id }, text);
    const isPlaced = PLACED.includes(field.kind);
    const arm = isPlaced ? button(this.room.words.say("form.by_map"), () => this.#arm(field), { class: "plain", id: `${id}-map`, "aria-pressed": String(this.armed === field.name), "aria-label": `${text}: ${this.room.words.say("form.by_map")}` }) : null;
    const input = this.#input(field, id);
    const focused = () => {
      if (!isPlaced) this.armed = field.kind.startsWith("piece") ? field.name : this.armed;
    };
    return h("div", { class: `row kind-${field.kind}`, onfocusin: focused }, label, arm ? h("div", { class: "placed" }, input, arm) : input);
  }

  /**
   * @param {Field} field
   * @param {string} id
   * @returns {HTMLElement}
   */
  #input(field, id) {
    const value = this.values[field.name] ?? field.default;
    const take = (/** @type {(text: string) => unknown} */ read) => (/** @type {Event} */ event) =>
      this.#set(field, read(/** @type {HTMLInputElement} */ (event.target).value));
    switch (field.kind) {
      case "piece":
        return this.#pieces(id, value, (picked) => this.#set(field, picked), field.isNeeded ? "form.pick" : "form.nobody");
      case "pieces":
        return this.#several(field, id, Array.isArray(value) ? value : []);
      case "count":
      case "distance":
        return h("input", { id, type: "number", value: value ?? "", min: field.low, max: field.high, step: field.isWhole ? 1 : "any", oninput: take((text) => (text === "" ? null : Number(text))) });
      case "flag":
        return field.mayBeNothing ? this.#choice(field, id, value, ["", "yes", "no"]) : h("input", { id, type: "checkbox", checked: value === true, onchange: (/** @type {Event} */ event) => this.#set(field, /** @type {HTMLInputElement} */ (event.target).checked) });
      case "one_of":
        return this.#choice(field, id, value, field.isNeeded || field.default !== null ? field.choices : ["", ...field.choices]);
      case "direction":
        return this.#direction(field, id, value);
      case "point":
        return h("input", { id, type: "text", inputmode: "numeric", placeholder: this.room.words.say("form.on_map"), value: (value ?? []).join(", "), onchange: take((text) => numbersIn(text)) });
      case "path":
        return h("input", { id, type: "text", placeholder: this.room.words.say("form.path"), value: (value ?? []).map((/** @type {number[]} */ stop) => stop.join(",")).join("  "), onchange: take(pathIn) });
      case "rolls":
      case "counts":
        return h("input", { id, type: "text", inputmode: "numeric", value: (value ?? []).join(", "), onchange: take((text) => numbersIn(text).map(Math.round)) });
      case "names":
        return h("input", { id, type: "text", value: (value ?? []).join(", "), onchange: take((text) => text.split(/\s*,\s*/).filter(Boolean)) });
      default:
        return h("input", { id, type: "text", value: value ?? "", oninput: take((text) => text) });
    }
  }

  /**
   * @param {string} id
   * @param {unknown} value
   * @param {(picked: string) => void} set
   * @param {string} nothing
   * @returns {HTMLElement}
   */
  #pieces(id, value, set, nothing) {
    const pieces = this.room.now?.pieces ?? [];
    return h(
      "select",
      { id, onchange: (/** @type {Event} */ event) => set(/** @type {HTMLSelectElement} */ (event.target).value) },
      h("option", { value: "" }, this.room.words.say(nothing)),
      ...pieces.map((piece) => h("option", { value: piece.id, selected: piece.id === value }, piece.name || piece.id)),
    );
  }

  /**
   * @param {Field} field
   * @param {string} id
   * @param {string[]} picked
   * @returns {HTMLElement}
   */
  #several(field, id, picked) {
    const remove = (/** @type {string} */ piece) =>
      h(
        "button",
        { type: "button", class: "chip", "aria-label": this.room.words.say("form.remove", { piece: this.room.name(piece) }), onclick: () => this.#set(field, picked.filter((other) => other !== piece), true) },
        `${this.room.name(piece)} ×`,
      );
    const add = this.#pieces(id, "", (piece) => piece && this.#set(field, withPiece(field, picked, piece), true), picked.length ? "form.another" : "form.pick");
    add.setAttribute("aria-labelledby", `${id}-label`);
    return h("div", { class: "chips", role: "group", "aria-labelledby": `${id}-label` }, ...picked.map(remove), add);
  }

  /**
   * @param {Field} field
   * @param {string} id
   * @param {unknown} value
   * @param {string[]} choices
   * @returns {HTMLElement}
   */
  #choice(field, id, value, choices) {
    const isFlag = field.kind === "flag";
    const read = (/** @type {string} */ text) => (isFlag ? { yes: true, no: false }[text] : text || null);
    const shown = isFlag ? { true: "yes", false: "no" }[String(value)] : value;
    const { words } = this.room;
    const name = (/** @type {string} */ choice) => {
      if (!choice) return words.say("form.not_said");
      if (isFlag) return words.say(choice);
      return ["status", "choice", "value", "damage"].map((kind) => `${kind}.${choice}`).find((code) => words.has(code)) ? words.rule(["status", "choice", "value", "damage"].map((kind) => `${kind}.${choice}`).find((code) => words.has(code)) ?? "") : choice.replaceAll("_", " ");
    };
    if (value === null && field.isNeeded && choices.length) this.values[field.name] = choices[0];
    return h(
      "select",
      { id, onchange: (/** @type {Event} */ event) => this.#set(field, read(/** @type {HTMLSelectElement} */ (event.target).value)) },
      ...choices.map((choice) => h("option", { value: choice, selected: choice === (shown ?? "") }, name(choice))),
    );
  }

  /**
   * @param {Field} field
   * @param {string} id
   * @param {any} value
   * @returns {HTMLElement}
   */
  #direction(field, id, value) {
    const isOwn = Array.isArray(value) && !WAYS.some((way) => way.join() === value.join());
    const ways = isOwn ? [...WAYS, value] : WAYS;
    return h(
      "select",
      { id, onchange: (/** @type {Event} */ event) => this.#set(field, numbersIn(/** @type {HTMLSelectElement} */ (event.target).value)) },
      h("option", { value: "" }, this.room.words.say("form.not_said")),
      ...ways.map((way) => h("option", { value: way.join(), selected: Array.isArray(value) && way.join() === value.join() }, compass(this.room, way))),
    );
  }
}

/**
 * @param {number} value
 * @returns {number}
 */
function rounded(value) {
  return Math.round(value * 100) / 100;
}

/**
 * Gives the way from one place to another: one of eight on squares, any in inches.
 *
 * @param {readonly number[]} from
 * @param {readonly number[]} to
 * @param {boolean} isSquare
 * @returns {number[]}
 */
function towards(from, to, isSquare) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  if (!isSquare) return [rounded(dx), rounded(dy)];
  const turn = Math.round((Math.atan2(dy, dx) * 4) / Math.PI) + 2;
  return WAYS[(turn + 8) % 8];
}

/**
 * Adds a stop to a path, or takes the last one back where the step goes back.
 *
 * @param {number[][]} path
 * @param {number[]} to
 * @param {number[] | null} start
 * @returns {number[][]}
 */
function grown(path, to, start) {
  const before = path.length > 1 ? path.at(-2) : start;
  const isBack = path.length > 0 && before && to[0] === before[0] && to[1] === before[1];
  return isBack ? path.slice(0, -1) : [...path, to];
}

/**
 * @param {readonly number[]} value
 * @param {number} by
 * @returns {number[]}
 */
function turnedBy(value, by) {
  const at = WAYS.findIndex((way) => way.join() === value.join());
  return WAYS[(Math.max(at, 0) + (at < 0 ? 0 : by) + 8) % 8];
}

/**
 * @param {string} text
 * @returns {number[][]}
 */
function pathIn(text) {
  const numbers = numbersIn(text);
  return numbers.flatMap((x, at) => (at % 2 ? [] : [[x, numbers[at + 1] ?? 0]]));
}
