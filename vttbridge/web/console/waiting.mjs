/** What waits, oldest first: a question to answer, or a plan to approve, edit or refuse. */

import { accountOf } from "./account_view.mjs";
import { button, byId, h } from "./dom.mjs";
import { answerText, ask, questionText } from "./question.mjs";
import { shown } from "./spans.mjs";
import { marked, spansOf } from "./tell.mjs";

/**
 * @typedef {import("./room.mjs").Room} Room
 * @typedef {import("./map.mjs").Board} Board
 * @typedef {import("./question.mjs").Asking} Asking
 * @typedef {import("../client/wire.d.ts").Hold} Hold
 * @typedef {import("../client/wire.d.ts").Asked} Asked
 * @typedef {import("../client/wire.d.ts").Plan} Plan
 * @typedef {import("../client/wire.d.ts").Edit} Edit
 * @typedef {import("../client/wire.d.ts").Reply} Reply
 */

const MOST_QUESTIONS = 4;

/** The block "Waiting for you". */
export class Waiting {
  #place = 0;
  #isEditing = false;
  #note = "";
  #drawn = "";
  /** @type {Edit[]} */ #edits = [];
  /** @type {Plan | null} */ #edited = null;
  /** @type {Asking | null} */ #asking = null;
  /** @type {Map<string, number>} When each hold's time runs out. */ #ends = new Map();

  /**
   * @param {Room} room
   * @param {Board} map
   */
  constructor(room, map) {
    this.room = room;
    this.map = map;
    this.box = byId("waiting");
    setInterval(() => this.#tick(), 1000);
  }

  /** @returns {Hold[]} What this seat may look at, oldest first. */
  get holds() {
    return [...(this.room.client?.holds.values() ?? [])];
  }

  /** @returns {Hold | undefined} */
  get current() {
    const { holds } = this;
    return holds[Math.min(this.#place, holds.length - 1)];
  }

  /** @returns {boolean} */
  get isPicking() {
    return this.#asking !== null && ["path", "point"].includes(this.#question?.question.kind ?? "");
  }

  /** @returns {Asked | undefined} */
  get #question() {
    const { current } = this;
    return current ? this.room.client?.asked.get(current.hold) : undefined;
  }

  /**
   * Takes a place that was picked on the map.
   *
   * @param {{x: number, y: number}} at
   */
  pick(at) {
    this.#asking?.pick(at);
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
    return this.#drawn.startsWith(JSON.stringify([hold]).slice(0, -1));
  }

  /** @param {number} by */
  step(by) {
    const count = this.holds.length;
    if (count < 2) return;
    this.#place = (this.#place + by + count) % count;
    this.#forget();
    this.draw();
  }

  #forget() {
    this.#isEditing = false;
    this.#edits = [];
    this.#edited = null;
    this.#note = "";
    this.#drawn = "";
  }

  /**
   * Shows what waits; what is being typed stays as long as the hold is the same.
   *
   * @param {boolean} [isAgain] Something else was on the map meanwhile.
   */
  draw(isAgain = false) {
    const { room, current } = this;
    if (isAgain) this.#drawn = "";
    if (this.#place >= this.holds.length) this.#place = Math.max(0, this.holds.length - 1);
    const question = this.#question;
    const key = JSON.stringify([current?.hold, current?.state, current?.plan?.hash, current?.question, question?.question, this.holds.length, this.#isEditing, this.#edited?.hash, this.#edits, this.#note, room.words.language]);
    if (key === this.#drawn) return;
    const isOther = !this.#drawn.startsWith(JSON.stringify([current?.hold]).slice(0, -1));
    if (isOther && this.#drawn) this.#forget();
    this.#drawn = key;
    this.#asking = null;
    document.body.classList.toggle("has-waiting", Boolean(current));
    this.box.hidden = !current;
    if (!current) {
      this.box.replaceChildren();
      this.map.path([]);
      this.map.ghost([]);
      return;
    }
    this.box.replaceChildren(this.#head(current), ...this.#body(current, question), this.#time());
    this.#tick();
  }

  /**
   * @param {Hold} hold
   * @returns {HTMLElement}
   */
  #head(hold) {
    const { words } = this.room;
    const count = this.holds.length;
    const mine = this.#question || (hold.state === "planned" && this.room.isGm);
    return h(
      "div",
      { class: "head" },
      h("h2", { id: "waiting-title" }, words.say(mine ? "waiting.you" : "waiting.others")),
      h("span", { class: "count" }, String(count), h("span", { class: "sr" }, ` ${words.say("waiting.count")}`)),
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
    const title = this.#title(hold);
    if (question) return [title, ...this.#ask(hold, question)];
    if (hold.state === "planned" && hold.plan) return [title, ...this.#approve(hold, hold.plan)];
    if (hold.question) {
      const audience = this.#audience(hold);
      return [title, h("p", { class: "pad quiet" }, this.room.words.say("waiting.asked", { who: audience }), " ", ...questionText(this.room, hold.question))];
    }
    const why = hold.state === "approved" ? "waiting.executor" : "waiting.gm";
    return [title, hold.plan ? accountOf(this.room, hold.plan) : "", h("p", { class: "pad quiet" }, this.room.words.say(why)), this.#take(hold)];
  }

  /**
   * @param {Hold} hold
   * @returns {HTMLElement}
   */
  #take(hold) {
    const mine = hold.seat === this.room.client?.welcome?.seat;
    const take = () => void this.#said(this.room.client?.reject(hold.hold));
    return h("div", { class: "acts" }, mine ? button(this.room.words.say("waiting.withdraw"), take, { key: "R" }) : null);
  }

  /**
   * @param {Hold} hold
   * @returns {string}
   */
  #audience(hold) {
    const question = hold.question;
    if (question?.audience === "mover") return this.room.who(hold.seat);
    const owner = this.room.piece(question?.piece ?? "")?.owner;
    return question?.audience === "owner" && owner ? this.room.who(owner) : this.room.words.say("role.gm");
  }

  /**
   * @param {Hold} hold
   * @returns {HTMLElement}
   */
  #title(hold) {
    const { room } = this;
    const fields = hold.fields ?? {};
    const source = fields.source ?? fields.piece ?? fields.attacker ?? fields.mover ?? "";
    const targets = [fields.targets ?? fields.target ?? []].flat().filter((/** @type {unknown} */ id) => typeof id === "string");
    const action = room.words.rule(`action.${hold.action}`);
    const text = room.words.say(targets.length ? "waiting.title" : "waiting.title_alone", {
      source: marked(source),
      action,
      targets: targets.map((/** @type {string} */ id) => marked(id)).join(", "),
    });
    const far = fields.distance ?? fields.squares;
    const details = far === undefined ? "" : room.words.count(room.unit === "inch" ? "inches" : "squares", far);
    return h(
      "div",
      { class: "what" },
      h("p", { class: "title" }, ...shown(room, spansOf(text, room.name)), details ? `, ${details}` : ""),
      h("p", { class: "small quiet" }, room.words.say("waiting.by", { who: room.who(hold.seat) })),
    );
  }

  // Questions.

  /**
   * @param {Hold} hold
   * @param {Asked} asked
   * @returns {HTMLElement[]}
   */
  #ask(hold, asked) {
    const { room } = this;
    const { question } = asked;
    const go = h("button", { type: "button", class: "go", "data-key": "Enter" });
    const say = () => go.replaceChildren(room.words.say("question.answer", { answer: answerText(room, asking.value()) }), h("kbd", { "aria-hidden": "true" }, "A"));
    const asking = ask(room, question, {
      onChange: () => {
        say();
        void this.#foresee(hold, asked, asking.value());
      },
      onPath: (stops) => this.map.path(this.#from(hold, question, stops)),
    });
    this.#asking = asking;
    say();
    go.setAttribute("aria-keyshortcuts", "A");
    go.addEventListener("click", () => void this.#said(room.client?.answer(hold.hold, question.key, asking.value())));
    void this.#foresee(hold, asked, asking.value());
    const because = question.because ? h("p", { class: "because", role: "alert" }, room.words.refusal(question.because, room.name)) : h("span");
    return [
      h("p", { class: "pad question" }, ...questionText(room, question)),
      because,
      h("div", { class: "pad" }, asking.element),
      h("div", { id: "foreseen" }),
      this.#noted(),
      h("div", { class: "acts" }, go, hold.seat === room.client?.welcome?.seat || room.isGm ? button(room.words.say("waiting.reject"), () => void this.reject(), { key: "R" }) : null),
      h("p", { class: "pad small quiet unanswered" }, room.words.say("question.unanswered", { answer: answerText(room, question.default) })),
    ];
  }

  /**
   * @param {Hold} hold
   * @param {import("../client/wire.d.ts").Question} question
   * @param {{x: number, y: number}[]} stops
   * @returns {{x: number, y: number}[]}
   */
  #from(hold, question, stops) {
    const id = question.key.split(":")[1]?.split("#")[0] || [hold.fields?.targets ?? hold.fields?.target].flat()[0];
    const piece = this.room.piece(id ?? "");
    return piece && stops.length ? [{ x: piece.place.x + 0.5, y: piece.place.y + 0.5 }, ...stops] : [];
  }

  /**
   * Shows what an answer would do.
   *
   * @param {Hold} hold
   * @param {Asked} asked
   * @param {unknown} value
   */
  async #foresee(hold, asked, value) {
    const { client } = this.room;
    const given = Object.fromEntries((this.room.asked.get(hold.hold) ?? []).filter((one) => one.value !== undefined).map((one) => [one.question.key, one.value]));
    const answers = { ...given, [asked.question.key]: value };
    const seen = await client?.preview(hold.scene, hold.action, hold.fields ?? {}, { answers }).catch(() => null);
    const place = document.getElementById("foreseen");
    if (!seen || !place || this.current?.hold !== hold.hold) return;
    const plan = seen.plan ?? seen.known;
    if (seen.refusal) place.replaceChildren(h("p", { class: "because" }, this.room.words.refusal(seen.refusal, this.room.name)));
    else place.replaceChildren(plan?.effects?.length ? accountOf(this.room, plan) : "");
    this.map.ghost(plan?.effects ?? []);
  }

  // Approval.

  /**
   * @param {Hold} hold
   * @param {Plan} plan
   * @returns {HTMLElement[]}
   */
  #approve(hold, plan) {
    const { room } = this;
    const now = this.#edited ?? plan;
    this.map.path([]);
    this.map.ghost(now.effects ?? []);
    if (!room.isGm) return [accountOf(room, now), h("p", { class: "pad quiet" }, room.words.say("waiting.gm")), this.#take(hold)];
    return [
      this.#differs(hold),
      accountOf(room, now, { gained: hold.gained, onLine: (key) => this.#line(now, key) }),
      this.#isEditing ? this.#edit(hold, plan) : h("span"),
      this.#noted(),
      h(
        "div",
        { class: "acts" },
        button(room.words.say(this.#edits.length ? "waiting.approve_edited" : "waiting.approve"), () => void this.approve(), { key: "A", class: "go" }),
        button(room.words.say("waiting.edit"), () => this.edit(), { key: "E", "aria-expanded": String(this.#isEditing) }),
        button(room.words.say("waiting.reject"), () => void this.reject(), { key: "R" }),
      ),
    ];
  }

  /**
   * @param {Hold} hold
   * @returns {HTMLElement}
   */
  #differs(hold) {
    const lost = hold.lost?.length ?? 0;
    const gained = hold.gained?.length ?? 0;
    if (!lost && !gained) return h("span");
    return h("p", { class: "changed pad", role: "status" }, this.room.words.say("waiting.changed", { lost, gained }));
  }

  /**
   * @param {Plan} plan
   * @param {string} key
   */
  #line(plan, key) {
    const piece = plan.effects?.find((effect) => effect.key === key)?.piece;
    if (piece) this.map.bring(piece);
  }

  /**
   * @param {Hold} hold
   * @param {Plan} plan
   * @returns {HTMLElement}
   */
  #edit(hold, plan) {
    const { room } = this;
    const moves = (plan.effects ?? []).filter((effect) => effect.kind === "move" && (effect.fields?.travelled ?? 0) > 0);
    const answered = (room.asked.get(hold.hold) ?? []).filter((one) => one.value !== undefined && one.question.kind !== "roll");
    return h(
      "div",
      { class: "edit", role: "group", "aria-label": room.words.say("edit.title") },
      ...moves.map((move) => this.#limit(hold, move.piece ?? "", move.fields?.travelled ?? 0)),
      ...answered.map((one) => this.#other(hold, one)),
      h(
        "fieldset",
        { class: "bare" },
        h("legend", {}, room.words.say("edit.lines")),
        ...(plan.effects ?? []).filter((effect) => effect.kind === "damage" || effect.kind === "status").map((effect) => this.#drop(hold, effect)),
      ),
    );
  }

  /**
   * @param {Hold} hold
   * @param {string} piece
   * @param {number} travelled
   * @returns {HTMLElement}
   */
  #limit(hold, piece, travelled) {
    const set = this.#edits.find((edit) => edit.edit === "limit" && edit.piece === piece);
    const now = set?.edit === "limit" ? set.distance : travelled;
    const most = Math.ceil(travelled);
    const chips = Array.from({ length: Math.min(most, 10) + 1 }, (_, far) =>
      h(
        "button",
        {
          type: "button",
          class: "chip",
          "aria-pressed": String(far === now),
          onclick: () => void this.#change(hold, (edit) => edit.edit === "limit" && edit.piece === piece, far === travelled ? null : { edit: "limit", piece, distance: far }),
        },
        String(far),
      ),
    );
    return h("div", { class: "row" }, h("span", {}, this.room.words.say("edit.stops", { piece: this.room.name(piece) })), h("span", { class: "chips" }, ...chips));
  }

  /**
   * @param {Hold} hold
   * @param {{question: import("../client/wire.d.ts").Question, value?: unknown}} one
   * @returns {HTMLElement}
   */
  #other(hold, { question, value }) {
    const { key } = question;
    const set = this.#edits.find((edit) => edit.edit === "answer" && edit.key === key);
    const asking = ask(this.room, question, {
      value: set?.edit === "answer" ? set.value : value,
      onChange: (next) => void this.#change(hold, (edit) => edit.edit === "answer" && edit.key === key, { edit: "answer", key, value: next }),
    });
    return h("div", {}, h("p", {}, ...questionText(this.room, question)), asking.element);
  }

  /**
   * @param {Hold} hold
   * @param {import("../client/wire.d.ts").Effect} effect
   * @returns {HTMLElement}
   */
  #drop(hold, effect) {
    const isIn = !this.#edits.some((edit) => edit.edit === "drop" && edit.key === effect.key);
    const { words } = this.room;
    const what = effect.kind === "damage" ? words.say("edit.damage", { amount: effect.fields?.amount, cause: words.rule(`part.${effect.fields?.cause}`) }) : words.rule(`status.${effect.fields?.status}`);
    return h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        checked: isIn,
        onchange: () => void this.#change(hold, (edit) => edit.edit === "drop" && edit.key === effect.key, isIn ? { edit: "drop", key: effect.key } : null),
      }),
      `${this.room.name(effect.piece ?? "")}: ${what}`,
    );
  }

  /**
   * @param {Hold} hold
   * @param {(edit: Edit) => boolean} isOld
   * @param {Edit | null} next
   */
  async #change(hold, isOld, next) {
    const kept = this.#edits.filter((edit) => !isOld(edit));
    this.#edits = next ? [...kept, next] : kept;
    const seen = await this.#planned(hold);
    if (seen?.plan) {
      this.#edited = seen.plan;
      this.#note = "";
    } else {
      this.#note = this.room.words.refusal(seen?.refusal ?? seen ?? {}, this.room.name);
    }
    this.draw();
  }

  /**
   * Asks what the plan becomes. An answer that no longer fits is taken as the rule book proposes.
   *
   * @param {Hold} hold
   * @returns {Promise<any>}
   */
  async #planned(hold) {
    for (let round = 0; ; round += 1) {
      const seen = await this.room.client?.previewHold(hold.hold, this.#edits);
      const { question } = seen ?? {};
      if (!question || round >= MOST_QUESTIONS) return seen;
      const others = this.#edits.filter((edit) => edit.edit !== "answer" || edit.key !== question.key);
      this.#edits = [...others, { edit: "answer", key: question.key, value: question.default }];
    }
  }

  /** @returns {HTMLElement} */
  #noted() {
    return h("p", { class: this.#note ? "because" : "because empty", role: "status" }, this.#note);
  }

  /** Opens or closes the edits. */
  edit() {
    if (this.current?.state !== "planned" || !this.room.isGm) return;
    this.#isEditing = !this.#isEditing;
    if (!this.#isEditing) {
      this.#edits = [];
      this.#edited = null;
    }
    this.draw();
    if (this.#isEditing) /** @type {HTMLElement | null} */ (this.box.querySelector(".edit button, .edit input"))?.focus();
  }

  /** Says yes to what is shown, or gives the answer that is picked. */
  async approve() {
    const hold = this.current;
    if (!hold) return;
    if (this.#question && this.#asking) {
      await this.#said(this.room.client?.answer(hold.hold, this.#question.question.key, this.#asking.value()));
    } else if (hold.state === "planned" && this.room.isGm) {
      await this.#said(this.room.client?.approve(hold.hold, hold.plan?.hash, this.#edits));
    }
  }

  /** Says no. */
  async reject() {
    const hold = this.current;
    if (hold) await this.#said(this.room.client?.reject(hold.hold));
  }

  /** @param {Promise<Reply> | undefined} sent */
  async #said(sent) {
    const reply = await sent?.catch(() => null);
    if (!reply || reply.outcome === "done" || reply.outcome === "pending") return;
    const facts = { ...reply.facts };
    if (typeof facts.by === "string") facts.by = this.room.who(facts.by);
    this.#note = this.room.words.refusal({ code: reply.code || reply.outcome, facts }, this.room.name);
    if (!this.current) byId("notice").textContent = this.#note;
    this.draw();
  }

  /** Shows the plan moving, from where the pieces stand. */
  showMove() {
    const plan = this.#edited ?? this.current?.plan;
    if (!plan) return;
    const { effects = [] } = plan;
    let shownTill = 0;
    const next = () => {
      shownTill += 1;
      this.map.ghost(effects.slice(0, shownTill));
      if (shownTill < effects.length) setTimeout(next, 450);
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
    const seconds = end ? Math.max(0, Math.round((end - Date.now()) / 1000)) : 0;
    const text = seconds ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` : "";
    place.textContent = text ? this.room.words.say("waiting.time", { time: text }) : "";
  }
}
