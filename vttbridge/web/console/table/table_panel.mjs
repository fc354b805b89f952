/** The table tab: a map to begin with, pieces, people, house rules. */

import { button, byId, h, keepingFocus } from "../ui/dom.mjs";
import { fileDrop } from "./file_drop.mjs";
import { houseRulesForm } from "./house_rules_form.mjs";
import { SeatsPanel } from "./seats_panel.mjs";
import { PieceForm } from "./piece_form.mjs";

/**
 * @typedef {import("../app/store.mjs").Store} Store
 * @typedef {{onLive: () => void, openRecording: import("./file_drop.mjs").OpenRecording}} TableActions
 */

const TENTHS = 10;

/** What a table is made of. */
export class TablePanel {
  #editing = "";
  /** @type {{form: PieceForm, about: string} | null} The form of a piece, and what it was made of. */ #form = null;
  /** What was drawn last. */ #drawn = "";
  /** @type {string | undefined} The seats, as they were when they were last asked about. */ #seats = "";

  /**
   * @param {Store} store
   * @param {TableActions} actions
   */
  constructor(store, actions) {
    this.store = store;
    this.actions = actions;
    this.seatsPanel = new SeatsPanel(store);
    this.drop = fileDrop(store, { openRecording: actions.openRecording, onUpload: () => this.open() });
  }

  /**
   * Takes a place on the map: the piece in the form is to stand there.
   *
   * @param {{x: number, y: number}} at
   */
  pick(at) {
    const isSquare = this.store.unit === "square";
    const place = isSquare ? { x: Math.floor(at.x), y: Math.floor(at.y) } : { x: Math.round(at.x * TENTHS) / TENTHS, y: Math.round(at.y * TENTHS) / TENTHS };
    this.#form?.form.standAt(place);
  }

  /** Shows the panel anew: it was opened, or is told in other words. */
  open() {
    if (!this.#show()) return;
    void this.seatsPanel.refresh();
    this.#draw();
  }

  /** Shows the piece that was selected. */
  editSelected() {
    if (this.store.selected) this.#edit(this.store.selected);
    this.update();
  }

  /** Shows the table as it is now, where that is something else than what is shown. */
  update() {
    if (!this.#show() || this.#signature === this.#drawn) return;
    if (JSON.stringify(this.store.table?.seats) !== this.#seats) void this.seatsPanel.refresh();
    this.#draw();
  }

  /** @returns {boolean} Whether the panel is on the screen. */
  #show() {
    const { store } = this;
    const isOpen = store.tab === "table" && store.isGm;
    byId("table").hidden = !isOpen;
    this.drop.draw();
    return isOpen;
  }

  /** @returns {string} What of the table is shown: as long as it is the same, a form that somebody fills in stays. */
  get #signature() {
    const { scene, table, client, words } = this.store;
    const shown = table && { ...table, scenes: table.scenes.length, names: scene?.pieces.map((piece) => [piece.id, piece.name]) };
    return JSON.stringify([scene?.scene, scene?.ground.name, shown, client?.holds.size, this.#editing, words.language]);
  }

  #draw() {
    const { store } = this;
    this.#drawn = this.#signature;
    this.#seats = JSON.stringify(store.table?.seats);
    const panel = byId("table");
    keepingFocus(panel, true, () => panel.replaceChildren(this.#holds(), this.#pieces(), this.seatsPanel.element(), houseRulesForm(store), this.#scenes()));
  }

  /** @returns {HTMLElement | string} What waits meanwhile, in one line: here nobody says yes to what is not shown. */
  #holds() {
    const { store } = this;
    const count = store.client?.holds.size ?? 0;
    if (!count) return "";
    return h("section", { class: "meanwhile", role: "status" }, h("p", {}, h("span", { class: "count" }, String(count)), " ", store.words.count("waiting.meanwhile", count)), button(store.words.say("waiting.go"), this.actions.onLive));
  }

  /** @param {string} piece */
  #edit(piece) {
    if (piece === this.#editing) return;
    this.#editing = piece;
    this.#form = null;
  }

  /** @returns {HTMLElement} */
  #pieces() {
    const { store } = this;
    const { words } = store;
    const pieces = store.scene?.pieces ?? [];
    const chosen = store.piece(this.#editing);
    const pick = (/** @type {Event} */ event) => {
      this.#edit(/** @type {HTMLSelectElement} */ (event.target).value);
      store.select(this.#editing);
      this.#draw();
    };
    const select = h(
      "select",
      { id: "piece-choice", onchange: pick },
      h("option", { value: "" }, words.say("pieces.new")),
      ...pieces.map((piece) => h("option", { value: piece.id, selected: piece.id === chosen?.id }, piece.name || piece.id)),
    );
    return h(
      "section",
      { id: "pieces" },
      h("h2", {}, words.say("pieces.title")),
      store.scene ? h("p", { class: "quiet" }, words.say("pieces.how")) : null,
      store.scene ? h("div", { class: "row" }, h("label", { for: "piece-choice" }, words.say("pieces.which")), select) : h("p", { class: "quiet" }, words.say("pieces.no_map")),
      store.scene ? this.#filled(chosen) : null,
    );
  }

  /**
   * @param {import("../../client/wire.d.ts").PieceState | undefined} chosen
   * @returns {HTMLElement}
   */
  #filled(chosen) {
    const { store } = this;
    const about = `${store.scene?.scene} ${chosen?.id ?? ""} ${store.words.language} ${store.unit}`;
    if (!this.#form?.form.isTouched || this.#form.about !== about) this.#form = { form: new PieceForm(store, chosen, () => this.#saved()), about };
    return this.#form.form.element;
  }

  #saved() {
    this.#form = null;
    this.#editing = "";
    this.store.selected = "";
    this.#draw();
  }

  /** @returns {HTMLElement | string} */
  #scenes() {
    const { store } = this;
    const { words } = store;
    const { scene } = store;
    if (!scene) return "";
    const name = h("input", { id: "scene-name", value: scene.ground.name || store.spec?.name || scene.scene, maxlength: 100 });
    const rename = () => void store.client?.request("scene_changed", { scene: scene.scene, name: name.value });
    name.addEventListener("change", rename);
    const away = () => void store.client?.request("scene_gone", { scene: scene.scene });
    return h(
      "section",
      { id: "scenes" },
      h("h2", {}, words.say("scenes.title")),
      h("div", { class: "row" }, h("label", { for: "scene-name" }, words.say("scenes.name")), name),
      h("details", {}, h("summary", {}, words.say("scenes.more")), h("p", { class: "quiet" }, words.say("scenes.away_how")), h("div", { class: "acts" }, button(words.say("scenes.away"), away))),
    );
  }
}
