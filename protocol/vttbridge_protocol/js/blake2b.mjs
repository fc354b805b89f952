/** BLAKE2b (RFC 7693) without a key, by which transfers are named. Words of 64 bits lie as two of 32. */

const IV = new Uint32Array([
  0xf3bcc908, 0x6a09e667, 0x84caa73b, 0xbb67ae85, 0xfe94f82b, 0x3c6ef372, 0x5f1d36f1, 0xa54ff53a,
  0xade682d1, 0x510e527f, 0x2b3e6c1f, 0x9b05688c, 0xfb41bd6b, 0x1f83d9ab, 0x137e2179, 0x5be0cd19,
]);

const SIGMA = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];
const ROUNDS = [...SIGMA, SIGMA[0], SIGMA[1]];
const QUARTERS = [
  [0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15],
  [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14],
].map((words) => words.map((word) => word * 2));
const work = new Uint32Array(32);
const BLOCK_BYTES = 128;

/**
 * Adds the 64-bit word at `b` to the one at `a`.
 *
 * @param {Uint32Array} v
 * @param {number} a
 * @param {number} low
 * @param {number} high
 */
function add(v, a, low, high) {
  const sum = v[a] + low;
  v[a + 1] = v[a + 1] + high + (sum > 0xffffffff ? 1 : 0);
  v[a] = sum;
}

/**
 * Exclusive-ors the word at `b` into the one at `a` and turns it right.
 *
 * @param {Uint32Array} v
 * @param {number} a
 * @param {number} b
 * @param {number} turn
 */
function turned(v, a, b, turn) {
  const low = v[a] ^ v[b];
  const high = v[a + 1] ^ v[b + 1];
  if (turn === 32) {
    v[a] = high;
    v[a + 1] = low;
  } else if (turn === 63) {
    v[a] = (low << 1) | (high >>> 31);
    v[a + 1] = (high << 1) | (low >>> 31);
  } else {
    v[a] = (low >>> turn) | (high << (32 - turn));
    v[a + 1] = (high >>> turn) | (low << (32 - turn));
  }
}

/**
 * Mixes one block into the state.
 *
 * @param {Uint32Array} h
 * @param {Uint32Array} m
 * @param {number} count Bytes so far.
 * @param {boolean} last
 */
function compress(h, m, count, last) {
  const v = work;
  v.set(h);
  v.set(IV, 16);
  v[24] ^= count >>> 0;
  v[25] ^= Math.floor(count / 0x100000000);
  if (last) {
    v[28] = ~v[28];
    v[29] = ~v[29];
  }
  for (const sigma of ROUNDS) {
    for (let part = 0; part < 8; part += 1) {
      const quarter = QUARTERS[part];
      const a = quarter[0];
      const b = quarter[1];
      const c = quarter[2];
      const d = quarter[3];
      const x = sigma[part * 2] * 2;
      const y = sigma[part * 2 + 1] * 2;
      add(v, a, v[b], v[b + 1]);
      add(v, a, m[x], m[x + 1]);
      turned(v, d, a, 32);
      add(v, c, v[d], v[d + 1]);
      turned(v, b, c, 24);
      add(v, a, v[b], v[b + 1]);
      add(v, a, m[y], m[y + 1]);
      turned(v, d, a, 16);
      add(v, c, v[d], v[d + 1]);
      turned(v, b, c, 63);
    }
  }
  for (let word = 0; word < 16; word += 1) h[word] ^= v[word] ^ v[word + 16];
}

/**
 * Gives the hash of some bytes in hexadecimal.
 *
 * @param {Uint8Array} payload
 * @param {number} [length] Bytes of output, at most 64.
 * @returns {string}
 */
export function blake2b(payload, length = 32) {
  const h = Uint32Array.from(IV);
  h[0] ^= 0x01010000 ^ length;
  const block = new Uint8Array(BLOCK_BYTES);
  const words = new DataView(block.buffer);
  const m = new Uint32Array(32);
  let at = 0;
  do {
    const part = payload.subarray(at, at + BLOCK_BYTES);
    block.fill(0);
    block.set(part);
    for (let word = 0; word < 32; word += 1) m[word] = words.getUint32(word * 4, true);
    at += part.length;
    compress(h, m, at, at >= payload.length);
  } while (at < payload.length);
  const bytes = new DataView(new ArrayBuffer(64));
  h.forEach((word, place) => bytes.setUint32(place * 4, word, true));
  return Array.from(new Uint8Array(bytes.buffer, 0, length), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
