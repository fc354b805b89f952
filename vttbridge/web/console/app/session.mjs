/** The page's own link: which seat this browser holds, where it is kept, and how it stands in plain words. */

import { Client } from "../../client/client.mjs";
import { jsonCodec } from "../../client/json_codec.mjs";

/**
 * @typedef {import("../../client/wire.d.ts").Link} LinkState
 * @typedef {import("../lang/translator.mjs").Words} Words
 * @typedef {{address: string, token: string, table: string, label: string, role: string}} Kept
 */

const KEY = "vttbridge.seat";
const CODE = /([0-9A-Z]{4}-[0-9A-Z]{4})/i;
const NAME = "vttbridge console";

/**
 * Gives the address of the server that served this page.
 *
 * @param {{protocol: string, host: string, pathname: string}} where
 * @returns {string}
 */
export function ownAddress({ protocol, host, pathname }) {
  const folder = pathname.replace(/(console\/)?(index\.html)?$/, "");
  return `${protocol === "https:" ? "wss" : "ws"}://${host}${folder.replace(/\/+$/, "")}`;
}

/**
 * Gives the one-use code of a console link, which stands in the fragment.
 *
 * @param {string} fragment
 * @returns {string}
 */
export function codeIn(fragment) {
  return CODE.exec(decodeURIComponent(fragment))?.[1].toUpperCase() ?? "";
}

/**
 * Reads what this browser keeps.
 *
 * @returns {Kept | null}
 */
export function kept() {
  try {
    const value = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return value && typeof value.token === "string" ? value : null;
  } catch {
    return null;
  }
}

/** @param {Kept | null} seat */
export function keep(seat) {
  try {
    if (seat) localStorage.setItem(KEY, JSON.stringify(seat));
    else localStorage.removeItem(KEY);
  } catch {
    // A browser that keeps nothing only has to pair again next time.
  }
}

/**
 * Begins a client by a code, by what is kept, or by knocking.
 *
 * @param {{code?: string, label?: string, knock?: boolean, table?: string}} [wanted]
 * @returns {Client | null}
 */
export function begin({ code = "", label = "", knock = false, table = "" } = {}) {
  const address = ownAddress(location);
  if (code) return Client.pair(code, { codec: jsonCodec, label, address, name: NAME });
  if (knock) return Client.knock(address, { codec: jsonCodec, label, table, name: NAME });
  const seat = kept();
  return seat ? Client.auth(address, seat.token, { codec: jsonCodec, name: NAME }) : null;
}

/**
 * Keeps a client's token up to date, also when another tab was given a new one.
 *
 * @param {Client} client
 */
export function keepTokenOf(client) {
  const remember = () => {
    const { welcome } = client;
    keep({ address: client.address, token: client.token, table: welcome?.table ?? "", label: welcome?.label ?? "", role: welcome?.role ?? "" });
  };
  client.follow((said) => {
    if (["paired", "admitted", "renewed", "welcome"].includes(said.type)) remember();
    if (said.type === "link" && said.body.state === "over" && [4401, 4403].includes(said.body.code)) keep(null);
  });
  addEventListener("storage", (event) => {
    const seat = event.key === KEY ? kept() : null;
    if (seat) client.token = seat.token;
  });
}

/**
 * Tells how the link stands.
 *
 * @param {Words} words
 * @param {LinkState | undefined} link
 * @returns {string}
 */
export function told(words, link) {
  if (!link) return words.say("link.none");
  const over = `link.over_${link.code}`;
  if (link.state === "over") return words.say(over in words.own ? over : "link.over");
  if (link.state === "waiting") return words.say("link.waiting", { seconds: Math.max(1, Math.round((link.wait_ms ?? 0) / 1000)) });
  return words.say(`link.${link.state}`);
}
