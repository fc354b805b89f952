/** What this browser keeps from one visit to the next; one that keeps nothing forgets when the page is closed. */

const PREFIX = "vttbridge.";

/**
 * Returns what is kept under a name; nothing where there is nothing, or where the browser keeps nothing.
 *
 * @param {string} name
 * @returns {string | null}
 */
export function readStored(name) {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/**
 * Keeps a text under a name, or forgets what is kept there.
 *
 * @param {string} name
 * @param {string | null} value
 */
export function writeStored(name, value) {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, value);
  } catch {
    // A browser may refuse to keep anything; then every visit begins anew.
  }
}

/**
 * Returns the value that is kept under a name as JSON; nothing where it is none.
 *
 * @param {string} name
 * @returns {any}
 */
export function readStoredJson(name) {
  try {
    return JSON.parse(readStored(name) ?? "null");
  } catch {
    return null;
  }
}
