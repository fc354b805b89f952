/** A form for one piece, made from what the rule book needs to know of it. */

import { button, h } from "./dom.mjs";

/**
 * @typedef {import("./room.mjs").Room} Room
 * @typedef {import("../client/wire.d.ts").Piece} Piece
 * @typedef {import("../client/wire.d.ts").Need} Need
 * @typedef {import("../client/wire.d.ts").Tree} Tree
 */

/**
 * Gives a fresh id for a piece of ours, made from its name.
 *
 * @param {string} name
 * @param {readonly Piece[]} pieces
 * @returns {string}
 */
export function freshPiece(name, pieces) {
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
export function numbersOf(needs, text) {
  /** @type {Tree} */
  const numbers = {};
  for (const need of needs) {
    const typed = text(need.name).trim();
    if (typed === "") continue;
    numbers[need.name] = need.kind === "word" ? typed : need.kind === "flag" ? (typed === "yes" ? 1 : 0) : Number(typed);
  }
  return numbers;
}

/**
 * Shows the form of a piece, or of a new one.
 *
 * @param {Room} room
 * @param {Piece | undefined} piece
 * @param {{x: number, y: number} | null} place
 * @param {() => void} onDone
 * @returns {HTMLElement}
 */
export function pieceForm(room, piece, place, onDone) {
  const { words, client } = room;
  const scene = room.now?.scene ?? "";
  const needs = client?.welcome?.needs ?? [];
  const at = piece?.place ?? { x: place?.x ?? 0, y: place?.y ?? 0, z: 0 };
  const note = h("p", { class: "because", role: "status" });
  /** @type {Map<string, HTMLInputElement | HTMLSelectElement>} */
  const inputs = new Map();
  const row = (/** @type {string} */ name, /** @type {string} */ label, /** @type {HTMLInputElement | HTMLSelectElement} */ input) => {
    input.id = `piece-${name}`;
    inputs.set(name, input);
    return h("div", { class: "row" }, h("label", { for: input.id }, label), input);
  };
  const text = (/** @type {string} */ name) => inputs.get(name)?.value ?? "";
  const number = (/** @type {string} */ name, /** @type {number} */ otherwise) => (text(name) === "" ? otherwise : Number(text(name)));
  const choice = (/** @type {string[]} */ values, /** @type {string} */ now, /** @type {(value: string) => string} */ name) =>
    h("select", {}, ...values.map((value) => h("option", { value, selected: value === now }, name(value))));
  const seats = room.table?.seats.filter((seat) => seat.role !== "observer").map((seat) => seat.seat) ?? [];
  const isInch = room.unit === "inch";
  const size = piece?.footprint?.shape === "disc" ? (piece.footprint.radius ?? 0.5) * 2 : (piece?.footprint?.width ?? (isInch ? 1 : 1));
  const read = () => ({
    name: text("name"),
    kind: text("kind"),
    place: { x: number("x", 0), y: number("y", 0), z: number("z", 0) },
    footprint: footprint(isInch, number("width", 1), piece),
    owner: text("owner"),
    side: text("side"),
    hidden: /** @type {HTMLInputElement} */ (inputs.get("hidden")).checked,
    numbers: numbersOf(needs, (name) => text(`n-${name}`)),
    tags: words_in(text("tags")),
    statuses: words_in(text("statuses")),
  });
  const save = async () => {
    const given = read();
    const reply = piece
      ? await client?.request("piece_changed", { scene, piece: piece.id, changes: given })
      : await client?.request("piece_put", { scene, piece: { id: freshPiece(given.name, room.now?.pieces ?? []), ...given } });
    if (reply?.outcome === "done") onDone();
    else note.textContent = words.refusal({ code: reply?.code || reply?.outcome, facts: reply?.facts }, room.name);
  };
  const remove = async () => {
    if (piece) await client?.request("piece_gone", { scene, piece: piece.id });
    room.select("");
  };
  const known = (/** @type {Need} */ need) => String(piece?.numbers?.[need.name] ?? need.default ?? "");
  const needRow = (/** @type {Need} */ need) => {
    const label = words.has(`need.${need.name}`) ? words.rule(`need.${need.name}`) : need.sentence || need.name;
    if (need.kind === "flag") return row(`n-${need.name}`, label, choice(["no", "yes"], ["1", "true", "yes"].includes(known(need)) ? "yes" : "no", (value) => words.say(value)));
    if (need.words?.length) return row(`n-${need.name}`, label, choice([...new Set([known(need), ...need.words])], known(need), (value) => value));
    return row(`n-${need.name}`, label, h("input", { type: need.kind === "word" ? "text" : "number", step: "any", value: known(need) }));
  };
  return h(
    "form",
    {
      class: "pieceform bare",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void save();
      },
    },
    row("name", words.say("piece.name"), h("input", { value: piece?.name ?? "", maxlength: 100, required: true })),
    row("kind", words.say("piece.kind"), choice(["creature", "object", "marker"], piece?.kind ?? "creature", (value) => words.say(`piece.${value}`))),
    row("x", words.say("piece.x"), h("input", { type: "number", step: "any", value: at.x })),
    row("y", words.say("piece.y"), h("input", { type: "number", step: "any", value: at.y })),
    row("z", words.say("piece.z"), h("input", { type: "number", step: "any", value: at.z ?? 0 })),
    row("width", words.say(isInch ? "piece.base" : "piece.width"), h("input", { type: "number", step: isInch ? "any" : 1, min: isInch ? 0.1 : 1, value: size })),
    row("owner", words.say("piece.owner"), choice(["", ...seats], piece?.owner ?? "", (seat) => (seat ? room.who(seat) : words.say("piece.nobody")))),
    row("side", words.say("piece.side"), h("input", { value: piece?.side ?? "" })),
    row("hidden", words.say("piece.is_hidden"), h("input", { type: "checkbox", checked: piece?.hidden ?? false })),
    ...needs.map(needRow),
    row("tags", words.say("piece.tags"), h("input", { value: (piece?.tags ?? []).join(", ") })),
    row("statuses", words.say("piece.statuses"), h("input", { value: (piece?.statuses ?? []).join(", ") })),
    note,
    h(
      "div",
      { class: "acts" },
      h("button", { type: "submit", class: "go" }, words.say(piece ? "piece.save" : "piece.put")),
      piece ? button(words.say("piece.remove"), () => void remove()) : null,
    ),
  );
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
function words_in(text) {
  return text.split(/\s*,\s*/).filter(Boolean);
}
