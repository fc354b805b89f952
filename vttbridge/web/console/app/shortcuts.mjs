/** The keyboard: single letters act only outside text fields, and can be switched off. */

/** @typedef {{[key: string]: (() => void) | undefined}} Keys */

const KEPT = "vttbridge.keys";

/**
 * Says whether single letters act.
 *
 * @returns {boolean}
 */
export function lettersAct() {
  try {
    return localStorage.getItem(KEPT) !== "off";
  } catch {
    return true;
  }
}

/** @param {boolean} isOn */
export function setLetters(isOn) {
  try {
    localStorage.setItem(KEPT, isOn ? "on" : "off");
  } catch {
    // What cannot be kept holds until the page is closed.
  }
}

/**
 * Gives the name of what was pressed, as in the tables of keys. Where the keyboard writes other letters than Latin ones,
 * the place of the key counts.
 *
 * @param {{key: string, code?: string, ctrlKey: boolean, metaKey: boolean, shiftKey: boolean, altKey: boolean}} event
 * @returns {string}
 */
export function pressed({ key: written, code = "", ctrlKey, metaKey, shiftKey, altKey }) {
  if (altKey) return "";
  const key = /^\p{L}$/u.test(written) && !/^[a-z]$/i.test(written) && /^Key[A-Z]$/.test(code) ? code.slice(3) : written;
  const name = key === " " ? "Space" : key.length === 1 ? key.toUpperCase() : key;
  if (ctrlKey || metaKey) return `Ctrl ${name}`;
  return shiftKey && key.length > 1 ? `Shift ${name}` : name;
}

/**
 * Says whether a key belongs to the element that has the focus.
 *
 * @param {Element | null} focused
 * @param {string} key
 * @returns {boolean}
 */
export function isTheirs(focused, key) {
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

const KEPT_LETTERS = ["A", "E", "J", "K", "M", "R"];
/** @type {{[action: string]: string}} */
const USUAL = { push: "P", pull: "L", slide: "S" };
const MOST_KEYED = 3;

/**
 * Gives the first actions of a rule book a letter each: the usual one, else the first of the name that is free.
 *
 * @param {readonly string[]} names
 * @returns {{[action: string]: string}}
 */
export function actionKeys(names) {
  const taken = new Set(KEPT_LETTERS);
  /** @type {{[action: string]: string}} */
  const keys = {};
  for (const name of names.slice(0, MOST_KEYED)) {
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
 * @param {() => Keys} keys Gives what each key does now.
 */
export function listen(keys) {
  addEventListener("keydown", (event) => {
    const key = pressed(event);
    if (!key || isTheirs(document.activeElement, key)) return;
    if (/^.$/.test(key) && !lettersAct()) return;
    const act = keys()[key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}
