/** Draws doors, each a thing to press where the seat may: shut, open, locked, broken, hidden. */

import { s } from "../../ui/dom.mjs";
import { num, UNIT } from "../drawing/svg_paths.mjs";
import { isDoor, lookOf } from "./walls.mjs";

/**
 * @typedef {import("../../../client/wire.d.ts").SceneSpec} SceneSpec
 * @typedef {import("../../../client/wire.d.ts").Ground} Ground
 * @typedef {import("../../../client/wire.d.ts").Wall} Wall
 * @typedef {import("../../lang/translator.mjs").Words} Words
 * @typedef {{words: Words, onDoor: ((wall: Wall, state: string) => void) | null}} With
 */

/**
 * Draws every door as it is now.
 *
 * @param {SceneSpec} spec
 * @param {Ground} now
 * @param {With} also
 * @returns {SVGElement[]}
 */
export function drawDoors(spec, now, also) {
  const states = new Map((now.doors ?? []).map((door) => [door.wall, door.state]));
  const broken = new Set((now.broken ?? []).filter((one) => one.kind === "wall").map((one) => one.id));
  return spec.walls.filter(isDoor).map((door) => drawDoor(door, broken.has(door.id) ? "broken" : (states.get(door.id) ?? door.door ?? "closed"), also));
}

/**
 * @param {Wall} door
 * @param {string} state
 * @param {With} also
 * @returns {SVGElement}
 */
function drawDoor(door, state, { words, onDoor }) {
  const name = words.say(door.hidden ? "door.label_hidden" : "door.label", { name: door.id, state: words.say(`door.${state}`) });
  const act = onDoor && state !== "broken" ? () => onDoor(door, state === "open" ? "closed" : "open") : null;
  const pressed = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    act?.();
  };
  return s(
    "g",
    {
      class: `doorway ${lookOf(door)} ${state}${door.hidden ? " hidden" : ""}`,
      role: act ? "button" : "img",
      tabindex: act ? "0" : null,
      "aria-label": name,
      onclick: act,
      onkeydown: act ? pressed : null,
    },
    s("title", {}, name),
    ...leaf(door, state, lookOf(door)),
  );
}

/**
 * Draws a door in the map's own lengths: a turn of its own would cost each door a layer of sums in every frame of a pan.
 *
 * @param {Wall} door
 * @param {string} state
 * @param {string} look
 * @returns {SVGElement[]}
 */
function leaf({ a, b }, state, look) {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) * UNIT || 1;
  const [ux, uy] = [((b[0] - a[0]) * UNIT) / length, ((b[1] - a[1]) * UNIT) / length];
  const at = (/** @type {number} */ along, /** @type {number} */ across) =>
    `${num(a[0] * UNIT + ux * along - uy * across)} ${num(a[1] * UNIT + uy * along + ux * across)}`;
  const plank = (/** @type {string} */ kind, /** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ half) =>
    s("path", { class: kind, d: `M${at(from, -half)}L${at(to, -half)}L${at(to, half)}L${at(from, half)}Z` });
  const gap = plank("doorgap", 0, length, 7);
  if (state === "broken") {
    const stump = (/** @type {number} */ end, /** @type {number} */ way) => `M${[[0, -5], [7, -5], [4, -1], [8, 2], [3, 5], [0, 5]].map(([along, across]) => at(end + along * way, across)).join("L")}Z`;
    return [gap, s("path", { class: "splinters", d: stump(0, 1) + stump(length, -1) })];
  }
  if (state === "open") return [gap, s("path", { class: "door leaf", d: `M${at(-5, 0)}L${at(5, 0)}L${at(5, length)}L${at(-5, length)}Z` })];
  const bars = look === "metalw" ? 3 : look === "stonew" ? 2 : 1;
  const cross = Array.from({ length: bars }, (_, bar) => ((bar + 1) * length) / (bars + 1)).map((along) => `M${at(along, -5)}L${at(along, 5)}`);
  const grain = look === "woodw" ? `M${at(0, 0)}L${at(length, 0)}` : "";
  const [lockX, lockY] = at(length / 2, 0).split(" ");
  const lock = state === "locked" ? [s("circle", { class: "lock", cx: lockX, cy: lockY, r: 3.6 })] : [];
  return [gap, plank("door", 0, length, 5), s("path", { class: "doorl", d: cross.join("") + grain }), ...lock];
}
