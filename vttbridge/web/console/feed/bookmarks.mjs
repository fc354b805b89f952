/** Bookmarks: the places of a fight that whoever reads it wants to find again. They stay in this browser. */

const KEY = "vttbridge.bookmarks.";

/**
 * Gives the marked events of a table or a file.
 *
 * @param {string} of
 * @returns {Set<number>}
 */
export function bookmarks(of) {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY + of) ?? "[]");
    return new Set(Array.isArray(kept) ? kept.filter(Number.isInteger) : []);
  } catch {
    return new Set();
  }
}

/**
 * Marks an event, or takes the mark away.
 *
 * @param {string} of
 * @param {number} seq
 * @returns {Set<number>} The marks now.
 */
export function turnBookmark(of, seq) {
  const marks = bookmarks(of);
  if (!marks.delete(seq)) marks.add(seq);
  try {
    if (marks.size) localStorage.setItem(KEY + of, JSON.stringify([...marks].sort((a, b) => a - b)));
    else localStorage.removeItem(KEY + of);
  } catch {
    // What cannot be kept holds until the page is closed.
  }
  return marks;
}
