/** The page's own link: which seat this browser holds, where it is kept, and how it stands in plain words. */

import { Client } from "../../client/client.mjs";
import { jsonCodec } from "../../client/json_codec.mjs";
import { SEAT_LOST } from "./live_table.mjs";
import { readStoredJson, writeStored } from "./browser_storage.mjs";

/**
 * @typedef {import("../../client/interfaces.d.ts").Link} LinkState
 * @typedef {import("../lang/translator.mjs").Translator} Translator
 * @typedef {{address: string, token: string, table: string, label: string, role: string}} SavedSeat
 */

const KEY = "seat";
const CODE = /([0-9A-Z]{4}-[0-9A-Z]{4})/i;
const NAME = "vttbridge console";

/**
 * Returns the address of the server that served this page.
 *
 * @param {{protocol: string, host: string, pathname: string}} where
 * @returns {string}
 */
export function serverAddress({ protocol, host, pathname }) {
  const folder = pathname.replace(/(console\/)?(index\.html)?$/, "");
  return `${protocol === "https:" ? "wss" : "ws"}://${host}${folder.replace(/\/+$/, "")}`;
}

/**
 * Returns the one-use code of a console link, which stands in the fragment.
 *
 * @param {string} fragment
 * @returns {string}
 */
export function codeIn(fragment) {
  return CODE.exec(decodeURIComponent(fragment))?.[1].toUpperCase() ?? "";
}

/**
 * Returns the seat that this browser keeps.
 *
 * @returns {SavedSeat | null}
 */
export function savedSeat() {
  const value = readStoredJson(KEY);
  return value && typeof value.token === "string" ? value : null;
}

/** @param {SavedSeat | null} seat */
export function saveSeat(seat) {
  writeStored(KEY, seat && JSON.stringify(seat));
}

/**
 * Returns a client that comes in by a code, by the seat that is kept, or by knocking.
 *
 * @param {{code?: string, label?: string, knock?: boolean, table?: string}} [wanted]
 * @returns {Client | null}
 */
export function createClient({ code = "", label = "", knock = false, table = "" } = {}) {
  const address = serverAddress(location);
  if (code) return Client.pair(code, { codec: jsonCodec, label, address, name: NAME });
  if (knock) return Client.knock(address, { codec: jsonCodec, label, table, name: NAME });
  const seat = savedSeat();
  return seat ? Client.auth(address, seat.token, { codec: jsonCodec, name: NAME }) : null;
}

/**
 * Keeps a client's token up to date, also when another tab was given a new one.
 *
 * @param {Client} client
 */
export function persistToken(client) {
  const remember = () => {
    const { welcome } = client;
    saveSeat({ address: client.address, token: client.token, table: welcome?.table ?? "", label: welcome?.label ?? "", role: welcome?.role ?? "" });
  };
  client.follow((said) => {
    if (["paired", "admitted", "renewed", "welcome"].includes(said.type)) remember();
    if (said.type === "link" && said.body.state === "over" && SEAT_LOST.includes(said.body.code ?? 0)) saveSeat(null);
  });
  addEventListener("storage", (event) => {
    const seat = event.key === `vttbridge.${KEY}` ? savedSeat() : null;
    if (seat) client.token = seat.token;
  });
}

/**
 * Tells how the link stands.
 *
 * @param {Translator} words
 * @param {LinkState | undefined} link
 * @returns {string}
 */
export function connectionText(words, link) {
  if (!link) return words.say("link.none");
  const over = `link.over_${link.code}`;
  if (link.state === "over") return words.say(over in words.own ? over : "link.over");
  if (link.state === "waiting") return words.say("link.waiting", { seconds: Math.max(1, Math.round((link.wait_ms ?? 0) / 1000)) });
  return words.say(`link.${link.state}`);
}
