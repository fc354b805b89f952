/** What if: the same log under another house rule, each difference marked in violet, with the word and a sign. */

import { button, byId, h } from "../ui/dom.mjs";
import { optionValue, optionValueName } from "../narration/option_values.mjs";
import { icon } from "../ui/icons.mjs";
import { ruleLink } from "../widgets/rule_link.mjs";
import { richText } from "../widgets/rich_text.mjs";
import { sentencesOf } from "../narration/sentences.mjs";

/**
 * @typedef {import("../app/store.mjs").Store} Store
 * @typedef {import("../../client/wire.d.ts").WireEffect} Effect
 * @typedef {{effects: Effect[], refusal: import("../../client/wire.d.ts").WireRefusal | null, waits: boolean}} Outcome
 * @typedef {{seq: number, action: string, recorded: Outcome, decided: Outcome}} Difference
 */

/** The block above the feed while rewinding. */
export class WhatIf {
  /** @type {Map<number, Difference>} By the number of the event that would be another. */ differences = new Map();
  #option = "";
  #value = "";
  #at = -1;

  /**
   * @param {Store} store
   * @param {{onChange: () => void, onGo: (seq: number) => void}} with_
   */
  constructor(store, { onChange, onGo }) {
    this.store = store;
    this.onChange = onChange;
    this.onGo = onGo;
    this.box = byId("whatif");
  }

  /** Turns it off. */
  reset() {
    this.#option = "";
    this.#value = "";
    this.#at = -1;
    this.differences = new Map();
  }

  /**
   * Says of each event that would be another whether it could happen at all.
   *
   * @returns {Map<number, {cannot: boolean}>}
   */
  get marks() {
    return new Map([...this.differences].map(([seq, { decided }]) => [seq, { cannot: isImpossible(decided) }]));
  }

  /** Opens the choice, or turns it off. */
  toggle() {
    if (this.#option) void this.#choose("", "");
    else document.getElementById("whatif-option")?.focus();
  }

  /** Shows the block. */
  draw() {
    const { store } = this;
    const { words } = store;
    this.box.hidden = store.tab !== "rewind" || !store.isGm;
    if (this.box.hidden) return;
    const focused = this.box.contains(document.activeElement) ? document.activeElement?.id : "";
    const options = (store.client?.welcome?.options ?? []).filter((option) => option.values?.length);
    const chosen = options.find((option) => option.name === this.#option);
    const values = (chosen?.values ?? []).filter((value) => chosen && value !== optionValue(store.table, chosen));
    this.box.replaceChildren(
      h("div", { class: "head" }, h("h2", {}, words.say("whatif.title")), h("span", { class: "sp" }), this.#option ? button(words.say("whatif.off"), () => this.#choose("", ""), { class: "plain", key: "W" }) : h("kbd", { "aria-hidden": "true" }, "W")),
      h(
        "div",
        { class: "row pad" },
        h("label", { for: "whatif-option", class: "sr" }, words.say("whatif.rule")),
        h(
          "select",
          { id: "whatif-option", "aria-keyshortcuts": "W", onchange: (/** @type {Event} */ event) => this.#choose(/** @type {HTMLSelectElement} */ (event.target).value, "") },
          h("option", { value: "" }, words.say("whatif.none")),
          ...options.map((option) => h("option", { value: option.name, selected: option.name === this.#option }, words.rule(`option.${option.name}`))),
        ),
        chosen ? h("label", { for: "whatif-value", class: "sr" }, words.say("whatif.value")) : "",
        chosen
          ? h("select", { id: "whatif-value", onchange: (/** @type {Event} */ event) => this.#choose(this.#option, /** @type {HTMLSelectElement} */ (event.target).value) }, ...values.map((value) => h("option", { value, selected: value === this.#value }, optionValueName(words, this.#option, value))))
          : "",
      ),
      ...(chosen ? this.#found(chosen) : []),
    );
    if (focused) document.getElementById(focused)?.focus();
  }

  /**
   * @param {import("../../client/wire.d.ts").WireOption} option
   * @returns {HTMLElement[]}
   */
  #found(option) {
    const { words } = this.store;
    const impossible = [...this.differences.values()].filter((one) => isImpossible(one.decided)).length;
    const counted = [words.count("whatif.differ", this.differences.size), impossible ? words.say("whatif.impossible", { n: impossible }) : ""].filter(Boolean).join(", ");
    const played = words.say("whatif.played", { played: optionValueName(words, this.#option, optionValue(this.store.table, option)), shown: optionValueName(words, this.#option, this.#value) });
    const go = this.differences.size
      ? [button(words.say("whatif.previous"), () => this.next(-1), { id: "whatif-previous" }), button(words.say("whatif.next"), () => this.next(1), { id: "whatif-next", key: "N" })]
      : [];
    return [
      h("p", { class: "pad small quiet" }, played, " ", ruleLink(this.store.words, option.rule)),
      h("div", { class: "found" }, h("p", { role: "status" }, h("b", { class: "alt" }, counted)), h("span", { class: "sp" }), ...go),
    ];
  }

  /**
   * @param {string} option
   * @param {string} value
   */
  async #choose(option, value) {
    const { store } = this;
    const chosen = store.client?.welcome?.options?.find((one) => one.name === option);
    this.reset();
    this.#option = option;
    this.#value = value || (chosen?.values ?? []).find((one) => chosen && one !== optionValue(store.table, chosen)) || "";
    if (this.#option && this.#value) {
      const log = await store.client?.log(store.client.seq, { [this.#option]: this.#value }).catch(() => null);
      const found = /** @type {Difference[]} */ (log?.differs ?? []);
      this.differences = new Map(found.filter(isOutcomeDifference).map((one) => [one.seq, one]));
    }
    this.onChange();
  }

  /**
   * Goes to the next difference, or the one before.
   *
   * @param {number} by
   */
  next(by) {
    const seqs = [...this.differences.keys()].sort((a, b) => a - b);
    if (seqs.length === 0) return;
    this.#at = this.#at < 0 && by < 0 ? seqs.length - 1 : (this.#at + by + seqs.length) % seqs.length;
    this.onGo(seqs[this.#at]);
  }

  /**
   * Tells the difference at an event; nothing where there is none.
   *
   * @param {number} seq
   * @returns {HTMLElement | null}
   */
  describe(seq) {
    const found = this.differences.get(seq);
    if (!found) return null;
    const { store } = this;
    const { decided } = found;
    const lines = decided.refusal
      ? [h("p", {}, isImpossible(decided) ? `${store.words.say("whatif.cannot")} ${store.words.refusal(decided.refusal, store.pieceName)}` : store.words.say("whatif.before"))]
      : sentencesOf(store.words, decided.effects, store.context).map((line) => h("p", {}, ...richText(store, line.spans), " ", ruleLink(store.words, line.rules[0])));
    const open = decided.waits ? [h("p", {}, store.words.say("whatif.waits"))] : lines;
    return h("div", { class: "otherwise" }, icon("differ"), h("div", {}, h("b", { class: "alt" }, store.words.say("whatif.says")), ...(open.length ? open : [h("p", {}, store.words.say("account.nothing"))])));
  }
}

/**
 * Returns whether something could not happen; what would have been decided before it was asked has happened.
 *
 * @param {Outcome} decided
 * @returns {boolean}
 */
export function isImpossible({ refusal }) {
  return refusal !== null && refusal.code !== "already_resolved";
}

/**
 * Returns whether a difference is one of outcomes, and not only of what is asked on the way.
 *
 * @param {Difference} one
 * @returns {boolean}
 */
function isOutcomeDifference({ recorded, decided }) {
  return recorded.effects.length > 0 || decided.effects.length > 0 || recorded.refusal !== null;
}
