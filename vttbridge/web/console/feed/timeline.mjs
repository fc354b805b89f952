/** The strip of events below the page. */

import { byId, s } from "../ui/dom.mjs";
import { timelineMark, withoutOverlaps } from "../widgets/timeline_marks.mjs";

/**
 * @typedef {import("../app/store.mjs").Store} Store
 * @typedef {import("../app/log_entries.mjs").LogEntries} LogEntries
 * @typedef {import("../narration/event_entries.mjs").Entry} Entry
 */

/**
 * Draws the strip: what did harm above, everything else as ticks below, and the bookmarks.
 *
 * @param {Store} store
 * @param {LogEntries} log
 * @param {ReadonlySet<number>} marks
 */
export function drawTimeline(store, log, marks) {
  const { words } = store;
  const entries = log.all;
  const place = byId("line");
  const first = store.live.records[0]?.seq ?? 0;
  const last = store.client?.seq ?? 0;
  byId("place").textContent = last ? words.say("line.live", { seq: last }) : words.say("line.empty");
  const width = Math.max(place.clientWidth, 200);
  const at = (/** @type {number} */ seq) => 8 + ((seq - first) / Math.max(last - first, 1)) * (width - 16);
  const x = (/** @type {Entry} */ entry) => at(entry.seq);
  const rest = withoutOverlaps(entries.filter((entry) => entry.lane !== "harm" && !entry.minor), x);
  place.replaceChildren(
    s(
      "svg",
      { viewBox: `0 0 ${width} 30`, role: "img", "aria-label": words.count("line.events", entries.length) },
      s("path", { class: "base", d: `M0 15H${width}` }),
      s("path", { class: "tick", d: rest.map((entry) => `M${x(entry).toFixed(1)} 21v6`).join("") }),
      ...withoutOverlaps(entries.filter((entry) => entry.lane === "harm"), x).map((entry) => timelineMark(entry.shape, x(entry), 9)),
      ...[...marks].filter((seq) => seq >= first && seq <= last).map((seq) => timelineMark("flag", at(seq), 23, "mark")),
      s("path", { class: "cur", d: `M${at(last).toFixed(1)} 1V29` }),
    ),
  );
}
