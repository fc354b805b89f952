/** What is shown before anybody sits at a table: a code, or a knock. */

import { button, byId, h } from "./dom.mjs";
import { watchForm } from "./drop.mjs";
import { told } from "./link.mjs";

/**
 * @typedef {import("./room.mjs").Room} Room
 * @typedef {{onPair: (code: string, label: string) => void, onKnock: (label: string, table: string) => void}} Wanted
 */

/**
 * Shows the way in.
 *
 * @param {Room} room
 * @param {Wanted} wanted
 */
export function drawStart(room, { onPair, onKnock }) {
  const { words } = room;
  const link = room.client?.link;
  const code = h("input", { id: "code", name: "code", autocomplete: "off", spellcheck: "false", placeholder: "BCDF-GHJK", required: true });
  const label = h("input", { id: "label", name: "label", autocomplete: "nickname", maxlength: 100 });
  const who = h("input", { id: "who", autocomplete: "nickname", maxlength: 100, required: true });
  const table = h("input", { id: "which", autocomplete: "off" });
  const submit = (/** @type {() => void} */ then) => (/** @type {Event} */ event) => {
    event.preventDefault();
    then();
  };
  const state = link?.state === "over" ? h("p", { class: "because", role: "alert" }, told(words, link)) : "";
  const knocking =
    link?.state === "knocking"
      ? h("p", { class: "knocked", role: "status" }, words.say("start.knocked"), " ", h("strong", { class: "code" }, link.words ?? ""))
      : "";
  byId("start").replaceChildren(
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
    watchForm(room),
    h("p", { id: "start-notice", class: "because", role: "status" }),
  );
}

/**
 * Shows who knocks, with the two words that both sides see.
 *
 * @param {Room} room
 */
export function drawKnocks(room) {
  const { words } = room;
  const answer = async (/** @type {string} */ knock, /** @type {boolean} */ allow) => {
    await room.client?.request("admit", { knock, allow, role: "player", pieces: [] });
    room.knocks = room.knocks.filter((other) => other.id !== knock);
    room.changed("knocks");
  };
  byId("knocks").replaceChildren(
    ...room.knocks.map(({ id, label, words: shown }) =>
      h(
        "div",
        { class: "knock" },
        h("p", {}, h("b", {}, label), ` ${words.say("knock.at_door")} `, h("strong", {}, shown)),
        h("span", { class: "sp" }),
        button(words.say("knock.let_in"), () => void answer(id, true), { class: "go" }),
        button(words.say("knock.no"), () => void answer(id, false)),
      ),
    ),
  );
}
