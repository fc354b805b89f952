/** What a game master would have otherwise in a plan: a shorter way, another answer, a line dropped. */

import { answerText } from "../widgets/answers.mjs";
import { questionForm, questionText } from "../widgets/question_form.mjs";
import { h } from "../ui/dom.mjs";

/**
 * @typedef {import("../app/store.mjs").Store} Store
 * @typedef {import("../../client/wire.d.ts").WireHold} Hold
 * @typedef {import("../../client/wire.d.ts").WirePlan} Plan
 * @typedef {import("../../client/wire.d.ts").Edit} Edit
 * @typedef {import("../../client/wire.d.ts").WireEffect} Effect
 * @typedef {import("../../client/wire.d.ts").WireQuestion} Question
 * @typedef {{question: Question, value?: unknown}} Answered
 */

const MAX_QUESTIONS = 4;
const MAX_STOPS = 10;
const DROPPED = new Set(["damage", "status", "hit", "gone", "number"]);

/** The edits of one plan, none of which has happened yet. */
export class PlanEditor {
  /** @type {Edit[]} */ list = [];
  /** @type {Plan | null} What the plan becomes. */ plan = null;
  /** Why the last edit will not do. */ note = "";
  reason = "";
  isOpen = false;

  /**
   * @param {Store} store
   * @param {() => void} onChange
   */
  constructor(store, onChange) {
    this.store = store;
    this.onChange = onChange;
  }

  /** Forgets everything: another plan is on the screen. */
  reset() {
    this.#clear();
    this.isOpen = false;
    this.reason = "";
  }

  /** Opens, or takes everything back. */
  toggle() {
    this.isOpen = !this.isOpen;
    if (!this.isOpen) this.#clear();
  }

  #clear() {
    this.list = [];
    this.plan = null;
    this.note = "";
  }

  /**
   * Asks for a preview of the same edits again, because the plan under them is another one.
   *
   * @param {Hold} hold
   */
  async refresh(hold) {
    this.plan = null;
    if (this.list.length) await this.#preview(hold, this.list);
  }

  /**
   * Shows the means to edit a plan.
   *
   * @param {Hold} hold
   * @returns {HTMLElement}
   */
  form(hold) {
    const { store } = this;
    const effects = hold.plan?.effects ?? [];
    const moves = effects.filter((effect) => effect.kind === "move" && (effect.fields?.travelled ?? 0) > 0);
    const answered = (store.live.questions.get(hold.hold) ?? []).filter((one) => one.value !== undefined && one.question.kind !== "roll");
    const lines = effects.filter((effect) => DROPPED.has(effect.kind));
    return h(
      "div",
      { class: "edit", role: "group", "aria-label": store.words.say("edit.title") },
      ...moves.map((move) => this.#limitEdit(hold, move.piece ?? "", move.fields?.travelled ?? 0)),
      ...answered.map((one) => this.#answerEdit(hold, one)),
      lines.length ? h("fieldset", { class: "bare" }, h("legend", {}, store.words.say("edit.lines")), ...lines.map((effect) => this.#dropEdit(hold, effect))) : null,
      this.#reasonInput(),
    );
  }

  /** @returns {HTMLElement} */
  #reasonInput() {
    const keep = (/** @type {Event} */ event) => {
      this.reason = /** @type {HTMLInputElement} */ (event.target).value;
    };
    return h("div", { class: "row" }, h("label", { for: "why-not" }, this.store.words.say("edit.why_not")), h("input", { id: "why-not", maxlength: 200, value: this.reason, oninput: keep }));
  }

  /**
   * @param {Hold} hold
   * @param {string} piece
   * @param {number} travelled
   * @returns {HTMLElement}
   */
  #limitEdit(hold, piece, travelled) {
    const { words } = this.store;
    const isOld = (/** @type {Edit} */ edit) => edit.edit === "limit" && edit.piece === piece;
    const set = this.list.find(isOld);
    const now = set?.edit === "limit" ? set.distance : travelled;
    const most = Math.ceil(travelled);
    const label = words.say("edit.stops", { piece: this.store.pieceName(piece) });
    const pick = (/** @type {number} */ far) => void this.#change(hold, isOld, far === travelled ? null : { edit: "limit", piece, distance: far });
    const chips = Array.from({ length: Math.min(most, MAX_STOPS) + 1 }, (_, far) => Math.min(far, travelled)).map((far) =>
      h("button", { type: "button", class: "chip", "aria-pressed": String(far === now), onclick: () => pick(far) }, String(Math.round(far * 100) / 100)),
    );
    return h("div", { class: "row", role: "group", "aria-label": label }, h("span", {}, label), h("span", { class: "chips" }, ...chips));
  }

  /**
   * @param {Hold} hold
   * @param {Answered} one
   * @returns {HTMLElement}
   */
  #answerEdit(hold, { question, value }) {
    const { key } = question;
    const isOld = (/** @type {Edit} */ edit) => edit.edit === "answer" && edit.key === key;
    const set = this.list.find(isOld);
    const asking = questionForm(this.store, question, {
      value: set?.edit === "answer" ? set.value : value,
      onChange: (next) => void this.#change(hold, isOld, JSON.stringify(next) === JSON.stringify(value) ? null : { edit: "answer", key, value: next }),
    });
    const was = h("small", { class: "quiet" }, ` ${this.store.words.say("edit.was", { answer: answerText(this.store, value, question.kind) })}`);
    return h("div", {}, h("p", {}, ...questionText(this.store, question), was), asking.element);
  }

  /**
   * @param {Hold} hold
   * @param {Effect} effect
   * @returns {HTMLElement}
   */
  #dropEdit(hold, effect) {
    const isOld = (/** @type {Edit} */ edit) => edit.edit === "drop" && edit.key === effect.key;
    const isIn = !this.list.some(isOld);
    return h(
      "label",
      { class: "check" },
      h("input", { type: "checkbox", checked: isIn, onchange: () => void this.#change(hold, isOld, isIn ? { edit: "drop", key: effect.key } : null) }),
      `${this.store.pieceName(effect.piece ?? "")}: ${this.#effectText(effect)}`,
    );
  }

  /**
   * @param {Effect} effect
   * @returns {string}
   */
  #effectText({ kind, fields = {} }) {
    const { words } = this.store;
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
    await this.#preview(hold, next ? [...kept, next] : kept);
  }

  /**
   * Asks what the plan becomes. An answer that no longer fits is taken as the rule book proposes; edits that the
   * rules refuse are not taken, and the reason is shown.
   *
   * @param {Hold} hold
   * @param {Edit[]} wanted
   */
  async #preview(hold, wanted) {
    let edits = wanted;
    const last = wanted.at(-1);
    const isOwn = (/** @type {string} */ key) => last?.edit === "answer" && last.key === key;
    let seen = await this.#requestPreview(hold, edits);
    for (let round = 0; seen?.question && !isOwn(seen.question.key) && round < MAX_QUESTIONS; round += 1) {
      const { key, default: value } = seen.question;
      edits = [...edits.filter((edit) => edit.edit !== "answer" || edit.key !== key), { edit: "answer", key, value }];
      seen = await this.#requestPreview(hold, edits);
    }
    if (seen?.plan) {
      this.list = edits;
      this.plan = edits.length ? seen.plan : null;
      this.note = "";
    } else {
      const why = seen?.refusal ?? seen?.question?.because ?? { code: seen?.code || "NO_ANSWER" };
      this.note = this.store.words.refusal(why, this.store.pieceName);
    }
    this.onChange();
  }

  /**
   * @param {Hold} hold
   * @param {Edit[]} edits
   * @returns {Promise<any>}
   */
  async #requestPreview(hold, edits) {
    return this.store.client?.previewHold(hold.hold, edits).catch(() => null);
  }
}
