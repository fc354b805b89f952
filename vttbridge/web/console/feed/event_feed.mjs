/** The feed: everything that happened as sentences, latest first; filter by piece, click shows it on the map. */

import { button, byId, h } from "../ui/dom.mjs";
import { icon } from "../ui/icons.mjs";
import { richText } from "../widgets/rich_text.mjs";
import { ruleLink } from "../widgets/rule_link.mjs";
import { entriesAround, FeedFilter } from "./feed_filter.mjs";
import { undo } from "./undo.mjs";

/**
 * @typedef {import("../app/store.mjs").Store} Store
 * @typedef {import("../app/log_entries.mjs").LogEntries} LogEntries
 * @typedef {import("../narration/event_entries.mjs").Entry} Entry
 * @typedef {{onEntry: (entry: Entry) => void, onFilter: () => void}} FeedActions What a click does, and how to show the list anew.
 */

const MAX_SHOWN = 250;

/** The list of events. */
export class EventFeed {
  /** @type {(seq: number) => HTMLElement | null} Tells what would be otherwise at an event. */ whatIfAt = () => null;
  #filter = new FeedFilter();
  #wasRewinding = false;
  #picked = 0;

  /**
   * @param {Store} store
   * @param {LogEntries} entries
   * @param {FeedActions} actions
   */
  constructor(store, entries, actions) {
    this.store = store;
    this.entries = entries;
    this.actions = actions;
    const search = /** @type {HTMLInputElement} */ (byId("filter"));
    search.addEventListener("input", () => {
      this.#filter.text = search.value;
      actions.onFilter();
    });
  }

  /**
   * Shows the latest first; while rewinding, what lies around an event, in order.
   *
   * @param {number} [current] The event at which the table is looked at.
   */
  draw(current) {
    const { words } = this.store;
    const list = byId("events");
    const { undone } = this.entries;
    const fitting = this.entries.all.filter((entry) => this.#filter.fits(entry, this.whatIfAt(entry.seq) !== null));
    const shown = current === undefined ? fitting.slice(-MAX_SHOWN).reverse() : entriesAround(fitting, current);
    const focused = list.contains(document.activeElement) ? document.activeElement?.getAttribute("data-seq") : null;
    const last = current === undefined ? 0 : shown.filter((entry) => entry.seq <= current).at(-1)?.seq;
    list.replaceChildren(...shown.map((entry) => this.#row(entry, undone.has(entry.seq), entry.seq === last)));
    if (shown.length === 0) list.append(h("li", { class: "pad quiet" }, words.say("feed.empty")));
    if (focused) /** @type {HTMLElement | null} */ (list.querySelector(`[data-seq="${focused}"]`))?.focus({ preventScroll: true });
    this.#drawChips();
    byId("feed-order").textContent = words.say(current === undefined ? "feed.order" : "rewind.order");
    this.#scroll(list, current !== undefined);
  }

  /**
   * Puts the event that is looked at into the middle of the list; goes back to the top afterwards.
   *
   * @param {HTMLElement} list
   * @param {boolean} isRewinding
   */
  #scroll(list, isRewinding) {
    const row = /** @type {HTMLElement | null} */ (list.querySelector(".cur"));
    if (isRewinding && row) list.scrollTop = row.offsetTop - list.offsetTop - (list.clientHeight - row.offsetHeight) / 2;
    else if (!isRewinding && this.#wasRewinding) list.scrollTop = 0;
    this.#wasRewinding = isRewinding;
  }

  #drawChips() {
    const { store } = this;
    const filter = this.#filter;
    const piece = store.selected || filter.piece;
    const chip = (/** @type {string} */ text, /** @type {boolean} */ isPressed, /** @type {() => void} */ change, more = {}) => {
      const onclick = () => {
        change();
        this.actions.onFilter();
      };
      return h("button", { type: "button", class: "chip", "aria-pressed": String(isPressed), onclick, ...more }, text);
    };
    const pieceChip = (/** @type {string} */ text, /** @type {string} */ value) => chip(text, filter.piece === value, () => (filter.piece = value));
    byId("chips").replaceChildren(
      pieceChip(store.words.say("feed.all"), ""),
      piece ? pieceChip(store.pieceName(piece), piece) : "",
      chip(store.words.say("rewind.steps"), filter.isEveryStep, () => (filter.isEveryStep = !filter.isEveryStep), { id: "every-step" }),
    );
  }

  /**
   * @param {Entry} entry
   * @param {boolean} isUndone
   * @param {boolean} isCurrent
   * @returns {HTMLElement}
   */
  #row(entry, isUndone, isCurrent) {
    const { store } = this;
    const [first, ...rest] = entry.lines;
    const open = () => {
      this.#picked = entry.seq;
      this.actions.onEntry(entry);
      if (store.tab === "live") this.draw();
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
          ...richText(store, first.spans),
          isUndone ? h("span", { class: "sr" }, ` (${store.words.say("feed.taken_back")})`) : null,
        ),
        ...rest.map((line) => h("p", { class: "sub" }, ...richText(store, line.spans), " ", ruleLink(store.words, line.rules[0]))),
        this.#undoButton(entry, isUndone),
        this.whatIfAt(entry.seq),
      ),
      h("span", { class: "seq" }, ruleLink(store.words, first.rules[0]), " ", String(entry.seq)),
    );
  }

  /**
   * Offers to take back the outcome that was clicked.
   *
   * @param {Entry} entry
   * @param {boolean} isUndone
   * @returns {HTMLElement | null}
   */
  #undoButton(entry, isUndone) {
    const { store } = this;
    const isOffered = entry.seq === this.#picked && entry.kind === "committed" && !isUndone && store.isGm && store.tab === "live";
    return isOffered ? button(store.words.say("undo.this"), () => void undo(store, this.entries, [entry.seq]), { id: "undo-this" }) : null;
  }
}
