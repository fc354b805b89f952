// What waits, without the page: which hold is on the screen, until when, and what its plan has lost.

import assert from "node:assert/strict";
import { test } from "node:test";

import { decisionText, lostEffects, whoIsAsked } from "../../../vttbridge/web/console/holds/hold_text.mjs";
import { HoldsState } from "../../../vttbridge/web/console/holds/holds_state.mjs";
import { words } from "../console_support.mjs";

/**
 * Returns the holds of a table as a seat sees them.
 *
 * @param {any[]} holds
 * @param {{asked?: any[], isGm?: boolean}} [more]
 * @returns {{state: HoldsState, store: any}}
 */
function at(holds, { asked = [], isGm = false } = {}) {
  const named = (/** @type {any[]} */ all) => new Map(all.map((one) => [one.hold, one]));
  const store = { words, isGm, client: { holds: named(holds), asked: named(asked) } };
  return { state: new HoldsState(/** @type {any} */ (store)), store };
}

const planned = (/** @type {string} */ hold, hash = "x") => ({ hold, state: "planned", plan: { hash } });
const asking = (/** @type {string} */ hold) => ({ hold, state: "asking", question: { key: "k", audience: "gm" } });

test("the oldest that one can do something about is shown, else the oldest", () => {
  assert.equal(at([asking("a"), planned("b")]).state.current?.hold, "a");
  assert.equal(at([asking("a"), planned("b")], { isGm: true }).state.current?.hold, "b");
  assert.equal(at([asking("a"), asking("b")], { asked: [asking("b")] }).state.current?.hold, "b");
  assert.equal(at([]).state.current, undefined);
});

test("what is shown stays while one can do something about it, or went to it by hand", () => {
  const { state, store } = at([planned("a"), planned("b"), asking("c")], { isGm: true });
  assert.deepEqual([state.showCurrent(), state.showCurrent(), state.isShown("a")], [true, false, true]);
  assert.equal(state.step(-1), true);
  assert.equal(state.current?.hold, "c");
  assert.equal(state.showCurrent(), false);
  store.client.holds.delete("c");
  assert.deepEqual([state.current?.hold, state.showCurrent()], ["a", true]);
  store.client.holds.clear();
  assert.deepEqual([state.showCurrent(), state.isShown("")], [true, true]);
  assert.equal(at([planned("a")]).state.step(1), false);
});

test("a game master answers in somebody's place only after they said so", () => {
  const { state } = at([asking("a")], { isGm: true });
  const key = () => state.question?.question.key;
  assert.equal(key(), undefined);
  state.answerFor(/** @type {any} */ (asking("a")));
  assert.equal(key(), "k");
  assert.equal(at([asking("a")], { asked: [asking("a")] }).state.question?.hold, "a");
});

test("time runs out for the hold on the screen, in minutes and seconds", () => {
  const { state } = at([planned("a")]);
  assert.equal(state.remainingText(0), "");
  state.setRemaining("a", 65_000, 1000);
  assert.deepEqual([state.remainingText(1000), state.remainingText(61_000), state.remainingText(99_000)], ["1:05", "0:05", ""]);
  state.setRemaining("a", undefined, 1000);
  assert.equal(state.remainingText(1000), "");
});

test("a plan that changed is noted once, and what it lost is known", () => {
  const { state } = at([]);
  const effects = [{ key: "a", kind: "fall" }, { key: "b", kind: "move" }];
  const hold = (/** @type {string} */ hash) => /** @type {any} */ ({ hold: "h", plan: { hash, effects }, lost: ["a"] });
  assert.deepEqual(["1", "1", "2"].map((hash) => state.notePlan(hold(hash))), ["first", "same", "changed"]);
  assert.equal(state.notePlan(/** @type {any} */ ({ hold: "h" })), "same");
  assert.deepEqual(state.lostEffects(hold("2")).map((effect) => effect.key), ["a"]);
  assert.deepEqual(lostEffects([{ hash: "1", effects }], ["a"]), []);
});

test("the signature is the same as long as the same is shown", () => {
  const { state, store } = at([planned("a")], { isGm: true });
  const before = state.signature;
  assert.equal(state.signature, before);
  store.client.holds.set("a", planned("a", "y"));
  assert.notEqual(state.signature, before);
});

test("whom a hold asks and who decided it is said by name", () => {
  const store = /** @type {any} */ ({ words, seatName: (/** @type {string} */ seat) => seat.toUpperCase(), pieceName: (/** @type {string} */ id) => id, piece: () => ({ owner: "ada" }) });
  const hold = (/** @type {string} */ audience) => /** @type {any} */ ({ seat: "bo", question: { key: "stability:ilse", audience } });
  assert.deepEqual(["mover", "owner", "gm"].map((audience) => whoIsAsked(store, hold(audience))), ["BO", "ADA", words.say("role.gm")]);
  assert.equal(decisionText(store, { hold: "h", state: "rejected", by: "ada" }), words.say("decided.rejected", { who: "ADA" }));
  const because = words.refusal({ code: "NOT_ALLOWED" });
  assert.equal(decisionText(store, { hold: "h", state: "expired", code: "NOT_ALLOWED" }), `${words.say("decided.expired", { who: words.say("who.server") })} ${because}`);
});
