/** What if: the same log under another house rule, each difference marked in violet, with the word and a sign. */

import { button, byId, h } from "../ui/dom.mjs";
import { valueOf } from "../table/house_rules_form.mjs";
import { icon } from "../ui/icons.mjs";
import { ruleId } from "../widgets/rule_link.mjs";
import { shown } from "../widgets/rich_text.mjs";
import { tell } from "../narration/sentences.mjs";

/**
 * @typedef {import("../app/store.mjs").Room} Room
 * @typedef {import("../../client/wire.d.ts").Effect} Effect
 * @typedef {{effects: Effect[], refusal: import("../../client/wire.d.ts").Refusal | null, waits: boolean}} Outcome
 * @typedef {{seq: number, action: string, recorded: Outcome, decided: Outcome}} Difference
 */

/** The block above the feed while rewinding. */
export class WhatIf {
  /** @type {Map<number, Difference>} By the number of the event that would be another. */ differs = new Map();
  #option = "";
  #value = "";
  #at = -1;

  /**
   * @param {Room} room
   * @param {{onChange: () => void, onGo: (seq: number) => void}} with_
   */
  constructor(room, { onChange, onGo }) {
    this.room = room;
    this.onChange = onChange;
    this.onGo = onGo;
    this.box = byId("whatif");
  }

  /** Turns it off. */
  off() {
    this.#option = "";
    this.#value = "";
    this.#at = -1;
    this.differs = new Map();
  }

  /**
   * Says of each event that would be another whether it could happen at all.
   *
   * @returns {Map<number, {cannot: boolean}>}
   */
  get told() {
    return new Map([...this.differs].map(([seq, { decided }]) => [seq, { cannot: isImpossible(decided) }]));
  }

  /** Opens the choice, or turns it off. */
  turn() {
    if (this.#option) void this.#choose("", "");
    else document.getElementById("whatif-option")?.focus();
  }

  /** Shows the block. */
  draw() {
    const { room } = this;
    const { words } = room;
    this.box.hidden = room.tab !== "rewind" || !room.isGm || room.film !== null;
    if (this.box.hidden) return;
    const focused = this.box.contains(document.activeElement) ? document.activeElement?.id : "";
    const options = (room.client?.welcome?.options ?? []).filter((option) => option.values?.length);
    const chosen = options.find((option) => option.name === this.#option);
    const values = (chosen?.values ?? []).filter((value) => chosen && value !== valueOf(room, chosen));
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
          ? h("select", { id: "whatif-value", onchange: (/** @type {Event} */ event) => this.#choose(this.#option, /** @type {HTMLSelectElement} */ (event.target).value) }, ...values.map((value) => h("option", { value, selected: value === this.#value }, this.#named(value))))
          : "",
      ),
      ...(chosen ? this.#found(chosen) : []),
    );
    if (focused) document.getElementById(focused)?.focus();
  }

  /**
   * @param {string} value
   * @returns {string}
   */
  #named(value) {
    const { words } = this.room;
    return words.has(`value.${this.#option}.${value}`) ? words.rule(`value.${this.#option}.${value}`) : value.replaceAll("_", " ");
  }

  /**
   * @param {import("../../client/wire.d.ts").Option} option
   * @returns {HTMLElement[]}
   */
  #found(option) {
    const { words } = this.room;
    const impossible = [...this.differs.values()].filter((one) => isImpossible(one.decided)).length;
    const counted = [words.count("whatif.differ", this.differs.size), impossible ? words.say("whatif.impossible", { n: impossible }) : ""].filter(Boolean).join(", ");
    const played = words.say("whatif.played", { played: this.#named(valueOf(this.room, option)), shown: this.#named(this.#value) });
    const go = this.differs.size
      ? [button(words.say("whatif.previous"), () => this.next(-1), { id: "whatif-previous" }), button(words.say("whatif.next"), () => this.next(1), { id: "whatif-next", key: "N" })]
      : [];
    return [
      h("p", { class: "pad small quiet" }, played, " ", ruleId(this.room.words, option.rule)),
      h("div", { class: "found" }, h("p", { role: "status" }, h("b", { class: "alt" }, counted)), h("span", { class: "sp" }), ...go),
    ];
  }

  /**
   * @param {string} option
   * @param {string} value
   */
  async #choose(option, value) {
    const { room } = this;
    const chosen = room.client?.welcome?.options?.find((one) => one.name === option);
    this.off();
    this.#option = option;
    this.#value = value || (chosen?.values ?? []).find((one) => chosen && one !== valueOf(room, chosen)) || "";
    if (this.#option && this.#value) {
      const log = await room.client?.log(room.client.seq, { [this.#option]: this.#value }).catch(() => null);
      const found = /** @type {Difference[]} */ (log?.differs ?? []);
      this.differs = new Map(found.filter(isTold).map((one) => [one.seq, one]));
    }
    this.onChange();
  }

  /**
   * Goes to the next difference, or the one before.
   *
   * @param {number} by
   */
  next(by) {
    const seqs = [...this.differs.keys()].sort((a, b) => a - b);
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
  at(seq) {
    const found = this.differs.get(seq);
    if (!found) return null;
    const { room } = this;
    const { decided } = found;
    const lines = decided.refusal
      ? [h("p", {}, isImpossible(decided) ? `${room.words.say("whatif.cannot")} ${room.words.refusal(decided.refusal, room.name)}` : room.words.say("whatif.before"))]
      : tell(room.words, decided.effects, room.about).map((line) => h("p", {}, ...shown(room, line.spans), " ", ruleId(room.words, line.rules[0])));
    const open = decided.waits ? [h("p", {}, room.words.say("whatif.waits"))] : lines;
    return h("div", { class: "otherwise" }, icon("differ"), h("div", {}, h("b", { class: "alt" }, room.words.say("whatif.says")), ...(open.length ? open : [h("p", {}, room.words.say("account.nothing"))])));
  }
}

/**
 * Says whether something could not happen; what would have been decided before it was asked has happened.
 *
 * @param {Outcome} decided
 * @returns {boolean}
 */
export function isImpossible({ refusal }) {
  return refusal !== null && refusal.code !== "already_resolved";
}

/**
 * Says whether a difference is one of outcomes, and not only of what is asked on the way.
 *
 * @param {Difference} one
 * @returns {boolean}
 */
function isTold({ recorded, decided }) {
  return recorded.effects.length > 0 || decided.effects.length > 0 || recorded.refusal !== null;
}
