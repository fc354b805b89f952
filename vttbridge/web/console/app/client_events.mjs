/** What the server says, taken into the store; what concerns a panel alone is handed on. */

import { Topic } from "./store.mjs";
import { loadWords } from "./preferences.mjs";
import { persistToken } from "./session.mjs";

/**
 * @typedef {import("./store.mjs").Store} Store
 * @typedef {import("./log_entries.mjs").LogEntries} LogEntries
 * @typedef {import("../../client/client.mjs").Client} Client
 * @typedef {import("../../client/interfaces.d.ts").Said} Said
 * @typedef {import("../../client/wire.d.ts").Resolved} Resolved
 * @typedef {{onWaiting: (hold: string, remaining_ms: number | undefined) => void, onResolved: (end: Resolved) => void}} HoldEvents
 */

/** So many events of the past are told when one sits down. */
const PAST_EVENTS = 400;

/** One client after another, as the page comes in, leaves and comes in again. */
export class ClientEvents {
  /** @type {WeakSet<Client>} Clients that know what was before. */ #informed = new WeakSet();

  /**
   * @param {Store} store
   * @param {LogEntries} entries
   * @param {HoldEvents} holds
   */
  constructor(store, entries, holds) {
    this.store = store;
    this.entries = entries;
    this.holds = holds;
  }

  /** @param {Client | null} client */
  join(client) {
    const { store } = this;
    store.live.join(client);
    if (client) {
      persistToken(client);
      client.follow((said) => client === store.client && this.#onMessage(client, said));
      client.start();
    }
    store.emit(Topic.CONNECTION);
  }

  /**
   * @param {Client} client
   * @param {Said & {seq?: number}} said
   */
  #onMessage(client, { type, body, seq = 0 }) {
    const { store } = this;
    switch (type) {
      case "link":
        if (body.state === "live") void this.#arrived(client);
        store.emit(Topic.CONNECTION);
        break;
      case "snapshot":
      case "known":
        this.#tableChanged(client);
        break;
      case "event":
        this.#happened(client, seq, body);
        break;
      case "held":
        this.#waits(body.hold.hold, body.hold.remaining_ms);
        break;
      case "asked":
        this.#waits(body.hold, body.remaining_ms);
        break;
      case "resolved":
        this.holds.onResolved(body);
        store.emit(Topic.HOLDS);
        break;
      case "knocking":
        store.live.setKnock(body);
        store.emit(Topic.KNOCKS);
        break;
      default:
    }
  }

  /**
   * @param {Client} client
   * @param {number} seq
   * @param {import("../../client/wire.d.ts").Event} event
   */
  #happened(client, seq, event) {
    const { store } = this;
    store.live.addRecord({ seq, event });
    if (event.data?.now?.put) void client.look();
    if (event.kind === "table_set") void this.reloadWords();
    store.emit(Topic.RECORDS);
    store.emit(Topic.TABLE);
  }

  /**
   * @param {string} hold
   * @param {number | undefined} remaining_ms
   */
  #waits(hold, remaining_ms) {
    this.holds.onWaiting(hold, remaining_ms);
    this.store.emit(Topic.HOLDS);
  }

  /** Loads the words again, because the rule book or the language may be another one. */
  async reloadWords() {
    const { store } = this;
    await loadWords(store, store.words.language);
    store.emit(Topic.WORDS);
  }

  /** @param {Client} client */
  #tableChanged(client) {
    for (const scene of client.state.scenes) this.store.live.rememberNames(scene.pieces);
    this.store.emit(Topic.TABLE);
  }

  /** @param {Client} client */
  async #arrived(client) {
    const { live } = this.store;
    await this.reloadWords();
    this.#tableChanged(client);
    if (this.#informed.has(client)) return;
    this.#informed.add(client);
    const past = await client.log(Math.max(0, client.seq - PAST_EVENTS)).catch(() => null);
    /** @type {import("./live_table.mjs").LogRecord[]} */
    const before = past?.events ?? [];
    const last = before.at(-1)?.seq ?? 0;
    live.replaceRecords([...before, ...live.records.filter((record) => record.seq > last)]);
    this.entries.reset();
    this.store.emit(Topic.RECORDS);
  }
}
