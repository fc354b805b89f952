/** Aiming: a form for an action, what would come of it while one aims, and every square that can be reached. */

import { accountOf, oddsOf } from "./account_view.mjs";
import { button, byId, h } from "./dom.mjs";
import { cleaned, fieldsOf, missing } from "./fields.mjs";
import { Form } from "./form.mjs";
import { questionText } from "./question.mjs";

/**
 * @typedef {import("./room.mjs").Room} Room
 * @typedef {import("./map.mjs").Board} Board
 * @typedef {import("../client/wire.d.ts").Action} Action
 * @typedef {import("../client/wire.d.ts").Preview} Preview
 * @typedef {import("../client/wire.d.ts").Tree} Tree
 */

const PAUSE_MS = 120;
const MOST_QUESTIONS = 5;
const HEAT = [0, 1, 3, 5, 7];

/** The panel in which one aims. */
export class Aim {
  /** @type {Form | null} */ form = null;
  /** @type {Action | null} */ #action = null;
  /** @type {any} */ #later;
  #asked = 0;
  #heatKey = "";

  /**
   * @param {Room} room
   * @param {Board} map
   */
  constructor(room, map) {
    this.room = room;
    this.map = map;
    this.box = byId("aim");
    this.result = h("div", { class: "result" });
    this.note = h("p", { class: "because empty", role: "status" });
  }

  /** @returns {boolean} */
  get isOpen() {
    return this.form !== null;
  }

  /** @returns {Action[]} */
  get actions() {
    return this.room.client?.welcome?.actions ?? [];
  }

  /** Offers the actions for the selected piece above the map. */
  drawTools() {
    const { room } = this;
    const tools = byId("tools");
    const [first, second, third, ...rest] = this.actions;
    tools.hidden = room.client?.welcome?.role === "observer" || !first || !room.now;
    const name = room.selected ? room.name(room.selected) : room.words.say("act.nobody");
    const open = (/** @type {Action} */ action) => button(room.words.rule(`action.${action.name}`), () => this.open(action.name), { class: "plain" });
    const more = h(
      "select",
      {
        "aria-label": room.words.say("act.more"),
        onchange: (/** @type {Event} */ event) => {
          const select = /** @type {HTMLSelectElement} */ (event.target);
          if (select.value) this.open(select.value);
          select.value = "";
        },
      },
      h("option", { value: "" }, room.words.say("act.more")),
      ...rest.map((action) => h("option", { value: action.name }, room.words.rule(`action.${action.name}`))),
    );
    tools.replaceChildren(h("span", { class: "lbl" }, name), ...[first, second, third].filter(Boolean).map(open), rest.length ? more : "");
  }

  /**
   * Opens an action's form; the selected piece is whoever acts.
   *
   * @param {string} name
   * @param {Tree} [given]
   */
  open(name, given = {}) {
    const action = this.actions.find((one) => one.name === name);
    if (!action) return;
    this.#action = action;
    this.#heatKey = "";
    const fields = fieldsOf(action.fields);
    const acts = fields.find((field) => field.kind === "piece" && field.isNeeded);
    const values = this.room.selected && acts ? { [acts.name]: this.room.selected, ...given } : given;
    this.form = new Form(this.room, { action: name, fields, values, onChange: () => this.#changed() });
    this.draw();
    this.#changed();
    const empty = missing(fields, this.form.values)[0] ?? fields[0];
    document.getElementById(`field-${empty?.name}`)?.focus();
  }

  /** Closes it; nothing has happened. */
  close() {
    clearTimeout(this.#later);
    this.form = null;
    this.#action = null;
    this.box.hidden = true;
    document.body.classList.remove("aiming");
    this.map.ghost([]);
    this.map.heat([]);
    this.room.changed("aimed");
  }

  /** Shows the panel. */
  draw() {
    const { form, room } = this;
    const action = this.#action;
    if (!form || !action) return;
    this.box.hidden = false;
    document.body.classList.add("aiming");
    this.box.replaceChildren(
      h("div", { class: "head" }, h("h2", {}, room.words.say("act.aim", { action: room.words.rule(`action.${action.name}`) })), h("span", { class: "sp" }), button(room.words.say("act.cancel"), () => this.close(), { key: "Esc", class: "plain" })),
      form.element,
      this.result,
      this.note,
      h("div", { class: "acts" }, button(room.words.say("act.propose"), () => void this.propose(), { key: "Enter", class: "go" })),
    );
  }

  #changed() {
    clearTimeout(this.#later);
    this.note.textContent = "";
    this.#later = setTimeout(() => void this.#foresee(), PAUSE_MS);
  }

  async #foresee() {
    const { form, room } = this;
    const action = this.#action;
    const scene = room.now?.scene;
    if (!form || !action || !scene) return;
    const fields = cleaned(form.fields, form.values);
    const still = missing(form.fields, form.values);
    if (still.length) {
      const names = still.map((field) => room.words.rule(`field.${action.name}.${field.name}`)).join(", ");
      this.result.replaceChildren(h("p", { class: "pad quiet" }, room.words.say("act.missing", { names })));
      this.map.ghost([]);
      return;
    }
    this.#asked += 1;
    const mine = this.#asked;
    const { seen, questions } = await this.#seen(scene, action.name, fields);
    if (mine !== this.#asked || !this.form) return;
    this.#show(seen, questions);
    void this.#reach(scene, fields);
  }

  /**
   * Asks what would happen; questions on the way are taken as the rule book proposes.
   *
   * @param {string} scene
   * @param {string} action
   * @param {Tree} fields
   * @returns {Promise<{seen: Preview & Tree, questions: import("../client/wire.d.ts").Question[]}>}
   */
  async #seen(scene, action, fields) {
    /** @type {Tree} */
    const answers = {};
    const questions = [];
    for (let round = 0; ; round += 1) {
      const seen = await this.room.client?.preview(scene, action, fields, { answers, odds: round === 0 }).catch((error) => ({ refusal: { code: String(error.message) } }));
      if (!seen?.question || round >= MOST_QUESTIONS) return { seen: seen ?? {}, questions };
      questions.push(seen.question);
      answers[seen.question.key] = seen.question.default;
    }
  }

  /**
   * @param {Preview & Tree} seen
   * @param {import("../client/wire.d.ts").Question[]} questions
   */
  #show(seen, questions) {
    const { room } = this;
    const no = seen.refusal ?? (seen.outcome && seen.outcome !== "done" ? { code: String(seen.code || seen.outcome), facts: seen.facts } : null);
    const plan = seen.plan ?? seen.known;
    this.map.ghost(plan?.effects ?? []);
    if (no) {
      this.result.replaceChildren(h("p", { class: "because pad" }, room.words.refusal(no, room.name)));
      return;
    }
    const asks = questions.map((question) => h("p", { class: "pad small quiet" }, `${room.words.say("act.asks")} `, ...questionText(room, question)));
    const rolls = seen.roll ? h("p", { class: "pad small quiet" }, room.words.say("act.rolls", { purpose: room.words.rule(`question.${seen.roll.split(":")[0]}`) })) : null;
    this.result.replaceChildren(
      ...[oddsOf(room, seen.odds), plan?.effects?.length || !seen.roll ? accountOf(room, plan ?? { hash: "" }) : null, ...asks, rolls, seen.as_seen ? h("p", { class: "pad small quiet" }, room.words.say("act.as_seen")) : null].filter((part) => part !== null),
    );
  }

  /**
   * Paints every square that can be reached, where the rule book can tell.
   *
   * @param {string} scene
   * @param {Tree} fields
   */
  async #reach(scene, fields) {
    const { room } = this;
    const action = this.#action?.name ?? "";
    const query = room.client?.welcome?.queries?.find((one) => one.name === "destinations");
    const asked = fieldsOf(query?.fields);
    const targets = fields.targets ?? [fields.target];
    if (!query || !asked.find((field) => field.name === "kind")?.choices.includes(action) || targets.length !== 1) {
      this.map.heat([]);
      return;
    }
    /** @type {Tree} */
    const given = { ...fields, kind: action, target: targets[0] };
    const wanted = Object.fromEntries(asked.filter((field) => field.name in given).map((field) => [field.name, given[field.name]]));
    const key = JSON.stringify(wanted);
    if (key === this.#heatKey) return;
    this.#heatKey = key;
    const answer = await room.client?.ask(scene, "destinations", wanted).catch(() => null);
    if (this.#heatKey === key && this.form) this.#paint(answer?.value?.places ?? [], targets[0]);
  }

  /**
   * @param {Tree[]} places
   * @param {string} target
   */
  #paint(places, target) {
    const sum = (/** @type {any[]} */ damage) => damage.reduce((total, [piece, amount]) => total + (piece === target ? amount : 0), 0);
    this.map.heat(
      places.map(({ at, path, damage, worst }) => {
        const most = Math.max(sum(damage ?? []), sum(worst?.damage ?? []));
        const level = HEAT.filter((from) => most >= from).length - 1;
        return {
          x: at[0],
          y: at[1],
          heat: level,
          damage: most,
          label: this.room.words.say("act.cell", { x: at[0], y: at[1], damage: most }),
          onPick: () => this.form?.put("path", path),
        };
      }),
    );
  }

  /** Sends it. */
  async propose() {
    const { form, room } = this;
    const action = this.#action;
    const scene = room.now;
    if (!form || !action || !scene) return;
    const fields = cleaned(form.fields, form.values);
    const named = new Set(Object.values(fields).flat().filter((value) => typeof value === "string"));
    /** @type {{[thing: string]: number}} */
    const revisions = { scene: scene.ground.revision ?? 0 };
    for (const piece of scene.pieces) if (named.has(piece.id)) revisions[piece.id] = piece.revision ?? 0;
    const reply = await room.client?.act(scene.scene, action.name, fields, { revisions }).catch(() => null);
    if (!reply) return;
    if (reply.outcome === "done" || reply.outcome === "pending") this.close();
    else this.note.textContent = room.words.refusal({ code: reply.code || reply.outcome, facts: reply.facts }, room.name);
  }
}
