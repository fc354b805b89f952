/** The strip of events below the page, and the lanes of the rewind deck. */

import { byId, s } from "../ui/dom.mjs";
import { sideOf } from "../map/layers/pieces.mjs";
import { healthIn } from "../replay/history.mjs";
import { SHAPES } from "../ui/icons.mjs";
import { spoken } from "../lang/translator.mjs";

/**
 * @typedef {import("../app/store.mjs").Room} Room
 * @typedef {import("./event_feed.mjs").Feed} Feed
 * @typedef {import("../replay/history.mjs").Past} Past
 * @typedef {import("../narration/event_entries.mjs").Entry} Entry
 * @typedef {{marks: ReadonlySet<number>, differs: ReadonlyMap<number, {cannot: boolean}>}} Over
 */

const LANES = /** @type {const} */ (["moves", "harm", "scene", "people"]);
const NEAR_PX = 7;
const LEFT = 96;
const RIGHT = 112;
const TOP = 14;
const CURVE = 34;
const LANE = 20;
const HIGH = TOP + CURVE + 10 + LANE * (LANES.length + 1);

/** What tells more stands where marks would lie over one another. */
const WEIGHT = ["gone", "fall", "break", "crash", "slam", "terrain", "hit", "undo", "no", "scene", "differ", "question", "dice", "person", "flag", "yes", "move", "status", "note"];

/**
 * @param {string} shape
 * @param {number} x
 * @param {number} y
 * @param {string} [kind]
 * @returns {SVGElement}
 */
function small(shape, x, y, kind = "") {
  const { d, line } = SHAPES[shape] ?? SHAPES.note;
  return s("path", { class: `m${line ? " line" : ""} ${kind}`, d, transform: `translate(${x.toFixed(1)} ${y}) scale(.36)` });
}

/**
 * Leaves out marks that would lie over weightier ones.
 *
 * @param {readonly Entry[]} entries In order.
 * @param {(entry: Entry) => number} x
 * @returns {Entry[]}
 */
function apart(entries, x) {
  /** @type {Entry[]} */
  const kept = [];
  for (const entry of entries) {
    const last = kept.at(-1);
    if (!last || x(entry) - x(last) >= NEAR_PX) kept.push(entry);
    else if (WEIGHT.indexOf(entry.shape) < WEIGHT.indexOf(last.shape)) kept[kept.length - 1] = entry;
  }
  return kept;
}

/**
 * Draws the strip: what did harm above, everything else as ticks below, and the bookmarks.
 *
 * @param {Room} room
 * @param {Feed} feed
 * @param {ReadonlySet<number>} marks
 */
export function drawLine(room, feed, marks) {
  const { words } = room;
  const { entries } = feed;
  const place = byId("line");
  const first = room.records[0]?.seq ?? 0;
  const last = room.client?.seq ?? 0;
  byId("place").textContent = last ? words.say("line.live", { seq: last }) : words.say("line.empty");
  const width = Math.max(place.clientWidth, 200);
  const at = (/** @type {number} */ seq) => 8 + ((seq - first) / Math.max(last - first, 1)) * (width - 16);
  const x = (/** @type {Entry} */ entry) => at(entry.seq);
  const rest = apart(entries.filter((entry) => entry.lane !== "harm" && !entry.minor), x);
  place.replaceChildren(
    s(
      "svg",
      { viewBox: `0 0 ${width} 30`, role: "img", "aria-label": words.count("line.events", entries.length) },
      s("path", { class: "base", d: `M0 15H${width}` }),
      s("path", { class: "tick", d: rest.map((entry) => `M${x(entry).toFixed(1)} 21v6`).join("") }),
      ...apart(entries.filter((entry) => entry.lane === "harm"), x).map((entry) => small(entry.shape, x(entry), 9)),
      ...[...marks].filter((seq) => seq >= first && seq <= last).map((seq) => small("flag", at(seq), 23, "mark")),
      s("path", { class: "cur", d: `M${at(last).toFixed(1)} 1V29` }),
    ),
  );
}

/** The lanes of the deck: drawn once, then only the place moves. */
export class Lanes {
  svg = s("svg", { class: "lanes", height: HIGH, "aria-hidden": "true" });
  #here = s("g", { class: "here" }, s("path", { class: "cur", d: `M0 4V${HIGH}` }), s("path", { class: "grip", d: "M-6 0H6V8L0 14L-6 8Z" }));
  #later = s("rect", { class: "later", y: 0, height: HIGH });
  #width = 320;
  #length = 1;
  /** @type {{past: Past, length: number, health: string, hero: number[], foe: number[]} | null} */ #sums = null;

  /** @param {(count: number) => void} onPick */
  constructor(onPick) {
    const pick = (/** @type {PointerEvent} */ event) => {
      const box = this.svg.getBoundingClientRect();
      onPick(Math.round(((event.clientX - box.left - LEFT) / Math.max(this.#width - LEFT - RIGHT, 1)) * this.#length));
    };
    this.svg.addEventListener("pointerdown", (event) => {
      this.svg.setPointerCapture(event.pointerId);
      pick(event);
    });
    this.svg.addEventListener("pointermove", (event) => {
      if (this.svg.hasPointerCapture(event.pointerId)) pick(event);
    });
  }

  /**
   * Draws everything but the place.
   *
   * @param {Room} room
   * @param {Past} past
   * @param {readonly Entry[]} entries
   * @param {Over} over
   */
  draw({ words }, past, entries, { marks, differs }) {
    this.#length = Math.max(past.length, 1);
    this.#width = Math.max(document.documentElement.clientWidth - 32, 320);
    this.svg.setAttribute("viewBox", `0 0 ${this.#width} ${HIGH}`);
    const y = (/** @type {number} */ lane) => TOP + CURVE + 14 + lane * LANE;
    const at = (/** @type {number} */ seq) => this.#x(past.placeOf(seq));
    const of = (/** @type {string} */ lane) => apart(entries.filter((entry) => entry.lane === lane && !entry.minor), (entry) => at(entry.seq));
    const impossible = [...differs.values()].filter((one) => one.cannot).length;
    this.svg.replaceChildren(
      ...this.#curves(words, past),
      ...[...LANES, "whatif"].flatMap((lane, row) => [
        s("path", { class: "lh", d: `M${LEFT} ${y(row) - LANE / 2}H${this.#width}` }),
        s("text", { x: 0, y: y(row) + 4 }, words.say(`lane.${lane}`)),
      ]),
      ...LANES.flatMap((lane, row) => of(lane).map((entry) => small(entry.shape, at(entry.seq), y(row)))),
      ...[...differs].map(([seq, { cannot }]) => small(cannot ? "no" : "differ", at(seq), y(LANES.length), "alt")),
      differs.size ? s("text", { class: "alt end", x: this.#width - 4, y: y(LANES.length) + 4 }, [words.count("whatif.differ", differs.size), impossible ? words.say("whatif.impossible", { n: impossible }) : ""].filter(Boolean).join(", ")) : s("g"),
      this.#later,
      ...[...marks].map((seq) => small("flag", at(seq), 8, "mark")),
      this.#here,
    );
  }

  /**
   * Moves the place, and dims what comes after it.
   *
   * @param {number} now How many events have been watched.
   */
  move(now) {
    const x = this.#x(now);
    this.#here.setAttribute("transform", `translate(${x.toFixed(1)} 0)`);
    this.#later.setAttribute("x", x.toFixed(1));
    this.#later.setAttribute("width", Math.max(this.#width - RIGHT - x, 0).toFixed(1));
  }

  /**
   * @param {number} count
   * @returns {number}
   */
  #x(count) {
    return LEFT + (count / this.#length) * (this.#width - LEFT - RIGHT);
  }

  /**
   * Draws how both sides stand in the number that damage lowers; nothing where the book has none.
   *
   * @param {import("../lang/translator.mjs").Words} words
   * @param {Past} past
   * @returns {SVGElement[]}
   */
  #curves(words, past) {
    if (this.#sums?.past !== past || this.#sums.length !== past.length) {
      const health = healthIn(past.records);
      this.#sums = { past, length: past.length, health, ...(health ? past.sums(health, sideOf) : { hero: [], foe: [] }) };
    }
    const { health, hero, foe } = this.#sums;
    if (!health) return [];
    const most = [hero, foe].map((sums) => sums.reduce((high, sum) => Math.max(high, sum), 1));
    const ends = [hero, foe].map((sums, side) => ({ kind: side ? "foe" : "hero", part: (sums.at(-1) ?? 0) / most[side] }));
    const [high, low] = ends[0].part >= ends[1].part ? ends : [ends[1], ends[0]];
    const isNear = Math.abs(high.part - low.part) * CURVE < 13;
    const height = (/** @type {number} */ part) => TOP + CURVE - part * CURVE + 4;
    const share = (/** @type {{kind: string, part: number}} */ { kind, part }, /** @type {number} */ y) =>
      s("text", { class: `end ${kind}`, x: this.#width - 4, y }, words.say(`side.${kind}`, { percent: spoken(Math.round(part * 100)) }));
    return [
      s("text", { x: 0, y: TOP + CURVE / 2 + 4 }, words.rule(`number.${health}`)),
      this.#curve(hero, most[0], "hero"),
      this.#curve(foe, most[1], "foe"),
      share(high, height(high.part) - (isNear ? 5 : 0)),
      share(low, height(low.part) + (isNear ? 9 : 0)),
    ];
  }

  /**
   * @param {readonly number[]} sums
   * @param {number} most
   * @param {"hero" | "foe"} side
   * @returns {SVGElement}
   */
  #curve(sums, most, side) {
    let d = "";
    sums.forEach((sum, count) => {
      if ((!d && sum === 0) || (count && sum === sums[count - 1])) return;
      const y = (TOP + CURVE - (sum / most) * CURVE).toFixed(1);
      d += d ? `H${this.#x(count).toFixed(1)}V${y}` : `M${this.#x(count).toFixed(1)} ${y}`;
    });
    return s("path", { class: `st-${side}`, d: d && `${d}H${this.#x(this.#length).toFixed(1)}` });
  }
}
