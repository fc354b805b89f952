// The Table tab without the page: map files, and what is typed of a piece.

import assert from "node:assert/strict";
import { test } from "node:test";

import { formatOf, freshSceneId, sceneName, withoutPictures } from "../../../vttbridge/web/console/table/map_file.mjs";
import { footprintOf, freshPieceId, numbersOf, wordsIn } from "../../../vttbridge/web/console/table/piece_values.mjs";

test("a map file is sent by its ending, without its picture", () => {
  assert.deepEqual(["A.DD2VTT", "b.json", "c.xml", "d.txt", "e"].map(formatOf), ["uvtt", "foundry", "fantasy_grounds", "ascii", "uvtt"]);
  assert.equal(withoutPictures('{"image": "AAAA", "walls": []}'), '{"image":"","walls":[]}');
  assert.equal(withoutPictures('{"image": {"a": 1}}'), '{"image":{"a":1}}');
  assert.equal(withoutPictures("{broken"), "{broken");
  assert.equal(withoutPictures("##\n##"), "##\n##");
});

test("a scene is called after its file, and has an id of its own", () => {
  assert.equal(sceneName("The_old-keep.v2.uvtt"), "The old keep.v2");
  assert.equal(freshSceneId("The Old Keep!.uvtt", []), "the-old-keep");
  assert.equal(freshSceneId("keep.uvtt", ["keep", "keep-2"]), "keep-3");
  assert.equal(freshSceneId("Ключ.uvtt", []), "scene");
});

test("a piece gets an id of its own, made of its name in any letters", () => {
  const place = { x: 0, y: 0 };
  assert.equal(freshPieceId("Old Mosk", []), "p-old-mosk");
  assert.equal(freshPieceId("Моск", [{ id: "p-моск", place }]), "p-моск-2");
  assert.equal(freshPieceId("!", []), "p-piece");
});

test("numbers are read as the rule book wants them, and what is empty is left out", () => {
  const needs = /** @type {const} */ ([{ name: "a", kind: "whole" }, { name: "b", kind: "word" }, { name: "c", kind: "flag" }, { name: "d", kind: "flag" }, { name: "e", kind: "number" }]);
  /** @type {{[name: string]: string}} */
  const typed = { a: " 3 ", b: "none", c: "yes", d: "no", e: "" };
  assert.deepEqual(numbersOf(needs, (name) => typed[name]), { a: 3, b: "none", c: 1, d: 0 });
  assert.deepEqual(wordsIn("a, b c ,,d"), ["a", "b c", "d"]);
});

test("a footprint is a base in inches and a block on squares, as high as it was", () => {
  const piece = (/** @type {any} */ footprint) => ({ id: "a", place: { x: 0, y: 0 }, footprint });
  assert.deepEqual(footprintOf(true, 3, undefined), { shape: "disc", radius: 1.5, height: 1 });
  assert.deepEqual(footprintOf(false, 2, piece({ shape: "cells", height: 4 })), { shape: "cells", width: 2, depth: 2, height: 4 });
  assert.deepEqual(footprintOf(false, 2, piece({ shape: "disc", radius: 9 })), { shape: "disc", radius: 1, height: 1 });
});
