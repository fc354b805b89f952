/** Taking back: the latest outcome at the push of a button, and what stands on it first. */

import { button, byId, h } from "../ui/dom.mjs";

/**
 * @typedef {import("../app/store.mjs").Store} Store
 * @typedef {import("../app/log_entries.mjs").LogEntries} LogEntries
 */

/**
 * Offers to take back the latest outcome.
 *
 * @param {Store} store
 * @param {LogEntries} entries
 */
export function drawUndo(store, entries) {
  const place = byId("undo");
  const latest = entries.latestStanding;
  place.replaceChildren();
  if (!latest || !store.isGm) return;
  place.append(button(store.words.say("undo.latest", { title: latest.title }), () => void undo(store, entries, [latest.seq]), { key: "Ctrl Z" }));
}

/**
 * Takes outcomes back; where later ones stand on them, offers to take those back first.
 *
 * @param {Store} store
 * @param {LogEntries} entries
 * @param {number[]} seqs
 */
export async function undo(store, entries, seqs) {
  const reply = await store.client?.undo(seqs).catch(() => null);
  const notice = byId("notice");
  notice.replaceChildren();
  if (!reply || reply.outcome === "done") return;
  const first = [...new Set(reply.seqs ?? [])].filter((seq) => !seqs.includes(seq)).sort((a, b) => b - a);
  if (reply.outcome !== "conflict" || first.length === 0) {
    notice.append(store.words.refusal({ code: reply.code || reply.outcome, facts: reply.facts }, store.pieceName));
    return;
  }
  const all = [...first, ...seqs].sort((a, b) => b - a);
  const titled = (/** @type {number} */ seq) => entries.find(seq)?.title ?? store.words.say("rewind.event", { seq });
  notice.append(
    h("span", {}, store.words.say("undo.needs")),
    h("ol", { class: "needs" }, ...first.map((seq) => h("li", { value: seq }, titled(seq)))),
    button(store.words.say("undo.all"), () => void undo(store, entries, all), { id: "undo-all" }),
  );
}
