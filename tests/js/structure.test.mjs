// Which folder of the console may import which, and how large a class may be.

import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";

import { classesIn, CONSOLE, importsOf, modulesBelow, treeIn, treeOf, typeImportsOf } from "./syntax.mjs";

const CLIENT = "protocol/vttbridge_protocol/js";
const STATE = ["lang", "narration", "ui"];
const WIDGETS = ["app", "widgets", ...STATE];
const MAP = ["map", "map/drawing", "map/layers"];

/** Each folder and those that it may import besides itself; what stands nowhere here may import nothing of the console. */
const ARROWS = new Map([
  ["lang", []],
  ["ui", []],
  ["narration", ["lang"]],
  ["app", STATE],
  ["widgets", WIDGETS],
  ["map/drawing", ["ui"]],
  ["map/layers", ["map/drawing", ...STATE]],
  ["map", [...MAP, ...STATE]],
  ["aim", [...MAP, ...WIDGETS]],
  ["feed", WIDGETS],
  ["holds", [...MAP, ...WIDGETS]],
  ["replay", [...MAP, ...WIDGETS]],
  ["table", WIDGETS],
  ["", ["aim", "feed", "holds", "replay", "table", ...MAP, ...WIDGETS]],
]);
const PANELS = ["aim", "feed", "holds", "replay", "table"];

/** Classes that may be larger, and why. */
const LARGE = new Map([["Client", "what a page of its own or another's programs against: one object a seat"]]);
const MAX_METHODS = 20;
const MANY_METHODS = 10;
const MAX_ATTRIBUTES = 8;

/**
 * Returns the folders of the console that a module imports from, other than its own.
 *
 * @param {string} module
 * @param {readonly string[]} imports
 * @returns {string[]}
 */
function foldersOf(module, imports) {
  const folder = path.posix.dirname(module);
  const targets = imports.filter((one) => one.startsWith(".")).map((one) => path.posix.dirname(path.posix.join(folder, one)));
  return targets.filter((target) => target !== folder && `${target}/`.startsWith(`${CONSOLE}/`)).map((target) => path.posix.relative(CONSOLE, target));
}

/**
 * Returns the arrows of a module that go where they may not: of what runs, and between panels also of what is only named.
 *
 * @param {string} module
 * @param {import("typescript").SourceFile} tree
 * @returns {string[]}
 */
function offences(module, tree) {
  const from = path.posix.relative(CONSOLE, path.posix.dirname(module));
  const allowed = ARROWS.get(from) ?? [];
  const runs = foldersOf(module, importsOf(tree)).filter((to) => !allowed.includes(to));
  const named = foldersOf(module, typeImportsOf(tree)).filter((to) => PANELS.includes(from) && PANELS.includes(to));
  return [...runs, ...named].map((to) => `${module} imports ${to}`);
}

/**
 * Returns the classes of a module that are too large.
 *
 * @param {import("typescript").SourceFile} tree
 * @returns {string[]}
 */
function tooLarge(tree) {
  return classesIn(tree)
    .filter(({ name }) => !LARGE.has(name))
    .filter(({ methods, attributes }) => methods.length > MAX_METHODS || (methods.length > MANY_METHODS && attributes.length > MAX_ATTRIBUTES))
    .map(({ name, methods, attributes }) => `${name}: ${methods.length} methods, ${attributes.length} attributes`);
}

test("every module of the console imports only what its folder may", () => {
  assert.deepEqual(modulesBelow(CONSOLE).flatMap((module) => offences(module, treeIn(module))), []);
});

test("an arrow that goes up, or to a sister panel, is found", () => {
  const at = (/** @type {string} */ module, /** @type {string} */ source) => offences(`${CONSOLE}/${module}`, treeOf(source));
  assert.deepEqual(at("lang/x.mjs", 'import { h } from "../ui/dom.mjs";'), [`${CONSOLE}/lang/x.mjs imports ui`]);
  assert.deepEqual(at("feed/x.mjs", 'export { a } from "../holds/y.mjs";'), [`${CONSOLE}/feed/x.mjs imports holds`]);
  assert.deepEqual(at("feed/x.mjs", '/** @type {import("../holds/y.mjs").A} */ let a;'), [`${CONSOLE}/feed/x.mjs imports holds`]);
  assert.deepEqual(at("map/drawing/x.mjs", 'import { a } from "../layers/y.mjs";'), [`${CONSOLE}/map/drawing/x.mjs imports map/layers`]);
  assert.deepEqual(at("other/x.mjs", 'import { a } from "../ui/y.mjs";'), [`${CONSOLE}/other/x.mjs imports ui`]);
  assert.deepEqual(at("app/x.mjs", 'import "../aim/y.mjs";'), [`${CONSOLE}/app/x.mjs imports aim`]);
  assert.deepEqual(at("holds/x.mjs", 'import { a } from "../map/map_view.mjs"; import { b } from "./y.mjs"; import { c } from "../../client/client.mjs";'), []);
});

test("no class has more than 20 methods, and one of many methods has few attributes", () => {
  for (const module of [...modulesBelow(CONSOLE), ...modulesBelow(CLIENT)]) assert.deepEqual(tooLarge(treeIn(module)), [], module);
});

test("a class that is too large is found, private members counted", () => {
  const methods = (/** @type {number} */ count) => Array.from({ length: count }, (_, at) => `${at % 2 ? "#" : ""}m${at}() {}`).join("\n");
  const attributes = (/** @type {number} */ count) => Array.from({ length: count }, (_, at) => `#a${at} = 1;`).join("\n");
  assert.deepEqual(tooLarge(treeOf(`class A { ${methods(20)} }`)), []);
  assert.deepEqual(tooLarge(treeOf(`class A { ${methods(20)} f = () => 1; }`)), ["A: 21 methods, 0 attributes"]);
  assert.deepEqual(tooLarge(treeOf(`class A { ${attributes(9)} ${methods(10)} }`)), []);
  assert.deepEqual(tooLarge(treeOf(`class A { ${attributes(8)} constructor() { this.b = 1; } ${methods(11)} }`)), ["A: 11 methods, 9 attributes"]);
});

test("every folder that is named here is there, and every large class", () => {
  const folders = new Set(modulesBelow(CONSOLE).map((module) => path.posix.relative(CONSOLE, path.posix.dirname(module))));
  assert.deepEqual([...ARROWS.keys()].sort(), [...folders].sort());
  const names = modulesBelow(CLIENT).flatMap((module) => classesIn(treeIn(module)).map(({ name }) => name));
  for (const name of LARGE.keys()) assert.ok(names.includes(name), name);
});
