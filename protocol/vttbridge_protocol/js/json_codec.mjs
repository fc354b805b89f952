/** The JSON encoding of the wire: one text frame a message. */

const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Drops keys that could reach an object's prototype.
 *
 * @param {string} key
 * @param {unknown} value
 * @returns {unknown}
 */
function safe(key, value) {
  return FORBIDDEN.has(key) ? undefined : value;
}

/**
 * The codec that a page gives to the client; no dependency needed.
 *
 * @type {import("./wire.d.ts").Codec}
 */
export const jsonCodec = {
  subprotocol: "vttbridge.v1.json",
  binary: false,
  encode: (value) => JSON.stringify(value),
  decode: (frame) => JSON.parse(frame, safe),
  decodeBytes: (payload) => JSON.parse(new TextDecoder().decode(payload), safe),
};
