/** A picture of the map before and after an event, with what happened in words below: one SVG that needs nothing else. */

import { byId, s } from "../ui/dom.mjs";
import { drawPiece, middle } from "./layers/pieces.mjs";
import { drawGhost } from "./layers/plan.mjs";
import { boxOfScene, drawGround, floorsOf } from "./layers/terrain.mjs";
import { UNIT } from "./drawing/svg_paths.mjs";
import { Names } from "./layers/labels.mjs";

/**
 * @typedef {import("../app/store.mjs").Room} Room
 * @typedef {import("../../client/wire.d.ts").Mirror} Mirror
 * @typedef {import("../../client/wire.d.ts").SceneMirror} SceneMirror
 * @typedef {import("../../client/wire.d.ts").SceneSpec} SceneSpec
 * @typedef {import("../../client/wire.d.ts").Effect} Effect
 * @typedef {{table: Mirror, scene: SceneMirror}} Moment
 * @typedef {{title: string, lines: string[], before: Moment, after: Moment, spec: SceneSpec, effects: readonly Effect[]}} Shot
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 */

const ROOM = 4;
const LEAST = 8;
const GAP = 24;
const HEAD = 64;
const LINE = 24;
const LETTER = 8.2;

/**
 * Gives the picture.
 *
 * @param {Room} room
 * @param {Shot} shot
 * @param {string} css
 * @returns {SVGSVGElement}
 */
export function pictureOf(room, shot, css) {
  const { words } = room;
  const box = boxOf(shot);
  const [w, high] = [box.width * UNIT, box.height * UNIT];
  const longest = Math.max(...shot.lines.map((line) => line.length), shot.title.length);
  const width = Math.max(2 * w + 3 * GAP, longest * LETTER + 2 * GAP);
  const height = HEAD + high + GAP + shot.lines.length * LINE + GAP;
  const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ said, kind = "told") => s("text", { class: kind, x, y }, said);
  const picture = s(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "data-theme": "light" },
    s("title", {}, shot.title),
    s("style", {}, `${css}\n.told { font: 15px "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif; fill: var(--ink); }\n.told.head { font-weight: 700; font-size: 17px; }\nsvg { font-family: "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif; }\n.sel { display: none; }`),
    byId("ground").querySelector("defs")?.cloneNode(true) ?? s("defs"),
    s("rect", { width, height, fill: "var(--panel)" }),
    text(GAP, 28, shot.title, "told head"),
    text(GAP, 54, words.say("picture.before")),
    text(w + 2 * GAP, 54, words.say("picture.after")),
    panel(room, shot, shot.before, box, GAP, shot.effects),
    panel(room, shot, shot.after, box, w + 2 * GAP, []),
    ...shot.lines.map((line, at) => text(GAP, HEAD + high + GAP + 10 + at * LINE, line)),
  );
  for (const node of picture.querySelectorAll("[tabindex]")) node.removeAttribute("tabindex");
  return picture;
}

/**
 * Gives the part of the scene in which something happens.
 *
 * @param {Shot} shot
 * @returns {Box}
 */
function boxOf({ spec, before, after, effects }) {
  const touched = new Set(effects.map((effect) => effect.piece));
  const spots = [before, after].flatMap(({ scene }) => scene.pieces.filter((piece) => touched.has(piece.id)).map((piece) => middle(piece)));
  const whole = boxOfScene(spec);
  if (spots.length === 0) return whole;
  const span = (/** @type {"x" | "y"} */ axis, /** @type {number} */ from, /** @type {number} */ size) => {
    const at = spots.map((spot) => spot[axis]);
    const middleOf = (Math.min(...at) + Math.max(...at)) / 2;
    const half = Math.max((Math.max(...at) - Math.min(...at)) / 2 + ROOM, LEAST / 2);
    const low = Math.max(from, Math.floor(middleOf - half));
    return { low, length: Math.min(from + size, Math.ceil(middleOf + half)) - low };
  };
  const [across, down] = [span("x", whole.x, whole.width), span("y", whole.y, whole.height)];
  return { x: across.low, y: down.low, width: across.length, height: down.length };
}

/**
 * @param {Room} room
 * @param {Shot} shot
 * @param {Moment} moment
 * @param {Box} box
 * @param {number} x
 * @param {readonly Effect[]} effects
 * @returns {SVGElement}
 */
function panel({ words }, { spec }, { table, scene }, box, x, effects) {
  const rings = floorsOf(spec, scene.pieces.map((piece) => middle(piece)));
  const { still, doors, labels } = drawGround(spec, scene.ground, rings, { words, onDoor: null });
  const pieces = s("g", { class: "pieces" }, ...scene.pieces.map((piece) => drawPiece(piece, { words, table, isSelected: false, onPick: () => undefined })));
  const names = new Names();
  names.ground(labels);
  names.pieces(pieces, scene.pieces, "");
  names.show(UNIT);
  const ghost = effects.length ? [drawGhost(effects, { spec, pieces: scene.pieces, table, kind: "done" })] : [];
  const view = [box.x, box.y, box.width, box.height].map((length) => length * UNIT).join(" ");
  return s(
    "svg",
    { x, y: HEAD, width: box.width * UNIT, height: box.height * UNIT, viewBox: view },
    s("g", { class: "world" }, ...still, names.element, ...doors, pieces, s("g", { class: "over" }, ...ghost)),
  );
}
