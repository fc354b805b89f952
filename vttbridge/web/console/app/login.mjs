/** What is shown before anybody sits at a table: a code, or a knock. */

import { byId, h, keepingFocus } from "../ui/dom.mjs";
import { connectionText } from "./session.mjs";

/**
 * @typedef {import("./store.mjs").Store} Store
 * @typedef {{onPair: (code: string, label: string) => void, onKnock: (label: string, table: string) => void}} LoginActions
 */

/**
 * Returns whether somebody is on the way in and the server does not answer.
 *
 * @param {import("../../client/interfaces.d.ts").Link | undefined} link
 * @returns {boolean}
 */
function isBroken(link) {
  return link?.state === "waiting";
}

/**
 * Shows the way in; what was typed already stays.
 *
 * @param {Store} store
 * @param {LoginActions} actions
 * @param {HTMLElement} extra What else may be done without a table.
 */
export function drawLogin(store, { onPair, onKnock }, extra) {
  const { words } = store;
  const link = store.client?.link;
  const code = h("input", { id: "code", name: "code", autocomplete: "off", spellcheck: "false", placeholder: "BCDF-GHJK", required: true });
  const label = h("input", { id: "label", name: "label", autocomplete: "nickname", maxlength: 100 });
  const who = h("input", { id: "who", autocomplete: "nickname", maxlength: 100, required: true });
  const table = h("input", { id: "which", autocomplete: "off" });
  const submit = (/** @type {() => void} */ then) => (/** @type {Event} */ event) => {
    event.preventDefault();
    then();
  };
  const state = link?.state === "over" ? h("p", { class: "because", role: "alert" }, store.client?.first.type === "knock" && link.code === 4401 ? words.say("start.not_let_in") : connectionText(words, link)) : isBroken(link) ? h("p", { class: "because", role: "status" }, connectionText(words, link)) : "";
  const knocking =
    link?.state === "knocking"
      ? h("p", { class: "knocked", role: "status" }, words.say("start.knocked"), " ", h("strong", { class: "code" }, link.words ?? ""))
      : "";
  const before = new Map([...byId("start").querySelectorAll("input")].map((input) => [input.id, input.value]));
  for (const input of [code, label, who, table]) input.value = before.get(input.id) ?? "";
  keepingFocus(byId("start"), true, () => byId("start").replaceChildren(
    h("h1", {}, words.say("start.title")),
    state,
    knocking,
    h(
      "form",
      { onsubmit: submit(() => onPair(code.value, label.value)) },
      h("h2", {}, words.say("start.pair")),
      h("p", { class: "quiet" }, words.say("start.pair_how")),
      h("div", { class: "row" }, h("label", { for: "code" }, words.say("start.code")), code),
      h("div", { class: "row" }, h("label", { for: "label" }, words.say("start.label")), label),
      h("button", { class: "go", type: "submit" }, words.say("start.go")),
    ),
    h(
      "form",
      { onsubmit: submit(() => onKnock(who.value, table.value)) },
      h("h2", {}, words.say("start.knock")),
      h("p", { class: "quiet" }, words.say("start.knock_how")),
      h("div", { class: "row" }, h("label", { for: "who" }, words.say("start.label")), who),
      h("div", { class: "row" }, h("label", { for: "which" }, words.say("start.table")), table),
      h("button", { type: "submit" }, words.say("start.knock_go")),
    ),
    extra,
    h("p", { id: "start-notice", class: "because", role: "status" }),
  ));
}
