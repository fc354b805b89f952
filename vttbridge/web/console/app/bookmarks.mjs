/** Bookmarks: the events of a fight that a person wants to find again. They stay in this browser. */

import { readStoredJson, writeStored } from "./browser_storage.mjs";

/**
 * Returns the marked events of a table or a file.
 *
 * @param {string} key
 * @returns {Set<number>}
 */
export function bookmarks(key) {
  const stored = readStoredJson(`bookmarks.${key}`);
  return new Set(Array.isArray(stored) ? stored.filter(Number.isInteger) : []);
}

/**
 * Marks an event, or takes the mark away.
 *
 * @param {string} key
 * @param {number} seq
 */
export function toggleBookmark(key, seq) {
  const marks = bookmarks(key);
  if (!marks.delete(seq)) marks.add(seq);
  writeStored(`bookmarks.${key}`, marks.size ? JSON.stringify([...marks].sort((a, b) => a - b)) : null);
}
