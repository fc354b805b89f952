/** Aiming: a form for an action, what would come of it while one aims, and every square that can be reached. */

import { accountOf, oddsOf } from "../widgets/plan_view.mjs";
import { button, byId, h } from "../ui/dom.mjs";
import { cleaned, fieldsOf, missing } from "../widgets/schema_fields.mjs";
import { Form } from "./action_form.mjs";
import { actionKeys } from "../app/shortcuts.mjs";
import { questionText } from "../widgets/question_form.mjs";
import { HEAT, nearest, spotsOf } from "../narration/destinations.mjs";
import { icon } from "../ui/icons.mjs";

/**
 * @typedef {import("../app/store.mjs").Room} Room
 * @typedef {import("../map/map_view.mjs").Board} Board
 * @typedef {import("../../client/wire.d.ts").Action} Action
 * @typedef {import("../../client/wire.d.ts").Preview} Preview
 * @typedef {import("../../client/wire.d.ts").Tree} Tree
 */

const PAUSE_MS = 120;
const BUSY_MS = 2000;
const MOST_QUESTIONS = 5;
const ACTS = ["attacker", "source", "piece", "fighter"];
const LEGEND = ["slam", "fall", "break", "crash"];

/** The panel in which one aims. */
export class Aim {
  /** @type {Form | null} */ form = null;
  /** @type {Action | null} */ #action = null;
  /** @type {any} */ #later;
  #asked = 0;
  #heatKey = "";
  /** @type {import("../narration/destinations.mjs").Spot[]} */ #spots = [];
  /** @type {import("../narration/destinations.mjs").Spot | null} */ #picked = null;
  /** Whom the squares are for. */ #target = "";

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
    this.legend = h("div", { class: "legend" });
    this.acts = h("div", { class: "acts" });
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
    const letters = actionKeys(this.actions.map((action) => action.name));
    const open = (/** @type {Action} */ action) => button(room.words.rule(`action.${action.name}`), () => this.open(action.name), { class: "plain", key: letters[action.name] });
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

  /** @returns {import("../app/shortcuts.mjs").Keys} The keys that open an action. */
  get openers() {
    if (byId("tools").hidden) return {};
    const letters = actionKeys(this.actions.map((action) => action.name));
    return Object.fromEntries(Object.entries(letters).map(([action, letter]) => [letter, () => this.open(action)]));
  }

  /** @returns {import("../app/shortcuts.mjs").Keys} The keys while one aims. */
  get keys() {
    return {
      Escape: () => this.close(),
      Enter: () => void this.propose(),
      M: () => this.otherPath(),
      Backspace: () => this.form?.back(),
      ArrowRight: () => this.#step([1, 0]),
      ArrowLeft: () => this.#step([-1, 0]),
      ArrowDown: () => this.#step([0, 1]),
      ArrowUp: () => this.#step([0, -1]),
    };
  }

  /** @param {[number, number]} way */
  #step(way) {
    const { form } = this;
    if (!form) return;
    if (this.#spots.length === 0 || form.armed) {
      form.step(way);
      return;
    }
    const target = [form.values.targets ?? form.values.target].flat()[0];
    const from = this.#picked ?? this.room.piece(target)?.place ?? this.#spots[0];
    const next = nearest(this.#spots, from, way);
    if (next) this.#pick(next);
  }

  /** @param {import("../narration/destinations.mjs").Spot} spot */
  #pick(spot) {
    this.#picked = spot;
    this.form?.put("path", spot.paths[0]);
    this.#paint();
  }

  /** Goes the other way to the square that is picked, where there is one. */
  otherPath() {
    const paths = this.#picked?.paths ?? [];
    if (paths.length < 2) return;
    const at = paths.findIndex((path) => JSON.stringify(path) === JSON.stringify(this.form?.values.path));
    this.form?.put("path", paths[(at + 1) % paths.length]);
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
    this.#spots = [];
    this.#picked = null;
    this.map.heat([]);
    const fields = fieldsOf(action.fields);
    const acts = fields.find((field) => field.kind === "piece" && ACTS.includes(field.name)) ?? fields.find((field) => field.kind === "piece" && field.isNeeded);
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
    this.#spots = [];
    this.#picked = null;
    this.map.ghost([]);
    this.map.heat([]);
    this.map.picks([], []);
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
      this.legend,
      this.note,
      this.acts,
    );
    this.#drawActs();
  }

  #drawActs() {
    const { words } = this.room;
    const other = (this.#picked?.paths.length ?? 0) > 1 ? button(words.say("act.other_path"), () => this.otherPath(), { key: "M" }) : null;
    const had = this.acts.contains(document.activeElement);
    this.acts.replaceChildren(button(words.say("act.propose"), () => void this.propose(), { key: "Enter", class: "go" }), other ?? "");
    if (had) /** @type {HTMLElement | null} */ (this.acts.querySelector(other ? "button:last-child" : "button"))?.focus();
  }

  #changed() {
    clearTimeout(this.#later);
    this.note.textContent = "";
    const picks = this.form?.picks ?? { points: [], line: [] };
    this.map.picks(picks.points, this.#spots.length ? [] : picks.line);
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
    if (seen.outcome === "busy") this.#later = setTimeout(() => void this.#foresee(), Number(seen.retry_after_ms) || BUSY_MS);
    else void this.#reach(scene, fields);
  }

  /**
   * Asks what would happen; questions on the way are taken as the rule book proposes.
   *
   * @param {string} scene
   * @param {string} action
   * @param {Tree} fields
   * @returns {Promise<{seen: Preview & Tree, questions: import("../../client/wire.d.ts").Question[]}>}
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
   * @param {import("../../client/wire.d.ts").Question[]} questions
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
    const rolls = seen.roll ? h("p", { class: "pad small quiet" }, `${room.words.say("act.rolls")} `, ...questionText(room, { key: seen.roll, audience: "mover", kind: "roll" })) : null;
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
      this.#reached("", [], "");
      return;
    }
    /** @type {Tree} */
    const given = { ...fields, kind: action, target: targets[0] };
    const wanted = Object.fromEntries(asked.filter((field) => field.name in given).map((field) => [field.name, given[field.name]]));
    const key = JSON.stringify(wanted);
    if (key === this.#heatKey) return;
    this.#heatKey = key;
    const answer = await room.client?.ask(scene, "destinations", wanted).catch(() => null);
    if (this.#heatKey === key && this.form) this.#reached(key, answer?.value?.places ?? [], targets[0]);
  }

  /**
   * @param {string} key
   * @param {readonly Tree[]} places
   * @param {string} target
   */
  #reached(key, places, target) {
    this.#heatKey = key;
    this.#spots = spotsOf(places, target);
    this.#target = target;
    const picked = this.#picked;
    this.#picked = this.#spots.find((spot) => spot.x === picked?.x && spot.y === picked?.y) ?? null;
    this.#paint();
  }

  #paint() {
    const { say } = this.room.words;
    const { width = 1, depth = 1 } = this.room.piece(this.#target)?.footprint ?? {};
    const isLarge = width > 1 || depth > 1;
    const told = (/** @type {import("../narration/destinations.mjs").Spot} */ spot) => {
      const { x, y, damage } = spot;
      const shapes = spot.shapes.map((shape) => this.room.words.say(`shape.${shape}`)).join(", ");
      return [say.call(this.room.words, isLarge ? "act.cells" : "act.cell", { x, y, right: x + width - 1, bottom: y + depth - 1, damage }), shapes].filter(Boolean).join(", ");
    };
    this.map.heat(this.#spots.map((spot) => ({ ...spot, width, depth, label: told(spot), isPicked: spot === this.#picked, onPick: () => this.#pick(spot) })));
    this.#drawActs();
    const words = say.bind(this.room.words);
    const parts = this.#spots.length === 0 ? [] : [
      h("h3", {}, words("heat.title")),
      h("ul", { class: "signs" }, ...LEGEND.map((shape) => h("li", {}, icon(shape), words(`shape.${shape}`))), h("li", {}, h("span", { class: "dot0", "aria-hidden": "true" }, "•"), words("heat.none"))),
      h("div", { class: "scale" }, ...HEAT.map((from, step) => h("span", { class: `k${step}` }, step === 0 ? "0" : HEAT[step + 1] ? `${from}–${HEAT[step + 1] - 1}` : `${from}+`))),
      h("p", { class: "small quiet" }, words("heat.how")),
      ...(isLarge ? [h("p", { class: "small quiet" }, words("heat.large", { piece: this.room.name(this.#target), width, depth }))] : []),
    ];
    this.legend.replaceChildren(...parts);
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
