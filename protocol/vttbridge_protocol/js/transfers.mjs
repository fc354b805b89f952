/** Long things in parts, without any socket: the sender cuts, the receiver paces, checks and joins. */

import { blake2b } from "./blake2b.mjs";

const PART_BYTES = 24_576;
const WINDOW_PARTS = 4;

/** @typedef {import("./wire.d.ts").Envelope} Envelope */

/**
 * Writes bytes as base64.
 *
 * @param {Uint8Array} bytes
 * @returns {string}
 */
function toBase64(bytes) {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/**
 * Reads base64.
 *
 * @param {string} text
 * @returns {Uint8Array}
 */
function fromBase64(text) {
  const signs = atob(text);
  const bytes = new Uint8Array(signs.length);
  for (let at = 0; at < signs.length; at += 1) bytes[at] = signs.charCodeAt(at);
  return bytes;
}

/** The sending side of one transfer. */
export class TransferOut {
  #payload;
  #next = 0;

  /**
   * @param {string} kind
   * @param {Uint8Array} payload
   * @param {string} [name]
   */
  constructor(kind, payload, name = "") {
    this.#payload = payload;
    this.isFinished = false;
    this.digest = blake2b(payload);
    /** @type {Envelope} */
    this.opening = { type: "transfer_open", body: { kind, bytes: payload.length, blake2b: this.digest, name } };
  }

  /**
   * Gives what the receiver asked for, and `transfer_done` after the last part.
   *
   * @param {{index: number, count: number}} wanted
   * @returns {Envelope[]}
   */
  more(wanted) {
    if (wanted.index !== this.#next || this.isFinished) throw new Error("the receiver asked out of order");
    const parts = Math.ceil(this.#payload.length / PART_BYTES);
    const last = Math.min(this.#next + wanted.count, parts);
    /** @type {Envelope[]} */
    const given = [];
    for (let index = this.#next; index < last; index += 1) {
      const piece = this.#payload.subarray(index * PART_BYTES, (index + 1) * PART_BYTES);
      given.push({ type: "transfer_part", body: { index, text: toBase64(piece) } });
    }
    this.#next = last;
    this.isFinished = last === parts;
    if (this.isFinished) given.push({ type: "transfer_done", body: {} });
    return given;
  }
}

/** The receiving side of one transfer. */
export class TransferIn {
  #bytes;
  #asked;
  #at = 0;
  #index = 0;

  /** @param {{kind: string, bytes: number, blake2b: string}} opening */
  constructor(opening) {
    this.kind = opening.kind;
    this.digest = opening.blake2b;
    this.#bytes = new Uint8Array(opening.bytes);
    this.#asked = Math.min(WINDOW_PARTS, Math.max(1, Math.ceil(opening.bytes / PART_BYTES)));
  }

  /**
   * Gives the first request for parts.
   *
   * @returns {Envelope}
   */
  begin() {
    return { type: "transfer_more", body: { index: 0, count: this.#asked } };
  }

  /**
   * Takes a part, and gives the next request when all that were asked for are there.
   *
   * @param {{index: number, text: string}} part
   * @returns {Envelope | null}
   */
  receive(part) {
    const piece = fromBase64(part.text);
    if (part.index !== this.#index || this.#at + piece.length > this.#bytes.length) {
      throw new Error("a part is out of order");
    }
    this.#bytes.set(piece, this.#at);
    this.#at += piece.length;
    this.#index += 1;
    const missing = Math.ceil(this.#bytes.length / PART_BYTES) - this.#index;
    if (this.#index < this.#asked || missing <= 0) return null;
    const count = Math.min(WINDOW_PARTS, missing);
    this.#asked += count;
    return { type: "transfer_more", body: { index: this.#index, count } };
  }

  /**
   * Gives the whole payload after `transfer_done`.
   *
   * @returns {Uint8Array}
   */
  finish() {
    if (this.#at !== this.#bytes.length) throw new Error("parts are missing");
    if (blake2b(this.#bytes) !== this.digest) throw new Error("the bytes are not those that were announced");
    return this.#bytes;
  }
}
