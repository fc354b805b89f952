/** What a game master would have otherwise in a plan: a shorter way, another answer, a line dropped. */

import { answerText, ask, questionText } from "../widgets/question_form.mjs";
import { h } from "../ui/dom.mjs";

/**
 * @typedef {import("../app/store.mjs").Room} Room
 * @typedef {import("../../client/wire.d.ts").Hold} Hold
 * @typedef {import("../../client/wire.d.ts").Plan} Plan
 * @typedef {import("../../client/wire.d.ts").Edit} Edit
 * @typedef {import("../../client/wire.d.ts").Effect} Effect
 * @typedef {import("../../client/wire.d.ts").Question} Question
 * @typedef {{question: Question, value?: unknown}} Answered
 */

const MOST_QUESTIONS = 4;
const MOST_STOPS = 10;
const DROPPED = new Set(["damage", "status", "hit", "gone", "number"]);

/** The edits of one plan, none of which has happened yet. */
export class Edits {
  /** @type {Edit[]} */ list = [];
  /** @type {Plan | null} What the plan becomes. */ plan = null;
  /** Why the last edit will not do. */ note = "";
  reason = "";
  isOpen = false;

  /**
   * @param {Room} room
   * @param {() => void} onChange
   */
  constructor(room, onChange) {
    this.room = room;
    this.onChange = onChange;
  }

  /** Takes everything back. */
  forget() {
    this.list = [];
    this.plan = null;
    this.note = "";
  }

  /**
   * Reckons the same edits again, because the plan under them is another one.
   *
   * @param {Hold} hold
   */
  async again(hold) {
    this.plan = null;
    if (this.list.length) await this.#reckon(hold, this.list);
  }

  /**
   * Shows the means to edit a plan.
   *
   * @param {Hold} hold
   * @returns {HTMLElement}
   */
  form(hold) {
    const { room } = this;
    const effects = hold.plan?.effects ?? [];
    const moves = effects.filter((effect) => effect.kind === "move" && (effect.fields?.travelled ?? 0) > 0);
    const answered = (room.asked.get(hold.hold) ?? []).filter((one) => one.value !== undefined && one.question.kind !== "roll");
    const lines = effects.filter((effect) => DROPPED.has(effect.kind));
    return h(
      "div",
      { class: "edit", role: "group", "aria-label": room.words.say("edit.title") },
      ...moves.map((move) => this.#limit(hold, move.piece ?? "", move.fields?.travelled ?? 0)),
      ...answered.map((one) => this.#other(hold, one)),
      lines.length ? h("fieldset", { class: "bare" }, h("legend", {}, room.words.say("edit.lines")), ...lines.map((effect) => this.#drop(hold, effect))) : null,
      this.#why(),
    );
  }

  /** @returns {HTMLElement} */
  #why() {
    const keep = (/** @type {Event} */ event) => {
      this.reason = /** @type {HTMLInputElement} */ (event.target).value;
    };
    return h("div", { class: "row" }, h("label", { for: "why-not" }, this.room.words.say("edit.why_not")), h("input", { id: "why-not", maxlength: 200, value: this.reason, oninput: keep }));
  }

  /**
   * @param {Hold} hold
   * @param {string} piece
   * @param {number} travelled
   * @returns {HTMLElement}
   */
  #limit(hold, piece, travelled) {
    const { words } = this.room;
    const isOld = (/** @type {Edit} */ edit) => edit.edit === "limit" && edit.piece === piece;
    const set = this.list.find(isOld);
    const now = set?.edit === "limit" ? set.distance : travelled;
    const most = Math.ceil(travelled);
    const label = words.say("edit.stops", { piece: this.room.name(piece) });
    const pick = (/** @type {number} */ far) => void this.#change(hold, isOld, far === travelled ? null : { edit: "limit", piece, distance: far });
    const chips = Array.from({ length: Math.min(most, MOST_STOPS) + 1 }, (_, far) => Math.min(far, travelled)).map((far) =>
      h("button", { type: "button", class: "chip", "aria-pressed": String(far === now), onclick: () => pick(far) }, String(Math.round(far * 100) / 100)),
    );
    return h("div", { class: "row", role: "group", "aria-label": label }, h("span", {}, label), h("span", { class: "chips" }, ...chips));
  }

  /**
   * @param {Hold} hold
   * @param {Answered} one
   * @returns {HTMLElement}
   */
  #other(hold, { question, value }) {
    const { key } = question;
    const isOld = (/** @type {Edit} */ edit) => edit.edit === "answer" && edit.key === key;
    const set = this.list.find(isOld);
    const asking = ask(this.room, question, {
      value: set?.edit === "answer" ? set.value : value,
      onChange: (next) => void this.#change(hold, isOld, JSON.stringify(next) === JSON.stringify(value) ? null : { edit: "answer", key, value: next }),
    });
    const was = h("small", { class: "quiet" }, ` ${this.room.words.say("edit.was", { answer: answerText(this.room, value, question.kind) })}`);
    return h("div", {}, h("p", {}, ...questionText(this.room, question), was), asking.element);
  }

  /**
   * @param {Hold} hold
   * @param {Effect} effect
   * @returns {HTMLElement}
   */
  #drop(hold, effect) {
    const isOld = (/** @type {Edit} */ edit) => edit.edit === "drop" && edit.key === effect.key;
    const isIn = !this.list.some(isOld);
    return h(
      "label",
      { class: "check" },
      h("input", { type: "checkbox", checked: isIn, onchange: () => void this.#change(hold, isOld, isIn ? { edit: "drop", key: effect.key } : null) }),
      `${this.room.name(effect.piece ?? "")}: ${this.#what(effect)}`,
    );
  }

  /**
   * @param {Effect} effect
   * @returns {string}
   */
  #what({ kind, fields = {} }) {
    const { words } = this.room;
    if (kind === "damage") return words.say("edit.damage", { amount: fields.amount, cause: words.rule(words.has(`part.${fields.cause}`) ? `part.${fields.cause}` : `cause.${fields.cause}`) });
    if (kind === "status") return words.rule(`status.${fields.status}`);
    if (kind === "hit") return words.rule(`hit.${fields.cause}`);
    if (kind === "number") return words.rule(`number.${fields.number}`);
    return words.say("brief.gone");
  }

  /**
   * @param {Hold} hold
   * @param {(edit: Edit) => boolean} isOld
   * @param {Edit | null} next
   */
  async #change(hold, isOld, next) {
    const kept = this.list.filter((edit) => !isOld(edit));
    await this.#reckon(hold, next ? [...kept, next] : kept);
  }

  /**
   * Asks what the plan becomes. An answer that no longer fits is taken as the rule book proposes; edits that the
   * rules refuse are not taken, and the reason is shown.
   *
   * @param {Hold} hold
   * @param {Edit[]} wanted
   */
  async #reckon(hold, wanted) {
    let edits = wanted;
    const last = wanted.at(-1);
    const isOwn = (/** @type {string} */ key) => last?.edit === "answer" && last.key === key;
    let seen = await this.#seen(hold, edits);
    for (let round = 0; seen?.question && !isOwn(seen.question.key) && round < MOST_QUESTIONS; round += 1) {
      const { key, default: value } = seen.question;
      edits = [...edits.filter((edit) => edit.edit !== "answer" || edit.key !== key), { edit: "answer", key, value }];
      seen = await this.#seen(hold, edits);
    }
    if (seen?.plan) {
      this.list = edits;
      this.plan = edits.length ? seen.plan : null;
      this.note = "";
    } else {
      const why = seen?.refusal ?? seen?.question?.because ?? { code: seen?.code || "NO_ANSWER" };
      this.note = this.room.words.refusal(why, this.room.name);
    }
    this.onChange();
  }

  /**
   * @param {Hold} hold
   * @param {Edit[]} edits
   * @returns {Promise<any>}
   */
  async #seen(hold, edits) {
    return this.room.client?.previewHold(hold.hold, edits).catch(() => null);
  }
}
