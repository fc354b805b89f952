/** The table tab: a map to begin with, pieces, people, house rules. */

import { button, byId, h, keepingFocus } from "../ui/dom.mjs";
import { fileDrop } from "./file_drop.mjs";
import { houseRulesForm } from "./house_rules_form.mjs";
import { SeatsPanel } from "./seats_panel.mjs";
import { PieceForm } from "./piece_form.mjs";

/** @typedef {import("../app/store.mjs").Store} Store */

const TENTHS = 10;

/** What a table is made of. */
export class TablePanel {
  #editing = "";
  /** @type {PieceForm | null} */ #form = null;
  #scene = "";
  #drawn = "";
  /** @type {string | undefined} The seats, as they were when they were last asked about. */ #seated = "";

  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    this.box = byId("table");
    this.people = new SeatsPanel(store);
    this.drop = fileDrop(store, () => this.#redraw());
  }

  #redraw() {
    this.draw(new Set(["tab"]));
  }

  /**
   * Takes a place on the map: the piece in the form is to stand there.
   *
   * @param {{x: number, y: number}} at
   */
  pick(at) {
    const isSquare = this.store.unit === "square";
    const place = isSquare ? { x: Math.floor(at.x), y: Math.floor(at.y) } : { x: Math.round(at.x * TENTHS) / TENTHS, y: Math.round(at.y * TENTHS) / TENTHS };
    this.#form?.standAt(place);
  }

  /**
   * Shows the panel. A form that somebody began to fill in stays as it is, whatever happens at the table.
   *
   * @param {Set<string>} what
   */
  draw(what) {
    const { store } = this;
    const isOpen = store.tab === "table" && store.isGm;
    this.box.hidden = !isOpen;
    this.drop.draw();
    if (!isOpen) return;
    if (what.has("tab") || what.has("words")) void this.people.refresh();
    if (what.has("selected") && store.selected) this.#edit(store.selected);
    const isNew = what.has("tab") || what.has("words");
    const key = JSON.stringify([store.scene?.scene, store.scene?.ground.name, store.table?.scenes.length, store.scene?.pieces.map((piece) => [piece.id, piece.name]), store.table?.seats, store.table?.options, store.table?.policy, store.table?.dice, store.table?.name, store.client?.holds.size, this.#editing, store.words.language]);
    if (!isNew && key === this.#drawn) return;
    this.#drawn = key;
    const seats = JSON.stringify(store.table?.seats);
    if (seats !== this.#seated && !isNew) void this.people.refresh();
    this.#seated = seats;
    keepingFocus(this.box, true, () => this.box.replaceChildren(this.#waiting(), this.#pieces(), this.people.element(), houseRulesForm(store), this.#scenes()));
  }

  /** @returns {HTMLElement | string} What waits meanwhile, in one line: here nobody says yes to what is not shown. */
  #waiting() {
    const { store } = this;
    const count = store.client?.holds.size ?? 0;
    if (!count) return "";
    const go = () => /** @type {HTMLElement | null} */ (document.querySelector("#tabs button"))?.click();
    return h("section", { class: "meanwhile", role: "status" }, h("p", {}, h("span", { class: "count" }, String(count)), " ", store.words.count("waiting.meanwhile", count)), button(store.words.say("waiting.go"), go));
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
      this.#redraw();
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
    if (this.#form?.isTouched && this.#scene === about) return this.#form.element;
    this.#scene = about;
    this.#form = new PieceForm(store, chosen, () => {
      this.#form = null;
      this.#editing = "";
      store.selected = "";
      this.#redraw();
    });
    return this.#form.element;
  }

  /** @returns {HTMLElement | string} */
  #scenes() {
    const { store } = this;
    const { words } = store;
    const { scene: now } = store;
    if (!now) return "";
    const name = h("input", { id: "scene-name", value: now.ground.name || store.spec?.name || now.scene, maxlength: 100 });
    const rename = () => void store.client?.request("scene_changed", { scene: now.scene, name: name.value });
    name.addEventListener("change", rename);
    const away = () => void store.client?.request("scene_gone", { scene: now.scene });
    return h(
      "section",
      { id: "scenes" },
      h("h2", {}, words.say("scenes.title")),
      h("div", { class: "row" }, h("label", { for: "scene-name" }, words.say("scenes.name")), name),
      h("details", {}, h("summary", {}, words.say("scenes.more")), h("p", { class: "quiet" }, words.say("scenes.away_how")), h("div", { class: "acts" }, button(words.say("scenes.away"), away))),
    );
  }
}
