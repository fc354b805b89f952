/** Draws areas: ground at other levels with its rims, pits, water, rough and harmful ground, stairs, ladders, ceilings. */

import { s } from "../../ui/dom.mjs";
import { boxOf, num, pathOf, UNIT } from "../drawing/svg_paths.mjs";
import { levelled, Levels, rims } from "./ledges.mjs";
import { spoken } from "../../lang/translator.mjs";

/**
 * @typedef {import("../../../client/wire.d.ts").SceneSpec} SceneSpec
 * @typedef {import("../../../client/wire.d.ts").Area} Area
 * @typedef {import("../../lang/translator.mjs").Words} Words
 * @typedef {import("./ledges.mjs").Label} Label
 */

/** What an area looks like: its fill, whether it has a dotted outline, and what is drawn over the fill. */
const LOOKS = /** @type {{[type: string]: {fill?: string, over?: string, isDotted?: boolean}}} */ ({
  water: { fill: "waterp", over: "wavep" },
  difficult: { fill: "roughp", isDotted: true },
  hindering: { fill: "bushp", isDotted: true },
  uneven: { fill: "unevenp", isDotted: true },
  dangerous: { fill: "harmp", isDotted: true },
  aura: { fill: "harmp", isDotted: true },
  blocking: { fill: "solidp" },
  stairs: { fill: "treadp", isDotted: true },
  ladder: { fill: "rungp", isDotted: true },
  ceiling: { fill: "ceilp", isDotted: true },
  zone: { isDotted: true },
});
const LEAST_NAMED = 2;
const LEAST_TOLD = 4;
const NAME_PX = 13;
const MOST_LABELS = 160;

/**
 * Draws all areas, the lowest first.
 *
 * @param {SceneSpec} spec
 * @param {Words} words
 * @returns {{floors: SVGElement[], ground: SVGElement[], labels: Label[][]}} Floors at other levels, what lies on the floor, and
 *   the names over it in groups that belong together, those that matter most first.
 */
export function drawAreas(spec, words) {
  const levels = new Levels(spec);
  const order = (/** @type {Area} */ { meaning }) => (meaning.type === "elevation" ? (meaning.level ?? 0) : 1e9);
  const sorted = [...spec.areas].sort((a, b) => order(a) - order(b));
  const drawn = (/** @type {boolean} */ isLevel) => sorted.filter(({ meaning }) => (meaning.type === "elevation") === isLevel).map((area) => drawArea(area, levels));
  const named = mingled(sorted).flatMap((area) => label(area, words));
  return { floors: drawn(true), ground: drawn(false), labels: [...named, ...levelled(sorted, levels)].slice(0, MOST_LABELS) };
}

/**
 * @param {Area} area
 * @param {Levels} levels
 * @returns {SVGElement}
 */
function drawArea(area, levels) {
  const { meaning, outline } = area;
  const d = [outline, ...(area.holes ?? [])].map((ring) => pathOf(ring, true)).join("");
  const group = s("g", { class: area.hidden ? "area hidden" : "area" });
  const fill = (/** @type {string} */ kind) => group.append(s("path", { class: kind, d, "fill-rule": "evenodd" }));
  if (meaning.type === "elevation" || meaning.type === "pit") {
    const isLow = meaning.type === "elevation" && (meaning.level ?? 0) < levels.ground;
    fill(meaning.type === "pit" ? "pitp" : isLow ? "lowp" : "highp");
    const { line, ticks } = rims(area, levels);
    group.append(s("path", { class: "rim", d: line }), s("path", { class: "hach", d: ticks }));
    return group;
  }
  const look = LOOKS[meaning.type];
  if (look?.fill) fill(look.fill);
  if (look?.over) fill(look.over);
  if (look?.isDotted) group.append(s("path", { class: "roughb", d }));
  if (meaning.type === "ductway") group.append(...duct(meaning.mouths ?? [], meaning.width ?? 1));
  else if (!look) group.append(s("path", { class: "thingp", d }), s("path", { class: "rim", d }));
  return group;
}

/**
 * @param {[number, number][]} mouths
 * @param {number} width
 * @returns {SVGElement[]}
 */
function duct(mouths, width) {
  const ends = mouths.map(([x, y]) => s("circle", { class: "mouth", cx: num(x * UNIT), cy: num(y * UNIT), r: num((width / 2) * UNIT) }));
  return [s("path", { class: "ductl", d: pathOf(mouths) }), ...ends];
}

/**
 * Leaves out all but the biggest of areas that would bear the same words side by side, as squares of one bush do.
 *
 * @param {readonly Area[]} areas
 * @returns {Area[]}
 */
function mingled(areas) {
  /** @type {Map<string, Area[]>} */
  const alike = new Map();
  for (const area of areas) {
    const key = [area.meaning.type, area.name && area.name !== area.id ? area.name : "", area.meaning.depth ?? "", area.meaning.height ?? ""].join();
    alike.set(key, [...(alike.get(key) ?? []), area]);
  }
  const size = (/** @type {Area} */ area) => { const box = boxOf(area.outline); return box.width * box.height; };
  return [...alike.values()].flatMap((same) => {
    /** @type {Area[]} */
    const kept = [];
    for (const area of [...same].sort((a, b) => size(b) - size(a))) {
      const { x, y } = inner(area.outline);
      if (kept.every((other) => { const at = inner(other.outline); return Math.hypot(at.x - x, at.y - y) > 6; })) kept.push(area);
    }
    return kept;
  });
}

/**
 * @param {Area} area
 * @param {Words} words
 * @returns {Label[][]}
 */
function label(area, words) {
  const { meaning } = area;
  const box = boxOf(area.outline);
  const size = box.width * box.height;
  const height = { pit: meaning.depth === null || meaning.depth === undefined ? "∞" : `−${spoken(meaning.depth)}`, water: `−${spoken(meaning.depth ?? 1)}`, ceiling: `${spoken(meaning.height)}`, obstacle: `${spoken(meaning.height)}` }[meaning.type] ?? "";
  const kind = words.own[`area.${meaning.type}`] ?? meaning.type;
  const plain = ["elevation", "blocking"].includes(meaning.type) ? "" : meaning.type === "zone" ? meaning.name : kind;
  const name = area.name && area.name !== area.id ? area.name : plain || area.name || "";
  const text = [name, height].filter(Boolean).join(" ");
  const least = area.name && area.name !== area.id ? LEAST_NAMED : height ? 1 : LEAST_TOLD;
  if (!text || size < least) return [];
  return [[{ text, ...inner(area.outline), size: NAME_PX, kind: "area-name" }]];
}

/**
 * Gives a place inside a polygon for its name: the middle of its box, or where a level line through it is widest.
 *
 * @param {readonly [number, number][]} outline
 * @returns {{x: number, y: number}}
 */
function inner(outline) {
  const box = boxOf(outline);
  const y = box.y + box.height / 2 + 0.001;
  /** @type {number[]} */
  const crossings = [];
  outline.forEach((a, at) => {
    const b = outline[(at + 1) % outline.length];
    if (a[1] > y !== b[1] > y) crossings.push(a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0]));
  });
  crossings.sort((a, b) => a - b);
  let best = { from: box.x, to: box.x + box.width, wide: 0 };
  for (let at = 0; at + 1 < crossings.length; at += 2) {
    const wide = crossings[at + 1] - crossings[at];
    if (wide > best.wide) best = { from: crossings[at], to: crossings[at + 1], wide };
  }
  return { x: (best.from + best.to) / 2, y };
}
