/** What waits, oldest first: a question to answer, or a plan to approve, edit or refuse. */

import { accountOf } from "../widgets/plan_view.mjs";
import { button, byId, h, keepingFocus } from "../ui/dom.mjs";
import { Edits } from "./plan_editor.mjs";
import { holdTitle, lostOf, whoIsAsked } from "./hold_text.mjs";
import { questionText } from "../widgets/question_form.mjs";
import { QuestionBlock } from "./question_panel.mjs";
import { tell } from "../narration/sentences.mjs";
import { shown } from "../widgets/rich_text.mjs";

/**
 * @typedef {import("../app/store.mjs").Room} Room
 * @typedef {import("../map/map_view.mjs").Board} Board
 * @typedef {import("../../client/wire.d.ts").Hold} Hold
 * @typedef {import("../../client/wire.d.ts").Asked} Asked
 * @typedef {import("../../client/wire.d.ts").Plan} Plan
 * @typedef {import("../../client/wire.d.ts").Reply} Reply
 */

const STEP_MS = 450;
const SECOND_MS = 1000;

/** The block "Waiting for you". */
export class Waiting {
  /** The hold on the screen, by its id. */ #shown = "";
  /** Whether somebody went to it by hand. */ #isChosen = false;
  /** The hold whose question a game master answers in somebody's place. */ #answersFor = "";
  #note = "";
  #drawn = "";
  /** @type {Edits} */ #edits;
  /** @type {QuestionBlock} */ #asks;
  /** @type {Map<string, number>} When each hold's time runs out. */ #ends = new Map();
  /** @type {Map<string, Plan[]>} The plans of each hold so far, newest last. */ #plans = new Map();

  /**
   * @param {Room} room
   * @param {Board} map
   */
  constructor(room, map) {
    this.room = room;
    this.map = map;
    this.box = byId("waiting");
    this.#edits = new Edits(room, () => this.draw());
    this.#asks = new QuestionBlock(room, map, { onAnswer: (value) => void this.#answer(value), onReject: () => void this.reject() });
    setInterval(() => this.#tick(), SECOND_MS);
  }

  /** @returns {Hold[]} What this seat may look at, oldest first. */
  get holds() {
    return [...(this.room.client?.holds.values() ?? [])];
  }

  /** @returns {Hold | undefined} The one on the screen: what it was, or the oldest that this seat can do something about. */
  get current() {
    const { holds } = this;
    const shown = holds.find((hold) => hold.hold === this.#shown);
    if (shown && (this.#isChosen || this.#isMine(shown))) return shown;
    return holds.find((hold) => this.#isMine(hold)) ?? shown ?? holds[0];
  }

  /** @returns {boolean} */
  get isPicking() {
    return this.#asks.isPicking;
  }

  /** @returns {Asked | undefined} */
  get #question() {
    const { current } = this;
    const asked = current ? this.room.client?.asked.get(current.hold) : undefined;
    if (asked || !current?.question || this.#answersFor !== current.hold) return asked;
    return { ...current, question: current.question };
  }

  /**
   * @param {Hold} hold
   * @returns {boolean}
   */
  #isMine(hold) {
    return Boolean(this.room.client?.asked.get(hold.hold)) || (hold.state === "planned" && this.room.isGm);
  }

  /**
   * Takes a place that was picked on the map.
   *
   * @param {{x: number, y: number}} at
   */
  pick(at) {
    this.#asks.asking?.pick(at);
  }

  /**
   * Takes a piece that was picked on the map, where pieces are asked for.
   *
   * @param {string} id
   * @returns {boolean} Whether it was taken.
   */
  pickPiece(id) {
    return this.#asks.asking?.pickPiece(id) ?? false;
  }

  /**
   * Notes how long a hold still waits.
   *
   * @param {string} hold
   * @param {number | undefined} remaining_ms
   */
  waits(hold, remaining_ms) {
    if (remaining_ms === undefined || remaining_ms === null) this.#ends.delete(hold);
    else this.#ends.set(hold, Date.now() + remaining_ms);
  }

  /**
   * Says whether a hold is the one on the screen.
   *
   * @param {string} hold
   * @returns {boolean}
   */
  isShowing(hold) {
    return this.#shown === hold;
  }

  /** @param {number} by */
  step(by) {
    const { holds, current } = this;
    if (holds.length < 2 || !current) return;
    this.#isChosen = true;
    this.#turn(holds[(holds.indexOf(current) + by + holds.length) % holds.length].hold);
    this.draw();
  }

  /** @param {string} hold */
  #turn(hold) {
    if (hold === this.#shown) return;
    this.#shown = hold;
    this.#edits.forget();
    this.#edits.isOpen = false;
    this.#edits.reason = "";
    this.#note = "";
    this.#drawn = "";
  }

  /**
   * Shows what waits; what is being typed or was picked stays as long as the hold is the same.
   *
   * @param {boolean} [isAgain] Something else was on the map meanwhile.
   */
  draw(isAgain = false) {
    const { room, current } = this;
    const wasShown = this.#shown;
    if (current?.hold !== wasShown) this.#isChosen = this.#isChosen && this.holds.some((hold) => hold.hold === wasShown);
    if (current) this.#turn(current.hold);
    else this.#shown = "";
    if (isAgain) this.#drawn = "";
    const question = this.#question;
    const edits = this.#edits;
    const key = JSON.stringify([current, question?.question, this.#answersFor, this.holds.length, edits.isOpen, edits.list, edits.plan?.hash, edits.note, this.#note, room.words.language, Object.keys(room.words.book).length]);
    if (key === this.#drawn) return;
    this.#drawn = key;
    if (current?.plan) this.#replanned(current, current.plan);
    document.body.classList.toggle("has-waiting", Boolean(current));
    this.box.hidden = !current;
    keepingFocus(this.box, wasShown === this.#shown, () => {
      this.#asks.close();
      this.box.replaceChildren(...(current ? [this.#head(current), ...this.#body(current, question), this.#time()] : []));
    });
    if (!current) this.#clear();
    if (current && wasShown !== current.hold) this.#announce(current);
    this.#tick();
  }

  #clear() {
    this.map.path([]);
    this.map.allowed([]);
    this.map.ghost([]);
  }

  /** @param {Hold} hold */
  #announce(hold) {
    const { words } = this.room;
    byId("heard").textContent = `${words.say(this.#isMine(hold) ? "waiting.you" : "waiting.others")}: ${holdTitle(this.room, hold).map((node) => node.textContent).join("")}`;
  }

  /**
   * @param {Hold} hold
   * @param {Plan} plan
   */
  #replanned(hold, plan) {
    const plans = this.#plans.get(hold.hold) ?? [];
    const last = plans.at(-1);
    if (last?.hash === plan.hash) return;
    this.#plans.set(hold.hold, [...plans.slice(-1), plan]);
    this.#asks.forget();
    if (last) void this.#edits.again(hold);
  }

  /**
   * @param {Hold} hold
   * @returns {HTMLElement}
   */
  #head(hold) {
    const { words } = this.room;
    const count = this.holds.length;
    return h(
      "div",
      { class: "head" },
      h("h2", { id: "waiting-title", tabindex: "-1" }, words.say(this.#isMine(hold) ? "waiting.you" : "waiting.others")),
      h("span", { class: "count" }, count > 1 ? `${this.holds.indexOf(hold) + 1}/${count}` : String(count), h("span", { class: "sr" }, ` ${words.say("waiting.count")}`)),
      h("span", { class: "sp" }),
      count > 1 ? button(words.say("waiting.next"), () => this.step(1), { key: "J", class: "plain" }) : null,
      hold.plan ? button(words.say("waiting.show"), () => this.showMove(), { key: "Space", class: "plain" }) : null,
    );
  }

  /**
   * @param {Hold} hold
   * @param {Asked | undefined} question
   * @returns {(HTMLElement | string)[]}
   */
  #body(hold, question) {
    const { room } = this;
    const title = h(
      "div",
      { class: "what" },
      h("p", { class: "title" }, ...holdTitle(room, hold)),
      h("p", { class: "small quiet" }, room.words.say(hold.seat === room.client?.welcome?.seat ? "waiting.by_you" : "waiting.by", { who: room.who(hold.seat) })),
    );
    if (question) return [title, ...this.#asks.draw(hold, question, this.#noted())];
    if (hold.state === "planned" && hold.plan && room.isGm) return [title, ...this.#approve(hold, hold.plan)];
    this.#clear();
    if (hold.plan) this.map.ghost(hold.plan.effects ?? []);
    const why = hold.state === "approved" ? "waiting.executor" : "waiting.gm";
    const waits = hold.question
      ? [room.words.say("waiting.asked", { who: whoIsAsked(room, hold) }), " ", ...questionText(room, hold.question)]
      : [room.words.say(why)];
    const isTheirs = room.isGm && hold.question;
    return [title, hold.plan ? accountOf(room, hold.plan) : "", h("p", { class: "pad quiet waits" }, ...waits), this.#noted(), this.#take(hold, isTheirs ? this.#instead(hold) : null)];
  }

  /**
   * @param {Hold} hold
   * @returns {HTMLElement}
   */
  #instead(hold) {
    const answer = () => {
      this.#answersFor = hold.hold;
      this.draw();
      /** @type {HTMLElement | null} */ (this.box.querySelector(".asking [tabindex='0'], .asking input, .asking button"))?.focus();
    };
    return button(this.room.words.say("waiting.instead", { who: whoIsAsked(this.room, hold) }), answer);
  }

  /**
   * @param {Hold} hold
   * @param {HTMLElement | null} more
   * @returns {HTMLElement}
   */
  #take(hold, more) {
    const mine = hold.seat === this.room.client?.welcome?.seat;
    const take = () => void this.reject();
    const say = mine ? "waiting.withdraw" : "waiting.reject";
    return h("div", { class: "acts" }, more, mine || this.room.isGm ? button(this.room.words.say(say), take, { key: "R" }) : null);
  }

  // Approval.

  /**
   * @param {Hold} hold
   * @param {Plan} plan
   * @returns {HTMLElement[]}
   */
  #approve(hold, plan) {
    const { room } = this;
    const edits = this.#edits;
    const now = edits.plan ?? plan;
    this.#clear();
    this.map.ghost(now.effects ?? []);
    return [
      this.#differs(hold),
      accountOf(room, now, { gained: hold.gained, onLine: (key) => this.#line(now, key) }),
      edits.isOpen ? edits.form(hold) : h("span"),
      this.#noted(),
      h(
        "div",
        { class: "acts" },
        button(room.words.say(edits.list.length ? "waiting.approve_edited" : "waiting.approve"), () => void this.approve(), { key: "A", class: "go" }),
        button(room.words.say(edits.isOpen ? "waiting.edit_off" : "waiting.edit"), () => this.edit(), { key: "E", "aria-expanded": String(edits.isOpen) }),
        button(room.words.say("waiting.reject"), () => void this.reject(), { key: "R" }),
      ),
    ];
  }

  /**
   * @param {Hold} hold
   * @returns {HTMLElement}
   */
  #differs(hold) {
    const { words } = this.room;
    const gone = lostOf(this.#plans.get(hold.hold) ?? [], hold.lost ?? []);
    const [lost, gained] = [hold.lost?.length ?? 0, hold.gained?.length ?? 0];
    if (!lost && !gained) return h("span");
    const lines = tell(words, gone, this.room.about);
    return h(
      "div",
      { class: "changed pad", role: "status" },
      h("p", {}, words.say("waiting.changed", { lost, gained })),
      ...lines.map((line) => h("p", { class: "small" }, h("span", { class: "sr" }, `${words.say("waiting.no_longer")} `), h("s", {}, ...shown(this.room, line.spans)))),
    );
  }

  /**
   * @param {Plan} plan
   * @param {string} key
   */
  #line(plan, key) {
    const piece = plan.effects?.find((effect) => effect.key === key)?.piece;
    if (piece) this.map.bring(piece);
  }

  /** @returns {HTMLElement} */
  #noted() {
    const text = this.#note || this.#edits.note;
    return h("p", { class: text ? "because" : "because empty", role: "alert" }, text);
  }

  /** Opens or closes the edits. */
  edit() {
    if (this.current?.state !== "planned" || !this.room.isGm) return;
    const edits = this.#edits;
    edits.isOpen = !edits.isOpen;
    if (!edits.isOpen) edits.forget();
    this.draw();
    if (edits.isOpen) /** @type {HTMLElement | null} */ (this.box.querySelector(".edit button, .edit input"))?.focus();
  }

  /** Says yes to what is shown, or gives the answer that is picked. */
  async approve() {
    const hold = this.current;
    if (!hold || !this.isShowing(hold.hold)) return;
    if (this.#question) {
      this.#asks.answer();
    } else if (hold.state === "planned" && this.room.isGm) {
      await this.#said(this.room.client?.approve(hold.hold, hold.plan?.hash ?? "", this.#edits.list));
    }
  }

  /** @param {unknown} value */
  async #answer(value) {
    const asked = this.#question;
    if (asked) await this.#said(this.room.client?.answer(asked.hold, asked.question.key, value));
  }

  /** Says no. */
  async reject() {
    const hold = this.current;
    if (hold && this.isShowing(hold.hold)) await this.#said(this.room.client?.reject(hold.hold, this.#edits.reason));
  }

  /** @param {Promise<Reply> | undefined} sent */
  async #said(sent) {
    const reply = await sent?.catch(() => null);
    if (!reply || reply.outcome === "done" || reply.outcome === "pending") return;
    const { words } = this.room;
    const facts = { ...reply.facts };
    if (typeof facts.by === "string") facts.by = this.room.who(facts.by);
    const late = reply.code === "already_resolved" && facts.by && words.own[`late.${facts.state}`];
    const text = late ? words.say(`late.${facts.state}`, { who: facts.by }) : words.refusal({ code: reply.code || reply.outcome, facts }, this.room.name);
    if (late || !this.current) byId("notice").textContent = text;
    else this.#note = text;
    this.draw();
  }

  /** Shows the plan moving, from where the pieces stand. */
  showMove() {
    const plan = this.#edits.plan ?? this.current?.plan;
    if (!plan) return;
    const { effects = [] } = plan;
    let shownTill = 0;
    const next = () => {
      shownTill += 1;
      this.map.ghost(effects.slice(0, shownTill));
      if (shownTill < effects.length) setTimeout(next, STEP_MS);
    };
    next();
  }

  /** @returns {HTMLElement} */
  #time() {
    return h("p", { class: "pad small quiet time", id: "time-left" });
  }

  #tick() {
    const place = document.getElementById("time-left");
    const end = this.#ends.get(this.current?.hold ?? "");
    if (!place) return;
    const seconds = end ? Math.max(0, Math.round((end - Date.now()) / SECOND_MS)) : 0;
    const text = seconds ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` : "";
    place.textContent = text ? this.room.words.say("waiting.time", { time: text }) : "";
  }
}
