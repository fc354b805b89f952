// Words that the page and the client no longer use for things of their own: each row says where one may not come back.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";

import { definitionsIn, importsOf, modulesBelow, treeIn, treeOf } from "./syntax.mjs";

/** @typedef {{word: string, kind: "class" | "function" | "variable" | "module", folder: string}} Row */

/** @type {Row[]} */
const ROWS = JSON.parse(readFileSync(new URL("old_words.json", import.meta.url), "utf8"));

/** What a row's kind forbids, of the kinds of definitions. */
const KINDS = { class: ["class"], function: ["function", "method"], variable: ["variable", "attribute"] };

/**
 * Returns the old words that a module defines or imports.
 *
 * @param {readonly Row[]} rows
 * @param {string} module
 * @param {import("typescript").SourceFile} tree
 * @returns {string[]}
 */
function oldWords(rows, module, tree) {
  const stems = [module, ...importsOf(tree)].map((one) => path.posix.basename(one, ".mjs"));
  const definitions = definitionsIn(tree).map(({ kind, name }) => ({ kind, name: name.replace(/^#/, "") }));
  return rows
    .filter(({ folder }) => module.startsWith(`${folder}/`))
    .filter(({ word, kind }) => (kind === "module" ? stems.includes(word) : definitions.some((one) => one.name === word && KINDS[kind].includes(one.kind))))
    .map(({ word, kind }) => `${module}: ${kind} ${word}`);
}

test("no old word comes back", () => {
  const modules = [...new Set(ROWS.map(({ folder }) => folder))].flatMap(modulesBelow);
  assert.deepEqual(modules.flatMap((module) => oldWords(ROWS, module, treeIn(module))), []);
});

test("an old word is found as what it was, in its folder, and nowhere else", () => {
  /** @type {Row[]} */
  const rows = [
    { word: "Room", kind: "class", folder: "web" },
    { word: "reckon", kind: "function", folder: "web" },
    { word: "film", kind: "variable", folder: "web" },
    { word: "taste", kind: "module", folder: "web" },
  ];
  const found = (/** @type {string} */ source, module = "web/app/x.mjs") => oldWords(rows, module, treeOf(source)).map((one) => one.split(": ")[1]);
  assert.deepEqual(found("class Room {}"), ["class Room"]);
  assert.deepEqual(found("class A { #reckon() {} }"), ["function reckon"]);
  assert.deepEqual(found("export function reckon() {}"), ["function reckon"]);
  assert.deepEqual(found("const { film } = store;"), ["variable film"]);
  assert.deepEqual(found("class A { constructor() { this.film = 1; } }"), ["variable film"]);
  assert.deepEqual(found('import { a } from "../taste.mjs";'), ["module taste"]);
  assert.deepEqual(found("", "web/app/taste.mjs"), ["module taste"]);
  assert.deepEqual(found("class Room {}", "other/x.mjs"), []);
  assert.deepEqual(found("const Room = 1; function film() {} class reckon {}"), []);
});

test("every row names a folder that is there, once", () => {
  for (const { folder } of ROWS) assert.ok(modulesBelow(folder).length > 0, folder);
  assert.equal(new Set(ROWS.map((row) => JSON.stringify(row))).size, ROWS.length);
});
