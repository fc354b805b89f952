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
 * Gives the name of what was pressed, as in the tables of keys.
 *
 * @param {{key: string, ctrlKey: boolean, metaKey: boolean, shiftKey: boolean, altKey: boolean}} event
 * @returns {string}
 */
export function pressed({ key, ctrlKey, metaKey, shiftKey, altKey }) {
  if (altKey) return "";
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
