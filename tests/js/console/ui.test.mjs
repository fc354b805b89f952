// On whose side a piece stands.

import assert from "node:assert/strict";
import { test } from "node:test";

import { EMPTY, EMPTY_GROUND } from "../../../protocol/vttbridge_protocol/js/mirror.mjs";
import { sideOf } from "../../../vttbridge/web/console/ui/sides.mjs";

/**
 * Returns a table with these pieces on it, at which Ada plays.
 *
 * @param {import("../../../protocol/vttbridge_protocol/js/wire.d.ts").PieceState[]} pieces
 * @returns {import("../../../protocol/vttbridge_protocol/js/wire.d.ts").TableMirror}
 */
const tableOf = (pieces) => ({ ...EMPTY, seats: [{ seat: "ada", role: "player", label: "Ada", user: "" }], scenes: [{ scene: "a", ground: EMPTY_GROUND, pieces }] });
const place = { x: 0, y: 0 };

test("what players own is heroic, and so are all of its side", () => {
  const own = { id: "own", place, owner: "ada", side: "red" };
  const friend = { id: "friend", place, side: "red" };
  const enemy = { id: "enemy", place, side: "blue" };
  const crate = { id: "crate", place, kind: /** @type {const} */ ("object"), side: "red" };
  const table = tableOf([own, friend, enemy, crate]);
  assert.deepEqual([own, friend, enemy, crate].map((piece) => sideOf(piece, table)), ["hero", "hero", "foe", "thing"]);
});

test("without players the first side is the heroes', and a tag says it outright", () => {
  const first = { id: "a", place, side: "blue" };
  const second = { id: "b", place, side: "red" };
  const named = { id: "c", place, side: "red", tags: ["hero"] };
  const alone = { id: "d", place };
  assert.deepEqual([first, second, alone].map((piece) => sideOf(piece, tableOf([first, second, alone]))), ["hero", "foe", "foe"]);
  assert.deepEqual([first, second, named].map((piece) => sideOf(piece, tableOf([first, second, named]))), ["foe", "hero", "hero"]);
});
