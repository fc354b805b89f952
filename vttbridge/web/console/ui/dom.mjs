/** Makes elements; text always stays text, and nothing here sets markup or inline style. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * @param {Element} element
 * @param {{[name: string]: any}} traits Attributes; `onclick` and the like are listeners, `class` may be absent.
 * @param {(Child | Child[])[]} children
 */
function fill(element, traits, children) {
  for (const [name, value] of Object.entries(traits)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false) element.append(/** @type {any} */ (child));
  }
}

/**
 * Makes an HTML element.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {{[name: string]: any}} [traits]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, traits = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, traits, children);
  return element;
}

/**
 * Makes an SVG element.
 *
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {{[name: string]: any}} [traits]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, traits = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  fill(element, traits, children);
  return element;
}

/**
 * Finds an element that the page has.
 *
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}

/**
 * Makes a button that shows its key.
 *
 * @param {string} text
 * @param {(event: MouseEvent) => void} onclick
 * @param {{key?: string, class?: string, [name: string]: any}} [traits]
 * @returns {HTMLButtonElement}
 */
export function button(text, onclick, { key, ...traits } = {}) {
  const shown = key ? h("kbd", { "aria-hidden": "true" }, key) : null;
  return h("button", { type: "button", onclick, "aria-keyshortcuts": key, ...traits }, text, shown);
}

const FOCUSABLE = "button, input, select, textarea, summary, [tabindex]";

/**
 * Draws a box anew without taking the focus away from whoever is in it: it goes to what is now called the same, and
 * to the box's heading where the box is about something else.
 *
 * @param {HTMLElement} box
 * @param {boolean} isSame Whether the box is still about the same thing.
 * @param {() => void} draw
 */
export function keepingFocus(box, isSame, draw) {
  const focused = document.activeElement;
  if (!focused || focused === box || !box.contains(focused)) {
    draw();
    return;
  }
  const all = () => /** @type {HTMLElement[]} */ ([...box.querySelectorAll(FOCUSABLE)]);
  const place = all().indexOf(/** @type {HTMLElement} */ (focused));
  const name = called(focused);
  draw();
  const again = isSame ? (all().find((one) => called(one) === name) ?? all()[place]) : box.querySelector("h2");
  /** @type {HTMLElement | null | undefined} */ (again)?.focus();
}

/**
 * @param {Element} element
 * @returns {string}
 */
function called(element) {
  return `${element.tagName} ${element.id} ${element.getAttribute("aria-label") ?? element.textContent}`;
}
