/** Where hexes lie, as the server counts them: one unit across their flats. */

/** @typedef {{rows: boolean, shifted: "odd" | "even"}} HexGrid */

const HEX = 2 / Math.sqrt(3);

/**
 * Gives the middle of a hex.
 *
 * @param {HexGrid} grid
 * @param {number} x
 * @param {number} y
 * @returns {{x: number, y: number}}
 */
export function hexMiddle({ rows, shifted }, x, y) {
  const isOff = (/** @type {number} */ line) => (Math.abs(line) % 2 === 1) === (shifted === "odd");
  if (rows) return { x: x + (isOff(y) ? 0.5 : 0), y: (0.75 * y + 0.5) * HEX };
  return { x: (0.75 * x + 0.5) * HEX, y: y + (isOff(x) ? 0.5 : 0) };
}

/**
 * Gives the corners of a hex, clockwise on the screen from the one nearest to east.
 *
 * @param {HexGrid} grid
 * @param {number} x
 * @param {number} y
 * @returns {[number, number][]}
 */
export function hexCorners(grid, x, y) {
  const middle = hexMiddle(grid, x, y);
  return [0, 1, 2, 3, 4, 5].map((step) => {
    const angle = ((grid.rows ? 30 : 0) + 60 * step) * (Math.PI / 180);
    return [middle.x + Math.cos(angle) / Math.sqrt(3), middle.y + Math.sin(angle) / Math.sqrt(3)];
  });
}
