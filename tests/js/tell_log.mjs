// Tells log files as the console's feed does, one sentence a line: `node tell_log.mjs LANGUAGE WORDS FILE…`.

import { readFileSync } from "node:fs";

import { blake2b } from "../../protocol/vttbridge_protocol/js/blake2b.mjs";
import { entryOf } from "../../vttbridge/web/console/narration/event_entries.mjs";
import en from "../../vttbridge/web/console/lang/en.mjs";
import ru from "../../vttbridge/web/console/lang/ru.mjs";
import { recordedIn } from "../../vttbridge/web/console/replay/log_events.mjs";
import { readLog } from "../../vttbridge/web/console/replay/log_reader.mjs";
import { Words } from "../../vttbridge/web/console/lang/translator.mjs";

const [language, wordsFile, ...paths] = process.argv.slice(2);
/** @type {{[book: string]: {[code: string]: string}}} */
const books = JSON.parse(readFileSync(wordsFile, "utf-8"));
const name = () => "X";

/**
 * Gives a book that says which sentence is asked of it in vain.
 *
 * @param {{[code: string]: string}} book
 * @returns {{[code: string]: string}}
 */
function watched(book) {
  /**
   * @param {{[code: string]: string}} sentences
   * @param {string | symbol} code
   * @returns {string | undefined}
   */
  const get = (sentences, code) => {
    if (!(code in sentences)) console.log(`missing\t${String(code)}`);
    return sentences[String(code)];
  };
  return new Proxy(book, { get });
}

for (const path of paths) {
  const file = readLog(new Uint8Array(readFileSync(path)), blake2b);
  const words = new Words(language === "ru" ? { ...en, ...ru } : en, watched(books[file.header.ruleset]), language);
  for (const record of recordedIn(file).events) {
    const entry = entryOf(words, record, { name, who: name, unit: "square" });
    const lines = entry?.lines.map((line) => line.spans.map((span) => span.text).join("")) ?? ["NOTHING"];
    for (const line of lines) console.log(`${record.event.kind}\t${line}`);
  }
}
