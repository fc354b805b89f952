// Aiming without the page: places, paths and directions, and what is asked of the server.

import assert from "node:assert/strict";
import { test } from "node:test";

import { extendedPath, pathIn, rotated, rounded, towards } from "../../../vttbridge/web/console/aim/places.mjs";
import { requestPreview } from "../../../vttbridge/web/console/aim/preview.mjs";
import { actionsOf } from "../../../vttbridge/web/console/aim/toolbar.mjs";

test("a direction is one of eight on squares, and any in inches", () => {
  assert.deepEqual([[3, 0], [3, 3], [0, -5], [-1, 0], [-4, 4]].map((to) => towards([0, 0], to, true)), [[1, 0], [1, 1], [0, -1], [-1, 0], [-1, 1]]);
  assert.deepEqual(towards([1, 1], [1.5, 3.333], false), [0.5, 2.33]);
  assert.equal(rounded(2.004), 2);
});

test("a direction turns clockwise and back, from north at first", () => {
  assert.deepEqual(rotated([0, -1], 1), [1, -1]);
  assert.deepEqual(rotated([0, -1], -1), [-1, -1]);
  assert.deepEqual(rotated([], 1), [0, -1]);
});

test("a path grows by steps, and a step back takes the last one away", () => {
  assert.deepEqual(extendedPath([[1, 0]], [2, 0], [0, 0]), [[1, 0], [2, 0]]);
  assert.deepEqual(extendedPath([[1, 0], [2, 0]], [1, 0], [0, 0]), [[1, 0]]);
  assert.deepEqual(extendedPath([[1, 0]], [0, 0], [0, 0]), []);
  assert.deepEqual(pathIn("1,2  3,4 5"), [[1, 2], [3, 4], [5, 0]]);
});

/**
 * Returns a store whose client answers previews one after another, and what it was asked.
 *
 * @param {any[]} results
 * @returns {{store: any, asked: any[]}}
 */
function answering(results) {
  /** @type {any[]} */
  const asked = [];
  const preview = async (/** @type {any[]} */ ...given) => {
    asked.push(structuredClone(given));
    const result = results.shift();
    if (result instanceof Error) throw result;
    return result;
  };
  return { store: { client: { preview, welcome: { actions: [{ name: "push" }] } } }, asked };
}

test("a preview answers what is asked on the way as the rule book proposes", async () => {
  const question = { key: "stability:ilse", default: 2 };
  const plan = { plan: { hash: "x" } };
  const { store, asked } = answering([{ question }, plan]);
  assert.deepEqual(await requestPreview(store, "keep", "push", { distance: 1 }), { result: plan, questions: [question] });
  assert.deepEqual(asked, [["keep", "push", { distance: 1 }, { answers: {}, odds: true }], ["keep", "push", { distance: 1 }, { answers: { "stability:ilse": 2 }, odds: false }]]);
});

test("a preview that gets no answer says why, and one without end is given up", async () => {
  assert.deepEqual(await requestPreview(answering([new Error("gone")]).store, "keep", "push", {}), { result: { refusal: { code: "gone" } }, questions: [] });
  const endless = Array.from({ length: 9 }, (_, at) => ({ question: { key: `q${at}`, default: null } }));
  const { store, asked } = answering(endless);
  assert.equal((await requestPreview(store, "keep", "push", {})).questions.length, 5);
  assert.equal(asked.length, 6);
});

test("the actions are the rule book's, none before anybody sits at a table", () => {
  assert.deepEqual(actionsOf(answering([]).store), [{ name: "push" }]);
  assert.deepEqual(actionsOf(/** @type {any} */ ({ client: null })), []);
});
