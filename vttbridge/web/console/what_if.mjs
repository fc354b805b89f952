/** What if: the same log under another house rule, each difference marked in violet, with the word and a sign. */

import { button, byId, h } from "./dom.mjs";
import { valueOf } from "./house_rules.mjs";
import { icon } from "./shapes.mjs";
import { ruleId, shown } from "./spans.mjs";
import { tell } from "./tell.mjs";

/**
 * @typedef {import("./room.mjs").Room} Room
 * @typedef {import("../client/wire.d.ts").Effect} Effect
 * @typedef {{effects: Effect[], refusal: import("../client/wire.d.ts").Refusal | null, waits: boolean}} Outcome
 * @typedef {{seq: number, action: string, recorded: Outcome, decided: Outcome}} Difference
 */

/** The block above the feed while rewinding. */
export class WhatIf {
  /** @type {Map<number, Difference>} By the number of the event that would be another. */ differs = new Map();
  #option = "";
  #value = "";

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
    this.differs = new Map();
  }

  /** Shows the block. */
  draw() {
    const { room } = this;
    const { words } = room;
    const options = (room.client?.welcome?.options ?? []).filter((option) => option.values?.length);
    this.box.hidden = room.tab !== "rewind";
    const chosen = options.find((option) => option.name === this.#option);
    const values = (chosen?.values ?? []).filter((value) => chosen && value !== valueOf(room, chosen));
    const name = (/** @type {string} */ value) => (words.has(`value.${this.#option}.${value}`) ? words.rule(`value.${this.#option}.${value}`) : value.replaceAll("_", " "));
    this.box.replaceChildren(
      h("div", { class: "head" }, h("h2", {}, words.say("whatif.title")), h("span", { class: "sp" }), this.#option ? button(words.say("whatif.off"), () => this.#choose("", ""), { class: "plain" }) : null),
      h(
        "div",
        { class: "row pad" },
        h("label", { for: "whatif-option", class: "sr" }, words.say("whatif.rule")),
        h(
          "select",
          { id: "whatif-option", onchange: (/** @type {Event} */ event) => this.#choose(/** @type {HTMLSelectElement} */ (event.target).value, "") },
          h("option", { value: "" }, words.say("whatif.none")),
          ...options.map((option) => h("option", { value: option.name, selected: option.name === this.#option }, words.rule(`option.${option.name}`))),
        ),
        chosen ? h("label", { for: "whatif-value", class: "sr" }, words.say("whatif.value")) : "",
        chosen
          ? h("select", { id: "whatif-value", onchange: (/** @type {Event} */ event) => this.#choose(this.#option, /** @type {HTMLSelectElement} */ (event.target).value) }, ...values.map((value) => h("option", { value, selected: value === this.#value }, name(value))))
          : "",
      ),
      chosen ? h("p", { class: "pad small", role: "status" }, h("b", { class: "alt" }, words.count("whatif.differ", this.differs.size)), " ", ruleId(chosen.rule)) : "",
      this.differs.size ? h("div", { class: "acts" }, button(words.say("whatif.next"), () => this.#next())) : "",
    );
  }

  /**
   * @param {string} option
   * @param {string} value
   */
  async #choose(option, value) {
    const { room } = this;
    const chosen = room.client?.welcome?.options?.find((one) => one.name === option);
    this.#option = option;
    this.#value = value || (chosen?.values ?? []).find((one) => chosen && one !== valueOf(room, chosen)) || "";
    this.differs = new Map();
    if (this.#option && this.#value) {
      const log = await room.client?.log(room.client.seq, { [this.#option]: this.#value }).catch(() => null);
      this.differs = new Map((log?.differs ?? []).map((/** @type {Difference} */ one) => [one.seq, one]));
    }
    this.onChange();
  }

  #at = 0;

  #next() {
    const seqs = [...this.differs.keys()].sort((a, b) => a - b);
    this.#at = (this.#at + 1) % seqs.length;
    this.onGo(seqs[this.#at]);
  }

  /**
   * Tells the difference at an event; nothing where there is none.
   *
   * @param {number} seq
   * @returns {HTMLElement | null}
   */
  told(seq) {
    const found = this.differs.get(seq);
    if (!found) return null;
    const { room } = this;
    const { decided } = found;
    const lines = decided.refusal
      ? [h("p", {}, `${room.words.say("whatif.cannot")} ${room.words.refusal(decided.refusal, room.name)}`)]
      : tell(room.words, decided.effects, room.about).map((line) => h("p", {}, ...shown(room, line.spans), " ", ruleId(line.rules[0])));
    const open = decided.waits ? [h("p", {}, room.words.say("whatif.waits"))] : lines;
    return h("div", { class: "otherwise" }, icon("differ"), h("div", {}, h("b", { class: "alt" }, room.words.say("whatif.says")), ...(open.length ? open : [h("p", {}, room.words.say("account.nothing"))])));
  }
}
