// What happens, told in sentences: effects, plans, events, answers. No page is needed.

import assert from "node:assert/strict";
import { test } from "node:test";

import { destinationsIn, nearest, regionOf } from "../../../vttbridge/web/console/narration/destinations.mjs";
import { entryOf, questionSubject, undoneSeqs, valueText } from "../../../vttbridge/web/console/narration/event_entries.mjs";
import { impactMarks, numberedImpacts, planSummary } from "../../../vttbridge/web/console/narration/plan_summary.mjs";
import { PreviousValues } from "../../../vttbridge/web/console/narration/previous_values.mjs";
import { lengthText, markedPiece, materialName, sentencesOf, shapeOf, splitSpans } from "../../../vttbridge/web/console/narration/sentences.mjs";
import { about, at, done, PUSHED, text, words } from "../console_support.mjs";
import { optionValue, optionValueName } from "../../../vttbridge/web/console/narration/option_values.mjs";
import { harm, mainPiece, outcomeOf, summarized } from "../../../vttbridge/web/console/narration/outcome_text.mjs";
import { EMPTY } from "../../../protocol/vttbridge_protocol/js/mirror.mjs";
import { Translator } from "../../../vttbridge/web/console/lang/translator.mjs";

test("effects are told in the rule book's words, with the pieces marked", () => {
  const told = sentencesOf(words, PUSHED, about);
  assert.deepEqual(told.map(text), [
    "ILSE is pushed 2 squares", "ILSE falls 3 squares", "ILSE takes 6 damage from the fall", "ILSE is prone",
  ]);
  assert.equal(told[0].spans[0].piece, "ilse");
  assert.deepEqual(told.map((line) => line.shape), ["move", "fall", "fall", "status"]);
  assert.equal(shapeOf({ key: "", kind: "damage", fields: { cause: "creature_collision" } }), "crash");
  assert.equal(shapeOf({ key: "", kind: "damage", fields: { cause: "object_collision" } }), "slam");
});

test("an account adds up: what pushes first, then what happens, then the sum of each piece", () => {
  const lines = planSummary(words, { hash: "", effects: PUSHED }, about);
  assert.deepEqual(lines.map((line) => line.kind), ["part", "part", "sum", "hit", "hit", "hit", "hit", "total"]);
  assert.equal(lines[2].squares, 2);
  assert.equal(lines[3].squares, -2);
  assert.equal(text(lines[7]), "ILSE: Stamina 30 to 24");
  assert.equal(lines[7].damage, 6);
});

test("what follows from an impact shares its number and its place on the map", () => {
  const numbered = numberedImpacts(PUSHED);
  assert.equal(numbered.get("fall:ilse:fall")?.number, 1);
  assert.equal(numbered.get("damage:ilse:fall")?.number, 1);
  const at = (/** @type {string} */ _, /** @type {{x: number, y: number}} */ to) => ({ x: to.x + 0.5, y: to.y + 0.5 });
  assert.deepEqual(impactMarks(PUSHED, () => null, () => null, at), [
    { number: 1, shape: "fall", x: 4.5, y: 6.5, key: "fall:ilse:fall", label: "6" },
  ]);
});

test("events become entries; the steps between asking and outcome are minor", () => {
  const event = { epoch: 1, kind: "committed", data: { action: "push", scene: "keep", effects: PUSHED } };
  const entry = entryOf(words, { seq: 9, event }, about);
  assert.equal(entry?.shape, "fall");
  assert.equal(entry?.lane, "harm");
  assert.deepEqual(entry?.pieces, ["ilse"]);
  assert.equal(entry?.minor, false);
  assert.equal(entryOf(words, { seq: 8, event: { epoch: 1, kind: "planned", data: {} } }, about)?.minor, true);
  assert.equal(entryOf(words, { seq: 8, event: { epoch: 1, kind: "of_a_later_version", data: {} } }, about), null);
  const undone = { seq: 10, event: { epoch: 1, kind: "undone", data: { seqs: [9] } } };
  assert.deepEqual([...undoneSeqs([undone])], [9]);
});

test("what somebody does by hand is told as what it is", () => {
  const earlier = new PreviousValues();
  const line = (/** @type {ReturnType<typeof done>} */ record, you = "") => entryOf(words, record, { ...about, you, byHand: earlier.next(record.event) })?.title;
  assert.equal(line(done("piece_put", at(1))), "ILSE is put on the map.");
  assert.equal(line(done("piece_changed", at(1))), "Gwen edits ILSE.");
  assert.equal(line(done("piece_changed", at(2))), "Gwen moves ILSE by hand.");
  assert.equal(line(done("piece_changed", at(3)), "s-gwen"), "You move ILSE by hand.");
  const door = (/** @type {string} */ state) => done("scene_changed", { now: { scene: "keep", ground: { doors: [{ wall: "gate", state }] } } });
  assert.equal(line(door("open")), "Gwen opens a door.");
  assert.equal(line(door("open")), "The scene changes.");
  assert.equal(line(door("locked"), "s-gwen"), "You lock a door.");
  const back = done("scene_changed", { now: { scene: "keep", ground: {} } });
  assert.equal(line(back), "Gwen puts a door back as it was.");
  assert.equal(line(back), "The scene changes.");
});

test("who comes without a name comes as what they are; whoever reads is you", () => {
  const line = (/** @type {string} */ kind, /** @type {any} */ data, you = "") => entryOf(words, done(kind, data), { ...about, you })?.title;
  assert.equal(line("seat_taken", { role: "gm" }), "A game master sits down.");
  assert.equal(line("seat_taken", { role: "player", label: "Ada" }), "Ada sits down. (Player)");
  assert.equal(line("seat_left", { role: "player" }), "A player’s seat is given up.");
  assert.equal(line("table_set", { policy: "players", dice: "server" }), "The table is set. What players ask for waits for a game master. The server rolls.");
  assert.equal(line("rejected", {}), "Gwen says no.");
  assert.equal(line("rejected", {}, "s-gwen"), "You say no.");
  assert.equal(line("act", { action: "push", fields: {} }, "s-gwen"), "You ask: Push.");
});

test("a region is drawn from rings or from squares", () => {
  assert.deepEqual(regionOf([[[0, 0], [2, 0, 1], [2, 2]], [[0, 0]]]), [[[0, 0], [2, 0], [2, 2]]]);
  assert.deepEqual(regionOf([[3, 4, 0]]), [[[3, 4], [4, 4], [4, 5], [3, 5]]]);
  assert.deepEqual(regionOf(null), []);
});

test("a square shows the worst that happens there, and the worst way comes first", () => {
  const mild = { at: [4, 2, 0], path: [[3, 2], [4, 2]], damage: [], effects: ["move:elk:push"], worst: null };
  const both = {
    ...mild,
    at: [5, 2, 0],
    worst: { path: [[4, 3], [5, 2]], damage: [["elk", 3, "object_collision"], ["elk", 6, "fall"], ["ogre", 9, "x"]], effects: ["damage:elk:object_collision", "fall:elk:fall"] },
  };
  const [calm, harsh] = destinationsIn([mild, both], "elk");
  assert.deepEqual([calm.damage, calm.heat, calm.shapes], [0, 0, []]);
  assert.deepEqual([harsh.damage, harsh.heat, harsh.shapes], [9, 4, ["slam", "fall"]]);
  assert.deepEqual(harsh.paths, [[[4, 3], [5, 2]], [[3, 2], [4, 2]]]);
  assert.equal(nearest([calm, harsh], { x: 3, y: 2 }, [1, 0]), calm);
  assert.equal(nearest([calm, harsh], calm, [1, 0]), harsh);
  assert.equal(nearest([calm, harsh], calm, [-1, 0]), undefined);
});

test("every kind of effect has its sign", () => {
  const of = (/** @type {string} */ kind, cause = "") => shapeOf({ key: "", kind, fields: { cause } });
  assert.deepEqual(["move", "place", "fall", "wall_broken", "gone", "note", "status", "number"].map((kind) => of(kind)), ["move", "move", "fall", "break", "gone", "note", "status", "status"]);
  assert.deepEqual(["fallen", "through_wall", "figure", "slammed_into_object", "fire", "odd"].map((cause) => of("damage", cause)), ["fall", "break", "crash", "slam", "terrain", "hit"]);
});

test("pieces are marked in a sentence, and parted from it", () => {
  assert.deepEqual(splitSpans(`${markedPiece("a")} hits ${markedPiece("b")}`, (id) => id.toUpperCase()), [{ text: "A", piece: "a" }, { text: " hits " }, { text: "B", piece: "b" }]);
  assert.equal(markedPiece(""), "");
  assert.deepEqual([lengthText(words, 1, "square"), lengthText(words, 2, "inch")], ["1 square", "2 inches"]);
  assert.deepEqual([materialName(words, "glass"), materialName(words, "cheese")].map((name) => name.toLowerCase()), ["glass", "cheese"]);
});

test("what an answer comes to is told in few words, without the name of the piece that it is about", () => {
  const hold = /** @type {any} */ ({ hold: "h", fields: { targets: ["ilse"] } });
  const outcome = outcomeOf(words, hold, { plan: { hash: "x", effects: PUSHED } }, about);
  assert.deepEqual(outcome.bits.map(({ shape, spans }) => [shape, spans.map((span) => span.text).join("")]), [["move", "moves 2 squares"], ["fall", "falls 3 squares"], ["status", "prone"]]);
  assert.deepEqual([outcome.harm, outcome.isWhole, outcome.refusal], ["6 damage", true, null]);
  const early = outcomeOf(words, hold, { known: { hash: "x", effects: PUSHED }, refusal: { code: "A" } }, about);
  assert.deepEqual([early.harm, early.isWhole, early.refusal], ["", false, { code: "A" }]);
  assert.equal(summarized(words, PUSHED, "other", about)[0].spans[0].text, "ILSE");
  assert.equal(harm(words, PUSHED, "other", about), "ILSE 6 damage");
  assert.equal(harm(words, [], "ilse", about), "no damage");
});

test("a plan is about the piece that is asked about, else the target, else the first that moves", () => {
  const hold = (/** @type {object} */ more) => /** @type {any} */ ({ hold: "h", ...more });
  assert.equal(mainPiece(hold({ question: { key: "stability:ada#2" }, fields: { target: "ilse" } }), PUSHED), "ada");
  assert.equal(mainPiece(hold({ fields: { target: "bo" } }), PUSHED), "bo");
  assert.equal(mainPiece(hold({}), PUSHED), "ilse");
});

test("answers and questions are told by what they are", () => {
  assert.deepEqual([true, [], [[1, 2], [3, 4]], "two_words", 1.5].map((value) => valueText(words, value)), ["Yes", "stay", valueText(words, [[9, 9], [3, 4]]), "two words", "1.5"]);
  assert.ok(valueText(words, [[1, 2], [3, 4]]).includes("3, 4"));
  assert.equal(valueText(words, ["a", "b"]), `${markedPiece("a")}, ${markedPiece("b")}`);
  const asking = new Translator({}, { "question.stability": "stand of {piece}" });
  assert.equal(questionSubject(asking, "stability:ilse#2"), `stand of ${markedPiece("ilse")}`);
});

test("an option stands as the table has it, else as the book does, and its values have names", () => {
  const option = { name: "reach", value: "far", default: "near" };
  assert.equal(optionValue({ ...EMPTY, options: { reach: "far" } }, option), "far");
  assert.equal(optionValue(EMPTY, option), "near");
  assert.equal(optionValue(null, option), "near");
  const named = new Translator({ yes: "Yes" }, { "value.reach.far": "Far away" });
  assert.deepEqual(["far", "yes", "a_b"].map((value) => optionValueName(named, "reach", value)), ["Far away", "Yes", "a b"]);
});
