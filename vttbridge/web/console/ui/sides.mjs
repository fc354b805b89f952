/** On whose side a piece stands, as every part of the page colours it. */

/**
 * @typedef {import("../../client/wire.d.ts").PieceState} Piece
 * @typedef {import("../../client/wire.d.ts").TableMirror} Mirror
 */

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
