/** Draws what is not yet true: the path of each piece, where it would stand, and a numbered mark for each impact. */

import { marks } from "../../narration/plan_summary.mjs";
import { s } from "../../ui/dom.mjs";
import { initials, middle, outline, radius, sideOf } from "./pieces.mjs";
import { middleOf, num, UNIT } from "../drawing/svg_paths.mjs";
import { mark } from "../../ui/icons.mjs";

/**
 * @typedef {import("../../../client/wire.d.ts").Effect} Effect
 * @typedef {import("../../../client/wire.d.ts").Piece} Piece
 * @typedef {import("../../../client/wire.d.ts").Mirror} Mirror
 * @typedef {import("../../../client/wire.d.ts").SceneSpec} SceneSpec
 */

/**
 * Draws the effects of a plan over a scene.
 *
 * @param {readonly Effect[]} effects
 * @param {{spec: SceneSpec | undefined, pieces: ReadonlyArray<Piece>, table: Mirror, kind?: string}} on
 * @returns {SVGGElement}
 */
export function drawGhost(effects, { spec, pieces, table, kind = "" }) {
  const named = new Map(pieces.map((piece) => [piece.id, piece]));
  const group = s("g", { class: `ghost ${kind}` });
  /** @type {Map<string, {x: number, y: number}>} */
  const ends = new Map();
  for (const effect of effects) {
    const piece = named.get(effect.piece ?? "");
    const to = effect.fields?.to;
    if (!piece || !to) continue;
    const from = ends.get(piece.id) ?? middle(piece);
    const stops = (effect.fields?.path ?? [to]).map((/** @type {any} */ place) => middle(piece, place));
    if (effect.kind === "move") group.append(...way(from, stops, piece));
    ends.set(piece.id, middle(piece, to));
  }
  for (const [id, at] of ends) group.append(token(/** @type {Piece} */ (named.get(id)), at, table));
  group.append(...numbered(effects, spec, named));
  return group;
}

/**
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}[]} stops
 * @param {Piece} piece
 * @returns {SVGElement[]}
 */
function way(from, stops, piece) {
  const size = radius(piece) * 2 * UNIT;
  const line = [edgeOf(from, stops[0], size / 2 / UNIT), ...stops].map(({ x, y }) => `${num(x * UNIT)} ${num(y * UNIT)}`).join("L");
  const cells = stops.map(({ x, y }) =>
    s("rect", { class: "gcell", x: num(x * UNIT - size / 2), y: num(y * UNIT - size / 2), width: num(size), height: num(size) }),
  );
  return [...cells, s("path", { class: "gunder", d: `M${line}` }), s("path", { class: "gline", d: `M${line}` })];
}

/**
 * Gives where a way leaves a piece, so that its letters stay readable.
 *
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 * @param {number} r
 * @returns {{x: number, y: number}}
 */
function edgeOf(from, to, r) {
  const far = Math.hypot(to.x - from.x, to.y - from.y);
  if (far <= r) return from;
  return { x: from.x + ((to.x - from.x) / far) * r * 0.85, y: from.y + ((to.y - from.y) / far) * r * 0.85 };
}

/**
 * @param {Piece} piece
 * @param {{x: number, y: number}} at
 * @param {Mirror} table
 * @returns {SVGElement}
 */
function token(piece, at, table) {
  const r = radius(piece) * UNIT - 5;
  return s(
    "g",
    { transform: `translate(${num(at.x * UNIT)} ${num(at.y * UNIT)})` },
    s("path", { class: "gtok", d: outline(sideOf(piece, table), r) }),
    initials(piece.name || piece.id, r),
  );
}

/**
 * @param {readonly Effect[]} effects
 * @param {SceneSpec | undefined} spec
 * @param {Map<string, Piece>} named
 * @returns {SVGElement[]}
 */
function numbered(effects, spec, named) {
  const wall = (/** @type {string} */ id) => {
    const found = spec?.walls.find((other) => other.id === id);
    return found ? middleOf(found.a, found.b) : null;
  };
  const at = (/** @type {string} */ id) => {
    const piece = named.get(id);
    return piece ? middle(piece) : null;
  };
  const to = (/** @type {string} */ id, /** @type {{x: number, y: number}} */ place) => {
    const piece = named.get(id);
    return piece ? middle(piece, place) : place;
  };
  const found = marks(effects, at, wall, to);
  /** @type {Map<string, number>} */
  const crowd = new Map();
  return found.map((one) => {
    const spot = `${num(one.x)} ${num(one.y)}`;
    const before = crowd.get(spot) ?? 0;
    crowd.set(spot, before + 1);
    return s(
      "g",
      { class: "impact", "data-key": one.key, "data-number": one.number, "data-x": one.x, "data-y": one.y, transform: `translate(${num(one.x * UNIT)} ${num(one.y * UNIT)})` },
      s(
        "g",
        { class: "fixed" },
        s("g", { transform: `translate(${before * 30} -26)` }, mark(one.shape, { number: one.number, size: 28 }), tag(one.label)),
      ),
    );
  });
}

/**
 * @param {string} label The damage that is dealt there.
 * @returns {SVGElement | null}
 */
function tag(label) {
  if (!label) return null;
  const width = 14 + label.length * 8;
  return s(
    "g",
    { class: "tag", transform: "translate(0 -27)" },
    s("rect", { x: -width / 2, y: -11, width, height: 22, rx: 3 }),
    s("text", {}, label),
  );
}

const CHOICE_OFF = 13;

/**
 * Draws a small mark where a piece would end by one of several answers.
 *
 * @param {Piece} piece
 * @param {{x: number, y: number}} to
 * @param {string} label
 * @returns {SVGElement}
 */
export function drawChoice(piece, to, label) {
  const at = middle(piece, to);
  return s(
    "g",
    { class: "choice", transform: `translate(${num(at.x * UNIT + CHOICE_OFF)} ${num(at.y * UNIT + CHOICE_OFF)})` },
    s("g", { class: "fixed" }, s("circle", { r: 11 }), s("text", {}, label)),
  );
}
