/** Which names on the map are shown: at every zoom none lies over another. Pure. */

/**
 * @typedef {{x: number, y: number, width: number, height: number}} Rectangle In pixels, around its middle.
 * @typedef {{text: string, x: number, y: number, size: number}} Label Where it stands, in squares, and how high it is, in pixels.
 */

const LETTER = 0.56;
const SPACE_PX = 3;

/**
 * Says of each group of labels whether all of it has room; earlier ones come first.
 *
 * @param {readonly (readonly Label[])[]} groups
 * @param {number} scale Pixels to a square.
 * @param {readonly Rectangle[]} [taken]
 * @returns {boolean[]}
 */
export function roomFor(groups, scale, taken = []) {
  const kept = [...taken];
  return groups.map((labels) => {
    const boxes = labels.map((label) => boxOf(label, scale));
    if (boxes.some((box) => kept.some((other) => overlap(box, other)))) return false;
    kept.push(...boxes);
    return true;
  });
}

/**
 * @param {Label} label
 * @param {number} scale
 * @returns {Rectangle}
 */
export function boxOf({ text, x, y, size }, scale) {
  return { x: x * scale, y: y * scale, width: text.length * size * LETTER + SPACE_PX, height: size + SPACE_PX };
}

/**
 * @param {Rectangle} one
 * @param {Rectangle} other
 * @returns {boolean}
 */
function overlap(one, other) {
  return 2 * Math.abs(one.x - other.x) < one.width + other.width && 2 * Math.abs(one.y - other.y) < one.height + other.height;
}

/**
 * Puts each piece's name below it, or above where that is taken, or nowhere.
 *
 * @param {readonly {text: string, x: number, y: number, r: number, size: number, isKept: boolean}[]} names In squares.
 * @param {number} scale
 * @returns {("below" | "above" | "none")[]}
 */
export function sides(names, scale) {
  /** @type {Rectangle[]} */
  const kept = [];
  return names.map(({ text, x, y, r, size, isKept }) => {
    const off = r + (size * 0.5 + 5) / scale;
    const below = boxOf({ text, x, y: y + off, size }, scale);
    const above = boxOf({ text, x, y: y - off, size }, scale);
    const isFree = (/** @type {Rectangle} */ box) => kept.every((other) => !overlap(box, other));
    const side = isFree(below) || (isKept && !isFree(above)) ? "below" : isFree(above) ? "above" : "none";
    if (side !== "none") kept.push(side === "below" ? below : above);
    return side;
  });
}
