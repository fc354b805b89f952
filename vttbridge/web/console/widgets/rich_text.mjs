/** Puts told sentences on the page: names coloured by side, rule ids at the end. */

import { h } from "../ui/dom.mjs";
import { sideOf } from "../ui/sides.mjs";

/**
 * @typedef {import("../app/store.mjs").Store} Store
 * @typedef {import("../narration/sentences.mjs").Span} Span
 */

/**
 * @param {Store} store
 * @param {readonly Span[]} spans
 * @returns {Node[]}
 */
export function richText(store, spans) {
  return spans.map(({ text, piece }) => {
    if (!piece) return document.createTextNode(text);
    const found = store.table?.scenes.flatMap((scene) => scene.pieces).find((other) => other.id === piece);
    return h("b", { class: found && store.table ? `name ${sideOf(found, store.table)}` : "name" }, text);
  });
}
