/** Addresses and names as people and the protocol write them. */

/**
 * Gives the socket's address for an address as people get it: `/ws` is appended to its path.
 *
 * @param {string} address
 * @returns {string}
 */
export function socketOf(address) {
  return address.endsWith("/ws") ? address : `${address.replace(/\/+$/, "")}/ws`;
}

/**
 * Splits a pairing line, `ws://host:port XXXX-XXXX`; a bare code has no address.
 *
 * @param {string} line
 * @returns {{address: string, code: string}}
 */
export function pairingLine(line) {
  const words = line.trim().split(/\s+/);
  const code = words.pop() ?? "";
  return { address: words.pop() ?? "", code: code.toUpperCase() };
}

/**
 * Makes a fresh name for a command.
 *
 * @returns {string}
 */
export function freshId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
