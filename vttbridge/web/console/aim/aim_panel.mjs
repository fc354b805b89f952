/** Aiming: a form for an action, what would come of it while one aims, and every square that can be reached. */

import { planView, oddsView } from "../widgets/plan_view.mjs";
import { button, byId, h } from "../ui/dom.mjs";
import { cleaned, fieldsOf, missing } from "../widgets/schema_fields.mjs";
import { ActionForm } from "./action_form.mjs";
import { actionKeys } from "../app/shortcuts.mjs";
import { questionText } from "../widgets/question_form.mjs";
import { HEAT_STEPS, nearest, destinationsIn } from "../narration/destinations.mjs";
import { cellsOf } from "../map/drawing/footprint.mjs";
import { icon } from "../ui/icons.mjs";

/**
 * @typedef {import("../app/store.mjs").Store} Store
 * @typedef {import("../map/map_view.mjs").MapView} MapView
 * @typedef {import("../../client/wire.d.ts").ActionSchema} Action
 * @typedef {import("../../client/wire.d.ts").PreviewResult} Preview
 * @typedef {import("../../client/wire.d.ts").Tree} Tree
 */

const PAUSE_MS = 120;
const BUSY_MS = 2000;
const MAX_QUESTIONS = 5;
const ACTS = ["attacker", "source", "piece", "fighter"];
const LEGEND = ["slam", "fall", "break", "crash"];

/** The panel in which one aims. */
export class AimPanel {
  /** @type {ActionForm | null} */ form = null;
  /** @type {Action | null} */ #action = null;
  /** @type {any} */ #later;
  #asked = 0;
  #heatKey = "";
  /** @type {import("../narration/destinations.mjs").Destination[]} */ #destinations = [];
  /** @type {import("../narration/destinations.mjs").Destination | null} */ #picked = null;
  /** Whom the squares are for. */ #target = "";

  /**
   * @param {Store} store
   * @param {MapView} map
   */
  constructor(store, map) {
    this.store = store;
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
    return this.store.client?.welcome?.actions ?? [];
  }

  /** Offers the actions for the selected piece above the map. */
  drawTools() {
    const { store } = this;
    const tools = byId("tools");
    const [first, second, third, ...rest] = this.actions;
    tools.hidden = store.client?.welcome?.role === "observer" || !first || !store.scene;
    const name = store.selected ? store.pieceName(store.selected) : store.words.say("act.nobody");
    const letters = actionKeys(this.actions.map((action) => action.name));
    const open = (/** @type {Action} */ action) => button(store.words.rule(`action.${action.name}`), () => this.open(action.name), { class: "plain", key: letters[action.name] });
    const more = h(
      "select",
      {
        "aria-label": store.words.say("act.more"),
        onchange: (/** @type {Event} */ event) => {
          const select = /** @type {HTMLSelectElement} */ (event.target);
          if (select.value) this.open(select.value);
          select.value = "";
        },
      },
      h("option", { value: "" }, store.words.say("act.more")),
      ...rest.map((action) => h("option", { value: action.name }, store.words.rule(`action.${action.name}`))),
    );
    tools.replaceChildren(h("span", { class: "lbl" }, name), ...[first, second, third].filter(Boolean).map(open), rest.length ? more : "");
  }

  /** @returns {import("../app/shortcuts.mjs").Shortcuts} The keys that open an action. */
  get openers() {
    if (byId("tools").hidden) return {};
    const letters = actionKeys(this.actions.map((action) => action.name));
    return Object.fromEntries(Object.entries(letters).map(([action, letter]) => [letter, () => this.open(action)]));
  }

  /** @returns {import("../app/shortcuts.mjs").Shortcuts} The keys while one aims. */
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
    if (this.#destinations.length === 0 || form.armed) {
      form.step(way);
      return;
    }
    const target = [form.values.targets ?? form.values.target].flat()[0];
    const from = this.#picked ?? this.store.piece(target)?.place ?? this.#destinations[0];
    const next = nearest(this.#destinations, from, way);
    if (next) this.#pick(next);
  }

  /** @param {import("../narration/destinations.mjs").Destination} spot */
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
    this.#destinations = [];
    this.#picked = null;
    this.map.showHeat([]);
    const fields = fieldsOf(action.fields);
    const acts = fields.find((field) => field.kind === "piece" && ACTS.includes(field.name)) ?? fields.find((field) => field.kind === "piece" && field.isNeeded);
    const values = this.store.selected && acts ? { [acts.name]: this.store.selected, ...given } : given;
    this.form = new ActionForm(this.store, { action: name, fields, values, onChange: () => this.#changed() });
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
    this.#destinations = [];
    this.#picked = null;
    this.map.showPlan([]);
    this.map.showHeat([]);
    this.map.showPicks([], []);
    this.store.changed("aimed");
  }

  /** Shows the panel. */
  draw() {
    const { form, store } = this;
    const action = this.#action;
    if (!form || !action) return;
    this.box.hidden = false;
    document.body.classList.add("aiming");
    this.box.replaceChildren(
      h("div", { class: "head" }, h("h2", {}, store.words.say("act.aim", { action: store.words.rule(`action.${action.name}`) })), h("span", { class: "sp" }), button(store.words.say("act.cancel"), () => this.close(), { key: "Esc", class: "plain" })),
      form.element,
      this.result,
      this.legend,
      this.note,
      this.acts,
    );
    this.#drawActs();
  }

  #drawActs() {
    const { words } = this.store;
    const other = (this.#picked?.paths.length ?? 0) > 1 ? button(words.say("act.other_path"), () => this.otherPath(), { key: "M" }) : null;
    const had = this.acts.contains(document.activeElement);
    this.acts.replaceChildren(button(words.say("act.propose"), () => void this.propose(), { key: "Enter", class: "go" }), other ?? "");
    if (had) /** @type {HTMLElement | null} */ (this.acts.querySelector(other ? "button:last-child" : "button"))?.focus();
  }

  #changed() {
    clearTimeout(this.#later);
    this.note.textContent = "";
    const picks = this.form?.picks ?? { points: [], line: [] };
    this.map.showPicks(picks.points, this.#destinations.length ? [] : picks.line);
    this.#later = setTimeout(() => void this.#preview(), PAUSE_MS);
  }

  async #preview() {
    const { form, store } = this;
    const action = this.#action;
    const scene = store.scene?.scene;
    if (!form || !action || !scene) return;
    const fields = cleaned(form.fields, form.values);
    const still = missing(form.fields, form.values);
    if (still.length) {
      const names = still.map((field) => store.words.rule(`field.${action.name}.${field.name}`)).join(", ");
      this.result.replaceChildren(h("p", { class: "pad quiet" }, store.words.say("act.missing", { names })));
      this.map.showPlan([]);
      return;
    }
    this.#asked += 1;
    const mine = this.#asked;
    const { seen, questions } = await this.#requestPreview(scene, action.name, fields);
    if (mine !== this.#asked || !this.form) return;
    this.#show(seen, questions);
    if (seen.outcome === "busy") this.#later = setTimeout(() => void this.#preview(), Number(seen.retry_after_ms) || BUSY_MS);
    else void this.#requestDestinations(scene, fields);
  }

  /**
   * Asks what would happen; questions on the way are taken as the rule book proposes.
   *
   * @param {string} scene
   * @param {string} action
   * @param {Tree} fields
   * @returns {Promise<{seen: Preview & Tree, questions: import("../../client/wire.d.ts").WireQuestion[]}>}
   */
  async #requestPreview(scene, action, fields) {
    /** @type {Tree} */
    const answers = {};
    const questions = [];
    for (let round = 0; ; round += 1) {
      const seen = await this.store.client?.preview(scene, action, fields, { answers, odds: round === 0 }).catch((error) => ({ refusal: { code: String(error.message) } }));
      if (!seen?.question || round >= MAX_QUESTIONS) return { seen: seen ?? {}, questions };
      questions.push(seen.question);
      answers[seen.question.key] = seen.question.default;
    }
  }

  /**
   * @param {Preview & Tree} seen
   * @param {import("../../client/wire.d.ts").WireQuestion[]} questions
   */
  #show(seen, questions) {
    const { store } = this;
    const no = seen.refusal ?? (seen.outcome && seen.outcome !== "done" ? { code: String(seen.code || seen.outcome), facts: seen.facts } : null);
    const plan = seen.plan ?? seen.known;
    this.map.showPlan(plan?.effects ?? []);
    if (no) {
      this.result.replaceChildren(h("p", { class: "because pad" }, store.words.refusal(no, store.pieceName)));
      return;
    }
    const asks = questions.map((question) => h("p", { class: "pad small quiet" }, `${store.words.say("act.asks")} `, ...questionText(store, question)));
    const rolls = seen.roll ? h("p", { class: "pad small quiet" }, `${store.words.say("act.rolls")} `, ...questionText(store, { key: seen.roll, audience: "mover", kind: "roll" })) : null;
    this.result.replaceChildren(
      ...[oddsView(store, seen.odds), plan?.effects?.length || !seen.roll ? planView(store, plan ?? { hash: "" }) : null, ...asks, rolls, seen.as_seen ? h("p", { class: "pad small quiet" }, store.words.say("act.as_seen")) : null].filter((part) => part !== null),
    );
  }

  /**
   * Paints every square that can be reached, where the rule book can tell.
   *
   * @param {string} scene
   * @param {Tree} fields
   */
  async #requestDestinations(scene, fields) {
    const { store } = this;
    const action = this.#action?.name ?? "";
    const query = store.client?.welcome?.queries?.find((one) => one.name === "destinations");
    const asked = fieldsOf(query?.fields);
    const targets = fields.targets ?? [fields.target];
    if (!query || !asked.find((field) => field.name === "kind")?.choices.includes(action) || targets.length !== 1) {
      this.#setDestinations("", [], "");
      return;
    }
    /** @type {Tree} */
    const given = { ...fields, kind: action, target: targets[0] };
    const wanted = Object.fromEntries(asked.filter((field) => field.name in given).map((field) => [field.name, given[field.name]]));
    const key = JSON.stringify(wanted);
    if (key === this.#heatKey) return;
    this.#heatKey = key;
    const answer = await store.client?.ask(scene, "destinations", wanted).catch(() => null);
    if (this.#heatKey === key && this.form) this.#setDestinations(key, answer?.value?.places ?? [], targets[0]);
  }

  /**
   * @param {string} key
   * @param {readonly Tree[]} places
   * @param {string} target
   */
  #setDestinations(key, places, target) {
    this.#heatKey = key;
    this.#destinations = destinationsIn(places, target);
    this.#target = target;
    const picked = this.#picked;
    this.#picked = this.#destinations.find((spot) => spot.x === picked?.x && spot.y === picked?.y) ?? null;
    this.#paint();
  }

  #paint() {
    const { say } = this.store.words;
    const { width, depth } = cellsOf(this.store.piece(this.#target));
    const isLarge = width > 1 || depth > 1;
    const told = (/** @type {import("../narration/destinations.mjs").Destination} */ spot) => {
      const { x, y, damage } = spot;
      const shapes = spot.shapes.map((shape) => this.store.words.say(`shape.${shape}`)).join(", ");
      return [say.call(this.store.words, isLarge ? "act.cells" : "act.cell", { x, y, right: x + width - 1, bottom: y + depth - 1, damage }), shapes].filter(Boolean).join(", ");
    };
    this.map.showHeat(this.#destinations.map((spot) => ({ ...spot, width, depth, label: told(spot), isPicked: spot === this.#picked, onPick: () => this.#pick(spot) })));
    this.#drawActs();
    const words = say.bind(this.store.words);
    const parts = this.#destinations.length === 0 ? [] : [
      h("h3", {}, words("heat.title")),
      h("ul", { class: "signs" }, ...LEGEND.map((shape) => h("li", {}, icon(shape), words(`shape.${shape}`))), h("li", {}, h("span", { class: "dot0", "aria-hidden": "true" }, "•"), words("heat.none"))),
      h("div", { class: "scale" }, ...HEAT_STEPS.map((from, step) => h("span", { class: `k${step}` }, step === 0 ? "0" : HEAT_STEPS[step + 1] ? `${from}–${HEAT_STEPS[step + 1] - 1}` : `${from}+`))),
      h("p", { class: "small quiet" }, words("heat.how")),
      ...(isLarge ? [h("p", { class: "small quiet" }, words("heat.large", { piece: this.store.pieceName(this.#target), width, depth }))] : []),
    ];
    this.legend.replaceChildren(...parts);
  }

  /** Sends it. */
  async propose() {
    const { form, store } = this;
    const action = this.#action;
    const scene = store.scene;
    if (!form || !action || !scene) return;
    const fields = cleaned(form.fields, form.values);
    const named = new Set(Object.values(fields).flat().filter((value) => typeof value === "string"));
    /** @type {{[thing: string]: number}} */
    const revisions = { scene: scene.ground.revision ?? 0 };
    for (const piece of scene.pieces) if (named.has(piece.id)) revisions[piece.id] = piece.revision ?? 0;
    const reply = await store.client?.act(scene.scene, action.name, fields, { revisions }).catch(() => null);
    if (!reply) return;
    if (reply.outcome === "done" || reply.outcome === "pending") this.close();
    else this.note.textContent = store.words.refusal({ code: reply.code || reply.outcome, facts: reply.facts }, store.pieceName);
  }
}
