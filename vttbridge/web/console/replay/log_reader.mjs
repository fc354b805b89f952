/** Reads a log file, `.vttlog`, and checks every byte of it as the server does: what is damaged is named by its row. */

import { unpacked } from "./msgpack.mjs";

/**
 * @typedef {{[name: string]: any}} Tree
 * @typedef {{seq: number, epoch: number, time_ms: number, cause: string, actor: string, body: Tree}} Row
 * @typedef {(bytes: Uint8Array, length: number) => string} Hash
 * @typedef {{header: Tree, rows: Row[], blobs: Map<string, Tree>}} LogFile
 */

export const SUFFIX = ".vttlog";
const FIRST_LINE = "vttlog 1\n";
const FORMAT = "vttbridge log 1";
const SCHEMA = 1;
const HASH_BYTES = 16;

/** A file that is no whole log: why, by a code of the page's words, and at which row. */
export class BadLog extends Error {
  /**
   * @param {"none" | "newer" | "damaged" | "short"} code
   * @param {number} [row]
   */
  constructor(code, row = 1) {
    super(`${code} at row ${row}`);
    this.code = code;
    this.row = row;
  }
}

/**
 * Says whether a file calls itself a log.
 *
 * @param {Uint8Array} bytes
 * @returns {boolean}
 */
export function isLog(bytes) {
  return String.fromCharCode(...bytes.subarray(0, 7)) === "vttlog ";
}

/**
 * Reads and checks a whole file; BadLog where it is none.
 *
 * @param {Uint8Array} bytes
 * @param {Hash} hash BLAKE2b with so many bytes of output.
 * @returns {LogFile}
 */
export function readLog(bytes, hash) {
  const first = String.fromCharCode(...bytes.subarray(0, FIRST_LINE.length));
  if (first !== FIRST_LINE) throw new BadLog(/^vttlog \d/.test(first) ? "newer" : "none");
  return new Reading(bytes, hash).whole();
}

/**
 * Gives the 16 bytes at the head of a part as hexadecimal.
 *
 * @param {Uint8Array} content
 * @returns {string}
 */
function hex(content) {
  return Array.from(content.subarray(0, HASH_BYTES), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Reads a file part by part, and knows at which row it is. */
class Reading {
  #at = FIRST_LINE.length;
  #previous = new Uint8Array(HASH_BYTES);
  /** @type {Row[]} */ #rows = [];
  /** @type {Map<string, Tree>} */ #blobs = new Map();

  /**
   * @param {Uint8Array} bytes
   * @param {Hash} hash
   */
  constructor(bytes, hash) {
    this.bytes = bytes;
    this.hash = hash;
  }

  /** @returns {number} The row that comes next. */
  get #seq() {
    return this.#rows.length + 1;
  }

  /** @returns {LogFile} */
  whole() {
    const header = this.#header();
    while (this.#at < this.bytes.length) {
      const { letter, content } = this.#part();
      if (letter === "R") this.#row(content);
      else if (letter === "B") this.#blob(content);
      else if (letter === "E") return this.#end(header, content);
      else throw new BadLog("damaged", this.#seq);
    }
    throw new BadLog("short", this.#seq);
  }

  /** @returns {{letter: string, content: Uint8Array}} */
  #part() {
    const from = this.#at + 5;
    if (from > this.bytes.length) throw new BadLog("short", this.#seq);
    const length = new DataView(this.bytes.buffer, this.bytes.byteOffset).getUint32(this.#at + 1);
    if (from + length > this.bytes.length) throw new BadLog("short", this.#seq);
    const letter = String.fromCharCode(this.bytes[this.#at]);
    this.#at = from + length;
    return { letter, content: this.bytes.subarray(from, this.#at) };
  }

  /**
   * @param {Uint8Array} bytes
   * @returns {Tree}
   */
  #unpacked(bytes) {
    try {
      return unpacked(bytes);
    } catch {
      throw new BadLog("damaged", this.#seq);
    }
  }

  /** @returns {Tree} */
  #header() {
    const { letter, content } = this.#part();
    const bytes = content.subarray(HASH_BYTES);
    if (letter !== "H" || this.hash(bytes, HASH_BYTES) !== hex(content)) throw new BadLog("damaged");
    const header = this.#unpacked(bytes);
    if (header.format !== FORMAT || header.schema > SCHEMA) throw new BadLog("newer");
    this.#previous = content.slice(0, HASH_BYTES);
    return header;
  }

  /** @param {Uint8Array} content */
  #row(content) {
    const chained = new Uint8Array(content);
    chained.set(this.#previous);
    if (this.hash(chained, HASH_BYTES) !== hex(content)) throw new BadLog("damaged", this.#seq);
    const row = /** @type {Row} */ (this.#unpacked(content.subarray(HASH_BYTES)));
    if (row.seq !== this.#seq || typeof row.body?.type !== "string") throw new BadLog("damaged", this.#seq);
    if (row.body.type === "scene_set" && !this.#blobs.has(row.body.blob)) throw new BadLog("damaged", this.#seq);
    this.#previous = content.slice(0, HASH_BYTES);
    this.#rows.push(row);
  }

  /** @param {Uint8Array} content */
  #blob(content) {
    const bytes = content.subarray(HASH_BYTES);
    if (this.hash(bytes, HASH_BYTES) !== hex(content)) throw new BadLog("damaged", this.#seq);
    this.#blobs.set(hex(content), this.#unpacked(bytes));
  }

  /**
   * @param {Tree} header
   * @param {Uint8Array} content
   * @returns {LogFile}
   */
  #end(header, content) {
    const before = this.bytes.subarray(0, this.#at - 5 - content.length);
    const count = new DataView(content.buffer, content.byteOffset, content.length);
    const isWhole = content.length === 8 + HASH_BYTES && Number(count.getBigUint64(0)) === this.#rows.length;
    if (!isWhole || hex(content.subarray(8)) !== this.hash(before, HASH_BYTES) || this.#at !== this.bytes.length) {
      throw new BadLog("damaged", this.#seq);
    }
    return { header, rows: this.#rows, blobs: this.#blobs };
  }
}
