/** How a hand moves the map: drag, pinch, wheel, click; a drag is never a click. */

const DRAG_PX = 4;
const WHEEL = 1.0016;

/** @typedef {{x: number, y: number}} Point In pixels, from the corner of the stage. */

/**
 * Listens to pointers on the stage.
 *
 * @param {HTMLElement} stage
 * @param {{pan: (dx: number, dy: number) => void, zoom: (at: Point, factor: number) => void, pick: (at: Point) => void}} then
 */
export function gestures(stage, then) {
  /** @type {Map<number, Point>} */
  const held = new Map();
  let moved = 0;
  /** @type {DOMRect | null} Measured once a gesture: asking again in each frame would lay the page out each time. */
  let box = null;
  const here = (/** @type {MouseEvent} */ event) => {
    box ??= stage.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  stage.addEventListener("pointerdown", (event) => {
    box = null;
    held.set(event.pointerId, here(event));
    moved = 0;
  });
  stage.addEventListener("pointermove", (event) => {
    const before = held.get(event.pointerId);
    if (!before) return;
    const now = here(event);
    moved += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
    if (moved < DRAG_PX) return;
    stage.classList.add("dragged");
    const other = [...held].find(([id]) => id !== event.pointerId)?.[1];
    if (other) then.zoom(other, Math.hypot(now.x - other.x, now.y - other.y) / Math.max(Math.hypot(before.x - other.x, before.y - other.y), 1));
    else then.pan(now.x - before.x, now.y - before.y);
    held.set(event.pointerId, now);
  });
  for (const end of /** @type {const} */ (["pointerup", "pointercancel", "pointerleave"])) {
    stage.addEventListener(end, (event) => {
      held.delete(event.pointerId);
      if (held.size === 0) stage.classList.remove("dragged");
    });
  }
  const swallowed = (/** @type {MouseEvent} */ event) => {
    if (moved < DRAG_PX) return;
    event.stopPropagation();
    event.preventDefault();
  };
  stage.addEventListener("click", swallowed, true);
  stage.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (!target.closest(".piece, .doorway, .heat")) then.pick(here(event));
  });
  const wheel = (/** @type {WheelEvent} */ event) => {
    event.preventDefault();
    box = null;
    then.zoom(here(event), WHEEL ** -event.deltaY);
  };
  stage.addEventListener("wheel", wheel, { passive: false });
}
