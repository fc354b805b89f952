// The wire's vectors, read by the codec that the JavaScript clients use: what Python writes is what JavaScript reads.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { Decoder, encode } from "@msgpack/msgpack";

/**
 * A golden vector: one message, spelled in both encodings and in the canonical form.
 *
 * @typedef {object} Golden
 * @property {string} name What it is called.
 * @property {Record<string, unknown>} message The message.
 * @property {string} msgpack The binary frame, in hexadecimal.
 * @property {string} json The text frame.
 * @property {string} canonical The canonical form, in hexadecimal.
 */

/**
 * A hostile vector: a frame that must be refused, as pieces and how often each is repeated.
 *
 * @typedef {object} Hostile
 * @property {string} name What it is called.
 * @property {"msgpack" | "json"} encoding The encoding in which it comes.
 * @property {boolean} javascript Whether the bare decoder refuses it.
 * @property {string} fault What is wrong with it.
 * @property {[string, number][]} [hex] A binary frame.
 * @property {[string, number][]} [text] A text frame.
 */

/** The limits of the wire; a decoder without them reserves memory for whatever a header claims. */
const decoder = new Decoder({
  maxStrLength: 32_768,
  maxBinLength: 0,
  maxExtLength: 0,
  maxArrayLength: 1_024,
  maxMapLength: 128,
});

/**
 * Read one file of vectors.
 *
 * @param {string} name The file's name.
 * @returns {unknown} Its rows.
 */
function vectors(name) {
  return JSON.parse(readFileSync(new URL(`../../protocol/vectors/${name}`, import.meta.url), "utf8"));
}

/**
 * Spell bytes in hexadecimal.
 *
 * @param {Uint8Array} bytes The bytes.
 * @returns {string} Their spelling.
 */
function hex(bytes) {
  return Buffer.from(bytes).toString("hex");
}

/**
 * Join the pieces of a hostile frame.
 *
 * @param {[string, number][]} pieces The pieces.
 * @returns {string} The frame.
 */
function joined(pieces) {
  return pieces.map(([piece, times]) => piece.repeat(times)).join("");
}

/**
 * Do what a client does with a frame.
 *
 * @param {Hostile} vector The vector.
 * @returns {unknown} What the decoder makes of it.
 */
function read(vector) {
  if (vector.encoding === "json") return JSON.parse(joined(vector.text ?? []));
  return decoder.decode(Buffer.from(joined(vector.hex ?? []), "hex"));
}

const golden = /** @type {Golden[]} */ (vectors("golden.json"));

const hostile = /** @type {Hostile[]} */ (vectors("hostile.json"));

for (const vector of golden) {
  test(`golden ${vector.name}`, () => {
    assert.deepEqual(decoder.decode(Buffer.from(vector.msgpack, "hex")), vector.message);
    assert.deepEqual(JSON.parse(vector.json), vector.message);
    assert.equal(hex(encode(vector.message, { sortKeys: true })), vector.canonical);
  });
}

for (const vector of hostile.filter((row) => row.javascript)) {
  test(`hostile ${vector.encoding}: ${vector.name}`, () => {
    assert.throws(() => read(vector));
  });
}
