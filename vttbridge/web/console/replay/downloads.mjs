/** Files that the page gives out: the log, one moment as a scenario, and a picture of before and after. */

import { byId } from "../ui/dom.mjs";
import { svgPicture } from "../map/svg_export.mjs";

/**
 * @typedef {import("../app/store.mjs").Store} Store
 * @typedef {import("../map/svg_export.mjs").PictureContent} PictureContent
 */

/**
 * @param {string} name
 * @param {BlobPart} content
 * @param {string} type
 */
function download(name, content, type) {
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
 * Returns the whole log as the file that `vttbridge verify`, `replay` and `import` read, and that this page watches.
 *
 * @param {Store} store
 */
export async function saveLog(store) {
  const { recording, client } = store;
  if (recording) download(recording.name, /** @type {BlobPart} */ (recording.bytes), "application/octet-stream");
  else await downloadLog(store, "file", 0, `${fileName(client?.welcome?.table ?? "table")}.vttlog`);
}

/**
 * Returns one outcome as a scenario file for `vttbridge check`.
 *
 * @param {Store} store
 * @param {number} seq
 */
export async function saveMoment(store, seq) {
  await downloadLog(store, "moment", seq, `${fileName(store.client?.welcome?.table ?? "table")}-${seq}.toml`);
}

/**
 * @param {Store} store
 * @param {"file" | "moment"} form
 * @param {number} first
 * @param {string} name
 */
async function downloadLog(store, form, first, name) {
  const found = await store.client?.logFile(form, first).catch((error) => ({ code: String(error.message) }));
  if (found instanceof Uint8Array) download(name, /** @type {BlobPart} */ (found), form === "file" ? "application/octet-stream" : "text/plain");
  else byId("notice").textContent = store.words.refusal({ code: found?.code ?? "", facts: found?.facts }, store.pieceName);
}

/**
 * Returns a picture of the map before and after an event, as an SVG file that needs nothing else.
 *
 * @param {Store} store
 * @param {PictureContent} shot
 * @param {number} seq
 */
export async function savePicture(store, shot, seq) {
  const sheets = await Promise.all(["page.css", "map.css"].map((name) => fetch(new URL(`../${name}`, import.meta.url)).then((answer) => answer.text())));
  download(`${fileName(shot.title)}-${seq}.svg`, new XMLSerializer().serializeToString(svgPicture(store, shot, sheets.join("\n"))), "image/svg+xml");
}
