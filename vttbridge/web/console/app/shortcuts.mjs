/** The keyboard: single letters act only outside text fields, and can be switched off. */

import { readStored, writeStored } from "./browser_storage.mjs";

/** @typedef {{[key: string]: (() => void) | undefined}} Shortcuts */

const LETTERS = "keys";

/**
 * Returns whether single letters act.
 *
 * @returns {boolean}
 */
export function lettersAct() {
  return readStored(LETTERS) !== "off";
}

/** @param {boolean} isOn */
export function setLetters(isOn) {
  writeStored(LETTERS, isOn ? "on" : "off");
}

/**
 * Returns the name of what was pressed, as in the tables of keys. Where the keyboard writes other letters than Latin ones,
 * the place of the key counts.
 *
 * @param {{key: string, code?: string, ctrlKey: boolean, metaKey: boolean, shiftKey: boolean, altKey: boolean}} event
 * @returns {string}
 */
export function keyName({ key: written, code = "", ctrlKey, metaKey, shiftKey, altKey }) {
  if (altKey) return "";
  const key = /^\p{L}$/u.test(written) && !/^[a-z]$/i.test(written) && /^Key[A-Z]$/.test(code) ? code.slice(3) : written;
  const name = key === " " ? "Space" : key.length === 1 ? key.toUpperCase() : key;
  if (ctrlKey || metaKey) return `Ctrl ${name}`;
  return shiftKey && key.length > 1 ? `Shift ${name}` : name;
}

/**
 * Returns whether a key belongs to the element that has the focus.
 *
 * @param {Element | null} focused
 * @param {string} key
 * @returns {boolean}
 */
export function belongsToFocus(focused, key) {
  if (!focused) return false;
  const { tagName } = focused;
  if (tagName === "TEXTAREA" || tagName === "SELECT") return key !== "Escape";
  if (tagName === "INPUT") {
    const kind = /** @type {HTMLInputElement} */ (focused).type;
    if (key === "Escape" || (key === "Enter" && kind !== "checkbox")) return false;
    return kind !== "checkbox" || key === "Space";
  }
  const isPressable = tagName === "BUTTON" || tagName === "SUMMARY" || focused.getAttribute("role") === "button";
  return isPressable && (key === "Space" || key === "Enter");
}

const RESERVED_LETTERS = ["A", "E", "J", "K", "M", "R"];
/** @type {{[action: string]: string}} */
const USUAL = { push: "P", pull: "L", slide: "S" };
const MAX_KEYED = 3;

/**
 * Returns the first actions of a rule book a letter each: the usual one, else the first of the name that is free.
 *
 * @param {readonly string[]} names
 * @returns {{[action: string]: string}}
 */
export function actionKeys(names) {
  const taken = new Set(RESERVED_LETTERS);
  /** @type {{[action: string]: string}} */
  const keys = {};
  for (const name of names.slice(0, MAX_KEYED)) {
    const letter = [USUAL[name], ...name.toUpperCase()].find((one) => one && /[A-Z]/.test(one) && !taken.has(one));
    if (!letter) continue;
    taken.add(letter);
    keys[name] = letter;
  }
  return keys;
}

/**
 * Listens to the keyboard.
 *
 * @param {() => Shortcuts} keys Returns what each key does now.
 */
export function listenToKeys(keys) {
  addEventListener("keydown", (event) => {
    const key = keyName(event);
    if (!key || belongsToFocus(document.activeElement, key)) return;
    if (/^.$/.test(key) && !lettersAct()) return;
    const act = keys()[key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}
