/** What waits, oldest first: a question to answer, or a plan to approve, edit or refuse. */

import { button, byId, h, keepingFocus } from "../ui/dom.mjs";
import { planView } from "../widgets/plan_view.mjs";
import { questionText } from "../widgets/question_form.mjs";
import { ApprovalPanel } from "./approval_panel.mjs";
import { holdTitle, whoIsAsked } from "./hold_text.mjs";
import { HoldsState } from "./holds_state.mjs";
import { PlanEditor } from "./plan_editor.mjs";
import { QuestionPanel } from "./question_panel.mjs";

/**
 * @typedef {import("../app/store.mjs").Store} Store
 * @typedef {import("../map/map_view.mjs").MapView} MapView
 * @typedef {import("../../client/wire.d.ts").WireHold} Hold
 * @typedef {import("../../client/wire.d.ts").Reply} Reply
 */

const STEP_MS = 450;
const SECOND_MS = 1000;

/** The block "Waiting for you". */
export class HoldsPanel {
  /** @type {PlanEditor} */ #editor;
  /** @type {ApprovalPanel} */ #approval;
  #note = "";
  /** What was drawn last. */ #drawn = "";

  /**
   * @param {Store} store
   * @param {MapView} map
   */
  constructor(store, map) {
    this.store = store;
    this.map = map;
    this.state = new HoldsState(store);
    this.#editor = new PlanEditor(store, () => this.redraw());
    this.question = new QuestionPanel(store, map, { answer: (value) => void this.#answer(value), reject: () => void this.reject() });
    this.#approval = new ApprovalPanel(store, map, this.#editor, { approve: () => void this.approve(), edit: () => this.edit(), reject: () => void this.reject() });
    setInterval(() => this.#drawTime(), SECOND_MS);
  }

  /** @param {number} by One hold on, or back. */
  step(by) {
    if (!this.state.step(by)) return;
    this.#forgetEdits();
    this.redraw();
  }

  #forgetEdits() {
    this.#editor.reset();
    this.#note = "";
  }

  /** Shows what the server says of the holds, where that is something else than what is shown: what is being typed stays. */
  update() {
    if (this.state.signature !== this.#drawn) this.redraw();
  }

  /** Shows what waits; what is being typed or was picked stays as long as the hold is the same. */
  redraw() {
    const isOther = this.state.showCurrent();
    if (isOther) this.#forgetEdits();
    const { current } = this.state;
    this.#drawn = this.state.signature;
    if (current) this.#notePlan(current);
    document.body.classList.toggle("has-waiting", Boolean(current));
    const box = byId("waiting");
    box.hidden = !current;
    keepingFocus(box, !isOther, () => {
      this.question.close();
      box.replaceChildren(...(current ? [this.#head(current), ...this.#body(current), h("p", { class: "pad small quiet time", id: "time-left" })] : []));
    });
    if (!current) this.map.overlay.clear();
    else if (isOther) this.#announce(current);
    this.#drawTime();
  }

  /** @param {Hold} hold */
  #announce(hold) {
    const { words } = this.store;
    byId("heard").textContent = `${words.say(this.state.isMine(hold) ? "waiting.you" : "waiting.others")}: ${holdTitle(this.store, hold).map((node) => node.textContent).join("")}`;
  }

  /** @param {Hold} hold */
  #notePlan(hold) {
    const change = this.state.notePlan(hold);
    if (change === "same") return;
    this.question.clearPreviews();
    if (change === "changed") void this.#editor.refresh(hold);
  }

  /**
   * @param {Hold} hold
   * @returns {HTMLElement}
   */
  #head(hold) {
    const { words } = this.store;
    const { all } = this.state;
    return h(
      "div",
      { class: "head" },
      h("h2", { id: "waiting-title", tabindex: "-1" }, words.say(this.state.isMine(hold) ? "waiting.you" : "waiting.others")),
      h("span", { class: "count" }, all.length > 1 ? `${all.indexOf(hold) + 1}/${all.length}` : String(all.length), h("span", { class: "sr" }, ` ${words.say("waiting.count")}`)),
      h("span", { class: "sp" }),
      all.length > 1 ? button(words.say("waiting.next"), () => this.step(1), { key: "J", class: "plain" }) : null,
      hold.plan ? button(words.say("waiting.show"), () => this.showMove(), { key: "Space", class: "plain" }) : null,
    );
  }

  /**
   * @param {Hold} hold
   * @returns {(HTMLElement | string)[]}
   */
  #body(hold) {
    const { store } = this;
    const { question } = this.state;
    const title = h(
      "div",
      { class: "what" },
      h("p", { class: "title" }, ...holdTitle(store, hold)),
      h("p", { class: "small quiet" }, store.words.say(hold.seat === store.client?.welcome?.seat ? "waiting.by_you" : "waiting.by", { who: store.seatName(hold.seat) })),
    );
    if (question) return [title, ...this.question.draw(hold, question, this.#noteLine())];
    if (hold.state === "planned" && hold.plan && store.isGm) return [title, ...this.#approval.draw(hold, hold.plan, this.state.lostEffects(hold), this.#noteLine())];
    return [title, ...this.#waitingForOthers(hold)];
  }

  /**
   * Shows a hold that waits for somebody else.
   *
   * @param {Hold} hold
   * @returns {(HTMLElement | string)[]}
   */
  #waitingForOthers(hold) {
    const { store, map } = this;
    const { words } = store;
    map.overlay.clear();
    if (hold.plan) map.overlay.showPlan(hold.plan.effects ?? []);
    const waits = hold.question
      ? [words.say("waiting.asked", { who: whoIsAsked(store, hold) }), " ", ...questionText(store, hold.question)]
      : [words.say(hold.state === "approved" ? "waiting.executor" : "waiting.gm")];
    const isOwn = hold.seat === store.client?.welcome?.seat;
    const end = isOwn || store.isGm ? button(words.say(isOwn ? "waiting.withdraw" : "waiting.reject"), () => void this.reject(), { key: "R" }) : null;
    return [hold.plan ? planView(store, hold.plan) : "", h("p", { class: "pad quiet waits" }, ...waits), this.#noteLine(), h("div", { class: "acts" }, store.isGm && hold.question ? this.#answerInstead(hold) : null, end)];
  }

  /**
   * @param {Hold} hold
   * @returns {HTMLElement}
   */
  #answerInstead(hold) {
    const answer = () => {
      this.state.answerFor(hold);
      this.redraw();
      /** @type {HTMLElement | null} */ (byId("waiting").querySelector(".asking [tabindex='0'], .asking input, .asking button"))?.focus();
    };
    return button(this.store.words.say("waiting.instead", { who: whoIsAsked(this.store, hold) }), answer);
  }

  /** @returns {HTMLElement} */
  #noteLine() {
    const text = this.#note || this.#editor.note;
    return h("p", { class: text ? "because" : "because empty", role: "alert" }, text);
  }

  /** Opens or closes the edits. */
  edit() {
    if (this.state.current?.state !== "planned" || !this.store.isGm) return;
    this.#editor.toggle();
    this.redraw();
    if (this.#editor.isOpen) /** @type {HTMLElement | null} */ (byId("waiting").querySelector(".edit button, .edit input"))?.focus();
  }

  /** Says yes to what is shown, or gives the answer that is picked. */
  async approve() {
    const hold = this.state.current;
    if (!hold || !this.state.isShown(hold.hold)) return;
    if (this.state.question) this.question.answer();
    else if (hold.state === "planned" && this.store.isGm) await this.#send(this.store.client?.approve(hold.hold, hold.plan?.hash ?? "", this.#editor.list));
  }

  /** @param {unknown} value */
  async #answer(value) {
    const { question } = this.state;
    if (question) await this.#send(this.store.client?.answer(question.hold, question.question.key, value));
  }

  /** Says no. */
  async reject() {
    const hold = this.state.current;
    if (hold && this.state.isShown(hold.hold)) await this.#send(this.store.client?.reject(hold.hold, this.#editor.reason));
  }

  /** @param {Promise<Reply> | undefined} sent */
  async #send(sent) {
    const reply = await sent?.catch(() => null);
    if (!reply || reply.outcome === "done" || reply.outcome === "pending") return;
    const { words } = this.store;
    const facts = { ...reply.facts };
    if (typeof facts.by === "string") facts.by = this.store.seatName(facts.by);
    const late = reply.code === "already_resolved" && facts.by && words.own[`late.${facts.state}`];
    const text = late ? words.say(`late.${facts.state}`, { who: facts.by }) : words.refusal({ code: reply.code || reply.outcome, facts }, this.store.pieceName);
    if (late || !this.state.current) byId("notice").textContent = text;
    else this.#note = text;
    this.redraw();
  }

  /** Shows the plan moving, from where the pieces stand. */
  showMove() {
    const { effects = [] } = this.#editor.plan ?? this.state.current?.plan ?? {};
    let count = 0;
    const next = () => {
      count += 1;
      this.map.overlay.showPlan(effects.slice(0, count));
      if (count < effects.length) setTimeout(next, STEP_MS);
    };
    if (effects.length) next();
  }

  #drawTime() {
    const line = document.getElementById("time-left");
    const time = this.state.remainingText(Date.now());
    if (line) line.textContent = time ? this.store.words.say("waiting.time", { time }) : "";
  }
}
