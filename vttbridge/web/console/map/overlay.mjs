/** What is drawn over a scene: a plan, what may be answered, what somebody picks. */

import { regionOf } from "../narration/destinations.mjs";
import { s } from "../ui/dom.mjs";
import { num, pathOf, UNIT } from "./drawing/svg_paths.mjs";
import { drawCell } from "./layers/heat.mjs";
import { drawAnswerEnd, drawPlan } from "./layers/plan.mjs";

/**
 * @typedef {import("../../client/wire.d.ts").TableMirror} Mirror
 * @typedef {import("../../client/wire.d.ts").SceneSpec} SceneSpec
 * @typedef {import("../../client/wire.d.ts").PieceState} Piece
 * @typedef {import("../../client/wire.d.ts").WireEffect} Effect
 * @typedef {import("./layers/heat.mjs").Cell} Cell
 * @typedef {{x: number, y: number}} Point
 * @typedef {{table: Mirror, spec: SceneSpec | undefined, pieces: readonly Piece[]}} Ground What it is drawn over.
 */

/** The overlay of the map; its groups lie below and above the pieces. */
export class Overlay {
  region = s("g", { class: "allowed" });
  under = s("g", { class: "under" });
  picks = s("g", { class: "picks" });
  over = s("g", { class: "over" });

  /** @param {() => Ground | null} ground */
  constructor(ground) {
    this.ground = ground;
  }

  /**
   * Draws a plan, or takes it away.
   *
   * @param {readonly Effect[]} effects
   * @param {string} [kind] `done` for what was recorded, `alt` for what might have been.
   */
  showPlan(effects, kind = "") {
    this.over.replaceChildren();
    if (effects.length) this.addPlan(effects, kind);
  }

  /**
   * Draws a second plan over the first, such as what might have been.
   *
   * @param {readonly Effect[]} effects
   * @param {string} kind
   */
  addPlan(effects, kind) {
    const ground = this.ground();
    if (ground) this.over.append(drawPlan(effects, { ...ground, kind }));
  }

  /**
   * Marks where a piece would end by each of several answers, beside the one that is drawn whole.
   *
   * @param {readonly {piece: string, to: Point, label: string}[]} ends
   */
  addAnswerEnds(ends) {
    const pieces = this.ground()?.pieces ?? [];
    const found = ends.map((end) => ({ ...end, piece: pieces.find((other) => other.id === end.piece) }));
    this.over.append(...found.flatMap(({ piece, to, label }) => (piece ? [drawAnswerEnd(piece, to, label)] : [])));
  }

  /**
   * Marks a numbered impact of the plan that is shown.
   *
   * @param {number} number
   * @returns {Point | null} Where it is.
   */
  markImpact(number) {
    const found = this.over.querySelector(`.impact[data-number="${number}"]`);
    if (!found) return null;
    for (const other of this.over.querySelectorAll(".impact.at")) other.classList.remove("at");
    found.classList.add("at");
    return { x: Number(found.getAttribute("data-x")), y: Number(found.getAttribute("data-y")) };
  }

  /** @param {readonly Cell[]} cells Squares that are painted by how much they hurt. */
  showHeat(cells) {
    this.under.replaceChildren(...[...cells].sort((a, b) => Number(a.isPicked) - Number(b.isPicked)).map(drawCell));
    document.body.classList.toggle("heated", cells.length > 0);
  }

  /** @param {unknown} outlines Rings of places where an answer may lie, as the rule book told them; none takes them away. */
  showRegion(outlines) {
    const rings = regionOf(outlines);
    this.region.replaceChildren(...(rings.length ? [s("path", { d: rings.map((ring) => `${pathOf(ring)}Z`).join(""), "fill-rule": "evenodd" })] : []));
  }

  /** @param {readonly Point[]} stops A way that somebody picks, stop by stop. */
  showPath(stops) {
    this.under.replaceChildren(...stops.slice(1).map((stop) => dot(stop, 6)), ...(stops.length ? [line(stops)] : []));
  }

  /**
   * Marks the places that a form holds, and the way that it draws.
   *
   * @param {readonly Point[]} points
   * @param {readonly Point[]} way
   */
  showPicks(points, way) {
    this.picks.replaceChildren(...(way.length > 1 ? [line(way)] : []), ...way.slice(1).map((stop) => dot(stop, 5)), ...points.map(cross));
  }

  /** Takes away what belongs to a question or a plan. */
  clear() {
    this.showPath([]);
    this.showRegion([]);
    this.showPlan([]);
  }
}

/**
 * @param {readonly Point[]} stops
 * @returns {SVGElement}
 */
function line(stops) {
  return s("path", { class: "gline", d: pathOf(stops.map(({ x, y }) => [x, y])) });
}

/**
 * @param {Point} at
 * @param {number} r
 * @returns {SVGElement}
 */
function dot({ x, y }, r) {
  return s("circle", { class: "stop", cx: num(x * UNIT), cy: num(y * UNIT), r });
}

/**
 * @param {Point} at
 * @returns {SVGElement}
 */
function cross({ x, y }) {
  return s("path", { class: "cross", d: `M${num(x * UNIT - 12)} ${num(y * UNIT)}h24M${num(x * UNIT)} ${num(y * UNIT - 12)}v24` });
}
