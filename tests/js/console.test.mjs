// The console's pure parts: words, sentences, accounts, forms, the view, the past.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { afterEvent, EMPTY } from "../../protocol/vttbridge_protocol/js/mirror.mjs";
import { account, impacts, marks } from "../../vttbridge/web/console/narration/plan_summary.mjs";
import { entryOf, undoneIn } from "../../vttbridge/web/console/narration/event_entries.mjs";
import { Earlier } from "../../vttbridge/web/console/narration/previous_values.mjs";
import { cleaned, fieldsOf, missing, nextForPiece, numbersIn, withPiece } from "../../vttbridge/web/console/widgets/schema_fields.mjs";
import { letters, middle, sideOf } from "../../vttbridge/web/console/map/layers/pieces.mjs";
import { isTheirs, pressed } from "../../vttbridge/web/console/app/shortcuts.mjs";
import en from "../../vttbridge/web/console/lang/en.mjs";
import ru from "../../vttbridge/web/console/lang/ru.mjs";
import { edgeTicks, standing } from "../../vttbridge/web/console/map/drawing/svg_paths.mjs";
import { extended } from "../../vttbridge/web/console/widgets/question_form.mjs";
import { EVERY, healthIn, Past } from "../../vttbridge/web/console/replay/history.mjs";
import { regionOf } from "../../vttbridge/web/console/narration/destinations.mjs";
import { shapeOf, tell } from "../../vttbridge/web/console/narration/sentences.mjs";
import { brought, fit, panned, under, zoomed } from "../../vttbridge/web/console/map/viewport.mjs";
import { isImpossible } from "../../vttbridge/web/console/replay/what_if.mjs";
import { filled, spoken, Words } from "../../vttbridge/web/console/lang/translator.mjs";

const CONSOLE = new URL("../../vttbridge/web/console/", import.meta.url);
const BOOK = {
  "action.push": "Push",
  "move.push": "{piece} is pushed",
  "fall.fall": "{piece} falls",
  "damage.fall": "{piece} takes {amount} damage from the fall",
  "status.prone": "Prone",
  "part.distance": "distance",
  "part.stability": "stability",
  "number.stamina": "Stamina",
};
const words = new Words(en, BOOK);
const about = { name: (/** @type {string} */ id) => id.toUpperCase(), who: () => "Gwen", unit: "square" };

const PUSHED = [
  {
    key: "move:ilse:push", kind: "move", piece: "ilse",
    fields: { path: [{ x: 3, y: 6 }, { x: 4, y: 6 }], to: { x: 4, y: 6 }, cause: "push", travelled: 2 },
    parts: [{ code: "distance", amount: 4, rule: "DS-02" }, { code: "stability", amount: -2, rule: "DS-37" }], rules: ["DS-02"],
  },
  { key: "fall:ilse:fall", kind: "fall", piece: "ilse", fields: { to: { x: 4, y: 6, z: -3 }, height: 3, cause: "fall" }, rules: ["DSX-01"], rests_on: ["move:ilse:push"] },
  { key: "damage:ilse:fall", kind: "damage", piece: "ilse", fields: { amount: 6, dealt: 6, cause: "fall", number: "stamina", after: 24 }, rules: ["DSX-01"], rests_on: ["fall:ilse:fall"] },
  { key: "status:ilse:prone", kind: "status", piece: "ilse", fields: { status: "prone", on: true } },
];

/**
 * Puts a told sentence together.
 *
 * @param {{spans: {text: string}[]}} line
 * @returns {string}
 */
const text = (line) => line.spans.map((span) => span.text).join("");

test("both languages hold the same texts, with the same gaps", () => {
  const forms = /\.(one|few|many|other)$/;
  const plain = (/** @type {object} */ language) => Object.keys(language).filter((code) => !forms.test(code)).sort();
  assert.deepEqual(plain(ru), plain(en));
  const gaps = (/** @type {string} */ sentence) => (sentence.match(/\{\w+\}/g) ?? []).sort().join();
  for (const code of plain(en)) assert.equal(gaps(/** @type {any} */ (ru)[code]), gaps(/** @type {any} */ (en)[code]), code);
});

test("every text that the page says is there", () => {
  const known = /** @type {{[code: string]: string}} */ (en);
  for (const name of readdirSync(CONSOLE, { recursive: true, encoding: "utf8" }).filter((one) => one.endsWith(".mjs"))) {
    const source = readFileSync(new URL(name, CONSOLE), "utf8");
    for (const [, code] of source.matchAll(/words\.say\(\s*"([^"]+)"/g)) assert.ok(code in known, `${name}: ${code}`);
    for (const state of ["committed", "rejected", "expired", "cancelled"]) assert.ok(`decided.${state}` in known);
    for (const [, code] of source.matchAll(/words\.count\(\s*"([^"]+)"/g)) assert.ok(`${code}.other` in known, `${name}: ${code}`);
  }
});

test("gaps are filled, and a missing fact stays visible", () => {
  assert.equal(filled("{a} and {b}", { a: 1.5 }), "1.5 and {b}");
  assert.equal(spoken([0, -2]), "0, −2");
  assert.equal(new Words(ru, {}, "ru").count("squares", 3), "3 клетки");
});

test("effects are told in the rule book's words, with the pieces marked", () => {
  const told = tell(words, PUSHED, about);
  assert.deepEqual(told.map(text), [
    "ILSE is pushed 2 squares", "ILSE falls 3 squares", "ILSE takes 6 damage from the fall", "ILSE is prone",
  ]);
  assert.equal(told[0].spans[0].piece, "ilse");
  assert.deepEqual(told.map((line) => line.shape), ["move", "fall", "fall", "status"]);
  assert.equal(shapeOf({ key: "", kind: "damage", fields: { cause: "creature_collision" } }), "crash");
  assert.equal(shapeOf({ key: "", kind: "damage", fields: { cause: "object_collision" } }), "slam");
});

test("an account adds up: what pushes first, then what happens, then the sum of each piece", () => {
  const lines = account(words, { hash: "", effects: PUSHED }, about);
  assert.deepEqual(lines.map((line) => line.kind), ["part", "part", "sum", "hit", "hit", "hit", "hit", "total"]);
  assert.equal(lines[2].squares, 2);
  assert.equal(lines[3].squares, -2);
  assert.equal(text(lines[7]), "ILSE: Stamina 30 to 24");
  assert.equal(lines[7].damage, 6);
});

test("what follows from an impact shares its number and its place on the map", () => {
  const numbered = impacts(PUSHED);
  assert.equal(numbered.get("fall:ilse:fall")?.number, 1);
  assert.equal(numbered.get("damage:ilse:fall")?.number, 1);
  const at = (/** @type {string} */ _, /** @type {{x: number, y: number}} */ to) => ({ x: to.x + 0.5, y: to.y + 0.5 });
  assert.deepEqual(marks(PUSHED, () => null, () => null, at), [
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
  assert.deepEqual([...undoneIn([undone])], [9]);
});

const at = (/** @type {number} */ x) => ({ now: { scene: "keep", pieces: [{ id: "ilse", place: { x, y: 1 } }] } });
const done = (/** @type {string} */ kind, /** @type {any} */ data, actor = "s-gwen") => ({ seq: 1, event: { epoch: 1, kind, actor, data } });

test("what somebody does by hand is told as what it is", () => {
  const earlier = new Earlier();
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

test("what would have been decided before is not impossible", () => {
  const decided = (/** @type {string} */ code) => ({ effects: [], refusal: { code }, waits: false });
  assert.equal(isImpossible(decided("already_resolved")), false);
  assert.equal(isImpossible(decided("BLOCKED")), true);
  assert.equal(isImpossible({ effects: [], refusal: null, waits: false }), false);
});

test("a region is drawn from rings or from squares", () => {
  assert.deepEqual(regionOf([[[0, 0], [2, 0, 1], [2, 2]], [[0, 0]]]), [[[0, 0], [2, 0], [2, 2]]]);
  assert.deepEqual(regionOf([[3, 4, 0]]), [[[3, 4], [4, 4], [4, 5], [3, 5]]]);
  assert.deepEqual(regionOf(null), []);
});

const SCHEMA = {
  $ref: "#/$defs/Push",
  $defs: {
    Push: {
      properties: {
        source: { "x-vttbridge-kind": "piece", type: "string" },
        targets: { "x-vttbridge-kind": "pieces", type: "array", minItems: 1, maxItems: 8 },
        distance: { "x-vttbridge-kind": "count", type: "integer", minimum: 0, maximum: 100 },
        path: { anyOf: [{ "x-vttbridge-kind": "path", type: "array" }, { type: "null" }], default: null },
        melee: { "x-vttbridge-kind": "flag", type: "boolean", default: false },
      },
      required: ["source", "targets", "distance"],
    },
  },
};

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
  assert.deepEqual(withPiece(fields[1], ["b"], "c"), ["b", "c"]);
  assert.deepEqual(withPiece(fields[1], ["b"], "b"), []);
  assert.deepEqual(numbersIn("1, 2;x 3"), [1, 2, 3]);
});

test("a path grows square by square and is cut where it is picked again", () => {
  assert.deepEqual(extended([[1, 1]], [2, 1], 3), [[1, 1], [2, 1]]);
  assert.deepEqual(extended([[1, 1], [2, 1]], [2, 1], 3), [[1, 1]]);
  assert.deepEqual(extended([[1, 1]], [2, 1], 1), [[1, 1]]);
});

test("zooming keeps what lies under the pointer, and fitting shows all", () => {
  const view = fit({ x: 0, y: 0, width: 14, height: 8 }, { width: 800, height: 600 });
  const at = { x: 100, y: 120 };
  const place = under(view, at);
  const closer = under(zoomed(view, at, 2), at);
  assert.ok(Math.abs(closer.x - place.x) < 1e-9 && Math.abs(closer.y - place.y) < 1e-9);
  assert.equal(zoomed(view, at, 1e9).scale, 240);
  assert.deepEqual(brought(view, { x: 7, y: 4 }, { width: 800, height: 600 }), view);
  const away = panned(view, 5_000, 0);
  assert.ok(brought(away, { x: 7, y: 4 }, { width: 800, height: 600 }).x < away.x);
});

test("a wall with a broken stretch stands on both sides of it", () => {
  assert.deepEqual(standing([0, 0], [10, 0], [[0.2, 0.4]]), [[[0, 0], [2, 0]], [[4, 0], [10, 0]]]);
  assert.deepEqual(standing([0, 0], [10, 0], [[0, 1]]), []);
  assert.ok(edgeTicks([0, 0], [1, 0], [0, 1]).startsWith("M"));
});

test("a piece stands in the middle of its cells and on a side", () => {
  assert.deepEqual(middle({ id: "a", place: { x: 2, y: 3 }, footprint: { shape: "cells", width: 2, depth: 2 } }), { x: 3, y: 4 });
  assert.deepEqual(middle({ id: "a", place: { x: 2, y: 3 }, footprint: { shape: "disc", radius: 1 } }), { x: 2, y: 3 });
  const ann = { id: "ann", place: { x: 0, y: 0 }, owner: "s-1", side: "red" };
  const table = { ...EMPTY, seats: [{ seat: "s-1", role: /** @type {const} */ ("player") }], scenes: [{ scene: "a", ground: {}, pieces: [ann] }] };
  assert.equal(sideOf(ann, table), "hero");
  assert.equal(sideOf({ ...ann, owner: "", side: "red" }, table), "hero");
  assert.equal(sideOf({ ...ann, owner: "", side: "blue" }, table), "foe");
  assert.equal(sideOf({ ...ann, kind: "object" }, table), "thing");
  assert.equal(letters("Old Mosk"), "OM");
});

test("keys are named as people write them, and what has the focus keeps its own", () => {
  const key = { key: "z", ctrlKey: true, metaKey: false, shiftKey: false, altKey: false };
  assert.equal(pressed(key), "Ctrl Z");
  assert.equal(pressed({ ...key, ctrlKey: false, key: " " }), "Space");
  assert.equal(pressed({ ...key, ctrlKey: false, key: "ArrowLeft", shiftKey: true }), "Shift ArrowLeft");
  const input = /** @type {any} */ ({ tagName: "INPUT", type: "text" });
  assert.equal(isTheirs(input, "A"), true);
  assert.equal(isTheirs(input, "Escape"), false);
  assert.equal(isTheirs(/** @type {any} */ ({ tagName: "BUTTON", getAttribute: () => null }), "A"), false);
});

test("the past can be looked at after every event", () => {
  const put = { seq: 3, event: { epoch: 1, kind: "piece_put", data: { now: { scene: "a", pieces: [{ id: "ilse", place: { x: 2, y: 6 } }] } } } };
  const asked = { seq: 4, event: { epoch: 1, kind: "asked", data: {} } };
  const moved = { seq: 5, event: { epoch: 1, kind: "committed", data: { effects: PUSHED, now: { scene: "a", pieces: [{ id: "ilse", place: { x: 4, y: 6 } }] } } } };
  const past = new Past(EMPTY, [put, asked], afterEvent);
  past.add(moved);
  past.add(moved);
  assert.equal(past.length, 3);
  assert.equal(past.at(1).scenes[0].pieces[0].place.x, 2);
  assert.equal(past.at(3).scenes[0].pieces[0].place.x, 4);
  assert.equal(past.placeOf(4), 2);
  assert.equal(past.next(1, 1), 3);
  assert.equal(past.next(3, -1), 1);
  assert.equal(healthIn(past.records), "stamina");
});

test("a long past gives every state from those it keeps, in any order, and sums both sides", () => {
  const table = { seq: 1, event: { epoch: 1, kind: "seat_taken", data: { now: { seats: [{ seat: "p", role: "player" }] } } } };
  const count = EVERY * 3 + 7;
  const steps = Array.from({ length: count }, (_, at) => {
    const pieces = [{ id: "ilse", owner: "p", place: { x: at, y: 0 }, numbers: { stamina: 1000 - at } }];
    return { seq: at + 2, event: { epoch: 1, kind: "piece_changed", data: { scene: "a", now: { scene: "a", pieces } } } };
  });
  const past = new Past(EMPTY, /** @type {any} */ ([table, ...steps]), afterEvent);
  for (const wanted of [count + 1, 2, EVERY, EVERY + 1, 5, EVERY * 2 + 3, EVERY * 2 + 1, count]) {
    assert.equal(past.at(wanted).scenes[0].pieces[0].place.x, wanted - 2);
  }
  const { hero, foe } = past.sums("stamina", sideOf);
  assert.deepEqual([hero[0], hero[1], hero[2], hero.at(-1)], [0, 0, 1000, 1000 - count + 1]);
  assert.deepEqual([...new Set(foe)], [0]);
});

test("ground that was replaced later lies where it lay", () => {
  const set = (/** @type {number} */ seq) => ({ seq, event: { epoch: 1, kind: "scene_set", data: { scene: "a", now: { scene: "a", put: true, ground: { revision: seq } } } } });
  const old = /** @type {any} */ ({ id: "a", walls: [], areas: [] });
  const past = new Past(EMPTY, /** @type {any} */ ([set(1), set(2), set(3)]), afterEvent, [{ seq: 2, scene: "a", ground: old }]);
  assert.equal(past.groundOf("a", 2), old);
  assert.equal(past.groundOf("a", 3), undefined);
  assert.equal(past.groundOf("b", 2), undefined);
});
