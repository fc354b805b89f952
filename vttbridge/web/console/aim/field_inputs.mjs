/** One input for each kind of field that an action's schema knows. */

import { h } from "../ui/dom.mjs";
import { compass } from "../widgets/answers.mjs";
import { numbersIn, withPieceToggled } from "../widgets/schema_fields.mjs";
import { DIRECTIONS, pathIn } from "./places.mjs";

/**
 * @typedef {import("../app/store.mjs").Store} Store
 * @typedef {import("../widgets/schema_fields.mjs").Field} Field
 * @typedef {(value: unknown, again?: boolean) => void} SetValue `again`: the inputs must be drawn again.
 */

const CHOICE_FAMILIES = ["status", "choice", "value", "damage"];

/**
 * Returns the input of a field.
 *
 * @param {Store} store
 * @param {Field} field
 * @param {string} id
 * @param {any} value
 * @param {SetValue} set
 * @returns {HTMLElement}
 */
export function fieldInput(store, field, id, value, set) {
  const { words } = store;
  const read = (/** @type {(text: string) => unknown} */ parse) => (/** @type {Event} */ event) => set(parse(valueIn(event)));
  switch (field.kind) {
    case "piece":
      return pieceSelect(store, id, value, field.isNeeded ? "form.pick" : "form.nobody", set);
    case "pieces":
      return piecesInput(store, field, id, Array.isArray(value) ? value : [], set);
    case "count":
    case "distance":
      return h("input", { id, type: "number", value: value ?? "", min: field.low, max: field.high, step: field.isWhole ? 1 : "any", oninput: read((text) => (text === "" ? null : Number(text))) });
    case "flag":
      return flagInput(store, field, id, value, set);
    case "one_of":
      return choiceSelect(store, id, value, field.isNeeded || field.default !== null ? field.choices : ["", ...field.choices], set);
    case "direction":
      return directionSelect(store, id, value, set);
    case "point":
      return h("input", { id, type: "text", inputmode: "numeric", placeholder: words.say("form.on_map"), value: (value ?? []).join(", "), onchange: read(numbersIn) });
    case "path":
      return h("input", { id, type: "text", placeholder: words.say("form.path"), value: (value ?? []).map((/** @type {number[]} */ stop) => stop.join(",")).join("  "), onchange: read(pathIn) });
    case "rolls":
    case "counts":
      return h("input", { id, type: "text", inputmode: "numeric", value: (value ?? []).join(", "), onchange: read((text) => numbersIn(text).map(Math.round)) });
    case "names":
      return h("input", { id, type: "text", value: (value ?? []).join(", "), onchange: read((text) => text.split(/\s*,\s*/).filter(Boolean)) });
    default:
      return h("input", { id, type: "text", value: value ?? "", oninput: read((text) => text) });
  }
}

/**
 * @param {Event} event
 * @returns {string}
 */
function valueIn(event) {
  return /** @type {HTMLInputElement | HTMLSelectElement} */ (event.target).value;
}

/**
 * @param {Store} store
 * @param {string} id
 * @param {unknown} value
 * @param {string} nothing What stands there while no piece is picked.
 * @param {SetValue} set
 * @returns {HTMLElement}
 */
function pieceSelect({ words, scene }, id, value, nothing, set) {
  return h(
    "select",
    { id, onchange: (/** @type {Event} */ event) => set(valueIn(event)) },
    h("option", { value: "" }, words.say(nothing)),
    ...(scene?.pieces ?? []).map((piece) => h("option", { value: piece.id, selected: piece.id === value }, piece.name || piece.id)),
  );
}

/**
 * @param {Store} store
 * @param {Field} field
 * @param {string} id
 * @param {string[]} picked
 * @param {SetValue} set
 * @returns {HTMLElement}
 */
function piecesInput(store, field, id, picked, set) {
  const remove = (/** @type {string} */ piece) =>
    h(
      "button",
      { type: "button", class: "chip", "aria-label": store.words.say("form.remove", { piece: store.pieceName(piece) }), onclick: () => set(picked.filter((other) => other !== piece), true) },
      `${store.pieceName(piece)} ×`,
    );
  const add = (/** @type {unknown} */ piece) => piece && set(withPieceToggled(field, picked, String(piece)), true);
  const select = pieceSelect(store, id, "", picked.length ? "form.another" : "form.pick", add);
  select.setAttribute("aria-labelledby", `${id}-label`);
  return h("div", { class: "chips", role: "group", "aria-labelledby": `${id}-label` }, ...picked.map(remove), select);
}

/**
 * @param {Store} store
 * @param {Field} field
 * @param {string} id
 * @param {unknown} value
 * @param {SetValue} set
 * @returns {HTMLElement}
 */
function flagInput({ words }, field, id, value, set) {
  if (!field.mayBeNothing) return h("input", { id, type: "checkbox", checked: value === true, onchange: (/** @type {Event} */ event) => set(/** @type {HTMLInputElement} */ (event.target).checked) });
  const flag = (/** @type {string} */ name) => (name ? name === "yes" : undefined);
  return h(
    "select",
    { id, onchange: (/** @type {Event} */ event) => set(flag(valueIn(event))) },
    ...["", "yes", "no"].map((name) => h("option", { value: name, selected: flag(name) === (value ?? undefined) }, words.say(name || "form.not_said"))),
  );
}

/**
 * @param {Store} store
 * @param {string} id
 * @param {unknown} value
 * @param {readonly string[]} choices
 * @param {SetValue} set
 * @returns {HTMLElement}
 */
function choiceSelect({ words }, id, value, choices, set) {
  const name = (/** @type {string} */ choice) => {
    const code = CHOICE_FAMILIES.map((family) => `${family}.${choice}`).find((one) => words.has(one));
    if (!choice) return words.say("form.not_said");
    return code ? words.rule(code) : choice.replaceAll("_", " ");
  };
  return h(
    "select",
    { id, onchange: (/** @type {Event} */ event) => set(valueIn(event) || null) },
    ...choices.map((choice) => h("option", { value: choice, selected: choice === (value ?? "") }, name(choice))),
  );
}

/**
 * @param {Store} store
 * @param {string} id
 * @param {unknown} value
 * @param {SetValue} set
 * @returns {HTMLElement}
 */
function directionSelect(store, id, value, set) {
  const own = Array.isArray(value) ? value : [];
  const isListed = own.length === 0 || DIRECTIONS.some((direction) => direction.join() === own.join());
  return h(
    "select",
    { id, onchange: (/** @type {Event} */ event) => set(numbersIn(valueIn(event))) },
    h("option", { value: "" }, store.words.say("form.not_said")),
    ...[...DIRECTIONS, ...(isListed ? [] : [own])].map((direction) => h("option", { value: direction.join(), selected: direction.join() === own.join() }, compass(store, direction))),
  );
}
