/** The actions of the rule book, offered above the map for the selected piece. */

import { actionKeys } from "../app/shortcuts.mjs";
import { button, byId, h } from "../ui/dom.mjs";

/**
 * @typedef {import("../app/store.mjs").Store} Store
 * @typedef {import("../app/shortcuts.mjs").Shortcuts} Shortcuts
 * @typedef {import("../../client/wire.d.ts").ActionSchema} Action
 */

const BUTTONS = 3;

/**
 * Returns the actions that the rule book knows.
 *
 * @param {Store} store
 * @returns {Action[]}
 */
export function actionsOf(store) {
  return store.client?.welcome?.actions ?? [];
}

/**
 * Offers the actions; the first few as buttons, the others in a list.
 *
 * @param {Store} store
 * @param {(action: string) => void} onOpen
 */
export function drawToolbar(store, onOpen) {
  const { words } = store;
  const toolbar = byId("tools");
  const actions = actionsOf(store);
  toolbar.hidden = store.client?.welcome?.role === "observer" || actions.length === 0 || !store.scene;
  const letters = actionKeys(actions.map((action) => action.name));
  const rest = actions.slice(BUTTONS);
  toolbar.replaceChildren(
    h("span", { class: "lbl" }, store.selected ? store.pieceName(store.selected) : words.say("act.nobody")),
    ...actions.slice(0, BUTTONS).map(({ name }) => button(words.rule(`action.${name}`), () => onOpen(name), { class: "plain", key: letters[name] })),
    rest.length ? moreActions(store, rest, onOpen) : "",
  );
}

/**
 * @param {Store} store
 * @param {readonly Action[]} actions
 * @param {(action: string) => void} onOpen
 * @returns {HTMLElement}
 */
function moreActions({ words }, actions, onOpen) {
  const onchange = (/** @type {Event} */ event) => {
    const select = /** @type {HTMLSelectElement} */ (event.target);
    if (select.value) onOpen(select.value);
    select.value = "";
  };
  return h("select", { "aria-label": words.say("act.more"), onchange }, h("option", { value: "" }, words.say("act.more")), ...actions.map(({ name }) => h("option", { value: name }, words.rule(`action.${name}`))));
}

/**
 * Returns the keys that open an action.
 *
 * @param {Store} store
 * @param {(action: string) => void} onOpen
 * @returns {Shortcuts}
 */
export function toolbarKeys(store, onOpen) {
  if (byId("tools").hidden) return {};
  const letters = actionKeys(actionsOf(store).map((action) => action.name));
  return Object.fromEntries(Object.entries(letters).map(([action, letter]) => [letter, () => onOpen(action)]));
}
