/** Files that the page gives out: the log, one moment as a scenario, and a picture of before and after. */

import { byId } from "../ui/dom.mjs";
import { pictureOf } from "../map/svg_export.mjs";

/**
 * @typedef {import("../app/store.mjs").Room} Room
 * @typedef {import("../map/svg_export.mjs").Shot} Shot
 */

/**
 * @param {string} name
 * @param {BlobPart} content
 * @param {string} type
 */
function give(name, content, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * Makes a text fit for the name of a file.
 *
 * @param {string} text
 * @returns {string}
 */
function fileName(text) {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 80) || "table";
}

/**
 * Gives the whole log as the file that `vttbridge verify`, `replay` and `import` read, and that this page watches.
 *
 * @param {Room} room
 */
export async function saveLog(room) {
  const { film, client } = room;
  if (film) give(film.name, /** @type {BlobPart} */ (film.bytes), "application/octet-stream");
  else await fetched(room, "file", 0, `${fileName(client?.welcome?.table ?? "table")}.vttlog`);
}

/**
 * Gives one outcome as a scenario file for `vttbridge check`.
 *
 * @param {Room} room
 * @param {number} seq
 */
export async function saveMoment(room, seq) {
  await fetched(room, "moment", seq, `${fileName(room.client?.welcome?.table ?? "table")}-${seq}.toml`);
}

/**
 * @param {Room} room
 * @param {"file" | "moment"} form
 * @param {number} first
 * @param {string} name
 */
async function fetched(room, form, first, name) {
  const found = await room.client?.logFile(form, first).catch((error) => ({ code: String(error.message) }));
  if (found instanceof Uint8Array) give(name, /** @type {BlobPart} */ (found), form === "file" ? "application/octet-stream" : "text/plain");
  else byId("notice").textContent = room.words.refusal({ code: found?.code ?? "", facts: found?.facts }, room.name);
}

/**
 * Gives a picture of the map before and after an event, as an SVG file that needs nothing else.
 *
 * @param {Room} room
 * @param {Shot} shot
 * @param {number} seq
 */
export async function savePicture(room, shot, seq) {
  const sheets = await Promise.all(["page.css", "map.css"].map((name) => fetch(new URL(`../${name}`, import.meta.url)).then((answer) => answer.text())));
  give(`${fileName(shot.title)}-${seq}.svg`, new XMLSerializer().serializeToString(pictureOf(room, shot, sheets.join("\n"))), "image/svg+xml");
}
