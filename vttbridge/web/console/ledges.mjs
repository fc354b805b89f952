/** Where the ground changes its level: rims with ticks that point downhill, and the heights on both of their sides. */

import { s } from "./dom.mjs";
import { edgeTicks, num, pathOf, turning, UNIT } from "./lines.mjs";
import { inside } from "./rock.mjs";
import { spoken } from "./words.mjs";

/**
 * @typedef {import("../client/wire.d.ts").SceneSpec} SceneSpec
 * @typedef {import("../client/wire.d.ts").Area} Area
 * @typedef {import("./lines.mjs").Pair} Pair
 * @typedef {{a: Pair, b: Pair, out: Pair, within: number, beyond: number}} Rim
 */

const ASIDE = 0.08;
const LABEL_ASIDE = 0.42;
const LEAST_LABELLED = 0.9;
const FROM_END = 0.45;

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
 * Gives the edges of an area at which the ground really changes its level.
 *
 * @param {Area} area
 * @param {Levels} levels
 * @returns {Rim[]}
 */
function rimsOf(area, levels) {
  const within = levels.of(area);
  return [area.outline, ...(area.holes ?? [])].flatMap((ring, at) => {
    const way = (turning(ring) > 0 ? 1 : -1) * (at ? -1 : 1);
    return ring.flatMap((a, index) => {
      const b = ring[(index + 1) % ring.length];
      const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
      if (length < 0.01) return [];
      /** @type {Pair} */
      const out = [((b[1] - a[1]) / length) * way, (-(b[0] - a[0]) / length) * way];
      const beyond = levels.at([(a[0] + b[0]) / 2 + out[0] * ASIDE, (a[1] + b[1]) / 2 + out[1] * ASIDE], area);
      return beyond === null || beyond === within ? [] : [{ a, b, out, within, beyond }];
    });
  });
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
 * Writes the heights on both sides of the longest rim of each area.
 *
 * @param {readonly Area[]} areas
 * @param {Levels} levels
 * @returns {SVGElement[]}
 */
export function levelled(areas, levels) {
  return areas
    .filter(({ meaning }) => meaning.type === "elevation")
    .flatMap((area) => {
      const long = (/** @type {Rim} */ { a, b }) => Math.hypot(b[0] - a[0], b[1] - a[1]);
      const best = rimsOf(area, levels).sort((one, other) => long(other) - long(one))[0];
      if (!best || long(best) < LEAST_LABELLED) return [];
      const { a, b, out, within, beyond } = best;
      // Near one end, so that it keeps clear of the area's name and of what stands at the middle.
      const part = 1 - Math.min(0.5, FROM_END / long(best));
      const [x, y] = [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];
      return [
        height(x - out[0] * LABEL_ASIDE, y - out[1] * LABEL_ASIDE, within),
        height(x + out[0] * LABEL_ASIDE, y + out[1] * LABEL_ASIDE, beyond),
      ];
    });
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} level
 * @returns {SVGElement}
 */
function height(x, y, level) {
  return s("text", { class: "area-name level", x: num(x * UNIT), y: num(y * UNIT) }, signed(level));
}
