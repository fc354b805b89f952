/** Who sits at the table: codes for newcomers, who is here, and how a seat is ended. */

import { button, h } from "../ui/dom.mjs";
import { ownAddress } from "../app/session.mjs";

/**
 * @typedef {import("../app/store.mjs").Room} Room
 * @typedef {import("../../client/wire.d.ts").Seat} Seat
 * @typedef {{code: string, role: string, uses: number, expires_ms: number}} Invited
 */

const ROLES = ["player", "gm", "observer"];
const MOST_USES = 10;
const COPIED_MS = 2000;

/** The people of a table, as a game master sees them. */
export class People {
  /** @type {Invited | null} */ #invited = null;
  /** @type {Seat[]} */ #seats = [];
  #ending = "";
  #note = "";

  /** @param {Room} room */
  constructor(room) {
    this.room = room;
  }

  /** Asks who sits here, and shows it. */
  async ask() {
    const list = await this.room.client?.request("seats", {}).catch(() => null);
    this.#seats = list?.seats ?? [];
    this.#again();
  }

  #again() {
    document.getElementById("people")?.replaceWith(this.element());
  }

  /** @returns {HTMLElement} */
  element() {
    const { words } = this.room;
    return h(
      "section",
      { id: "people" },
      h("h2", {}, words.say("people.title")),
      h("p", { class: "quiet" }, words.say("people.how")),
      this.#means(),
      this.#invited ? this.#code(this.#invited) : null,
      this.#table(),
      h("p", { class: this.#note ? "because" : "because empty", role: "alert" }, this.#note),
    );
  }

  /** @returns {HTMLElement} */
  #means() {
    const { words } = this.room;
    const role = h("select", { id: "invite-role" }, ...ROLES.map((one) => h("option", { value: one }, words.say(`role.${one}`))));
    const uses = h("input", { id: "invite-uses", type: "number", min: 1, max: MOST_USES, value: 1 });
    const invite = async () => {
      const made = await this.room.client?.request("invite", { role: role.value, uses: Math.min(MOST_USES, Math.max(1, Number(uses.value) || 1)) }).catch(() => null);
      this.#invited = made?.code ? made : null;
      this.#note = made?.code ? "" : words.refusal({ code: made?.code || "NOT_ALLOWED" });
      this.#again();
      document.getElementById("invite-code")?.focus();
    };
    return h(
      "div",
      { class: "invite" },
      h("div", { class: "row" }, h("label", { for: "invite-role" }, words.say("people.for")), role),
      h("div", { class: "row" }, h("label", { for: "invite-uses" }, words.say("people.uses")), uses),
      h("div", { class: "acts" }, button(words.say("people.invite"), () => void invite())),
    );
  }

  /**
   * @param {Invited} invited
   * @returns {HTMLElement}
   */
  #code({ code, role, uses, expires_ms }) {
    const { words } = this.room;
    const address = ownAddress(location);
    const line = `${address} ${code}`;
    const link = `${location.origin}${location.pathname}#${code}`;
    const until = new Date(expires_ms).toLocaleString(words.language, { weekday: "short", hour: "2-digit", minute: "2-digit" });
    return h(
      "div",
      { class: "invited", role: "status" },
      h("p", {}, words.say("people.code_for", { role: words.say(`role.${role}`) })),
      h("p", { class: "code", id: "invite-code", tabindex: "-1" }, code),
      h("p", { class: "small quiet" }, words.count("people.works", uses), " ", words.say("people.until", { until })),
      this.#copied("pairing-line", words.say("people.line"), line),
      this.#copied("console-link", words.say("people.link"), link),
    );
  }

  /**
   * @param {string} id
   * @param {string} label
   * @param {string} text
   * @returns {HTMLElement}
   */
  #copied(id, label, text) {
    const { words } = this.room;
    const field = h("input", { id, value: text, readonly: true, onfocus: (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select() });
    const copy = button(words.say("people.copy"), () => void taken(), { "aria-label": words.say("people.copy_what", { what: label }) });
    const taken = async () => {
      field.select();
      const isDone = await navigator.clipboard?.writeText(text).then(() => true, () => false);
      copy.textContent = words.say(isDone ? "people.copied" : "people.select");
      setTimeout(() => (copy.textContent = words.say("people.copy")), COPIED_MS);
    };
    return h("div", { class: "copied" }, h("label", { for: id, class: "small quiet" }, label), field, copy);
  }

  /** @returns {HTMLElement} */
  #table() {
    const { room } = this;
    const { words } = room;
    const known = new Map(this.#seats.map((seat) => [seat.seat, seat]));
    const seats = (room.table?.seats ?? []).map((seat) => ({ ...known.get(seat.seat), ...seat, connected: known.get(seat.seat)?.connected ?? seat.connected }));
    return h(
      "table",
      { class: "seats" },
      h("caption", { class: "sr" }, words.say("people.title")),
      h("thead", { class: "sr" }, h("tr", {}, ...["name", "role", "where", "end"].map((one) => h("th", { scope: "col" }, words.say(`people.col_${one}`))))),
      h("tbody", {}, ...seats.map((seat) => this.#row(seat))),
    );
  }

  /**
   * @param {Seat} seat
   * @returns {HTMLElement}
   */
  #row(seat) {
    const { room } = this;
    const { words } = room;
    const owned = (room.table?.scenes ?? []).flatMap((scene) => scene.pieces).filter((piece) => piece.owner === seat.seat).map((piece) => piece.name || piece.id);
    const here = seat.connected === undefined ? "" : words.say(seat.connected ? "people.here" : "people.away");
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, seat.label || words.say("who.somebody"), owned.length ? h("span", { class: "small quiet plays" }, words.say("people.plays", { pieces: owned.join(", ") })) : null),
      h("td", {}, words.say(`role.${seat.role}`)),
      h("td", {}, here ? h("span", { class: "here" }, h("span", { class: seat.connected ? "dot on" : "dot", "aria-hidden": "true" }), here) : ""),
      h("td", {}, seat.seat === room.client?.welcome?.seat ? words.say("who.you") : this.#end(seat)),
    );
  }

  /**
   * @param {Seat} seat
   * @returns {HTMLElement}
   */
  #end(seat) {
    const { words } = this.room;
    const label = seat.label || seat.seat;
    const ask = () => {
      this.#ending = seat.seat;
      this.#again();
      /** @type {HTMLElement | null} */ (document.querySelector("#people .sure"))?.focus();
    };
    const end = async () => {
      this.#ending = "";
      const reply = await this.room.client?.request("revoke", { seat: seat.seat }).catch(() => null);
      this.#note = reply?.outcome === "done" ? "" : words.refusal({ code: reply?.code || "NOT_ALLOWED", facts: reply?.facts });
      await this.ask();
    };
    return this.#ending === seat.seat
      ? button(words.say("people.sure"), () => void end(), { class: "go sure", "aria-label": words.say("people.sure_who", { label }) })
      : button(words.say("people.revoke"), ask, { "aria-label": words.say("people.revoke_who", { label }) });
  }
}
