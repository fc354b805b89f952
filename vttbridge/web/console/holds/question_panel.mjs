/** The open question of a hold: the means to answer it, what each answer comes to, what happens unanswered. */

import { kindOf } from "../widgets/answer_inputs.mjs";
import { button, h } from "../ui/dom.mjs";
import { Foresight } from "./answer_previews.mjs";
import { answerText, ask, questionText } from "../widgets/question_form.mjs";
import { shown } from "../widgets/rich_text.mjs";
import { tell } from "../narration/sentences.mjs";

/**
 * @typedef {import("../app/store.mjs").Room} Room
 * @typedef {import("../map/map_view.mjs").Board} Board
 * @typedef {import("../widgets/question_form.mjs").Asking} Asking
 * @typedef {import("../../client/wire.d.ts").Hold} Hold
 * @typedef {import("../../client/wire.d.ts").Asked} Asked
 * @typedef {import("../../client/wire.d.ts").Question} Question
 */

const NARROW_PX = 760;
const NEARER = 2;
const UNFORESEEN = new Set(["roll", "order"]);

/** The part of the waiting block that asks. */
export class QuestionBlock {
  #nearTo = "";
  /** @type {Hold | null} */ #hold = null;
  /** @type {Question | null} */ #question = null;
  /** @type {Asking | null} */ #asking = null;
  /** @type {Foresight} */ #foresight;
  /** @type {Map<string, unknown>} Answers that were picked but not given yet, by hold and key. */ #picked = new Map();

  /**
   * @param {Room} room
   * @param {Board} map
   * @param {{onAnswer: (value: unknown) => void, onReject: () => void}} wanted
   */
  constructor(room, map, { onAnswer, onReject }) {
    this.room = room;
    this.map = map;
    this.onAnswer = onAnswer;
    this.onReject = onReject;
    this.#foresight = new Foresight(room, () => this.#foreseen());
  }

  /** @returns {Asking | null} */
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
  forget() {
    this.#foresight.forget();
  }

  /** Gives the answer that is picked. */
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
    const { room } = this;
    const { words } = room;
    if (this.#nearTo !== question.key) this.#near(question.key);
    this.#nearTo = question.key;
    this.#hold = hold;
    this.#question = question;
    const name = `${hold.hold} ${question.key}`;
    const go = button("", () => this.answer(), { class: "go", "aria-keyshortcuts": "A" });
    const say = () => go.replaceChildren(words.say("question.answer", { answer: answerText(room, asking.value(), kindOf(question)) }), h("kbd", { "aria-hidden": "true" }, "A"));
    const asking = ask(room, question, {
      value: this.#picked.has(name) ? this.#picked.get(name) : question.default,
      onChange: (value) => {
        this.#picked.set(name, value);
        say();
        this.#foresee();
      },
      onPath: (stops) => this.map.path(this.#from(stops)),
      does: (value) => this.#foresight.of(value),
    });
    this.#asking = asking;
    asking.element.addEventListener("keydown", (event) => this.#entered(event));
    say();
    if (question.kind !== "path") this.map.path([]);
    this.map.allowed(question.data?.region);
    this.#foresee();
    return [
      h("p", { class: "pad question" }, ...questionText(room, question)),
      question.because ? h("p", { class: "because", role: "alert" }, words.refusal(question.because, room.name)) : h("span"),
      h("div", { class: "pad" }, asking.element),
      h("div", { id: "foreseen", class: "pad small" }),
      noted,
      this.#acts(hold, question, go),
      h("p", { class: "pad small quiet unanswered" }, words.say(question.kind === "roll" ? "question.unrolled" : "question.unanswered", { answer: answerText(room, question.default, kindOf(question)) })),
    ];
  }

  /**
   * Gives the answer that was typed.
   *
   * @param {KeyboardEvent} event
   */
  #entered(event) {
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
  #near(key) {
    const piece = key.split(":")[1]?.split("#")[0] ?? "";
    if (innerWidth > NARROW_PX || !this.room.piece(piece)) return;
    this.map.fit();
    this.map.zoom(NEARER);
    this.map.bring(piece);
  }

  /**
   * @param {Hold} hold
   * @param {Question} question
   * @param {HTMLElement} go
   * @returns {HTMLElement}
   */
  #acts(hold, question, go) {
    const { words, isGm, client } = this.room;
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
    const piece = this.room.piece(id ?? "");
    const half = this.room.unit === "square" ? 0.5 : 0;
    return piece && stops.length ? [{ x: piece.place.x + half, y: piece.place.y + half }, ...stops] : [];
  }

  #foresee() {
    if (!this.#hold || !this.#question || UNFORESEEN.has(this.#question.kind)) return;
    if (this.#asking) this.#foreseen();
    void this.#foresight.learn(this.#hold, this.#question, this.#asking?.value());
  }

  /** Shows what is known of the future: beside each answer, and on the map that of the picked one. */
  #foreseen() {
    const asking = this.#asking;
    const question = this.#question;
    if (!this.#hold || !question || !asking) return;
    asking.draw();
    const seen = this.#foresight.of(asking.value());
    this.map.ghost(seen?.effects ?? []);
    this.map.choices(this.#foresight.ends(this.#hold, question));
    const isElsewhere = asking.element.querySelector(".opt") !== null;
    const lines = seen && !isElsewhere ? tell(this.room.words, seen.effects, this.room.about) : [];
    const why = seen?.refusal ? [h("p", { class: "because" }, this.room.words.refusal(seen.refusal, this.room.name))] : [];
    document.getElementById("foreseen")?.replaceChildren(...why, ...lines.map((line) => h("p", { class: "quiet" }, ...shown(this.room, line.spans))));
  }
}
