/** The table tab: a map to begin with, pieces, people, house rules. */

import { button, byId, h, keepingFocus } from "../ui/dom.mjs";
import { drawDrop } from "./file_drop.mjs";
import { houseRules } from "./house_rules_form.mjs";
import { People } from "./seats_panel.mjs";
import { PieceForm } from "./piece_form.mjs";

/** @typedef {import("../app/store.mjs").Room} Room */

const TENTHS = 10;

/** What a table is made of. */
export class TablePanel {
  #editing = "";
  /** @type {PieceForm | null} */ #form = null;
  #scene = "";
  #drawn = "";
  /** @type {string | undefined} The seats, as they were when they were last asked about. */ #seated = "";

  /** @param {Room} room */
  constructor(room) {
    this.room = room;
    this.box = byId("table");
    this.people = new People(room);
    this.drop = drawDrop(room, () => this.#again());
  }

  #again() {
    this.draw(new Set(["tab"]));
  }

  /**
   * Takes a place on the map: the piece in the form is to stand there.
   *
   * @param {{x: number, y: number}} at
   */
  pick(at) {
    const isSquare = this.room.unit === "square";
    const place = isSquare ? { x: Math.floor(at.x), y: Math.floor(at.y) } : { x: Math.round(at.x * TENTHS) / TENTHS, y: Math.round(at.y * TENTHS) / TENTHS };
    this.#form?.standAt(place);
  }

  /**
   * Shows the panel. A form that somebody began to fill in stays as it is, whatever happens at the table.
   *
   * @param {Set<string>} what
   */
  draw(what) {
    const { room } = this;
    const isOpen = room.tab === "table" && room.isGm;
    this.box.hidden = !isOpen;
    this.drop.draw();
    if (!isOpen) return;
    if (what.has("tab") || what.has("words")) void this.people.ask();
    if (what.has("selected") && room.selected) this.#edit(room.selected);
    const isNew = what.has("tab") || what.has("words");
    const key = JSON.stringify([room.now?.scene, room.now?.ground.name, room.table?.scenes.length, room.now?.pieces.map((piece) => [piece.id, piece.name]), room.table?.seats, room.table?.options, room.table?.policy, room.table?.dice, room.table?.name, room.client?.holds.size, this.#editing, room.words.language]);
    if (!isNew && key === this.#drawn) return;
    this.#drawn = key;
    const seats = JSON.stringify(room.table?.seats);
    if (seats !== this.#seated && !isNew) void this.people.ask();
    this.#seated = seats;
    keepingFocus(this.box, true, () => this.box.replaceChildren(this.#waiting(), this.#pieces(), this.people.element(), houseRules(room), this.#scenes()));
  }

  /** @returns {HTMLElement | string} What waits meanwhile, in one line: here nobody says yes to what is not shown. */
  #waiting() {
    const { room } = this;
    const count = room.client?.holds.size ?? 0;
    if (!count) return "";
    const go = () => /** @type {HTMLElement | null} */ (document.querySelector("#tabs button"))?.click();
    return h("section", { class: "meanwhile", role: "status" }, h("p", {}, h("span", { class: "count" }, String(count)), " ", room.words.count("waiting.meanwhile", count)), button(room.words.say("waiting.go"), go));
  }

  /** @param {string} piece */
  #edit(piece) {
    if (piece === this.#editing) return;
    this.#editing = piece;
    this.#form = null;
  }

  /** @returns {HTMLElement} */
  #pieces() {
    const { room } = this;
    const { words } = room;
    const pieces = room.now?.pieces ?? [];
    const chosen = room.piece(this.#editing);
    const pick = (/** @type {Event} */ event) => {
      this.#edit(/** @type {HTMLSelectElement} */ (event.target).value);
      room.select(this.#editing);
      this.#again();
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
      room.now ? h("p", { class: "quiet" }, words.say("pieces.how")) : null,
      room.now ? h("div", { class: "row" }, h("label", { for: "piece-choice" }, words.say("pieces.which")), select) : h("p", { class: "quiet" }, words.say("pieces.no_map")),
      room.now ? this.#filled(chosen) : null,
    );
  }

  /**
   * @param {import("../../client/wire.d.ts").Piece | undefined} chosen
   * @returns {HTMLElement}
   */
  #filled(chosen) {
    const { room } = this;
    const about = `${room.now?.scene} ${chosen?.id ?? ""} ${room.words.language} ${room.unit}`;
    if (this.#form?.isTouched && this.#scene === about) return this.#form.element;
    this.#scene = about;
    this.#form = new PieceForm(room, chosen, () => {
      this.#form = null;
      this.#editing = "";
      room.selected = "";
      this.#again();
    });
    return this.#form.element;
  }

  /** @returns {HTMLElement | string} */
  #scenes() {
    const { room } = this;
    const { words } = room;
    const { now } = room;
    if (!now) return "";
    const name = h("input", { id: "scene-name", value: now.ground.name || room.spec?.name || now.scene, maxlength: 100 });
    const rename = () => void room.client?.request("scene_changed", { scene: now.scene, name: name.value });
    name.addEventListener("change", rename);
    const away = () => void room.client?.request("scene_gone", { scene: now.scene });
    return h(
      "section",
      { id: "scenes" },
      h("h2", {}, words.say("scenes.title")),
      h("div", { class: "row" }, h("label", { for: "scene-name" }, words.say("scenes.name")), name),
      h("details", {}, h("summary", {}, words.say("scenes.more")), h("p", { class: "quiet" }, words.say("scenes.away_how")), h("div", { class: "acts" }, button(words.say("scenes.away"), away))),
    );
  }
}
