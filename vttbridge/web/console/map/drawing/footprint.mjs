/** How much ground a piece covers, in squares or inches; without a footprint it is one square. */

/** @typedef {import("../../../client/wire.d.ts").PieceState} Piece */

/**
 * Returns how many squares a piece covers from west to east and from north to south; a round base counts as one.
 *
 * @param {Piece | undefined} piece
 * @returns {{width: number, depth: number}}
 */
export function cellsOf(piece) {
  const { footprint } = piece ?? {};
  if (footprint?.shape !== "cells") return { width: 1, depth: 1 };
  return { width: footprint.width ?? 1, depth: footprint.depth ?? 1 };
}

/**
 * Returns the middle of a piece.
 *
 * @param {Piece} piece
 * @param {{x: number, y: number}} [at] Where it would stand.
 * @returns {{x: number, y: number}}
 */
export function middle(piece, at = piece.place) {
  const { width, depth } = cellsOf(piece);
  return piece.footprint?.shape === "disc" ? { x: at.x, y: at.y } : { x: at.x + width / 2, y: at.y + depth / 2 };
}

/**
 * Returns half of a piece's width.
 *
 * @param {Piece} piece
 * @returns {number}
 */
export function radius(piece) {
  if (piece.footprint?.shape === "disc") return piece.footprint.radius;
  const { width, depth } = cellsOf(piece);
  return Math.min(width, depth) / 2;
}
