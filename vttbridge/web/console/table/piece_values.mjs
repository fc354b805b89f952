/** What is typed into the form of a piece, as the wire has it. Pure. */

/**
 * @typedef {import("../../client/wire.d.ts").PieceState} Piece
 * @typedef {import("../../client/wire.d.ts").WireNeed} Need
 * @typedef {import("../../client/wire.d.ts").Tree} Tree
 */

/**
 * Returns a fresh id for a piece of ours, made from its name.
 *
 * @param {string} name
 * @param {readonly Piece[]} pieces
 * @returns {string}
 */
export function freshPieceId(name, pieces) {
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
 * @param {(name: string) => string} text Returns what was typed.
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
 * Returns the footprint of a piece: a round base in inches, a block of squares otherwise.
 *
 * @param {boolean} isInch
 * @param {number} width
 * @param {Piece | undefined} piece
 * @returns {Tree}
 */
export function footprintOf(isInch, width, piece) {
  const height = piece?.footprint?.height ?? 1;
  if (isInch || piece?.footprint?.shape === "disc") return { shape: "disc", radius: width / 2, height };
  return { shape: "cells", width, depth: width, height };
}

/**
 * Returns the words of a list that was typed.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function wordsIn(text) {
  return text.split(/\s*,\s*/).filter(Boolean);
}
