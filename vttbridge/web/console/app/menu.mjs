/** The menu: theme, language, the list of keys, and whether single letters act. */

import { button, byId, h } from "../ui/dom.mjs";
import { keep } from "./session.mjs";
import { actionKeys, lettersAct, setLetters } from "./shortcuts.mjs";
import { setLanguage, setTheme, speak, theme } from "./preferences.mjs";

/** @typedef {import("./store.mjs").Room} Room */

const KEYS = [
  ["A", "approve"], ["E", "edit"], ["R", "reject"], ["J K", "next"], ["Space", "show"], ["Ctrl Z", "undo"], ["/", "filter"],
  ["+ − 0", "zoom"], ["← ↑ ↓ →", "pieces"], ["1 – 9", "impact"], ["M", "path"], ["Enter", "propose"], ["Backspace", "back"], ["Esc", "cancel"], ["Shift ← →", "turn"], ["Home End", "ends"], ["[ ]", "speed"], ["B", "bookmark"], ["W N", "whatif"],
];

/**
 * Opens the menu.
 *
 * @param {Room} room
 * @param {() => void} onWords Called when the language is another one.
 */
export function drawHelp(room, onWords) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("help"));
  const { words } = room;
  const pick = (/** @type {string} */ id, /** @type {string} */ value, /** @type {string[]} */ choices, /** @type {(picked: string) => void} */ then) =>
    h(
      "div",
      { class: "row" },
      h("label", { for: id }, words.say(id)),
      " ",
      h(
        "select",
        { id, onchange: (/** @type {Event} */ event) => then(/** @type {HTMLSelectElement} */ (event.target).value) },
        ...choices.map((choice) => h("option", { value: choice, selected: choice === value }, words.say(`${id}.${choice || "system"}`))),
      ),
    );
  const leave = () => {
    keep(null);
    room.client?.close();
    location.reload();
  };
  const named = Object.entries(actionKeys((room.client?.welcome?.actions ?? []).map((action) => action.name)));
  const letters = named.length ? [[named.map(([, letter]) => letter).join(" "), "action"]] : [];
  dialog.setAttribute("aria-label", words.say("menu"));
  dialog.replaceChildren(
    h("h2", {}, words.say("menu")),
    pick("theme", theme(), ["", "dark", "light"], (picked) => setTheme(picked)),
    pick("language", words.language, ["en", "ru"], (picked) => {
      setLanguage(picked);
      void speak(room, picked).then(() => {
        onWords();
        dialog.close();
      });
    }),
    h("h2", {}, words.say("keys")),
    h("dl", {}, ...[...letters, ...KEYS].flatMap(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, words.say(`keys.${what}`))])),
    h(
      "label",
      { class: "check" },
      h("input", { type: "checkbox", checked: lettersAct(), onchange: (/** @type {Event} */ event) => setLetters(/** @type {HTMLInputElement} */ (event.target).checked) }),
      words.say("keys.letters"),
    ),
    h("div", { class: "acts" }, button(words.say("menu.close"), () => dialog.close(), { class: "go" }), room.client?.welcome ? button(words.say("menu.leave"), leave) : null),
  );
  dialog.showModal();
}
