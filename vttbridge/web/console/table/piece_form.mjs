/** A form for one piece, made from what the rule book needs to know of it. */

import { button, h } from "../ui/dom.mjs";

/**
 * @typedef {import("../app/store.mjs").Room} Room
 * @typedef {import("../../client/wire.d.ts").Piece} Piece
 * @typedef {import("../../client/wire.d.ts").Need} Need
 * @typedef {import("../../client/wire.d.ts").Tree} Tree
 */

/**
 * Gives a fresh id for a piece of ours, made from its name.
 *
 * @param {string} name
 * @param {readonly Piece[]} pieces
 * @returns {string}
 */
function freshPiece(name, pieces) {
  const taken = new Set(pieces.map((piece) => piece.id));
  const base = `p-${name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "") || "piece"}`;
  let id = base;
  for (let count = 2; taken.has(id); count += 1) id = `${base}-${count}`;
  return id;
}

/**
 * Reads the numbers of a form as the rule book wants them.
 *
 * @param {readonly Need[]} needs
 * @param {(name: string) => string} text Gives what was typed.
 * @returns {Tree}
 */
function numbersOf(needs, text) {
  /** @type {Tree} */
  const numbers = {};
  for (const need of needs) {
    const typed = text(need.name).trim();
    if (typed === "") continue;
    numbers[need.name] = need.kind === "word" ? typed : need.kind === "flag" ? (typed === "yes" ? 1 : 0) : Number(typed);
  }
  return numbers;
}

/** The form of a piece, or of a new one. */
export class PieceForm {
  isTouched = false;
  /** @type {Map<string, HTMLInputElement | HTMLSelectElement>} */ #inputs = new Map();

  /**
   * @param {Room} room
   * @param {Piece | undefined} piece
   * @param {() => void} onDone
   */
  constructor(room, piece, onDone) {
    this.room = room;
    this.piece = piece;
    this.onDone = onDone;
    this.note = h("p", { class: "because empty", role: "alert" });
    this.element = this.#draw();
  }

  /**
   * Takes the place where the piece is to stand.
   *
   * @param {{x: number, y: number}} at
   */
  standAt({ x, y }) {
    for (const [name, value] of /** @type {const} */ ([["x", x], ["y", y]])) {
      const input = this.#inputs.get(name);
      if (input) input.value = String(value);
    }
    this.isTouched = true;
  }

  /** @returns {HTMLElement} */
  #draw() {
    const { room, piece } = this;
    const { words, client } = room;
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      void this.#save();
    };
    return h(
      "form",
      { class: "pieceform bare", onsubmit: submit, oninput: () => (this.isTouched = true) },
      ...this.#looks(),
      ...(client?.welcome?.needs ?? []).map((need) => this.#need(need)),
      this.#row("tags", words.say("piece.tags"), h("input", { value: (piece?.tags ?? []).map((tag) => this.#word("tag", tag)).join(", "), list: this.#list("tag") })),
      this.#row("statuses", words.say("piece.statuses"), h("input", { value: (piece?.statuses ?? []).map((status) => this.#word("status", status)).join(", "), list: this.#list("status") })),
      this.#known("tag"),
      this.#known("status"),
      this.note,
      h(
        "div",
        { class: "acts" },
        h("button", { type: "submit", class: "go" }, words.say(piece ? "piece.save" : "piece.put")),
        piece ? button(words.say("piece.remove"), () => void this.#remove()) : null,
      ),
    );
  }

  /** @returns {HTMLElement[]} */
  #looks() {
    const { room, piece } = this;
    const { words } = room;
    const at = piece?.place ?? { x: 0, y: 0, z: 0 };
    const isInch = room.unit === "inch";
    const size = piece?.footprint?.shape === "disc" ? (piece.footprint.radius ?? 0.5) * 2 : (piece?.footprint?.width ?? 1);
    const seats = room.table?.seats.filter((seat) => seat.role !== "observer").map((seat) => seat.seat) ?? [];
    const sides = [...new Set(room.now?.pieces.map((other) => other.side ?? "").filter(Boolean))];
    const number = (/** @type {number} */ value, more = {}) => h("input", { type: "number", step: "any", value, ...more });
    return [
      this.#row("name", words.say("piece.name"), h("input", { value: piece?.name ?? "", maxlength: 100, required: true, autocomplete: "off" })),
      this.#row("kind", words.say("piece.kind"), choice(["creature", "object", "marker"], piece?.kind ?? "creature", (value) => words.say(`piece.${value}`))),
      this.#row("x", words.say(isInch ? "piece.x_inch" : "piece.x"), number(at.x)),
      this.#row("y", words.say(isInch ? "piece.y_inch" : "piece.y"), number(at.y)),
      this.#row("z", words.say("piece.z"), number(at.z ?? 0)),
      this.#row("width", words.say(isInch ? "piece.base" : "piece.width"), number(size, { step: isInch ? "any" : 1, min: isInch ? 0.1 : 1 })),
      this.#row("owner", words.say("piece.owner"), choice(["", ...seats], piece?.owner ?? "", (seat) => (seat ? room.who(seat) : words.say("piece.nobody")))),
      this.#row("side", words.say("piece.side"), h("input", { value: piece?.side ?? "", list: "sides", autocomplete: "off" })),
      h("datalist", { id: "sides" }, ...sides.map((side) => h("option", { value: side }))),
      this.#row("hidden", words.say("piece.is_hidden"), h("input", { type: "checkbox", checked: piece?.hidden ?? false })),
    ];
  }

  /**
   * @param {string} name
   * @param {string} label
   * @param {HTMLInputElement | HTMLSelectElement} input
   * @returns {HTMLElement}
   */
  #row(name, label, input) {
    input.id = `piece-${name}`;
    this.#inputs.set(name, input);
    return h("div", { class: "row" }, h("label", { for: input.id }, label), input);
  }

  /**
   * @param {Need} need
   * @returns {HTMLElement}
   */
  #need(need) {
    const { words } = this.room;
    const known = String(this.piece?.numbers?.[need.name] ?? need.default ?? "");
    const text = words.has(`need.${need.name}`) ? words.rule(`need.${need.name}`) : need.sentence || need.name;
    const label = need.unit ? words.say("piece.with_unit", { text, unit: words.own[`unit.${need.unit}`] ?? need.unit }) : text;
    const name = `n-${need.name}`;
    if (need.kind === "flag") return this.#row(name, label, choice(["no", "yes"], ["1", "true", "yes"].includes(known) ? "yes" : "no", (value) => words.say(value)));
    if (need.words?.length) return this.#row(name, label, choice([...new Set([known, ...need.words])], known, (value) => (words.has(`word.${value}`) ? words.rule(`word.${value}`) : value)));
    return this.#row(name, label, h("input", { type: need.kind === "word" ? "text" : "number", step: need.kind === "whole" ? 1 : "any", value: known, autocomplete: "off" }));
  }

  /**
   * @param {string} kind
   * @returns {[string, string][]} The words that the rule book knows, with their names.
   */
  #words(kind) {
    const { book } = this.room.words;
    return Object.entries(book).flatMap(([code, name]) => (code.startsWith(`${kind}.`) && !name.includes(",") ? [/** @type {[string, string]} */ ([code.slice(kind.length + 1), name])] : []));
  }

  /**
   * @param {string} kind
   * @param {string} word
   * @returns {string}
   */
  #word(kind, word) {
    return this.#words(kind).find(([code]) => code === word)?.[1] ?? word;
  }

  /**
   * @param {string} kind
   * @returns {string}
   */
  #list(kind) {
    return `known-${kind}`;
  }

  /**
   * @param {string} kind
   * @returns {HTMLElement}
   */
  #known(kind) {
    return h("datalist", { id: this.#list(kind) }, ...this.#words(kind).map(([, name]) => h("option", { value: name })));
  }

  /**
   * @param {string} name
   * @returns {string}
   */
  #text(name) {
    return this.#inputs.get(name)?.value ?? "";
  }

  /**
   * Reads words as people call them, or as the rule book does.
   *
   * @param {string} kind
   * @param {string} text
   * @returns {string[]}
   */
  #codes(kind, text) {
    const known = this.#words(kind);
    return wordsIn(text).map((word) => known.find(([code, name]) => code === word || name.toLowerCase() === word.toLowerCase())?.[0] ?? word);
  }

  /** @returns {Tree} */
  #read() {
    const { room, piece } = this;
    const number = (/** @type {string} */ name, /** @type {number} */ otherwise) => (this.#text(name) === "" ? otherwise : Number(this.#text(name)));
    return {
      name: this.#text("name"),
      kind: this.#text("kind"),
      place: { x: number("x", 0), y: number("y", 0), z: number("z", 0) },
      footprint: footprint(room.unit === "inch", number("width", 1), piece),
      owner: this.#text("owner"),
      side: this.#text("side"),
      hidden: /** @type {HTMLInputElement} */ (this.#inputs.get("hidden")).checked,
      numbers: numbersOf(room.client?.welcome?.needs ?? [], (name) => this.#text(`n-${name}`)),
      tags: this.#codes("tag", this.#text("tags")),
      statuses: this.#codes("status", this.#text("statuses")),
    };
  }

  async #save() {
    const { room, piece } = this;
    const scene = room.now?.scene ?? "";
    const given = this.#read();
    const id = piece?.id ?? freshPiece(given.name, room.now?.pieces ?? []);
    const sent = piece ? room.client?.request("piece_changed", { scene, piece: id, changes: given }) : room.client?.request("piece_put", { scene, piece: { id, ...given } });
    const reply = await sent?.catch(() => null);
    if (reply?.outcome === "done") this.onDone();
    else this.#say(reply);
  }

  async #remove() {
    const reply = await this.room.client?.request("piece_gone", { scene: this.room.now?.scene ?? "", piece: this.piece?.id }).catch(() => null);
    if (reply?.outcome === "done") this.onDone();
    else this.#say(reply);
  }

  /** @param {import("../../client/wire.d.ts").Reply | null | undefined} reply */
  #say(reply) {
    const { words, name } = this.room;
    this.note.textContent = words.refusal({ code: reply?.code || "NO_ANSWER", facts: reply?.facts }, name);
    this.note.classList.remove("empty");
  }
}

/**
 * @param {string[]} values
 * @param {string} now
 * @param {(value: string) => string} name
 * @returns {HTMLSelectElement}
 */
function choice(values, now, name) {
  return h("select", {}, ...values.map((value) => h("option", { value, selected: value === now }, name(value))));
}

/**
 * @param {boolean} isInch
 * @param {number} width
 * @param {Piece | undefined} piece
 * @returns {Tree}
 */
function footprint(isInch, width, piece) {
  const height = piece?.footprint?.height ?? 1;
  if (isInch || piece?.footprint?.shape === "disc") return { shape: "disc", radius: width / 2, height };
  return { shape: "cells", width, depth: width, height };
}

/**
 * @param {string} text
 * @returns {string[]}
 */
function wordsIn(text) {
  return text.split(/\s*,\s*/).filter(Boolean);
}
