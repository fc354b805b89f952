/** Sums behind the map's lines: hatching, ticks along rims, doors. Pure; lengths in map units, 40 to a square. */

export const UNIT = 40;

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
 * Draws ticks along the rim of an area: they point downhill.
 *
 * @param {readonly Pair[]} points In squares.
 * @param {boolean} inward Whether the ground falls towards the inside.
 * @returns {string}
 */
export function ticks(points, inward) {
  const way = (turning(points) > 0 ? 1 : -1) * (inward ? 1 : -1);
  return points
    .map((from, index) => edgeTicks(from, points[(index + 1) % points.length], way))
    .join("");
}

/**
 * @param {Pair} from
 * @param {Pair} to
 * @param {number} way
 * @returns {string}
 */
function edgeTicks([ax, ay], [bx, by], way) {
  const length = Math.hypot(bx - ax, by - ay);
  if (length < 0.01) return "";
  const along = [(bx - ax) / length, (by - ay) / length];
  const count = Math.max(1, Math.round(length * 2.5));
  let path = "";
  for (let step = 0; step < count; step += 1) {
    const at = ((step + 0.5) / count) * length;
    const x = (ax + along[0] * at) * UNIT;
    const y = (ay + along[1] * at) * UNIT;
    const reach = step % 2 ? 5 : 9;
    path += `M${num(x)} ${num(y)}l${num(-along[1] * way * reach)} ${num(along[0] * way * reach)}`;
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
 * Hatches the rock around a rectangle in tufts of three strokes.
 *
 * @param {{x: number, y: number, width: number, height: number}} box In squares.
 * @returns {string}
 */
export function hatch({ x, y, width, height }) {
  let path = "";
  const tuft = (/** @type {number} */ cx, /** @type {number} */ cy) => {
    const angle = chance(cx, cy) * Math.PI;
    const px = (cx + (chance(cy, cx) - 0.5) * 0.25) * UNIT;
    const py = (cy + (chance(cx + 7, cy) - 0.5) * 0.25) * UNIT;
    const [dx, dy] = [Math.cos(angle) * 6, Math.sin(angle) * 6];
    for (const shift of [-3.4, 0, 3.4]) {
      const [sx, sy] = [(-dy / 6) * shift, (dx / 6) * shift];
      path += `M${num(px + sx - dx)} ${num(py + sy - dy)}l${num(dx * 2)} ${num(dy * 2)}`;
    }
  };
  const step = Math.max(0.36, (width + height) / 220);
  for (let along = -0.4; along < width + 0.5; along += step) {
    for (const off of [-0.55, -0.22]) {
      tuft(x + along, y + off);
      tuft(x + along, y + height - off);
    }
  }
  for (let along = 0; along < height; along += step) {
    for (const off of [-0.55, -0.22]) {
      tuft(x + off, y + along);
      tuft(x + width - off, y + along);
    }
  }
  return path;
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
