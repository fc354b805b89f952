// The console's words: both languages, gaps, plural forms.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import en from "../../../vttbridge/web/console/lang/en.mjs";
import ru from "../../../vttbridge/web/console/lang/ru.mjs";
import { fillGaps, formatValue, Translator } from "../../../vttbridge/web/console/lang/translator.mjs";

const CONSOLE = new URL("../../../vttbridge/web/console/", import.meta.url);

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
  assert.equal(fillGaps("{a} and {b}", { a: 1.5 }), "1.5 and {b}");
  assert.equal(formatValue([0, -2]), "0, −2");
  assert.equal(new Translator(ru, {}, "ru").count("squares", 3), "3 клетки");
});

test("values are written as people read them", () => {
  assert.equal(formatValue(0.12345), "0.123");
  assert.equal(formatValue({ x: 1, y: -2 }), "1, −2");
  assert.equal(formatValue(null), "");
  assert.equal(fillGaps("{a}{b}", { a: undefined, b: "x" }), "x");
});

test("a rule book's sentence counts before the page's own, and a code is better than nothing", () => {
  const translator = new Translator({ "refusal.A": "own {piece}", "squares.one": "1", "squares.other": "{n}" }, { "refusal.B": "book {piece}", "status.prone": "Prone" });
  assert.equal(translator.refusal({ code: "A", facts: { piece: "ilse" } }, (id) => id.toUpperCase()), "own ILSE");
  assert.equal(translator.refusal({ code: "B", facts: { piece: "ilse" } }), "book ilse");
  assert.equal(translator.refusal({ code: "C" }), "C");
  assert.equal(translator.rule("status.prone"), "Prone");
  assert.equal(translator.rule("status.knocked_down"), "knocked down");
  assert.equal(translator.say("not.there"), "not.there");
  assert.deepEqual([translator.count("squares", 1), translator.count("squares", 4)], ["1", "4"]);
  assert.deepEqual([translator.has("status.prone"), translator.has("status.other")], [true, false]);
  assert.deepEqual([translator.hasBook, new Translator({}).hasBook], [true, false]);
});
