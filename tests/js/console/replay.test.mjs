// The past: its states, its moments, how it is played.

import assert from "node:assert/strict";
import { test } from "node:test";

import { afterEvent, EMPTY } from "../../../protocol/vttbridge_protocol/js/mirror.mjs";
import { healthNumber, History, STATE_INTERVAL } from "../../../vttbridge/web/console/replay/history.mjs";
import { isImpossible } from "../../../vttbridge/web/console/replay/what_if.mjs";
import { sideOf } from "../../../vttbridge/web/console/ui/sides.mjs";
import { PUSHED, words } from "../console_support.mjs";
import { momentAt, shownAt } from "../../../vttbridge/web/console/replay/moment.mjs";
import { unpacked } from "../../../vttbridge/web/console/replay/msgpack.mjs";
import { Playback, SPEEDS } from "../../../vttbridge/web/console/replay/playback.mjs";
import { faultText } from "../../../vttbridge/web/console/replay/recording.mjs";
import { BadLog, isLog } from "../../../vttbridge/web/console/replay/log_reader.mjs";

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

/**
 * Returns a history in which Ilse is put on the map, moves, is pushed, and a note is made.
 *
 * @returns {History}
 */
function fight() {
  const at = (/** @type {number} */ x) => ({ scene: "keep", pieces: [{ id: "ilse", place: { x, y: 1 } }] });
  const events = [
    { kind: "scene_set", data: { scene: "keep", now: { scene: "keep", put: true } } },
    { kind: "piece_put", data: { scene: "keep", now: at(1) } },
    { kind: "committed", data: { scene: "keep", effects: PUSHED, now: at(2) } },
    { kind: "planned", data: {} },
    { kind: "committed", data: { scene: "keep", effects: PUSHED, now: at(3) } },
  ];
  return new History(EMPTY, events.map((event, index) => ({ seq: index + 11, event: { epoch: 1, ...event } })), afterEvent);
}

const xOf = (/** @type {any} */ side) => side.scene?.pieces[0]?.place.x;

test("a moment has the table on both sides of its event, and shows an outcome over the pieces as they stood", () => {
  const moment = momentAt(fight(), 3, "");
  assert.deepEqual([moment.seq, moment.effects, xOf(moment.before), xOf(moment.after)], [13, PUSHED, 1, 2]);
  assert.equal(xOf(shownAt(moment)), 1);
  const quiet = momentAt(fight(), 2, "");
  assert.deepEqual([quiet.seq, quiet.effects, xOf(shownAt(quiet))], [12, [], 1]);
  const nothing = momentAt(fight(), 0, "keep");
  assert.deepEqual([nothing.seq, nothing.after.scene], [0, undefined]);
});

test("only what is newer is added to a history", () => {
  const history = fight();
  history.addNewer(history.records);
  assert.equal(history.length, 5);
  history.addNewer([...history.records, { seq: 16, event: { epoch: 1, kind: "note", data: {} } }]);
  assert.deepEqual([history.length, history.records.at(-1)?.seq], [6, 16]);
});

test("one goes through a history by visible events, by outcomes, and by number, within its ends", () => {
  let moves = 0;
  const playback = new Playback(fight(), 5, () => (moves += 1));
  assert.deepEqual([playback.now, playback.seq, playback.isFollowing, moves], [5, 15, true, 0]);
  playback.step(-1);
  assert.equal(playback.seq, 13);
  playback.stepOutcome(1);
  assert.equal(playback.seq, 15);
  playback.stepOutcome(-1);
  playback.goToEvent(12);
  assert.equal(playback.seq, 12);
  playback.goTo(99);
  assert.equal(playback.now, 5);
  playback.goTo(-1);
  assert.deepEqual([playback.now, playback.seq, playback.isFollowing, moves], [0, 0, false, 6]);
});

test("who looks at the end of a history goes on with it", () => {
  const playback = new Playback(fight(), 5, () => {});
  playback.history.add({ seq: 16, event: { epoch: 1, kind: "note", data: {} } });
  playback.follow();
  assert.equal(playback.seq, 16);
  playback.step(-1);
  playback.history.add({ seq: 17, event: { epoch: 1, kind: "note", data: {} } });
  playback.follow();
  assert.equal(playback.seq, 15);
});

test("playing steps from event to event, faster where that is wished, and ends by itself", (context) => {
  context.mock.timers.enable({ apis: ["setInterval"] });
  const playback = new Playback(fight(), 5, () => {});
  playback.toggle();
  assert.deepEqual([playback.isPlaying, playback.now], [true, 0]);
  context.mock.timers.tick(1100);
  assert.equal(playback.seq, 11);
  playback.changeSpeed(1);
  assert.deepEqual([playback.speed, playback.isPlaying], [2, true]);
  context.mock.timers.tick(550);
  assert.equal(playback.seq, 12);
  context.mock.timers.tick(550 * 3);
  assert.deepEqual([playback.seq, playback.isPlaying], [15, false]);
  playback.changeSpeed(9);
  assert.equal(playback.speed, SPEEDS.at(-1));
  playback.changeSpeed(-9);
  assert.equal(playback.speed, SPEEDS[0]);
});

test("msgpack of every kind that a log has is read, and nothing else", () => {
  const bytes = (/** @type {number[]} */ ...all) => unpacked(Uint8Array.from(all));
  assert.deepEqual([bytes(0x7f), bytes(0xff), bytes(0xcd, 1, 0), bytes(0xd1, 0xff, 0), bytes(0xc0), bytes(0xc3)], [127, -1, 256, -256, null, true]);
  assert.deepEqual(bytes(0x82, 0xa1, 0x61, 0x92, 1, 2, 0xd9, 1, 0x62, 0xcb, 0x3f, 0xf8, 0, 0, 0, 0, 0, 0), { a: [1, 2], b: 1.5 });
  assert.throws(() => bytes(0xc4, 0), /no log has/);
  assert.throws(() => bytes(0x81, 1, 1), /no text/);
  assert.throws(() => bytes(0xa2, 0x61), /too early/);
  assert.throws(() => bytes(1, 1), /behind/);
  assert.throws(() => unpacked(new Uint8Array(80).fill(0x91)), /too deep/);
});

test("a file says by its first letters that it is a log, and why it is none is told", () => {
  assert.deepEqual([isLog(new TextEncoder().encode("vttlog 9")), isLog(new TextEncoder().encode("vtt"))], [true, false]);
  assert.equal(faultText(words, new BadLog("short", 7), "a.vttlog"), words.say("recording.short", { file: "a.vttlog", row: 7 }));
  assert.equal(faultText(words, new Error("x"), "a.vttlog"), words.say("recording.damaged", { file: "a.vttlog", row: 1 }));
});
