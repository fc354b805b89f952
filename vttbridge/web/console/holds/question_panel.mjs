/** The open question of a hold: the means to answer it, what each answer comes to, what happens unanswered. */

import { answerText, kindOf } from "../widgets/answers.mjs";
import { button, h } from "../ui/dom.mjs";
import { AnswerPreviews } from "./answer_previews.mjs";
import { questionForm, questionText } from "../widgets/question_form.mjs";
import { richText } from "../widgets/rich_text.mjs";
import { sentencesOf } from "../narration/sentences.mjs";

/**
 * @typedef {import("../app/store.mjs").Store} Store
 * @typedef {import("../map/map_view.mjs").MapView} MapView
 * @typedef {import("../widgets/question_form.mjs").QuestionForm} QuestionForm
 * @typedef {import("../../client/wire.d.ts").WireHold} Hold
 * @typedef {import("../../client/wire.d.ts").Asked} Asked
 * @typedef {import("../../client/wire.d.ts").WireQuestion} Question
 * @typedef {{hold: Hold, question: Question, form: QuestionForm}} Open
 */

const NARROW_PX = 760;
const NEARER = 2;
const NOT_PREVIEWED = new Set(["roll", "order"]);

/** The part of the waiting block that asks. */
export class QuestionPanel {
  /** The question whose piece was brought near, on a small screen. */ #zoomedTo = "";
  /** @type {Open | null} */ #open = null;
  /** @type {AnswerPreviews} */ #previews;
  /** @type {Map<string, unknown>} Answers that were picked but not given yet, by hold and key. */ #picked = new Map();

  /**
   * @param {Store} store
   * @param {MapView} map
   * @param {{answer: (value: unknown) => void, reject: () => void}} actions
   */
  constructor(store, map, actions) {
    this.store = store;
    this.map = map;
    this.actions = actions;
    this.#previews = new AnswerPreviews(store, () => this.#showPreviews());
  }

  /** @returns {QuestionForm | null} */
  get form() {
    return this.#open?.form ?? null;
  }

  /** @returns {boolean} Whether a place on the map is asked for. */
  get isPicking() {
    return ["path", "point"].includes(this.#open?.question.kind ?? "");
  }

  /** Nothing is asked any more. */
  close() {
    this.#open = null;
  }

  /** The previews hold no longer, because pieces stand elsewhere. */
  clearPreviews() {
    this.#previews.clear();
  }

  /** Gives the answer that is picked. */
  answer() {
    this.actions.answer(this.form?.value() ?? null);
  }

  /**
   * Asks.
   *
   * @param {Hold} hold
   * @param {Asked} asked
   * @param {HTMLElement} note Where it stands why an answer will not do.
   * @returns {HTMLElement[]}
   */
  draw(hold, { question }, note) {
    const { store, map } = this;
    const { words } = store;
    this.#bringNear(question);
    const go = button("", () => this.answer(), { class: "go", "aria-keyshortcuts": "A" });
    const onChange = () => {
      go.replaceChildren(words.say("question.answer", { answer: answerText(store, form.value(), kindOf(question)) }), h("kbd", { "aria-hidden": "true" }, "A"));
      this.#requestPreviews();
    };
    const form = this.#form(hold, question, onChange);
    this.#open = { hold, question, form };
    form.element.addEventListener("keydown", (event) => this.#onKey(event));
    if (question.kind !== "path") map.overlay.showPath([]);
    map.overlay.showRegion(question.data?.region);
    onChange();
    return [
      h("p", { class: "pad question" }, ...questionText(store, question)),
      question.because ? h("p", { class: "because", role: "alert" }, words.refusal(question.because, store.pieceName)) : h("span"),
      h("div", { class: "pad" }, form.element),
      h("div", { id: "foreseen", class: "pad small" }),
      note,
      this.#buttons(hold, question, go),
      h("p", { class: "pad small quiet unanswered" }, words.say(question.kind === "roll" ? "question.unrolled" : "question.unanswered", { answer: answerText(store, question.default, kindOf(question)) })),
    ];
  }

  /**
   * @param {Hold} hold
   * @param {Question} question
   * @param {() => void} onChange
   * @returns {QuestionForm}
   */
  #form(hold, question, onChange) {
    const name = `${hold.hold} ${question.key}`;
    return questionForm(this.store, question, {
      value: this.#picked.has(name) ? this.#picked.get(name) : question.default,
      onChange: (value) => {
        this.#picked.set(name, value);
        onChange();
      },
      onPath: (stops) => this.map.overlay.showPath(this.#wayFrom(hold, question, stops)),
      does: (value) => this.#previews.of(value),
    });
  }

  /**
   * Gives the answer that was typed.
   *
   * @param {KeyboardEvent} event
   */
  #onKey(event) {
    const { target } = event;
    if (event.key !== "Enter" || !(target instanceof HTMLInputElement) || target.type === "checkbox") return;
    event.preventDefault();
    target.blur();
    this.answer();
  }

  /**
   * Goes near the piece that is asked about, once, where the screen is too small to see it otherwise.
   *
   * @param {Question} question
   */
  #bringNear({ key }) {
    const piece = pieceIn(key);
    const isNear = this.#zoomedTo === key || innerWidth > NARROW_PX || !this.store.piece(piece);
    this.#zoomedTo = key;
    if (isNear) return;
    this.map.camera.fit();
    this.map.camera.zoom(NEARER);
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
      question.kind === "roll" ? button(words.say("question.let_roll"), () => this.actions.answer(null)) : null,
      mayEnd ? button(words.say(isGm ? "waiting.reject" : "waiting.withdraw"), this.actions.reject, { key: "R" }) : null,
    );
  }

  /**
   * Returns a way with the place of the piece that goes it at its beginning.
   *
   * @param {Hold} hold
   * @param {Question} question
   * @param {{x: number, y: number}[]} stops
   * @returns {{x: number, y: number}[]}
   */
  #wayFrom({ fields = {} }, { key }, stops) {
    const piece = this.store.piece(pieceIn(key) || ([fields.targets ?? fields.target].flat()[0] ?? ""));
    const half = this.store.unit === "square" ? 0.5 : 0;
    return piece && stops.length ? [{ x: piece.place.x + half, y: piece.place.y + half }, ...stops] : [];
  }

  #requestPreviews() {
    if (!this.#open || NOT_PREVIEWED.has(this.#open.question.kind)) return;
    const { hold, question, form } = this.#open;
    this.#showPreviews();
    void this.#previews.request(hold, question, form.value());
  }

  /** Shows the previews that are known: beside each answer, and on the map that of the picked one. */
  #showPreviews() {
    if (!this.#open) return;
    const { store } = this;
    const { overlay } = this.map;
    const { hold, question, form } = this.#open;
    form.draw();
    const outcome = this.#previews.of(form.value());
    overlay.showPlan(outcome?.effects ?? []);
    overlay.addAnswerEnds(this.#previews.ends(hold, question));
    const isElsewhere = form.element.querySelector(".opt") !== null;
    const lines = outcome && !isElsewhere ? sentencesOf(store.words, outcome.effects, store.context) : [];
    const why = outcome?.refusal ? [h("p", { class: "because" }, store.words.refusal(outcome.refusal, store.pieceName))] : [];
    document.getElementById("foreseen")?.replaceChildren(...why, ...lines.map((line) => h("p", { class: "quiet" }, ...richText(store, line.spans))));
  }
}

/**
 * Returns the piece that the key of a question names.
 *
 * @param {string} key
 * @returns {string}
 */
function pieceIn(key) {
  return key.split(":")[1]?.split("#")[0] ?? "";
}
