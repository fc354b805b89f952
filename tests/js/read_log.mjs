// Reads log files as the console does, and prints what it made of each: `node read_log.mjs FILE…`.

import { readFileSync } from "node:fs";

import { blake2b } from "../../protocol/vttbridge_protocol/js/blake2b.mjs";
import { afterEvent, EMPTY } from "../../protocol/vttbridge_protocol/js/mirror.mjs";
import { recordedIn } from "../../vttbridge/web/console/replay/log_events.mjs";
import { BadLog, readLog } from "../../vttbridge/web/console/replay/log_reader.mjs";

for (const path of process.argv.slice(2)) {
  try {
    const { events, grounds } = recordedIn(readLog(new Uint8Array(readFileSync(path)), blake2b));
    const state = events.reduce((mirror, { event }) => afterEvent(mirror, event), EMPTY);
    console.log(JSON.stringify({ events, grounds, state }));
  } catch (error) {
    if (!(error instanceof BadLog)) throw error;
    console.log(JSON.stringify({ code: error.code, row: error.row }));
  }
}
