/** The feed: everything that happened as sentences, latest first; filter by piece, click shows it on the map. */

import { entryOf, undoneIn } from "./chronicle.mjs";
import { button, byId, h } from "./dom.mjs";
import { icon } from "./shapes.mjs";
import { ruleId, shown } from "./spans.mjs";

/**
 * @typedef {import("./room.mjs").Room} Room
 * @typedef {import("./chronicle.mjs").Entry} Entry
 */

const MOST_SHOWN = 250;

/** The list of events. */
export class Feed {
  /** @type {(seq: number) => HTMLElement | null} Tells what would be otherwise at an event. */ otherwise = () => null;
  #filter = "";
  #text = "";
  /** @type {Map<number, Entry | null>} */ #entries = new Map();
  #language = "";

  /**
   * @param {Room} room
   * @param {{onEntry: (entry: Entry) => void}} with_
   */
  constructor(room, { onEntry }) {
    this.room = room;
    this.onEntry = onEntry;
    this.list = byId("events");
    this.search = /** @type {HTMLInputElement} */ (byId("filter"));
    this.search.addEventListener("input", () => {
      this.#text = this.search.value.toLowerCase();
      this.draw();
    });
  }

  /**
   * Gives the entries of all events, oldest first.
   *
   * @returns {Entry[]}
   */
  get entries() {
    if (this.#language !== this.room.words.language || this.room.records.length === 0) this.#entries.clear();
    this.#language = this.room.words.language;
    for (const record of this.room.records) {
      if (!this.#entries.has(record.seq)) this.#entries.set(record.seq, entryOf(this.room.words, record, this.room.about));
    }
    return /** @type {Entry[]} */ ([...this.#entries.values()].filter((entry) => entry !== null));
  }

  /** Forgets what was told, because names or words are other ones now. */
  retell() {
    this.#entries.clear();
  }

  /**
   * Gives the latest commit that stands, to be undone.
   *
   * @returns {Entry | undefined}
   */
  get latest() {
    const undone = undoneIn(this.room.records);
    return this.entries.filter((entry) => entry.kind === "committed" && !undone.has(entry.seq)).pop();
  }

  /** @param {number} [current] The event at which the table is looked at, while rewinding. */
  draw(current) {
    const { room } = this;
    const undone = undoneIn(room.records);
    const shownOnes = this.entries.filter((entry) => this.#fits(entry)).slice(-MOST_SHOWN).reverse();
    const isHere = this.list.contains(document.activeElement);
    const focused = isHere ? document.activeElement?.getAttribute("data-seq") : null;
    this.list.replaceChildren(...shownOnes.map((entry) => this.#row(entry, undone.has(entry.seq), entry.seq === current)));
    if (shownOnes.length === 0) this.list.append(h("li", { class: "pad quiet" }, room.words.say("feed.empty")));
    if (focused) /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-seq="${focused}"]`))?.focus();
    this.#chips();
    if (current !== undefined) this.list.querySelector(".cur")?.scrollIntoView({ block: "nearest" });
  }

  /**
   * @param {Entry} entry
   * @returns {boolean}
   */
  #fits(entry) {
    if (this.#filter && !entry.pieces.includes(this.#filter)) return false;
    if (!this.#text) return true;
    const text = entry.lines.flatMap((line) => line.spans.map((span) => span.text)).join("").toLowerCase();
    return text.includes(this.#text);
  }

  #chips() {
    const { room } = this;
    const piece = room.selected || this.#filter;
    const chip = (/** @type {string} */ text, /** @type {string} */ value) =>
      h("button", { type: "button", class: "chip", "aria-pressed": String(this.#filter === value), onclick: () => this.#by(value) }, text);
    byId("chips").replaceChildren(chip(room.words.say("feed.all"), ""), piece ? chip(room.name(piece), piece) : "");
  }

  /** @param {string} piece */
  #by(piece) {
    this.#filter = piece;
    this.draw();
  }

  /**
   * @param {Entry} entry
   * @param {boolean} isUndone
   * @param {boolean} isCurrent
   * @returns {HTMLElement}
   */
  #row(entry, isUndone, isCurrent) {
    const [first, ...rest] = entry.lines;
    const open = () => this.onEntry(entry);
    return h(
      "li",
      { class: `ev${isUndone ? " off" : ""}${isCurrent ? " cur" : ""}` },
      icon(entry.shape),
      h(
        "div",
        {},
        h(
          "button",
          { type: "button", class: "told", "data-seq": entry.seq, "aria-current": isCurrent ? "step" : null, onclick: open },
          ...shown(this.room, first.spans),
          isUndone ? h("span", { class: "sr" }, ` (${this.room.words.say("feed.taken_back")})`) : null,
        ),
        ...rest.map((line) => h("p", { class: "sub" }, ...shown(this.room, line.spans), " ", ruleId(line.rules[0]))),
        this.otherwise(entry.seq),
      ),
      h("span", { class: "seq" }, ruleId(first.rules[0]), " ", String(entry.seq)),
    );
  }
}

/**
 * Offers to take back the latest commit, and then what must go first.
 *
 * @param {Room} room
 * @param {Feed} feed
 */
export function drawUndo(room, feed) {
  const place = byId("undo");
  const { latest } = feed;
  place.replaceChildren();
  if (!latest || !room.isGm) return;
  place.append(button(room.words.say("undo.latest", { title: latest.title }), () => void undo(room, feed, [latest.seq]), { key: "Ctrl Z" }));
}

/**
 * Takes commits back; where later ones stand on them, offers to take those back first.
 *
 * @param {Room} room
 * @param {Feed} feed
 * @param {number[]} seqs
 */
export async function undo(room, feed, seqs) {
  const reply = await room.client?.undo(seqs).catch(() => null);
  const notice = byId("notice");
  notice.replaceChildren();
  if (!reply || reply.outcome === "done") return;
  const first = reply.seqs ?? [];
  notice.append(room.words.refusal({ code: reply.code || reply.outcome, facts: reply.facts }, room.name), " ");
  if (reply.outcome === "conflict" && first.length) {
    const titles = first.map((seq) => feed.entries.find((entry) => entry.seq === seq)?.title ?? String(seq));
    const all = [...new Set([...first, ...seqs])].sort((a, b) => b - a);
    notice.append(button(room.words.say("undo.first", { titles: titles.join("; ") }), () => void undo(room, feed, all)));
  }
}
