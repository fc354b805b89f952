/** Sums behind the map's lines: hatching, ticks along rims, doors. Pure; lengths in map units, 40 to a square. */

export const UNIT = 40;
const MOST_TUFTS = 9000;

/** @typedef {[number, number]} Pair */

/**
 * Writes a number for a path, without needless digits.
 *
 * @param {number} value
 * @returns {string}
 */
export function num(value) {
  return String(Math.round(value * 10) / 10);
}

/**
 * Writes a polygon or line as path data.
 *
 * @param {readonly Pair[]} points In squares.
 * @param {boolean} [closed]
 * @returns {string}
 */
export function pathOf(points, closed = false) {
  const text = points.map(([x, y]) => `${num(x * UNIT)} ${num(y * UNIT)}`).join("L");
  return `M${text}${closed ? "Z" : ""}`;
}

/**
 * Gives the signed area of a polygon: positive where its points run clockwise on the screen.
 *
 * @param {readonly Pair[]} points
 * @returns {number}
 */
export function turning(points) {
  let sum = 0;
  points.forEach(([x, y], index) => {
    const [nextX, nextY] = points[(index + 1) % points.length];
    sum += x * nextY - nextX * y;
  });
  return sum / 2;
}

/**
 * Draws ticks along a rim.
 *
 * @param {Pair} from
 * @param {Pair} to
 * @param {Pair} downhill The way that they point, of length 1.
 * @returns {string}
 */
export function edgeTicks([ax, ay], [bx, by], downhill) {
  const length = Math.hypot(bx - ax, by - ay);
  if (length < 0.01) return "";
  const count = Math.max(1, Math.round(length * 2.5));
  let path = "";
  for (let step = 0; step < count; step += 1) {
    const at = (step + 0.5) / count;
    const reach = step % 2 ? 5 : 9;
    path += `M${num((ax + (bx - ax) * at) * UNIT)} ${num((ay + (by - ay) * at) * UNIT)}l${num(downhill[0] * reach)} ${num(downhill[1] * reach)}`;
  }
  return path;
}

/**
 * Gives the same small number for the same place, so that hatching looks drawn by hand and never moves.
 *
 * @param {number} x
 * @param {number} y
 * @returns {number} From 0 to 1.
 */
function chance(x, y) {
  const value = Math.sin(x * 127.1 + y * 311.7) * 43758.5453;
  return value - Math.floor(value);
}

/**
 * Draws a tuft of three strokes, as rock is hatched.
 *
 * @param {number} cx In squares.
 * @param {number} cy
 * @returns {string}
 */
function tuft(cx, cy) {
  const angle = chance(cx, cy) * Math.PI;
  const px = (cx + (chance(cy, cx) - 0.5) * 0.25) * UNIT;
  const py = (cy + (chance(cx + 7, cy) - 0.5) * 0.25) * UNIT;
  const [dx, dy] = [Math.cos(angle) * 6, Math.sin(angle) * 6];
  return [-3.4, 0, 3.4]
    .map((shift) => `M${num(px + (-dy / 6) * shift - dx)} ${num(py + (dx / 6) * shift - dy)}l${num(dx * 2)} ${num(dy * 2)}`)
    .join("");
}

/**
 * Hatches the rock on the outer side of outlines that run with the floor to their right.
 *
 * @param {readonly Pair[][]} rings
 * @param {(at: Pair) => boolean} isFloor
 * @param {(x: number, y: number, d: string) => void} add
 */
export function hatch(rings, isFloor, add) {
  const around = rings.flatMap((ring) => ring.map((a, at) => Math.hypot(ring[(at + 1) % ring.length][0] - a[0], ring[(at + 1) % ring.length][1] - a[1])));
  const step = Math.max(0.36, (around.reduce((sum, length) => sum + length, 0) * 2) / MOST_TUFTS);
  let edge = 0;
  let left = 0;
  for (const ring of rings) {
    ring.forEach((a, at) => {
      const b = ring[(at + 1) % ring.length];
      const length = around[edge];
      edge += 1;
      for (; left < length; left += step) {
        for (const off of [0.24, 0.56]) {
          const x = a[0] + ((b[0] - a[0]) * left + (b[1] - a[1]) * off) / length;
          const y = a[1] + ((b[1] - a[1]) * left - (b[0] - a[0]) * off) / length;
          if (!isFloor([x, y])) add(x, y, tuft(x, y));
        }
      }
      left -= length;
    });
  }
}

/**
 * Gives the parts of a wall that still stand, without the broken stretches.
 *
 * @param {Pair} a
 * @param {Pair} b
 * @param {readonly [number, number][]} gaps Fractions of its length.
 * @returns {[Pair, Pair][]}
 */
export function standing(a, b, gaps) {
  const at = (/** @type {number} */ part) => /** @type {Pair} */ ([a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part]);
  /** @type {[Pair, Pair][]} */
  const kept = [];
  let from = 0;
  for (const [start, end] of [...gaps].sort((one, other) => one[0] - other[0])) {
    if (start > from + 1e-6) kept.push([at(from), at(start)]);
    from = Math.max(from, end);
  }
  if (from < 1 - 1e-6) kept.push([at(from), at(1)]);
  return kept;
}

/**
 * Draws slanted ticks across a line, as on glass; or bars straight across, as on doors.
 *
 * @param {Pair} a
 * @param {Pair} b
 * @param {{every: number, reach: number, slant: number}} how In map units.
 * @returns {string}
 */
export function crossed(a, b, { every, reach, slant }) {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) * UNIT;
  if (length < 1) return "";
  const [ux, uy] = [((b[0] - a[0]) * UNIT) / length, ((b[1] - a[1]) * UNIT) / length];
  const count = Math.max(1, Math.round(length / every));
  let path = "";
  for (let step = 0; step < count; step += 1) {
    const at = ((step + 0.5) * length) / count;
    const [x, y] = [a[0] * UNIT + ux * at, a[1] * UNIT + uy * at];
    const [dx, dy] = [ux * slant - uy * reach, uy * slant + ux * reach];
    path += `M${num(x - dx)} ${num(y - dy)}L${num(x + dx)} ${num(y + dy)}`;
  }
  return path;
}

/**
 * Gives the middle of a line.
 *
 * @param {Pair} a
 * @param {Pair} b
 * @returns {{x: number, y: number}}
 */
export function middleOf(a, b) {
  return { x: (a[0] + b[0]) / 2, y: (a[1] + b[1]) / 2 };
}

/**
 * Gives the box around a polygon.
 *
 * @param {readonly Pair[]} points
 * @returns {{x: number, y: number, width: number, height: number}}
 */
export function boxOf(points) {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
