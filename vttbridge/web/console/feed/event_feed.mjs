/** The feed: everything that happened as sentences, latest first; filter by piece, click shows it on the map. */

import { entryOf, undoneIn } from "../narration/event_entries.mjs";
import { button, byId, h } from "../ui/dom.mjs";
import { Earlier } from "../narration/previous_values.mjs";
import { icon } from "../ui/icons.mjs";
import { ruleId } from "../widgets/rule_link.mjs";
import { shown } from "../widgets/rich_text.mjs";

/**
 * @typedef {import("../app/store.mjs").Room} Room
 * @typedef {import("../narration/event_entries.mjs").Entry} Entry
 */

const MOST_SHOWN = 250;
const AROUND = 20;

/**
 * Gives the entries before and after an event.
 *
 * @param {readonly Entry[]} entries
 * @param {number} seq
 * @returns {Entry[]}
 */
function around(entries, seq) {
  const after = entries.findIndex((entry) => entry.seq > seq);
  const at = after < 0 ? entries.length : after;
  return entries.slice(Math.max(at - AROUND, 0), at + AROUND);
}

/** The list of events. */
export class Feed {
  /** @type {(seq: number) => HTMLElement | null} Tells what would be otherwise at an event. */ otherwise = () => null;
  #filter = "";
  #text = "";
  /** @type {Map<number, Entry | null>} */ #entries = new Map();
  #earlier = new Earlier();
  #language = "";
  /** @type {ReadonlyArray<unknown> | null} */ #told = null;
  #isEveryStep = false;
  #wasRewinding = false;
  #picked = 0;

  /**
   * @param {Room} room
   * @param {{onEntry: (entry: Entry) => void, onFilter: () => void}} with_ What a click does, and how to show the list anew.
   */
  constructor(room, { onEntry, onFilter }) {
    this.room = room;
    this.onEntry = onEntry;
    this.onFilter = onFilter;
    this.list = byId("events");
    this.search = /** @type {HTMLInputElement} */ (byId("filter"));
    this.search.addEventListener("input", () => {
      this.#text = this.search.value.toLowerCase();
      this.onFilter();
    });
  }

  /**
   * Gives the entries of all events, oldest first.
   *
   * @returns {Entry[]}
   */
  get entries() {
    const { words, told, about } = this.room;
    if (this.#language !== words.language || told !== this.#told) this.retell();
    this.#language = words.language;
    this.#told = told;
    const named = { ...about, title: (/** @type {number} */ seq) => this.#entries.get(seq)?.title ?? "" };
    for (const record of told) {
      if (this.#entries.has(record.seq)) continue;
      this.#entries.set(record.seq, entryOf(words, record, { ...named, byHand: this.#earlier.next(record.event) }));
    }
    return /** @type {Entry[]} */ ([...this.#entries.values()].filter((entry) => entry !== null));
  }

  /** Forgets what was told, because names or words are other ones now. */
  retell() {
    this.#entries.clear();
    this.#earlier.forget();
  }

  /**
   * Gives the latest commit that stands, to be undone.
   *
   * @returns {Entry | undefined}
   */
  get latest() {
    const undone = undoneIn(this.room.told);
    return this.entries.filter((entry) => entry.kind === "committed" && !undone.has(entry.seq)).pop();
  }

  /**
   * Shows the latest first; while rewinding, what lies around an event, in order.
   *
   * @param {number} [current] The event at which the table is looked at.
   */
  draw(current) {
    const { room } = this;
    const undone = undoneIn(room.told);
    const fitting = this.entries.filter((entry) => this.#fits(entry));
    const shownOnes = current === undefined ? fitting.slice(-MOST_SHOWN).reverse() : around(fitting, current);
    const isHere = this.list.contains(document.activeElement);
    const focused = isHere ? document.activeElement?.getAttribute("data-seq") : null;
    const last = current === undefined ? 0 : shownOnes.filter((entry) => entry.seq <= current).at(-1)?.seq;
    this.list.replaceChildren(...shownOnes.map((entry) => this.#row(entry, undone.has(entry.seq), entry.seq === last)));
    if (shownOnes.length === 0) this.list.append(h("li", { class: "pad quiet" }, room.words.say("feed.empty")));
    if (focused) /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-seq="${focused}"]`))?.focus({ preventScroll: true });
    this.#chips();
    byId("feed-order").textContent = room.words.say(current === undefined ? "feed.order" : "rewind.order");
    if (current !== undefined) this.#centre();
    else if (this.#wasRewinding) this.list.scrollTop = 0;
    this.#wasRewinding = current !== undefined;
  }

  /** Puts the event that is looked at into the middle of the list. */
  #centre() {
    const row = /** @type {HTMLElement | null} */ (this.list.querySelector(".cur"));
    if (row) this.list.scrollTop = row.offsetTop - this.list.offsetTop - (this.list.clientHeight - row.offsetHeight) / 2;
  }

  /**
   * @param {Entry} entry
   * @returns {boolean}
   */
  #fits(entry) {
    if (entry.minor && !this.#isEveryStep && !this.otherwise(entry.seq)) return false;
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
    byId("chips").replaceChildren(chip(room.words.say("feed.all"), ""), piece ? chip(room.name(piece), piece) : "", this.#everyStep());
  }

  /**
   * Offers to take back the outcome that was clicked.
   *
   * @param {Entry} entry
   * @param {boolean} isUndone
   * @returns {HTMLElement | null}
   */
  #undoing(entry, isUndone) {
    const { room } = this;
    if (entry.seq !== this.#picked || entry.kind !== "committed" || isUndone || !room.isGm || room.tab !== "live") return null;
    return button(room.words.say("undo.this"), () => void undo(room, this, [entry.seq]), { id: "undo-this" });
  }

  /** @returns {HTMLElement} */
  #everyStep() {
    const turn = () => {
      this.#isEveryStep = !this.#isEveryStep;
      this.onFilter();
    };
    return h("button", { type: "button", id: "every-step", class: "chip", "aria-pressed": String(this.#isEveryStep), onclick: turn }, this.room.words.say("rewind.steps"));
  }

  /** @param {string} piece */
  #by(piece) {
    this.#filter = piece;
    this.onFilter();
  }

  /**
   * @param {Entry} entry
   * @param {boolean} isUndone
   * @param {boolean} isCurrent
   * @returns {HTMLElement}
   */
  #row(entry, isUndone, isCurrent) {
    const [first, ...rest] = entry.lines;
    const open = () => {
      this.#picked = entry.seq;
      this.onEntry(entry);
      if (this.room.tab === "live") this.draw();
    };
    return h(
      "li",
      { class: `ev${isUndone ? " off" : ""}${isCurrent ? " cur" : ""}${entry.minor ? " minor" : ""}` },
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
        ...rest.map((line) => h("p", { class: "sub" }, ...shown(this.room, line.spans), " ", ruleId(this.room.words, line.rules[0]))),
        this.#undoing(entry, isUndone),
        this.otherwise(entry.seq),
      ),
      h("span", { class: "seq" }, ruleId(this.room.words, first.rules[0]), " ", String(entry.seq)),
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
  const first = [...new Set(reply.seqs ?? [])].filter((seq) => !seqs.includes(seq)).sort((a, b) => b - a);
  if (reply.outcome !== "conflict" || first.length === 0) {
    notice.append(room.words.refusal({ code: reply.code || reply.outcome, facts: reply.facts }, room.name));
    return;
  }
  const all = [...first, ...seqs].sort((a, b) => b - a);
  const titled = (/** @type {number} */ seq) => feed.entries.find((entry) => entry.seq === seq)?.title ?? room.words.say("rewind.event", { seq });
  notice.append(
    h("span", {}, room.words.say("undo.needs")),
    h("ol", { class: "needs" }, ...first.map((seq) => h("li", { value: seq }, titled(seq)))),
    button(room.words.say("undo.all"), () => void undo(room, feed, all), { id: "undo-all" }),
  );
}
