/** A map file dropped on the page becomes a scene; a recorded fight is watched. */

import { button, byId, h } from "../ui/dom.mjs";
import { formatOf, freshSceneId, sceneName, withoutPictures } from "./map_file.mjs";
import { reportOf } from "./map_report.mjs";

/**
 * @typedef {import("../app/store.mjs").Store} Store
 * @typedef {(file: File) => Promise<boolean>} OpenRecording Watches a file; says whether it calls itself a recorded fight.
 */

const FORMATS = [["universal", ".dd2vtt .uvtt .df2vtt"], ["foundry", ".json"], ["watabou", ".json"], ["heroclix", ".json"], ["fantasy_grounds", ".xml"]];

/**
 * Makes the place where files are dropped.
 *
 * @param {Store} store
 * @param {{openRecording: OpenRecording, onUpload: () => void}} actions
 * @returns {{draw: () => void}}
 */
export function fileDrop(store, { openRecording, onUpload }) {
  const box = byId("drop");
  const note = h("p", { class: "because", role: "status" });
  const report = h("div", { role: "status" });
  const tokens = h("input", { type: "checkbox", id: "map-tokens", checked: true });
  const take = async (/** @type {File | undefined} */ file) => {
    if (!file) return;
    note.textContent = "";
    if (await openRecording(file)) return;
    const text = await file.text();
    const scene = freshSceneId(file.name, store.table?.scenes.map((one) => one.scene) ?? []);
    const name = sceneName(file.name);
    const payload = new TextEncoder().encode(withoutPictures(text));
    report.replaceChildren(store.words.say("drop.reading", { file: file.name }));
    /** @type {import("../../client/wire.d.ts").Reply | undefined} */
    const reply = await store.client?.uploadScene(scene, payload, { format: formatOf(file.name), name, pieces: tokens.checked }).catch((error) => ({ outcome: /** @type {const} */ ("invalid"), code: String(error.message), facts: {} }));
    report.replaceChildren();
    if (reply?.outcome === "done") {
      store.sceneId = scene;
      report.replaceChildren(reportOf(store, file.name, reply.facts ?? {}));
      onUpload();
    } else {
      const reason = typeof reply?.facts?.reason === "string" ? reply.facts.reason : store.words.refusal({ code: reply?.code }, store.pieceName);
      note.textContent = store.words.say("drop.failed", { reason });
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
    if (store.isGm) void take(file);
    else if (file) void openRecording(file);
  });
  const draw = () => {
    const { words } = store;
    box.hidden = !store.isGm || (store.tab !== "table" && Boolean(store.scene));
    box.classList.toggle("small", Boolean(store.scene));
    const formats = store.scene ? "" : h("dl", {}, ...FORMATS.flatMap(([format, ends]) => [h("dt", {}, words.say(`format.${format}`)), h("dd", { class: "mono" }, ends)]));
    box.replaceChildren(
      h(
        "div",
        {},
        h(store.scene ? "h2" : "h1", {}, words.say(store.scene ? "drop.another" : "drop.title")),
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
