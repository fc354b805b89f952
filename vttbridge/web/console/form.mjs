/** A form made from an action's fields and nothing else; pieces and places may also be picked on the map. */

import { h } from "./dom.mjs";
import { nextForPiece, numbersIn, withPiece } from "./fields.mjs";
import { compass } from "./question.mjs";

/**
 * @typedef {import("./room.mjs").Room} Room
 * @typedef {import("./fields.mjs").Field} Field
 * @typedef {import("../client/wire.d.ts").Tree} Tree
 */

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
  }

  /**
   * Puts a place that was clicked where it belongs.
   *
   * @param {{x: number, y: number}} at
   */
  pickPoint(at) {
    const field = this.fields.find((one) => one.name === this.armed) ?? this.fields.find((one) => one.isNeeded && ["point", "path"].includes(one.kind));
    if (!field || !["point", "path"].includes(field.kind)) return;
    const square = this.room.unit === "square" ? [Math.floor(at.x), Math.floor(at.y)] : [Math.round(at.x * 100) / 100, Math.round(at.y * 100) / 100];
    this.#set(field, field.kind === "point" ? square : [...(this.values[field.name] ?? []), square], true);
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
   * @param {Field} field
   * @returns {HTMLElement}
   */
  #row(field) {
    const id = `field-${field.name}`;
    const text = this.room.words.rule(`field.${this.action}.${field.name}`);
    const isGroup = field.kind === "pieces";
    const label = isGroup ? h("span", { id: `${id}-label` }, text) : h("label", { for: id }, text);
    return h("div", { class: `row kind-${field.kind}`, onfocusin: () => (this.armed = field.name) }, label, this.#input(field, id));
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
 * @param {string} text
 * @returns {number[][]}
 */
function pathIn(text) {
  const numbers = numbersIn(text);
  return numbers.flatMap((x, at) => (at % 2 ? [] : [[x, numbers[at + 1] ?? 0]]));
}
