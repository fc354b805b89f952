/** Files that the page gives out: the record of a fight, and a picture of the map. */

/**
 * @typedef {import("./room.mjs").Room} Room
 * @typedef {import("./replay.mjs").Past} Past
 * @typedef {import("../client/wire.d.ts").Tree} Tree
 */

const KIND = "vttbridge.record";

/**
 * @param {string} name
 * @param {string} text
 * @param {string} type
 */
function give(name, text, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * Gives the record of a fight, which can be dropped on this page again.
 *
 * @param {Room} room
 * @param {Past} past
 */
export function saveRecord(room, past) {
  const welcome = room.client?.welcome;
  const record = { kind: KIND, version: 1, table: welcome?.table, ruleset: welcome?.ruleset, ground: room.client?.ground, state: past.states[0], events: past.records };
  give(`${welcome?.table ?? "table"}.vttrecord.json`, JSON.stringify(record), "application/json");
}

/**
 * Reads a record that was saved here; nothing where it is none.
 *
 * @param {string} text
 * @returns {any}
 */
export function recordIn(text) {
  if (!text.includes(KIND)) return null;
  try {
    const value = JSON.parse(text);
    return value?.kind === KIND && Array.isArray(value.events) ? value : null;
  } catch {
    return null;
  }
}

/**
 * Gives the map as an SVG file that needs nothing else.
 *
 * @param {Room} room
 */
export async function savePicture(room) {
  const scene = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.getElementById("scene")?.cloneNode(true)));
  const { width, height } = /** @type {Element} */ (document.getElementById("scene")).getBoundingClientRect();
  const sheets = await Promise.all(["page.css", "map.css"].map((name) => fetch(new URL(name, import.meta.url)).then((answer) => answer.text())));
  const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
  style.textContent = sheets.join("\n");
  scene.prepend(style);
  scene.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  scene.setAttribute("viewBox", `0 0 ${width} ${height}`);
  scene.setAttribute("data-theme", document.documentElement.dataset.theme ?? "dark");
  give(`${room.now?.scene ?? "map"}.svg`, new XMLSerializer().serializeToString(scene), "image/svg+xml");
}
