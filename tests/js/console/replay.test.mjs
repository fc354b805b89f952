// The past: its states, its moments, how it is played.

import assert from "node:assert/strict";
import { test } from "node:test";

import { afterEvent, EMPTY } from "../../../protocol/vttbridge_protocol/js/mirror.mjs";
import { healthNumber, History, STATE_INTERVAL } from "../../../vttbridge/web/console/replay/history.mjs";
import { isImpossible } from "../../../vttbridge/web/console/replay/what_if.mjs";
import { sideOf } from "../../../vttbridge/web/console/ui/sides.mjs";
import { PUSHED } from "../console_support.mjs";

test("what would have been decided before is not impossible", () => {
  const decided = (/** @type {string} */ code) => ({ effects: [], refusal: { code }, waits: false });
  assert.equal(isImpossible(decided("already_resolved")), false);
  assert.equal(isImpossible(decided("BLOCKED")), true);
  assert.equal(isImpossible({ effects: [], refusal: null, waits: false }), false);
});

test("the past can be looked at after every event", () => {
  const put = { seq: 3, event: { epoch: 1, kind: "piece_put", data: { now: { scene: "a", pieces: [{ id: "ilse", place: { x: 2, y: 6 } }] } } } };
  const asked = { seq: 4, event: { epoch: 1, kind: "asked", data: {} } };
  const moved = { seq: 5, event: { epoch: 1, kind: "committed", data: { effects: PUSHED, now: { scene: "a", pieces: [{ id: "ilse", place: { x: 4, y: 6 } }] } } } };
  const past = new History(EMPTY, [put, asked], afterEvent);
  past.add(moved);
  past.add(moved);
  assert.equal(past.length, 3);
  assert.equal(past.stateAfter(1).scenes[0].pieces[0].place.x, 2);
  assert.equal(past.stateAfter(3).scenes[0].pieces[0].place.x, 4);
  assert.equal(past.countUpTo(4), 2);
  assert.equal(past.nextVisible(1, 1), 3);
  assert.equal(past.nextVisible(3, -1), 1);
  assert.equal(healthNumber(past.records), "stamina");
});

test("a long past gives every state from those it keeps, in any order, and sums both sides", () => {
  const table = { seq: 1, event: { epoch: 1, kind: "seat_taken", data: { now: { seats: [{ seat: "p", role: "player" }] } } } };
  const count = STATE_INTERVAL * 3 + 7;
  const steps = Array.from({ length: count }, (_, at) => {
    const pieces = [{ id: "ilse", owner: "p", place: { x: at, y: 0 }, numbers: { stamina: 1000 - at } }];
    return { seq: at + 2, event: { epoch: 1, kind: "piece_changed", data: { scene: "a", now: { scene: "a", pieces } } } };
  });
  const past = new History(EMPTY, /** @type {any} */ ([table, ...steps]), afterEvent);
  for (const wanted of [count + 1, 2, STATE_INTERVAL, STATE_INTERVAL + 1, 5, STATE_INTERVAL * 2 + 3, STATE_INTERVAL * 2 + 1, count]) {
    assert.equal(past.stateAfter(wanted).scenes[0].pieces[0].place.x, wanted - 2);
  }
  const { hero, foe } = past.sideTotals("stamina", sideOf);
  assert.deepEqual([hero[0], hero[1], hero[2], hero.at(-1)], [0, 0, 1000, 1000 - count + 1]);
  assert.deepEqual([...new Set(foe)], [0]);
});

test("ground that was replaced later lies where it lay", () => {
  const set = (/** @type {number} */ seq) => ({ seq, event: { epoch: 1, kind: "scene_set", data: { scene: "a", now: { scene: "a", put: true, ground: { revision: seq } } } } });
  const old = /** @type {any} */ ({ id: "a", walls: [], areas: [] });
  const past = new History(EMPTY, /** @type {any} */ ([set(1), set(2), set(3)]), afterEvent, [{ seq: 2, scene: "a", ground: old }]);
  assert.equal(past.groundOf("a", 2), old);
  assert.equal(past.groundOf("a", 3), undefined);
  assert.equal(past.groundOf("b", 2), undefined);
});
