/** How a recorded fight is opened: dropped, or chosen where there is no table. */

import { button, h } from "../ui/dom.mjs";
import { isLog, SUFFIX } from "./log_reader.mjs";
import { Recording } from "./recording.mjs";

/** @typedef {import("../lang/translator.mjs").Translator} Translator */

/**
 * Returns the recording in a file; nothing where the file does not call itself one.
 *
 * @param {File} file
 * @returns {Promise<Recording | null>} Rejected with a BadLog where it is damaged.
 */
export async function recordingIn(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return isLog(bytes) || file.name.endsWith(SUFFIX) ? new Recording(file.name, bytes) : null;
}

/**
 * Makes the way to a recorded file for a person who does not drop one.
 *
 * @param {Translator} words
 * @param {(file: File) => void} onFile
 * @returns {HTMLElement}
 */
export function recordingForm(words, onFile) {
  const pick = (/** @type {Event} */ event) => {
    const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
    if (file) onFile(file);
  };
  const chooser = h("input", { type: "file", id: "log-file", class: "sr", tabindex: "-1", "aria-hidden": "true", accept: SUFFIX, onchange: pick });
  return h(
    "form",
    {},
    h("h2", {}, words.say("recording.open")),
    h("p", { class: "quiet" }, words.say("recording.how")),
    button(words.say("drop.choose"), () => chooser.click()),
    chooser,
  );
}
