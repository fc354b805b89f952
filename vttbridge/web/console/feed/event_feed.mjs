/** The feed: everything that happened as sentences, latest first; filter by piece, click shows it on the map. */

import { entryOf, undoneSeqs } from "../narration/event_entries.mjs";
import { button, byId, h } from "../ui/dom.mjs";
import { PreviousValues } from "../narration/previous_values.mjs";
import { icon } from "../ui/icons.mjs";
import { ruleLink } from "../widgets/rule_link.mjs";
import { richText } from "../widgets/rich_text.mjs";

/**
 * @typedef {import("../app/store.mjs").Store} Store
 * @typedef {import("../narration/event_entries.mjs").Entry} Entry
 */

const MAX_SHOWN = 250;
const AROUND = 20;

/**
 * Returns the entries before and after an event.
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
export class EventFeed {
  /** @type {(seq: number) => HTMLElement | null} Tells what would be otherwise at an event. */ whatIfAt = () => null;
  #filter = "";
  #text = "";
  /** @type {Map<number, Entry | null>} */ #entries = new Map();
  #previous = new PreviousValues();
  #language = "";
  /** @type {ReadonlyArray<unknown> | null} */ #records = null;
  #isEveryStep = false;
  #wasRewinding = false;
  #picked = 0;

  /**
   * @param {Store} store
   * @param {{onEntry: (entry: Entry) => void, onFilter: () => void}} with_ What a click does, and how to show the list anew.
   */
  constructor(store, { onEntry, onFilter }) {
    this.store = store;
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
   * Returns the entries of all events, oldest first.
   *
   * @returns {Entry[]}
   */
  get entries() {
    const { words, shownRecords: told, context: about } = this.store;
    if (this.#language !== words.language || told !== this.#records) this.reset();
    this.#language = words.language;
    this.#records = told;
    const named = { ...about, title: (/** @type {number} */ seq) => this.#entries.get(seq)?.title ?? "" };
    for (const record of told) {
      if (this.#entries.has(record.seq)) continue;
      this.#entries.set(record.seq, entryOf(words, record, { ...named, byHand: this.#previous.next(record.event) }));
    }
    return /** @type {Entry[]} */ ([...this.#entries.values()].filter((entry) => entry !== null));
  }

  /** Forgets what was told, because names or words are other ones now. */
  reset() {
    this.#entries.clear();
    this.#previous.forget();
  }

  /**
   * Returns the latest commit that stands, to be undone.
   *
   * @returns {Entry | undefined}
   */
  get latest() {
    const undone = undoneSeqs(this.store.shownRecords);
    return this.entries.filter((entry) => entry.kind === "committed" && !undone.has(entry.seq)).pop();
  }

  /**
   * Shows the latest first; while rewinding, what lies around an event, in order.
   *
   * @param {number} [current] The event at which the table is looked at.
   */
  draw(current) {
    const { store } = this;
    const undone = undoneSeqs(store.shownRecords);
    const fitting = this.entries.filter((entry) => this.#fits(entry));
    const shownOnes = current === undefined ? fitting.slice(-MAX_SHOWN).reverse() : around(fitting, current);
    const isHere = this.list.contains(document.activeElement);
    const focused = isHere ? document.activeElement?.getAttribute("data-seq") : null;
    const last = current === undefined ? 0 : shownOnes.filter((entry) => entry.seq <= current).at(-1)?.seq;
    this.list.replaceChildren(...shownOnes.map((entry) => this.#row(entry, undone.has(entry.seq), entry.seq === last)));
    if (shownOnes.length === 0) this.list.append(h("li", { class: "pad quiet" }, store.words.say("feed.empty")));
    if (focused) /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-seq="${focused}"]`))?.focus({ preventScroll: true });
    this.#chips();
    byId("feed-order").textContent = store.words.say(current === undefined ? "feed.order" : "rewind.order");
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
    if (entry.minor && !this.#isEveryStep && !this.whatIfAt(entry.seq)) return false;
    if (this.#filter && !entry.pieces.includes(this.#filter)) return false;
    if (!this.#text) return true;
    const text = entry.lines.flatMap((line) => line.spans.map((span) => span.text)).join("").toLowerCase();
    return text.includes(this.#text);
  }

  #chips() {
    const { store } = this;
    const piece = store.selected || this.#filter;
    const chip = (/** @type {string} */ text, /** @type {string} */ value) =>
      h("button", { type: "button", class: "chip", "aria-pressed": String(this.#filter === value), onclick: () => this.#filterBy(value) }, text);
    byId("chips").replaceChildren(chip(store.words.say("feed.all"), ""), piece ? chip(store.pieceName(piece), piece) : "", this.#everyStep());
  }

  /**
   * Offers to take back the outcome that was clicked.
   *
   * @param {Entry} entry
   * @param {boolean} isUndone
   * @returns {HTMLElement | null}
   */
  #undoing(entry, isUndone) {
    const { store } = this;
    if (entry.seq !== this.#picked || entry.kind !== "committed" || isUndone || !store.isGm || store.tab !== "live") return null;
    return button(store.words.say("undo.this"), () => void undo(store, this, [entry.seq]), { id: "undo-this" });
  }

  /** @returns {HTMLElement} */
  #everyStep() {
    const turn = () => {
      this.#isEveryStep = !this.#isEveryStep;
      this.onFilter();
    };
    return h("button", { type: "button", id: "every-step", class: "chip", "aria-pressed": String(this.#isEveryStep), onclick: turn }, this.store.words.say("rewind.steps"));
  }

  /** @param {string} piece */
  #filterBy(piece) {
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
      if (this.store.tab === "live") this.draw();
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
          ...richText(this.store, first.spans),
          isUndone ? h("span", { class: "sr" }, ` (${this.store.words.say("feed.taken_back")})`) : null,
        ),
        ...rest.map((line) => h("p", { class: "sub" }, ...richText(this.store, line.spans), " ", ruleLink(this.store.words, line.rules[0]))),
        this.#undoing(entry, isUndone),
        this.whatIfAt(entry.seq),
      ),
      h("span", { class: "seq" }, ruleLink(this.store.words, first.rules[0]), " ", String(entry.seq)),
    );
  }
}

/**
 * Offers to take back the latest commit, and then what must go first.
 *
 * @param {Store} store
 * @param {EventFeed} feed
 */
export function drawUndo(store, feed) {
  const place = byId("undo");
  const { latest } = feed;
  place.replaceChildren();
  if (!latest || !store.isGm) return;
  place.append(button(store.words.say("undo.latest", { title: latest.title }), () => void undo(store, feed, [latest.seq]), { key: "Ctrl Z" }));
}

/**
 * Takes commits back; where later ones stand on them, offers to take those back first.
 *
 * @param {Store} store
 * @param {EventFeed} feed
 * @param {number[]} seqs
 */
export async function undo(store, feed, seqs) {
  const reply = await store.client?.undo(seqs).catch(() => null);
  const notice = byId("notice");
  notice.replaceChildren();
  if (!reply || reply.outcome === "done") return;
  const first = [...new Set(reply.seqs ?? [])].filter((seq) => !seqs.includes(seq)).sort((a, b) => b - a);
  if (reply.outcome !== "conflict" || first.length === 0) {
    notice.append(store.words.refusal({ code: reply.code || reply.outcome, facts: reply.facts }, store.pieceName));
    return;
  }
  const all = [...first, ...seqs].sort((a, b) => b - a);
  const titled = (/** @type {number} */ seq) => feed.entries.find((entry) => entry.seq === seq)?.title ?? store.words.say("rewind.event", { seq });
  notice.append(
    h("span", {}, store.words.say("undo.needs")),
    h("ol", { class: "needs" }, ...first.map((seq) => h("li", { value: seq }, titled(seq)))),
    button(store.words.say("undo.all"), () => void undo(store, feed, all), { id: "undo-all" }),
  );
}
