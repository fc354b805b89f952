/** Which part of the scene is seen: pure sums over `{x, y, scale}`, where screen = scene × scale + (x, y). */

/** @typedef {{x: number, y: number, scale: number}} View */

export const LEAST = 3;
export const MOST = 240;

/**
 * Shows a whole rectangle of the scene with some room around it.
 *
 * @param {{x: number, y: number, width: number, height: number}} box In squares.
 * @param {{width: number, height: number}} screen In pixels.
 * @param {number} [room] In pixels.
 * @returns {View}
 */
export function fit(box, screen, room = 56) {
  const across = (screen.width - 2 * room) / Math.max(box.width, 1);
  const down = (screen.height - 2 * room) / Math.max(box.height, 1);
  const scale = Math.min(Math.max(Math.min(across, down), LEAST), 72);
  return {
    scale,
    x: screen.width / 2 - (box.x + box.width / 2) * scale,
    y: screen.height / 2 - (box.y + box.height / 2) * scale,
  };
}

/**
 * Zooms by a factor; the point under the pointer stays where it is.
 *
 * @param {View} view
 * @param {{x: number, y: number}} at In pixels.
 * @param {number} factor
 * @returns {View}
 */
export function zoomed(view, at, factor) {
  const scale = Math.min(Math.max(view.scale * factor, LEAST), MOST);
  const by = scale / view.scale;
  return { scale, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by };
}

/**
 * Moves the view by pixels.
 *
 * @param {View} view
 * @param {number} dx
 * @param {number} dy
 * @returns {View}
 */
export function panned(view, dx, dy) {
  return { ...view, x: view.x + dx, y: view.y + dy };
}

/**
 * Gives the place of the scene that lies under a pixel.
 *
 * @param {View} view
 * @param {{x: number, y: number}} at
 * @returns {{x: number, y: number}}
 */
export function under(view, at) {
  return { x: (at.x - view.x) / view.scale, y: (at.y - view.y) / view.scale };
}

/**
 * Brings a place into the middle if it is near the edge or outside; otherwise nothing moves.
 *
 * @param {View} view
 * @param {{x: number, y: number}} place
 * @param {{width: number, height: number}} screen
 * @returns {View}
 */
export function brought(view, place, screen) {
  const x = place.x * view.scale + view.x;
  const y = place.y * view.scale + view.y;
  const inside = x > 48 && y > 64 && x < screen.width - 48 && y < screen.height - 64;
  return inside ? view : centred(view, place, screen);
}

/**
 * Brings a place into the middle.
 *
 * @param {View} view
 * @param {{x: number, y: number}} place
 * @param {{width: number, height: number}} screen
 * @returns {View}
 */
export function centred(view, place, screen) {
  return { ...view, x: screen.width / 2 - place.x * view.scale, y: screen.height / 2 - place.y * view.scale };
}
