/** What is shown before anybody sits at a table: a code, or a knock. */

import { button, byId, h, keepingFocus } from "../ui/dom.mjs";
import { watchForm } from "../table/file_drop.mjs";
import { told } from "./session.mjs";

/**
 * @typedef {import("./store.mjs").Room} Room
 * @typedef {{onPair: (code: string, label: string) => void, onKnock: (label: string, table: string) => void}} Wanted
 */

/**
 * Says whether somebody is on the way in and the server does not answer.
 *
 * @param {import("../../client/wire.d.ts").Link | undefined} link
 * @returns {boolean}
 */
function isBroken(link) {
  return link?.state === "waiting";
}

/**
 * Shows the way in; what was typed already stays.
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
  const state = link?.state === "over" ? h("p", { class: "because", role: "alert" }, room.client?.first.type === "knock" && link.code === 4401 ? words.say("start.not_let_in") : told(words, link)) : isBroken(link) ? h("p", { class: "because", role: "status" }, told(words, link)) : "";
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
    watchForm(room),
    h("p", { id: "start-notice", class: "because", role: "status" }),
  ));
}

/**
 * Shows who knocks, with the two words that both sides see, and asks as whom to let them in.
 *
 * @param {Room} room
 */
export function drawKnocks(room) {
  const box = byId("knocks");
  const waiting = new Set(room.knocks.map((knock) => knock.id));
  for (const shown of box.querySelectorAll("[data-knock]")) if (!waiting.has(shown.getAttribute("data-knock") ?? "") || shown.getAttribute("lang") !== room.words.language) shown.remove();
  const known = new Set([...box.querySelectorAll("[data-knock]")].map((shown) => shown.getAttribute("data-knock")));
  for (const knock of room.knocks) if (!known.has(knock.id)) box.append(knockOf(room, knock));
}

/**
 * @param {Room} room
 * @param {Room["knocks"][number]} knock
 * @returns {HTMLElement}
 */
function knockOf(room, { id, label, words: shown }) {
  const { words } = room;
  const free = (room.table?.scenes ?? []).flatMap((scene) => scene.pieces).filter((piece) => !piece.owner && piece.kind !== "object");
  const role = h("select", { id: `as-${id}` }, ...["player", "observer", "gm"].map((one) => h("option", { value: one }, words.say(`role.${one}`))));
  const plays = h("select", { id: `plays-${id}` }, h("option", { value: "" }, words.say("form.nobody")), ...free.map((piece) => h("option", { value: piece.id }, piece.name || piece.id)));
  const note = h("p", { class: "because empty", role: "alert" });
  const answer = async (/** @type {boolean} */ allow) => {
    const reply = await room.client?.request("admit", { knock: id, allow, role: role.value, pieces: allow && plays.value ? [plays.value] : [] }).catch(() => null);
    if (reply?.outcome === "done") {
      room.knocks = room.knocks.filter((other) => other.id !== id);
      room.changed("knocks");
    } else {
      note.textContent = words.refusal({ code: reply?.code || "NO_ANSWER", facts: reply?.facts });
      note.classList.remove("empty");
    }
  };
  return h(
    "div",
    { class: "knock", "data-knock": id, lang: words.language, role: "group", "aria-label": words.say("knock.who", { label }) },
    h("p", { role: "status" }, h("b", {}, label), ` ${words.say("knock.at_door")} `, h("strong", { class: "pair" }, shown)),
    h("p", { class: "small quiet" }, words.say("knock.how")),
    h("div", { class: "as" }, h("label", { for: `as-${id}` }, words.say("knock.as")), role, h("label", { for: `plays-${id}` }, words.say("knock.plays")), plays),
    h("div", { class: "as" }, button(words.say("knock.let_in"), () => void answer(true), { class: "go" }), button(words.say("knock.no"), () => void answer(false))),
    note,
  );
}
