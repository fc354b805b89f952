/** The table tab: a map to begin with, pieces, house rules, people. */

import { drawDrop } from "./drop.mjs";
import { button, byId, h } from "./dom.mjs";
import { optionRow } from "./house_rules.mjs";
import { pieceForm } from "./piece_form.mjs";

/**
 * @typedef {import("./room.mjs").Room} Room
 * @typedef {import("../client/wire.d.ts").Seat} Seat
 */

/** What a table is made of. */
export class TablePanel {
  #invite = "";
  /** @type {Seat[]} */ #seats = [];
  #editing = "";
  /** @type {{x: number, y: number} | null} */ #place = null;

  /** @param {Room} room */
  constructor(room) {
    this.room = room;
    this.box = byId("table");
    this.drop = drawDrop(room, () => this.#again());
  }

  #again() {
    this.draw(new Set(["tab"]));
  }

  /**
   * Takes a place on the map: the next new piece stands there, or the selected one moves there.
   *
   * @param {{x: number, y: number}} at
   */
  pick(at) {
    this.#place = this.room.unit === "square" ? { x: Math.floor(at.x), y: Math.floor(at.y) } : { x: Math.round(at.x * 10) / 10, y: Math.round(at.y * 10) / 10 };
    this.#editing = "";
    this.room.selected = "";
    this.#again();
  }

  /**
   * Shows the panel; a form that is being filled in is left alone.
   *
   * @param {Set<string>} what
   */
  draw(what) {
    const { room } = this;
    const isOpen = room.tab === "table";
    this.box.hidden = !isOpen;
    this.drop.draw();
    if (!isOpen) return;
    const isNew = what.has("tab") || what.has("words") || what.has("selected");
    if (!isNew && this.box.contains(document.activeElement)) return;
    if (what.has("tab")) void this.#people();
    if (what.has("selected")) this.#editing = room.selected;
    this.box.replaceChildren(this.#pieces(), this.#persons(), this.#rules());
  }

  async #people() {
    const list = await this.room.client?.request("seats", {}).catch(() => null);
    this.#seats = list?.seats ?? [];
    document.getElementById("people")?.replaceWith(this.#persons());
  }

  // Pieces.

  /** @returns {HTMLElement} */
  #pieces() {
    const { room } = this;
    const { words } = room;
    const pieces = room.now?.pieces ?? [];
    const chosen = room.piece(this.#editing || room.selected);
    const select = h(
      "select",
      { id: "piece-choice", onchange: (/** @type {Event} */ event) => room.select(/** @type {HTMLSelectElement} */ (event.target).value) },
      h("option", { value: "" }, words.say("pieces.new")),
      ...pieces.map((piece) => h("option", { value: piece.id, selected: piece.id === chosen?.id }, piece.name || piece.id)),
    );
    return h(
      "section",
      {},
      h("h2", {}, words.say("pieces.title")),
      room.now ? h("div", { class: "row" }, h("label", { for: "piece-choice" }, words.say("pieces.which")), select) : h("p", { class: "quiet" }, words.say("pieces.no_map")),
      room.now ? pieceForm(room, chosen, this.#place, () => this.#again()) : "",
    );
  }

  // People.

  /** @returns {HTMLElement} */
  #persons() {
    const { room } = this;
    const { words } = room;
    const seats = this.#seats.length ? this.#seats : (room.table?.seats ?? []);
    const invite = async (/** @type {string} */ role) => {
      const made = await room.client?.request("invite", { role, uses: 1 });
      this.#invite = made?.code ?? "";
      document.getElementById("people")?.replaceWith(this.#persons());
    };
    const revoke = async (/** @type {Seat} */ seat) => {
      await room.client?.request("revoke", { seat: seat.seat });
      await this.#people();
    };
    return h(
      "section",
      { id: "people" },
      h("h2", {}, words.say("people.title")),
      h("p", { class: "quiet" }, words.say("people.how")),
      h("div", { class: "acts" }, ...["player", "gm", "observer"].map((role) => button(words.say(`people.invite_${role}`), () => void invite(role)))),
      this.#invite ? h("p", { role: "status" }, h("span", { class: "code", id: "invite-code" }, this.#invite), h("br"), h("span", { class: "small quiet" }, words.say("people.code"))) : "",
      h(
        "table",
        {},
        h("tbody", {}, ...seats.map((seat) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, seat.label || words.say("who.somebody")),
            h("td", {}, words.say(`role.${seat.role}`)),
            h("td", {}, seat.connected === undefined ? "" : words.say(seat.connected ? "people.here" : "people.away")),
            h("td", {}, seat.seat === room.client?.welcome?.seat ? words.say("who.you") : button(words.say("people.revoke"), () => void revoke(seat), { "aria-label": words.say("people.revoke_who", { label: seat.label || seat.seat }) })),
          ),
        )),
      ),
    );
  }

  // House rules.

  /** @returns {HTMLElement} */
  #rules() {
    const { room } = this;
    const { words } = room;
    const options = room.client?.welcome?.options ?? [];
    const policy = room.table?.policy ?? "players";
    const set = (/** @type {Event} */ event) => void room.client?.request("table_set", { policy: /** @type {HTMLSelectElement} */ (event.target).value });
    return h(
      "section",
      {},
      h("h2", {}, words.say("rules.title")),
      h(
        "div",
        { class: "row" },
        h("label", { for: "policy" }, words.say("rules.policy")),
        h("select", { id: "policy", onchange: set }, ...["players", "all", "none"].map((one) => h("option", { value: one, selected: one === policy }, words.say(`policy.${one}`)))),
      ),
      ...options.map((option) => optionRow(room, option)),
    );
  }
}
