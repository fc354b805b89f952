/** Aiming: a form for an action, what would come of it while one aims, and every square that can be reached. */

import { Topic } from "../app/store.mjs";
import { button, byId, h } from "../ui/dom.mjs";
import { cleaned, fieldsOf, missing } from "../widgets/schema_fields.mjs";
import { ActionForm } from "./action_form.mjs";
import { DestinationPicker } from "./destination_picker.mjs";
import { previewView, requestPreview } from "./preview.mjs";
import { actionsOf } from "./toolbar.mjs";

/**
 * @typedef {import("../app/store.mjs").Store} Store
 * @typedef {import("../app/shortcuts.mjs").Shortcuts} Shortcuts
 * @typedef {import("../map/map_view.mjs").MapView} MapView
 * @typedef {import("../widgets/schema_fields.mjs").Field} Field
 * @typedef {import("../../client/wire.d.ts").Tree} Tree
 */

const PAUSE_MS = 120;
const BUSY_MS = 2000;
const ACTORS = ["attacker", "source", "piece", "fighter"];

/** The panel in which one aims. */
export class AimPanel {
  /** @type {ActionForm | null} */ form = null;
  /** @type {any} */ #timer;
  #result = h("div", { class: "result" });
  #note = h("p", { class: "because empty", role: "status" });
  #buttons = h("div", { class: "acts" });

  /**
   * @param {Store} store
   * @param {MapView} map
   */
  constructor(store, map) {
    this.store = store;
    this.map = map;
    this.destinations = new DestinationPicker(store, map, { onPick: (path) => this.form?.put("path", path), onDraw: () => this.#drawButtons() });
  }

  /** @returns {Shortcuts} The keys while one aims. */
  get keys() {
    return {
      Escape: () => this.close(),
      Enter: () => void this.propose(),
      M: () => this.#pickOtherPath(),
      Backspace: () => this.form?.back(),
      ArrowRight: () => this.#step([1, 0]),
      ArrowLeft: () => this.#step([-1, 0]),
      ArrowDown: () => this.#step([0, 1]),
      ArrowUp: () => this.#step([0, -1]),
    };
  }

  /** @param {[number, number]} way */
  #step(way) {
    if (this.destinations.hasAny && !this.form?.armed) this.destinations.step(way);
    else this.form?.step(way);
  }

  #pickOtherPath() {
    this.destinations.pickOtherPath(this.form?.values.path);
  }

  /**
   * Opens an action's form; the selected piece is the one that acts.
   *
   * @param {string} name
   */
  open(name) {
    const action = actionsOf(this.store).find((one) => one.name === name);
    if (!action) return;
    this.destinations.reset();
    const fields = fieldsOf(action.fields);
    const actor = this.store.selected ? actorField(fields) : undefined;
    this.form = new ActionForm(this.store, { action: name, fields, values: actor ? { [actor.name]: this.store.selected } : {}, onChange: () => this.#onChange() });
    this.#draw(this.form);
    this.#onChange();
    const empty = missing(fields, this.form.values)[0] ?? fields[0];
    document.getElementById(`field-${empty?.name}`)?.focus();
  }

  /** Closes it; nothing has happened. */
  close() {
    clearTimeout(this.#timer);
    this.form = null;
    byId("aim").hidden = true;
    document.body.classList.remove("aiming");
    this.destinations.reset();
    this.map.overlay.showPlan([]);
    this.map.overlay.showPicks([], []);
    this.store.emit(Topic.AIM);
  }

  /** @param {ActionForm} form */
  #draw(form) {
    const { words } = this.store;
    const panel = byId("aim");
    panel.hidden = false;
    document.body.classList.add("aiming");
    const title = h("h2", {}, words.say("act.aim", { action: words.rule(`action.${form.action}`) }));
    const cancel = button(words.say("act.cancel"), () => this.close(), { key: "Esc", class: "plain" });
    panel.replaceChildren(h("div", { class: "head" }, title, h("span", { class: "sp" }), cancel), form.element, this.#result, this.destinations.legend, this.#note, this.#buttons);
    this.#drawButtons();
  }

  #drawButtons() {
    const { words } = this.store;
    const other = this.destinations.hasOtherPath ? button(words.say("act.other_path"), () => this.#pickOtherPath(), { key: "M" }) : null;
    const hadFocus = this.#buttons.contains(document.activeElement);
    this.#buttons.replaceChildren(button(words.say("act.propose"), () => void this.propose(), { key: "Enter", class: "go" }), other ?? "");
    if (hadFocus) /** @type {HTMLElement | null} */ (this.#buttons.querySelector(other ? "button:last-child" : "button"))?.focus();
  }

  #onChange() {
    clearTimeout(this.#timer);
    this.#note.textContent = "";
    const picks = this.form?.picks ?? { points: [], line: [] };
    this.map.overlay.showPicks(picks.points, this.destinations.hasAny ? [] : picks.line);
    this.#previewIn(PAUSE_MS);
  }

  /** @param {number} pause_ms */
  #previewIn(pause_ms) {
    const timer = setTimeout(() => void this.#preview(timer), pause_ms);
    this.#timer = timer;
  }

  /** @param {any} timer What this preview was begun by: one that was begun later supersedes it. */
  async #preview(timer) {
    const { form, store } = this;
    const scene = store.scene?.scene;
    if (!form || !scene) return;
    const still = missing(form.fields, form.values);
    if (still.length) {
      this.#showMissing(form, still);
      return;
    }
    const fields = cleaned(form.fields, form.values);
    const previewed = await requestPreview(store, scene, form.action, fields);
    if (timer !== this.#timer || form !== this.form) return;
    const { result } = previewed;
    this.map.overlay.showPlan((result.plan ?? result.known)?.effects ?? []);
    this.#result.replaceChildren(...previewView(store, previewed));
    if (result.outcome === "busy") this.#previewIn(Number(result.retry_after_ms) || BUSY_MS);
    else void this.destinations.request(scene, form.action, fields);
  }

  /**
   * @param {ActionForm} form
   * @param {readonly Field[]} fields
   */
  #showMissing(form, fields) {
    const { words } = this.store;
    const names = fields.map((field) => words.rule(`field.${form.action}.${field.name}`)).join(", ");
    this.#result.replaceChildren(h("p", { class: "pad quiet" }, words.say("act.missing", { names })));
    this.map.overlay.showPlan([]);
  }

  /** Sends it. */
  async propose() {
    const { form, store } = this;
    const { scene } = store;
    if (!form || !scene) return;
    const fields = cleaned(form.fields, form.values);
    const named = new Set(Object.values(fields).flat().filter((value) => typeof value === "string"));
    /** @type {{[thing: string]: number}} */
    const revisions = { scene: scene.ground.revision };
    for (const piece of scene.pieces) if (named.has(piece.id)) revisions[piece.id] = piece.revision ?? 0;
    const reply = await store.client?.act(scene.scene, form.action, fields, { revisions }).catch(() => null);
    if (!reply) return;
    if (reply.outcome === "done" || reply.outcome === "pending") this.close();
    else this.#note.textContent = store.words.refusal({ code: reply.code || reply.outcome, facts: reply.facts }, store.pieceName);
  }
}

/**
 * Returns the field of the piece that acts.
 *
 * @param {readonly Field[]} fields
 * @returns {Field | undefined}
 */
function actorField(fields) {
  return fields.find((field) => field.kind === "piece" && ACTORS.includes(field.name)) ?? fields.find((field) => field.kind === "piece" && field.isNeeded);
}
