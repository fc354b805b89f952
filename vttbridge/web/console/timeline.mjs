/** The strip of events below the page, and the lanes of the rewind deck. */

import { byId, s } from "./dom.mjs";
import { sideOf } from "./figures.mjs";
import { healthIn, total } from "./replay.mjs";
import { SHAPES } from "./shapes.mjs";

/**
 * @typedef {import("./room.mjs").Room} Room
 * @typedef {import("./feed.mjs").Feed} Feed
 * @typedef {import("./replay.mjs").Past} Past
 * @typedef {import("./chronicle.mjs").Entry} Entry
 */

const LANES = /** @type {const} */ (["moves", "harm", "scene", "people"]);
const MOST_MARKS = 300;

/**
 * @param {string} shape
 * @param {number} x
 * @param {number} y
 * @param {string} kind
 * @returns {SVGElement}
 */
function small(shape, x, y, kind) {
  const { d, line } = SHAPES[shape] ?? SHAPES.note;
  return s("path", { class: `m${line ? " line" : ""} ${kind}`, d, transform: `translate(${x.toFixed(1)} ${y}) scale(.36)` });
}

/**
 * Draws the strip: what did harm above, everything else as ticks below.
 *
 * @param {Room} room
 * @param {Feed} feed
 */
export function drawLine(room, feed) {
  const { words } = room;
  const entries = feed.entries.slice(-MOST_MARKS);
  const place = byId("line");
  const first = room.records[0]?.seq ?? 0;
  const last = room.client?.seq ?? 0;
  byId("place").textContent = last ? words.say("line.live", { seq: last }) : words.say("line.empty");
  const width = Math.max(place.clientWidth, 200);
  const x = (/** @type {number} */ seq) => 8 + ((seq - first) / Math.max(last - first, 1)) * (width - 16);
  place.replaceChildren(
    s(
      "svg",
      { viewBox: `0 0 ${width} 30`, role: "img", "aria-label": words.count("line.events", entries.length) },
      s("path", { class: "base", d: `M0 15H${width}` }),
      ...entries.map((entry) => (entry.lane === "harm" ? small(entry.shape, x(entry.seq), 9, "") : s("path", { class: "tick", d: `M${x(entry.seq).toFixed(1)} 21v6` }))),
      s("path", { class: "cur", d: `M${x(last).toFixed(1)} 1V29` }),
    ),
  );
}

/**
 * Draws the lanes of the deck.
 *
 * @param {Room} room
 * @param {Past} past
 * @param {readonly Entry[]} entries
 * @param {number} now How many events have been watched.
 * @returns {SVGElement}
 */
export function lanes(room, past, entries, now) {
  const { words } = room;
  const left = 96;
  const width = Math.max(document.documentElement.clientWidth - 32, 320);
  const x = (/** @type {number} */ count) => left + (count / Math.max(past.length, 1)) * (width - left - 8);
  const laneY = (/** @type {number} */ lane) => 62 + lane * 22;
  const health = healthIn(past.records);
  const here = x(now);
  return s(
    "svg",
    { class: "lanes", viewBox: `0 0 ${width} 146`, "aria-hidden": "true" },
    health ? s("text", { x: 0, y: 28 }, words.rule(`number.${health}`)) : s("g"),
    ...(health ? [curve(past, health, "hero", x), curve(past, health, "foe", x)] : []),
    ...LANES.flatMap((lane, at) => [
      s("path", { class: "lh", d: `M${left} ${laneY(at) + 11}H${width}` }),
      s("text", { x: 0, y: laneY(at) + 4 }, words.say(`lane.${lane}`)),
    ]),
    ...entries.map((entry) => {
      const count = past.placeOf(entry.seq);
      return small(entry.shape, x(count), laneY(LANES.indexOf(entry.lane)), count > now ? "later" : "");
    }),
    s("path", { class: "cur", d: `M${here.toFixed(1)} 4V144` }),
  );
}

/**
 * @param {Past} past
 * @param {string} number
 * @param {"hero" | "foe"} side
 * @param {(count: number) => number} x
 * @returns {SVGElement}
 */
function curve(past, number, side, x) {
  const sums = past.states.map((state) => total(state, number, side, sideOf));
  const most = Math.max(...sums, 1);
  let d = "";
  sums.forEach((sum, count) => {
    if (count && sum === sums[count - 1]) return;
    const y = (44 - (sum / most) * 38).toFixed(1);
    d += d ? `H${x(count).toFixed(1)}V${y}` : `M${x(count).toFixed(1)} ${y}`;
  });
  return s("path", { class: `st-${side}`, d: `${d}H${x(past.length).toFixed(1)}` });
}
