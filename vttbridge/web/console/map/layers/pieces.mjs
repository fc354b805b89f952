/** Draws pieces: circle for a hero, hexagon for an enemy, square for an object; the ring is what is left of them. */

import { s } from "../../ui/dom.mjs";
import { num, UNIT } from "../drawing/svg_paths.mjs";
import { spoken } from "../../lang/translator.mjs";

/**
 * @typedef {import("../../../client/wire.d.ts").Piece} Piece
 * @typedef {import("../../../client/wire.d.ts").Mirror} Mirror
 * @typedef {import("../../lang/translator.mjs").Words} Words
 */

/**
 * Gives the middle of a piece, in squares.
 *
 * @param {Piece} piece
 * @param {{x: number, y: number}} [at]
 * @returns {{x: number, y: number}}
 */
export function middle(piece, at = piece.place) {
  const { shape = "cells", width = 1, depth = 1 } = piece.footprint ?? {};
  return shape === "disc" ? { x: at.x, y: at.y } : { x: at.x + width / 2, y: at.y + depth / 2 };
}

/**
 * Gives half of a piece's width, in squares.
 *
 * @param {Piece} piece
 * @returns {number}
 */
export function radius(piece) {
  const { shape = "cells", width = 1, depth = 1, radius: own = 0.5 } = piece.footprint ?? {};
  return shape === "disc" ? own : Math.min(width, depth) / 2;
}

/**
 * Says on whose side a piece is: where players' pieces are, those are the heroes.
 *
 * @param {Piece} piece
 * @param {Mirror} table
 * @returns {"hero" | "foe" | "thing"}
 */
export function sideOf(piece, table) {
  if (piece.kind === "object" || piece.kind === "marker") return "thing";
  if (piece.tags?.includes("hero")) return "hero";
  const players = new Set(table.seats.filter((seat) => seat.role === "player").map((seat) => seat.seat));
  if (piece.owner && players.has(piece.owner)) return "hero";
  const pieces = table.scenes.flatMap((scene) => scene.pieces);
  const sides = [...new Set(pieces.map((other) => other.side).filter(Boolean))].sort();
  const heroic = pieces.find((other) => (other.owner && players.has(other.owner)) || other.tags?.includes("hero"));
  return piece.side && piece.side === (heroic?.side || sides[0]) ? "hero" : "foe";
}

/**
 * Gives how much of a piece is left, from 0 to 1, where the rule book has a number and its most.
 *
 * @param {Piece} piece
 * @returns {number}
 */
export function left(piece) {
  const numbers = piece.numbers ?? {};
  for (const [name, value] of Object.entries(numbers)) {
    const most = numbers[`${name}_max`];
    if (typeof value === "number" && typeof most === "number" && most > 0) return Math.min(Math.max(value / most, 0), 1);
  }
  return 1;
}

/**
 * Gives the two letters by which a piece is known on the map.
 *
 * @param {string} name
 * @returns {string}
 */
export function letters(name) {
  const words = name.split(/[\s_-]+/).filter(Boolean);
  if (words.length > 1) return (words[0][0] + words[1][0]).toUpperCase();
  return name.slice(0, 1).toUpperCase() + name.slice(1, 2);
}

/**
 * Draws the outline of a token as path data around its middle.
 *
 * @param {"hero" | "foe" | "thing"} side
 * @param {number} r In map units.
 * @returns {string}
 */
export function outline(side, r) {
  if (side === "thing") return `M0 ${num(-r)}H${num(r)}V${num(r)}H${num(-r)}V${num(-r)}Z`;
  if (side === "foe") {
    const points = [0, 1, 2, 3, 4, 5].map((corner) => {
      const angle = (corner / 6) * 2 * Math.PI - Math.PI / 2;
      return `${num(Math.cos(angle) * r * 1.08)} ${num(Math.sin(angle) * r * 1.08)}`;
    });
    return `M${points.join("L")}Z`;
  }
  return `M0 ${num(-r)}A${num(r)} ${num(r)} 0 1 1 0 ${num(r)}A${num(r)} ${num(r)} 0 1 1 0 ${num(-r)}Z`;
}

/**
 * Draws the corners that show what is selected or in focus.
 *
 * @param {number} r In map units.
 * @returns {SVGElement}
 */
function brackets(r) {
  const [o, i] = [num(r + 3), num(r - 6)];
  const d = `M-${o}-${i}V-${o}H-${i}M${i}-${o}H${o}V-${i}M${o} ${i}V${o}H${i}M-${i} ${o}H-${o}V${i}`;
  return s("path", { class: "sel", d });
}

/**
 * Says everything about a piece in one line, for those who hear the map.
 *
 * @param {Piece} piece
 * @param {Words} words
 * @returns {string}
 */
function described(piece, words) {
  const parts = [piece.name || piece.id, words.say("piece.at", { x: piece.place.x, y: piece.place.y })];
  if (piece.place.z) parts.push(words.say("piece.height", { z: piece.place.z }));
  for (const status of piece.statuses ?? []) parts.push(words.rule(`status.${status}`).toLowerCase());
  if (piece.hidden) parts.push(words.say("piece.hidden"));
  return parts.join(", ");
}

/**
 * Draws a piece.
 *
 * @param {Piece} piece
 * @param {{words: Words, table: Mirror, isSelected: boolean, onPick: (id: string) => void}} also
 * @returns {SVGGElement}
 */
export function drawPiece(piece, { words, table, isSelected, onPick }) {
  const side = sideOf(piece, table);
  const r = radius(piece) * UNIT - 5;
  const { x, y } = middle(piece);
  const part = left(piece);
  const name = piece.name || piece.id;
  const z = piece.place.z ?? 0;
  const d = outline(side, r);
  return s(
    "g",
    {
      class: `piece ${side}${piece.hidden ? " hidden" : ""}`,
      transform: `translate(${num(x * UNIT)} ${num(y * UNIT)})`,
      role: "button",
      tabindex: "0",
      "data-piece": piece.id,
      "aria-label": described(piece, words),
      "aria-pressed": String(isSelected),
      onclick: () => onPick(piece.id),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          event.stopPropagation();
          onPick(piece.id);
        }
      },
    },
    piece.footprint?.shape === "disc" ? s("circle", { class: "base", r: num(radius(piece) * UNIT) }) : null,
    s("path", { class: "tok", d }),
    s("path", { class: "ring0", d }),
    s("path", { class: "ring", d, pathLength: 100, "stroke-dasharray": `${num(part * 100)} 100` }),
    initials(name, r),
    brackets(radius(piece) * UNIT),
    s("text", { class: "nm", y: num(r + 6) }, labelOf(piece, words)),
    z ? badge(z, r) : null,
  );
}

/**
 * Draws a piece's letters: as large as it allows, and on the screen never too small to read.
 *
 * @param {string} name
 * @param {number} r In map units.
 * @returns {SVGElement}
 */
export function initials(name, r) {
  const text = s("text", { class: "ini" }, letters(name));
  text.style.fontSize = `max(${num(r * 0.72)}px, calc(9.5px * var(--px)))`;
  return text;
}

/**
 * @param {Piece} piece
 * @param {Words} words
 * @returns {string}
 */
function labelOf(piece, words) {
  const statuses = (piece.statuses ?? []).map((status) => words.rule(`status.${status}`).toLowerCase());
  return [piece.name || piece.id, ...statuses].join(", ");
}

/**
 * @param {number} z
 * @param {number} r
 * @returns {SVGElement}
 */
function badge(z, r) {
  const text = z < 0 ? `−${spoken(-z)}` : `+${spoken(z)}`;
  return s(
    "g",
    { class: "badge", transform: `translate(${num(r)} ${num(-r)})` },
    s("g", { class: "fixed" }, s("rect", { x: -13, y: -9, width: 26, height: 18, rx: 4 }), s("text", {}, text)),
  );
}
