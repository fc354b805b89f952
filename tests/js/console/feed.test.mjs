// Which entries the feed shows.

import assert from "node:assert/strict";
import { test } from "node:test";

import { entriesAround, FeedFilter } from "../../../vttbridge/web/console/feed/feed_filter.mjs";

/**
 * Returns an entry of the feed.
 *
 * @param {number} seq
 * @param {string} [said]
 * @param {object} [more]
 * @returns {any}
 */
const entry = (seq, said = "", more = {}) => ({ seq, pieces: [], minor: false, lines: [{ spans: [{ text: said }], rules: [] }], ...more });

test("minor steps are shown to who wants them, and where something would be otherwise", () => {
  const filter = new FeedFilter();
  const minor = entry(1, "", { minor: true });
  assert.deepEqual([filter.fits(minor, false), filter.fits(minor, true), filter.fits(entry(1), false)], [false, true, true]);
  filter.isEveryStep = true;
  assert.equal(filter.fits(minor, false), true);
});

test("entries are of a piece, and hold a text whatever its capitals", () => {
  const filter = new FeedFilter();
  filter.piece = "ilse";
  filter.text = "FALLS";
  assert.equal(filter.fits(entry(1, "Ilse falls", { pieces: ["ilse"] }), false), true);
  assert.equal(filter.fits(entry(1, "Ilse moves", { pieces: ["ilse"] }), false), false);
  assert.equal(filter.fits(entry(1, "Ilse falls", { pieces: ["ada"] }), true), false);
});

test("around an event lie as many entries before it as after", () => {
  const entries = Array.from({ length: 100 }, (_, at) => entry(at + 1));
  const seqs = (/** @type {number} */ seq) => entriesAround(entries, seq).map((one) => one.seq);
  assert.deepEqual([seqs(50)[0], seqs(50).at(-1)], [31, 70]);
  assert.deepEqual([seqs(0)[0], seqs(0).at(-1)], [1, 20]);
  assert.deepEqual([seqs(500)[0], seqs(500).at(-1)], [81, 100]);
});
