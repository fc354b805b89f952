/** Reads msgpack, as far as our own log files use it: no binary, no extension, no timestamp. */

const TEXT = new TextDecoder("utf-8", { fatal: true });
const DEEPEST = 64;

/** Reads one value after another. */
class Reader {
  #at = 0;

  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** @returns {boolean} */
  get isAtEnd() {
    return this.#at === this.bytes.length;
  }

  /**
   * Moves on and gives where the bytes were.
   *
   * @param {number} count
   * @returns {number}
   */
  #pass(count) {
    const from = this.#at;
    if (from + count > this.bytes.length) throw new Error("the bytes end too early");
    this.#at += count;
    return from;
  }

  /**
   * @param {number} [depth]
   * @returns {any}
   */
  value(depth = 0) {
    if (depth > DEEPEST) throw new Error("too deep");
    const head = this.bytes[this.#pass(1)];
    if (head < 0x80) return head;
    if (head < 0x90) return this.#map(head & 0x0f, depth);
    if (head < 0xa0) return this.#list(head & 0x0f, depth);
    if (head < 0xc0) return this.#text(head & 0x1f);
    if (head >= 0xe0) return head - 0x100;
    return this.#long(head, depth);
  }

  /**
   * @param {number} head
   * @param {number} depth
   * @returns {any}
   */
  #long(head, depth) {
    const { view } = this;
    switch (head) {
      case 0xc0: return null;
      case 0xc2: return false;
      case 0xc3: return true;
      case 0xca: return view.getFloat32(this.#pass(4));
      case 0xcb: return view.getFloat64(this.#pass(8));
      case 0xcc: return view.getUint8(this.#pass(1));
      case 0xcd: return view.getUint16(this.#pass(2));
      case 0xce: return view.getUint32(this.#pass(4));
      case 0xcf: return Number(view.getBigUint64(this.#pass(8)));
      case 0xd0: return view.getInt8(this.#pass(1));
      case 0xd1: return view.getInt16(this.#pass(2));
      case 0xd2: return view.getInt32(this.#pass(4));
      case 0xd3: return Number(view.getBigInt64(this.#pass(8)));
      case 0xd9: return this.#text(view.getUint8(this.#pass(1)));
      case 0xda: return this.#text(view.getUint16(this.#pass(2)));
      case 0xdb: return this.#text(view.getUint32(this.#pass(4)));
      case 0xdc: return this.#list(view.getUint16(this.#pass(2)), depth);
      case 0xdd: return this.#list(view.getUint32(this.#pass(4)), depth);
      case 0xde: return this.#map(view.getUint16(this.#pass(2)), depth);
      case 0xdf: return this.#map(view.getUint32(this.#pass(4)), depth);
      default: throw new Error("a kind of value that no log has");
    }
  }

  /**
   * @param {number} length
   * @returns {string}
   */
  #text(length) {
    const from = this.#pass(length);
    return TEXT.decode(this.bytes.subarray(from, from + length));
  }

  /**
   * @param {number} length
   * @param {number} depth
   * @returns {any[]}
   */
  #list(length, depth) {
    /** @type {any[]} */
    const list = [];
    for (let at = 0; at < length; at += 1) list.push(this.value(depth + 1));
    return list;
  }

  /**
   * @param {number} length
   * @param {number} depth
   * @returns {{[name: string]: any}}
   */
  #map(length, depth) {
    /** @type {{[name: string]: any}} */
    const map = Object.create(null);
    for (let at = 0; at < length; at += 1) {
      const key = this.value(depth + 1);
      if (typeof key !== "string") throw new Error("a key is no text");
      map[key] = this.value(depth + 1);
    }
    return { ...map };
  }
}

/**
 * Gives the value that some bytes hold; Error where they are none, or more than one.
 *
 * @param {Uint8Array} bytes
 * @returns {any}
 */
export function unpacked(bytes) {
  const reader = new Reader(bytes);
  const value = reader.value();
  if (!reader.isAtEnd) throw new Error("something stands behind the value");
  return value;
}
