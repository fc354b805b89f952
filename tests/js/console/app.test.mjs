// What the page knows and how it tells that something changed.

import assert from "node:assert/strict";
import { test } from "node:test";

import { actionKeys, belongsToFocus, keyName } from "../../../vttbridge/web/console/app/shortcuts.mjs";

test("keys are named as people write them, and what has the focus keeps its own", () => {
  const key = { key: "z", ctrlKey: true, metaKey: false, shiftKey: false, altKey: false };
  assert.equal(keyName(key), "Ctrl Z");
  assert.equal(keyName({ ...key, ctrlKey: false, key: " " }), "Space");
  assert.equal(keyName({ ...key, ctrlKey: false, key: "ArrowLeft", shiftKey: true }), "Shift ArrowLeft");
  const input = /** @type {any} */ ({ tagName: "INPUT", type: "text" });
  assert.equal(belongsToFocus(input, "A"), true);
  assert.equal(belongsToFocus(input, "Escape"), false);
  assert.equal(belongsToFocus(/** @type {any} */ ({ tagName: "BUTTON", getAttribute: () => null }), "A"), false);
});

test("the first actions of a book have letters of their own, on any keyboard", () => {
  assert.deepEqual(actionKeys(["push", "pull", "slide", "fall"]), { push: "P", pull: "L", slide: "S" });
  assert.deepEqual(actionKeys(["attack", "knock_back"]), { attack: "T", knock_back: "N" });
  const held = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
  assert.equal(keyName({ key: "з", code: "KeyP", ...held }), "P");
  assert.equal(keyName({ key: "p", code: "KeyR", ...held }), "P");
});
