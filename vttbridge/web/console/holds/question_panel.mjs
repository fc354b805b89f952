/** The open question of a hold: the means to answer it, what each answer comes to, what happens unanswered. */

import { kindOf } from "../widgets/answer_inputs.mjs";
import { button, h } from "../ui/dom.mjs";
import { AnswerPreviews } from "./answer_previews.mjs";
import { answerText, questionForm, questionText } from "../widgets/question_form.mjs";
import { richText } from "../widgets/rich_text.mjs";
import { sentencesOf } from "../narration/sentences.mjs";

/**
 * @typedef {import("../app/store.mjs").Store} Store
 * @typedef {import("../map/map_view.mjs").MapView} MapView
 * @typedef {import("../widgets/question_form.mjs").QuestionForm} QuestionForm
 * @typedef {import("../../client/wire.d.ts").WireHold} Hold
 * @typedef {import("../../client/wire.d.ts").Asked} Asked
 * @typedef {import("../../client/wire.d.ts").WireQuestion} Question
 */

const NARROW_PX = 760;
const NEARER = 2;
const NOT_PREVIEWED = new Set(["roll", "order"]);

/** The part of the waiting block that asks. */
export class QuestionPanel {
  #zoomedTo = "";
  /** @type {Hold | null} */ #hold = null;
  /** @type {Question | null} */ #question = null;
  /** @type {QuestionForm | null} */ #asking = null;
  /** @type {AnswerPreviews} */ #previews;
  /** @type {Map<string, unknown>} Answers that were picked but not given yet, by hold and key. */ #picked = new Map();

  /**
   * @param {Store} store
   * @param {MapView} map
   * @param {{onAnswer: (value: unknown) => void, onReject: () => void}} wanted
   */
  constructor(store, map, { onAnswer, onReject }) {
    this.store = store;
    this.map = map;
    this.onAnswer = onAnswer;
    this.onReject = onReject;
    this.#previews = new AnswerPreviews(store, () => this.#showPreviews());
  }

  /** @returns {QuestionForm | null} */
  get asking() {
    return this.#asking;
  }

  /** @returns {boolean} Whether a place on the map is wanted. */
  get isPicking() {
    return this.#asking !== null && ["path", "point"].includes(this.#question?.kind ?? "");
  }

  /** Nothing is asked any more. */
  close() {
    this.#asking = null;
    this.#question = null;
  }

  /** What was foreseen holds no longer: the board is another one. */
  clearPreviews() {
    this.#previews.clear();
  }

  /** Returns the answer that is picked. */
  answer() {
    this.onAnswer(this.#asking?.value() ?? null);
  }

  /**
   * Asks.
   *
   * @param {Hold} hold
   * @param {Asked} asked
   * @param {HTMLElement} noted Where it stands why an answer will not do.
   * @returns {HTMLElement[]}
   */
  draw(hold, { question }, noted) {
    const { store } = this;
    const { words } = store;
    if (this.#zoomedTo !== question.key) this.#zoomTo(question.key);
    this.#zoomedTo = question.key;
    this.#hold = hold;
    this.#question = question;
    const name = `${hold.hold} ${question.key}`;
    const go = button("", () => this.answer(), { class: "go", "aria-keyshortcuts": "A" });
    const say = () => go.replaceChildren(words.say("question.answer", { answer: answerText(store, asking.value(), kindOf(question)) }), h("kbd", { "aria-hidden": "true" }, "A"));
    const asking = questionForm(store, question, {
      value: this.#picked.has(name) ? this.#picked.get(name) : question.default,
      onChange: (value) => {
        this.#picked.set(name, value);
        say();
        this.#requestPreview();
      },
      onPath: (stops) => this.map.showPath(this.#from(stops)),
      does: (value) => this.#previews.of(value),
    });
    this.#asking = asking;
    asking.element.addEventListener("keydown", (event) => this.#onEnter(event));
    say();
    if (question.kind !== "path") this.map.showPath([]);
    this.map.showRegion(question.data?.region);
    this.#requestPreview();
    return [
      h("p", { class: "pad question" }, ...questionText(store, question)),
      question.because ? h("p", { class: "because", role: "alert" }, words.refusal(question.because, store.pieceName)) : h("span"),
      h("div", { class: "pad" }, asking.element),
      h("div", { id: "foreseen", class: "pad small" }),
      noted,
      this.#buttons(hold, question, go),
      h("p", { class: "pad small quiet unanswered" }, words.say(question.kind === "roll" ? "question.unrolled" : "question.unanswered", { answer: answerText(store, question.default, kindOf(question)) })),
    ];
  }

  /**
   * Returns the answer that was typed.
   *
   * @param {KeyboardEvent} event
   */
  #onEnter(event) {
    const { target } = event;
    if (event.key !== "Enter" || !(target instanceof HTMLInputElement) || target.type === "checkbox") return;
    event.preventDefault();
    target.blur();
    this.answer();
  }

  /**
   * Goes near the piece that is asked about, where the screen is too small to see it otherwise.
   *
   * @param {string} key
   */
  #zoomTo(key) {
    const piece = key.split(":")[1]?.split("#")[0] ?? "";
    if (innerWidth > NARROW_PX || !this.store.piece(piece)) return;
    this.map.fit();
    this.map.zoom(NEARER);
    this.map.bringIntoView(piece);
  }

  /**
   * @param {Hold} hold
   * @param {Question} question
   * @param {HTMLElement} go
   * @returns {HTMLElement}
   */
  #buttons(hold, question, go) {
    const { words, isGm, client } = this.store;
    const mayEnd = isGm || hold.seat === client?.welcome?.seat;
    return h(
      "div",
      { class: "acts" },
      go,
      question.kind === "roll" ? button(words.say("question.let_roll"), () => this.onAnswer(null)) : null,
      mayEnd ? button(words.say(isGm ? "waiting.reject" : "waiting.withdraw"), this.onReject, { key: "R" }) : null,
    );
  }

  /**
   * @param {{x: number, y: number}[]} stops
   * @returns {{x: number, y: number}[]}
   */
  #from(stops) {
    const fields = this.#hold?.fields ?? {};
    const id = this.#question?.key.split(":")[1]?.split("#")[0] || [fields.targets ?? fields.target].flat()[0];
    const piece = this.store.piece(id ?? "");
    const half = this.store.unit === "square" ? 0.5 : 0;
    return piece && stops.length ? [{ x: piece.place.x + half, y: piece.place.y + half }, ...stops] : [];
  }

  #requestPreview() {
    if (!this.#hold || !this.#question || NOT_PREVIEWED.has(this.#question.kind)) return;
    if (this.#asking) this.#showPreviews();
    void this.#previews.request(this.#hold, this.#question, this.#asking?.value());
  }

  /** Shows what is known of the future: beside each answer, and on the map that of the picked one. */
  #showPreviews() {
    const asking = this.#asking;
    const question = this.#question;
    if (!this.#hold || !question || !asking) return;
    asking.draw();
    const seen = this.#previews.of(asking.value());
    this.map.showPlan(seen?.effects ?? []);
    this.map.addAnswerEnds(this.#previews.ends(this.#hold, question));
    const isElsewhere = asking.element.querySelector(".opt") !== null;
    const lines = seen && !isElsewhere ? sentencesOf(this.store.words, seen.effects, this.store.context) : [];
    const why = seen?.refusal ? [h("p", { class: "because" }, this.store.words.refusal(seen.refusal, this.store.pieceName))] : [];
    document.getElementById("foreseen")?.replaceChildren(...why, ...lines.map((line) => h("p", { class: "quiet" }, ...richText(this.store, line.spans))));
  }
}
