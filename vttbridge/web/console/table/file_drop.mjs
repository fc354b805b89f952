/** A map file dropped on the page becomes a scene; a record is watched. */

import { button, byId, h } from "../ui/dom.mjs";
import { reportOf } from "./map_report.mjs";
import { isLog, SUFFIX } from "../replay/log_reader.mjs";

/** @typedef {import("../app/store.mjs").Room} Room */

const FORMATS = [["universal", ".dd2vtt .uvtt .df2vtt"], ["foundry", ".json"], ["watabou", ".json"], ["heroclix", ".json"], ["fantasy_grounds", ".xml"]];

/**
 * Gives the format by which a file is sent; the server looks into it and decides for itself.
 *
 * @param {string} name
 * @returns {string}
 */
function formatOf(name) {
  const end = name.toLowerCase().split(".").pop() ?? "";
  return { json: "foundry", xml: "fantasy_grounds", txt: "ascii" }[end] ?? "uvtt";
}

/**
 * Leaves out embedded pictures, which the server does not read and which are most of a file.
 *
 * @param {string} text
 * @returns {string}
 */
function withoutPictures(text) {
  if (!text.trimStart().startsWith("{")) return text;
  try {
    const map = JSON.parse(text);
    if ("image" in map && typeof map.image === "string") map.image = "";
    return JSON.stringify(map);
  } catch {
    return text;
  }
}

/**
 * Lets a recorded fight be watched; says whether the file calls itself one.
 *
 * @param {File} file
 * @returns {Promise<boolean>}
 */
async function watched(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!isLog(bytes) && !file.name.endsWith(SUFFIX)) return false;
  dispatchEvent(new CustomEvent("vttbridge-record", { detail: { name: file.name, bytes } }));
  return true;
}

/**
 * Makes the way to a recorded file for those who do not drop one.
 *
 * @param {Room} room
 * @returns {HTMLElement}
 */
export function watchForm({ words }) {
  const chooser = h("input", { type: "file", id: "log-file", class: "sr", tabindex: "-1", "aria-hidden": "true", accept: SUFFIX, onchange: (/** @type {Event} */ event) => pick(event) });
  const pick = (/** @type {Event} */ event) => {
    const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
    if (file) void watched(file);
  };
  return h(
    "form",
    {},
    h("h2", {}, words.say("film.open")),
    h("p", { class: "quiet" }, words.say("film.how")),
    button(words.say("drop.choose"), () => chooser.click()),
    chooser,
  );
}

/**
 * Makes the place where files are dropped.
 *
 * @param {Room} room
 * @param {() => void} onDone
 * @returns {{draw: () => void}}
 */
export function drawDrop(room, onDone) {
  const box = byId("drop");
  const note = h("p", { class: "because", role: "status" });
  const report = h("div", { role: "status" });
  const tokens = h("input", { type: "checkbox", id: "map-tokens", checked: true });
  const take = async (/** @type {File | undefined} */ file) => {
    if (!file) return;
    note.textContent = "";
    if (await watched(file)) return;
    const text = await file.text();
    const scene = sceneId(file.name, room);
    const name = file.name.replace(/\.[^.]+$/, "").replace(/[-_]+/g, " ").slice(0, 100);
    const payload = new TextEncoder().encode(withoutPictures(text));
    report.replaceChildren(room.words.say("drop.reading", { file: file.name }));
    /** @type {import("../../client/wire.d.ts").Reply | undefined} */
    const reply = await room.client?.uploadScene(scene, payload, { format: formatOf(file.name), name, pieces: tokens.checked }).catch((error) => ({ outcome: /** @type {const} */ ("invalid"), code: String(error.message), facts: {} }));
    report.replaceChildren();
    if (reply?.outcome === "done") {
      room.scene = scene;
      report.replaceChildren(reportOf(room, file.name, reply.facts ?? {}));
      onDone();
    } else {
      const reason = typeof reply?.facts?.reason === "string" ? reply.facts.reason : room.words.refusal({ code: reply?.code }, room.name);
      note.textContent = room.words.say("drop.failed", { reason });
    }
  };
  const chooser = h("input", { type: "file", id: "map-file", class: "sr", tabindex: "-1", "aria-hidden": "true", onchange: (/** @type {Event} */ event) => void take(/** @type {HTMLInputElement} */ (event.target).files?.[0]) });
  addEventListener("dragover", (event) => {
    event.preventDefault();
    box.classList.add("over");
  });
  addEventListener("dragleave", () => box.classList.remove("over"));
  addEventListener("drop", (event) => {
    event.preventDefault();
    box.classList.remove("over");
    const file = event.dataTransfer?.files[0];
    if (room.isGm && !room.film) void take(file);
    else if (file) void watched(file);
  });
  const draw = () => {
    const { words } = room;
    box.hidden = !room.isGm || (room.tab !== "table" && Boolean(room.now));
    box.classList.toggle("small", Boolean(room.now));
    const formats = room.now ? "" : h("dl", {}, ...FORMATS.flatMap(([format, ends]) => [h("dt", {}, words.say(`format.${format}`)), h("dd", { class: "mono" }, ends)]));
    box.replaceChildren(
      h(
        "div",
        {},
        h(room.now ? "h2" : "h1", {}, words.say(room.now ? "drop.another" : "drop.title")),
        h("div", {}, button(words.say("drop.choose"), () => chooser.click()), chooser),
        h("p", {}, h("label", { for: "map-tokens" }, tokens, ` ${words.say("drop.tokens")}`)),
        formats,
        h("p", { class: "small quiet promise" }, words.say("drop.promise")),
        report,
        note,
      ),
    );
  };
  return { draw };
}

/**
 * @param {string} file
 * @param {Room} room
 * @returns {string}
 */
function sceneId(file, room) {
  const base = file.toLowerCase().replace(/\.[^.]+$/, "").replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 60) || "scene";
  const taken = new Set(room.table?.scenes.map((scene) => scene.scene));
  let id = base;
  for (let count = 2; taken.has(id); count += 1) id = `${base}-${count}`;
  return id;
}
