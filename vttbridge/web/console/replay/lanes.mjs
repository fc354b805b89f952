/** The lanes below the player's controls: what happened of each kind, how both sides stand, and the place that is watched. */

import { formatValue } from "../lang/translator.mjs";
import { s } from "../ui/dom.mjs";
import { sideOf } from "../ui/sides.mjs";
import { timelineMark, withoutOverlaps } from "../widgets/timeline_marks.mjs";
import { healthNumber } from "./history.mjs";

/**
 * @typedef {import("../app/store.mjs").Store} Store
 * @typedef {import("../narration/event_entries.mjs").Entry} Entry
 * @typedef {import("./history.mjs").History} History
 * @typedef {{marks: ReadonlySet<number>, differs: ReadonlyMap<number, {cannot: boolean}>}} LaneMarks
 */

const LANES = /** @type {const} */ (["moves", "harm", "scene", "people"]);
const LEFT = 96;
const RIGHT = 112;
const TOP = 14;
const CURVE = 34;
const LANE = 20;
const HIGH = TOP + CURVE + 10 + LANE * (LANES.length + 1);

/** The lanes: drawn once, then only the place moves. */
export class Lanes {
  svg = s("svg", { class: "lanes", height: HIGH, "aria-hidden": "true" });
  #here = s("g", { class: "here" }, s("path", { class: "cur", d: `M0 4V${HIGH}` }), s("path", { class: "grip", d: "M-6 0H6V8L0 14L-6 8Z" }));
  #later = s("rect", { class: "later", y: 0, height: HIGH });
  #width = 320;
  #length = 1;
  /** @type {{history: History, length: number, health: string, hero: number[], foe: number[]} | null} */ #sums = null;

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
   * @param {Store} store
   * @param {History} history
   * @param {readonly Entry[]} entries
   * @param {LaneMarks} over
   */
  draw({ words }, history, entries, { marks, differs }) {
    this.#length = Math.max(history.length, 1);
    this.#width = Math.max(document.documentElement.clientWidth - 32, 320);
    this.svg.setAttribute("viewBox", `0 0 ${this.#width} ${HIGH}`);
    const y = (/** @type {number} */ lane) => TOP + CURVE + 14 + lane * LANE;
    const at = (/** @type {number} */ seq) => this.#x(history.countUpTo(seq));
    const of = (/** @type {string} */ lane) => withoutOverlaps(entries.filter((entry) => entry.lane === lane && !entry.minor), (entry) => at(entry.seq));
    const impossible = [...differs.values()].filter((one) => one.cannot).length;
    this.svg.replaceChildren(
      ...this.#curves(words, history),
      ...[...LANES, "whatif"].flatMap((lane, row) => [
        s("path", { class: "lh", d: `M${LEFT} ${y(row) - LANE / 2}H${this.#width}` }),
        s("text", { x: 0, y: y(row) + 4 }, words.say(`lane.${lane}`)),
      ]),
      ...LANES.flatMap((lane, row) => of(lane).map((entry) => timelineMark(entry.shape, at(entry.seq), y(row)))),
      ...[...differs].map(([seq, { cannot }]) => timelineMark(cannot ? "no" : "differ", at(seq), y(LANES.length), "alt")),
      differs.size ? s("text", { class: "alt end", x: this.#width - 4, y: y(LANES.length) + 4 }, [words.count("whatif.differ", differs.size), impossible ? words.say("whatif.impossible", { n: impossible }) : ""].filter(Boolean).join(", ")) : s("g"),
      this.#later,
      ...[...marks].map((seq) => timelineMark("flag", at(seq), 8, "mark")),
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
   * @param {import("../lang/translator.mjs").Translator} words
   * @param {History} history
   * @returns {SVGElement[]}
   */
  #curves(words, history) {
    if (this.#sums?.history !== history || this.#sums.length !== history.length) {
      const health = healthNumber(history.records);
      this.#sums = { history, length: history.length, health, ...(health ? history.sideTotals(health, sideOf) : { hero: [], foe: [] }) };
    }
    const { health, hero, foe } = this.#sums;
    if (!health) return [];
    const most = [hero, foe].map((sums) => sums.reduce((high, sum) => Math.max(high, sum), 1));
    const ends = [hero, foe].map((sums, side) => ({ kind: side ? "foe" : "hero", part: (sums.at(-1) ?? 0) / most[side] }));
    const [high, low] = ends[0].part >= ends[1].part ? ends : [ends[1], ends[0]];
    const isNear = Math.abs(high.part - low.part) * CURVE < 13;
    const height = (/** @type {number} */ part) => TOP + CURVE - part * CURVE + 4;
    const share = (/** @type {{kind: string, part: number}} */ { kind, part }, /** @type {number} */ y) =>
      s("text", { class: `end ${kind}`, x: this.#width - 4, y }, words.say(`side.${kind}`, { percent: formatValue(Math.round(part * 100)) }));
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
