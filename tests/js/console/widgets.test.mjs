// What forms and questions are made of, without the page.

import assert from "node:assert/strict";
import { test } from "node:test";

import { extended } from "../../../vttbridge/web/console/widgets/question_form.mjs";
import { cleaned, fieldsOf, missing, nextForPiece, numbersIn, withPieceToggled } from "../../../vttbridge/web/console/widgets/schema_fields.mjs";
import { SCHEMA, words } from "../console_support.mjs";
import { answerText, compass, kindOf, listedAnswers, same } from "../../../vttbridge/web/console/widgets/answers.mjs";
import { withoutOverlaps } from "../../../vttbridge/web/console/widgets/timeline_marks.mjs";

test("a form knows its fields from the schema alone", () => {
  const fields = fieldsOf(SCHEMA);
  assert.deepEqual(fields.map((field) => field.kind), ["piece", "pieces", "count", "path", "flag"]);
  assert.deepEqual(fields.map((field) => field.isNeeded), [true, true, true, false, false]);
  assert.equal(fields[3].mayBeNothing, true);
  assert.deepEqual(missing(fields, { source: "a", distance: 0 }).map((field) => field.name), ["targets"]);
  assert.deepEqual(cleaned(fields, { source: "a", targets: [], distance: 0, melee: false, path: null }), { source: "a", distance: 0 });
});

test("a click on a piece fills the first empty field, and afterwards the one in which somebody is", () => {
  const fields = fieldsOf(SCHEMA);
  assert.equal(nextForPiece(fields, {})?.name, "source");
  assert.equal(nextForPiece(fields, { source: "a" }, "source")?.name, "targets");
  assert.equal(nextForPiece(fields, { source: "a", targets: ["b"] }, "source")?.name, "source");
  assert.deepEqual(withPieceToggled(fields[1], ["b"], "c"), ["b", "c"]);
  assert.deepEqual(withPieceToggled(fields[1], ["b"], "b"), []);
  assert.deepEqual(numbersIn("1, 2;x 3"), [1, 2, 3]);
});

test("a path grows square by square and is cut where it is picked again", () => {
  assert.deepEqual(extended([[1, 1]], [2, 1], 3), [[1, 1], [2, 1]]);
  assert.deepEqual(extended([[1, 1], [2, 1]], [2, 1], 3), [[1, 1]]);
  assert.deepEqual(extended([[1, 1]], [2, 1], 1), [[1, 1]]);
});

/** What answers need of the page. */
const store = /** @type {any} */ ({ words, pieceName: (/** @type {string} */ id) => id.toUpperCase(), piece: (/** @type {string} */ id) => (id === "ilse" ? { id } : undefined) });

/**
 * Returns a question.
 *
 * @param {string} kind
 * @param {object} [data]
 * @param {any} [proposed]
 * @returns {any}
 */
const question = (kind, data = {}, proposed = null) => ({ key: "k", audience: "gm", kind, data, default: proposed });

test("the answers that can be listed are listed, the highest number first", () => {
  assert.deepEqual(listedAnswers(question("yes_no")), [true, false]);
  assert.deepEqual(listedAnswers(question("count", { low: 0, high: 2 })), [2, 1, 0]);
  assert.deepEqual(listedAnswers(question("count", { low: 0, high: 40 })), []);
  assert.deepEqual(listedAnswers(question("one_of", { choices: ["a", "b"] })), ["a", "b"]);
  assert.equal(listedAnswers(question("direction")).length, 8);
  assert.deepEqual(listedAnswers(question("direction", { choices: [[1, 0]] })), [[1, 0]]);
  assert.deepEqual(listedAnswers(question("path", { offered: [[[1, 1]]] })), [[[1, 1]]]);
  assert.deepEqual(listedAnswers(question("point", {}, [2, 2])), [[2, 2]]);
  assert.deepEqual(listedAnswers(question("point")), []);
  assert.deepEqual(listedAnswers(question("pieces", { low: 1, high: 1, candidates: ["a"] })), [["a"]]);
  assert.deepEqual(listedAnswers(question("pieces", { low: 1, high: 2, candidates: ["a"] })), []);
  assert.deepEqual(listedAnswers(question("roll", { die: "d3" })), [1, 2, 3]);
  assert.equal(listedAnswers(question("roll", { die: "scatter" }))[0], "hit");
  assert.deepEqual(listedAnswers(question("order")), []);
});

test("an answer is told by the kind of its question", () => {
  assert.equal(compass(store, [1, -1]), words.say("compass.1"));
  assert.equal(compass(store, [0, 2, 1]), `${words.say("compass.4")}, ${words.say("compass.up")}`);
  assert.equal(compass(store, [2, 1]), "(2, 1)");
  assert.equal(answerText(store, null, "roll"), words.say("question.rolled"));
  assert.equal(answerText(store, undefined), words.say("question.nothing_yet"));
  assert.equal(answerText(store, [1, 0], "direction"), words.say("compass.2"));
  assert.equal(answerText(store, ["a", "b"], "order"), "A, B");
  assert.equal(answerText(store, [], "pieces"), words.say("form.nobody"));
  assert.equal(answerText(store, "ilse", "one_of"), "ILSE");
  assert.equal(answerText(store, "prone", "one_of"), "Prone");
  assert.equal(answerText(store, "a_b", "one_of"), "a b");
  assert.equal(answerText(store, [1, 2], "point"), "(1, 2)");
  assert.equal(kindOf(question("roll", { die: "scatter" })), "scatter");
  assert.equal(kindOf(question("roll", { die: "d6" })), "roll");
  assert.deepEqual([same([1], [1]), same([1], [2])], [true, false]);
});

test("of marks that would lie over one another the weightier stays", () => {
  const entry = (/** @type {number} */ seq, /** @type {string} */ shape) => /** @type {any} */ ({ seq, shape });
  const kept = withoutOverlaps([entry(0, "move"), entry(3, "fall"), entry(5, "status"), entry(20, "move")], ({ seq }) => seq);
  assert.deepEqual(kept.map(({ seq }) => seq), [3, 20]);
});
