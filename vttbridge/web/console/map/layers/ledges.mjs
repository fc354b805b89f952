/** Where the ground changes its level: rims with ticks that point downhill, and the heights on both of their sides. */

import { edgeTicks, pathOf, turning } from "../drawing/svg_paths.mjs";
import { inside } from "./rock.mjs";
import { spoken } from "../../lang/translator.mjs";

/**
 * @typedef {import("../../../client/wire.d.ts").SceneSpec} SceneSpec
 * @typedef {import("../../../client/wire.d.ts").Area} Area
 * @typedef {import("../drawing/svg_paths.mjs").Pair} Pair
 * @typedef {{a: Pair, b: Pair, out: Pair, within: number, beyond: number}} Rim
 * @typedef {import("../drawing/label_layout.mjs").Label & {kind: string}} Label
 */

const ASIDE = 0.08;
const LABEL_ASIDE = 0.42;
const LEAST_LABELLED = 0.7;
const NEAR = 5;
const LEVEL_PX = 12.5;

/**
 * Writes a height with its sign.
 *
 * @param {number} level
 * @returns {string}
 */
export function signed(level) {
  if (!Number.isFinite(level)) return "∞";
  return level < 0 ? `−${spoken(-level)}` : level > 0 ? `+${spoken(level)}` : "0";
}

/** Tells the level of the ground at a place. */
export class Levels {
  /** @param {SceneSpec} spec */
  constructor(spec) {
    this.spec = spec;
    this.ground = spec.ground ?? 0;
    this.steps = spec.areas
      .filter(({ meaning }) => meaning.type === "elevation" || meaning.type === "pit")
      .map((area) => ({ area, holds: inside([area.outline]), spared: inside((area.holes ?? []).map((ring) => [...ring])) }));
  }

  /**
   * @param {Area} area
   * @returns {number}
   */
  of({ meaning }) {
    if (meaning.type === "elevation") return meaning.level ?? 0;
    return this.ground - (meaning.depth ?? Infinity);
  }

  /**
   * Gives the level at a place; a pit cuts into whatever is above it. Off the map there is none.
   *
   * @param {Pair} at
   * @param {Area} [but] An area that does not count.
   * @returns {number | null}
   */
  at(at, but) {
    const { x0 = 0, y0 = 0, width, height } = this.spec;
    if (at[0] < x0 || at[1] < y0 || at[0] > x0 + width || at[1] > y0 + height) return null;
    const here = this.steps.filter(({ area, holds, spared }) => area !== but && holds(at) && !spared(at)).map(({ area }) => area);
    const pit = here.find((area) => area.meaning.type === "pit");
    if (pit) return this.of(pit);
    return here.length ? Math.max(...here.map((area) => this.of(area))) : this.ground;
  }
}

/**
 * Gives the stretches of an area's outline at which the ground really changes its level, each at most a square long. Of two
 * areas that meet, the higher one draws the rim.
 *
 * @param {Area} area
 * @param {Levels} levels
 * @returns {Rim[]}
 */
function rimsOf(area, levels) {
  const within = levels.of(area);
  return [area.outline, ...(area.holes ?? [])].flatMap((ring, at) => {
    const way = (turning(ring) > 0 ? 1 : -1) * (at ? -1 : 1);
    return ring.flatMap((start, index) => stretches(start, ring[(index + 1) % ring.length], way)).flatMap(({ a, b, out }) => {
      const beyond = levels.at([(a[0] + b[0]) / 2 + out[0] * ASIDE, (a[1] + b[1]) / 2 + out[1] * ASIDE], area);
      const isOurs = beyond !== null && (within > beyond || (within < beyond && beyond === levels.ground) || area.meaning.type === "pit");
      return isOurs && within !== beyond ? [{ a, b, out, within, beyond }] : [];
    });
  });
}

/**
 * @param {Pair} a
 * @param {Pair} b
 * @param {number} way
 * @returns {{a: Pair, b: Pair, out: Pair}[]}
 */
function stretches(a, b, way) {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  if (length < 0.01) return [];
  /** @type {Pair} */
  const out = [((b[1] - a[1]) / length) * way, (-(b[0] - a[0]) / length) * way];
  const count = Math.max(1, Math.round(length));
  const at = (/** @type {number} */ step) => /** @type {Pair} */ ([a[0] + ((b[0] - a[0]) * step) / count, a[1] + ((b[1] - a[1]) * step) / count]);
  return Array.from({ length: count }, (_, step) => ({ a: at(step), b: at(step + 1), out }));
}

/**
 * Draws the rims of an area.
 *
 * @param {Area} area
 * @param {Levels} levels
 * @returns {{line: string, ticks: string}}
 */
export function rims(area, levels) {
  const found = rimsOf(area, levels);
  return {
    line: found.map(({ a, b }) => pathOf([a, b])).join(""),
    ticks: found.map(({ a, b, out, within, beyond }) => edgeTicks(a, b, within > beyond ? out : [-out[0], -out[1]])).join(""),
  };
}

/**
 * Writes the heights on both sides of the rims, once for each neighbourhood.
 *
 * @param {readonly Area[]} areas
 * @param {Levels} levels
 * @returns {Label[][]}
 */
export function levelled(areas, levels) {
  /** @type {{x: number, y: number, rim: Rim}[]} */
  const kept = [];
  for (const area of areas.filter(({ meaning }) => meaning.type === "elevation")) {
    for (const rim of rimsOf(area, levels)) {
      const [x, y] = [(rim.a[0] + rim.b[0]) / 2, (rim.a[1] + rim.b[1]) / 2];
      const isTold = kept.some((other) => sameSides(other.rim, rim) && Math.hypot(other.x - x, other.y - y) < NEAR);
      if (!isTold && Math.hypot(rim.b[0] - rim.a[0], rim.b[1] - rim.a[1]) >= LEAST_LABELLED) kept.push({ x, y, rim });
    }
  }
  return kept.map(({ x, y, rim: { out, within, beyond } }) => [
    height(x - out[0] * LABEL_ASIDE, y - out[1] * LABEL_ASIDE, within),
    height(x + out[0] * LABEL_ASIDE, y + out[1] * LABEL_ASIDE, beyond),
  ]);
}

/**
 * @param {Rim} one
 * @param {Rim} other
 * @returns {boolean}
 */
function sameSides(one, other) {
  return one.within === other.within && one.beyond === other.beyond;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} level
 * @returns {Label}
 */
function height(x, y, level) {
  return { text: signed(level), x, y, size: LEVEL_PX, kind: "area-name level" };
}
