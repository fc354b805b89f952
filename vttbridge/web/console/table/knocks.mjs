/** Who knocks at the table, and lets a game master let them in. */

import { Topic } from "../app/store.mjs";
import { button, byId, h } from "../ui/dom.mjs";

/** @typedef {import("../app/store.mjs").Store} Store */

/**
 * Shows who knocks, with the two words that both sides see, and asks as whom to let them in.
 *
 * @param {Store} store
 */
export function drawKnocks(store) {
  const box = byId("knocks");
  const waiting = new Set(store.live.knocks.map(({ knock }) => knock));
  for (const shown of box.querySelectorAll("[data-knock]")) if (!waiting.has(shown.getAttribute("data-knock") ?? "") || shown.getAttribute("lang") !== store.words.language) shown.remove();
  const known = new Set([...box.querySelectorAll("[data-knock]")].map((shown) => shown.getAttribute("data-knock")));
  for (const knock of store.live.knocks) if (!known.has(knock.knock)) box.append(knockOf(store, knock));
}

/**
 * @param {Store} store
 * @param {import("../../client/wire.d.ts").Knocking} knocking
 * @returns {HTMLElement}
 */
function knockOf(store, { knock: id, label, words: shown }) {
  const { words } = store;
  const free = (store.table?.scenes ?? []).flatMap((scene) => scene.pieces).filter((piece) => !piece.owner && piece.kind !== "object");
  const role = h("select", { id: `as-${id}` }, ...["player", "observer", "gm"].map((one) => h("option", { value: one }, words.say(`role.${one}`))));
  const plays = h("select", { id: `plays-${id}` }, h("option", { value: "" }, words.say("form.nobody")), ...free.map((piece) => h("option", { value: piece.id }, piece.name || piece.id)));
  const note = h("p", { class: "because empty", role: "alert" });
  const answer = async (/** @type {boolean} */ allow) => {
    const reply = await store.client?.request("admit", { knock: id, allow, role: role.value, pieces: allow && plays.value ? [plays.value] : [] }).catch(() => null);
    if (reply?.outcome === "done") {
      store.live.removeKnock(id);
      store.emit(Topic.KNOCKS);
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
