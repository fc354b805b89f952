/** Puts told sentences on the page: names coloured by side, rule ids at the end. */

import { h } from "../ui/dom.mjs";
import { sideOf } from "../map/layers/pieces.mjs";

/**
 * @typedef {import("../app/store.mjs").Room} Room
 * @typedef {import("../narration/sentences.mjs").Span} Span
 */

/**
 * @param {Room} room
 * @param {readonly Span[]} spans
 * @returns {Node[]}
 */
export function shown(room, spans) {
  return spans.map(({ text, piece }) => {
    if (!piece) return document.createTextNode(text);
    const found = room.table?.scenes.flatMap((scene) => scene.pieces).find((other) => other.id === piece);
    return h("b", { class: found && room.table ? `name ${sideOf(found, room.table)}` : "name" }, text);
  });
}
