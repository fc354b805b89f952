/** What the page knows and shows: the table, the scene in view, what is selected, and the words to tell it in. */

import { Words } from "../lang/translator.mjs";

/**
 * @typedef {import("../../client/wire.d.ts").Mirror} Mirror
 * @typedef {import("../../client/wire.d.ts").SceneMirror} SceneMirror
 * @typedef {import("../../client/wire.d.ts").SceneSpec} SceneSpec
 * @typedef {import("../../client/wire.d.ts").Piece} Piece
 * @typedef {import("../../client/wire.d.ts").WireEvent} WireEvent
 * @typedef {import("../../client/wire.d.ts").Question} Question
 * @typedef {import("../../client/client.mjs").Client} Client
 * @typedef {{seq: number, event: WireEvent}} Record_
 * @typedef {"live" | "rewind" | "table"} Tab
 */

/** One table as the page shows it. */
export class Room {
  /** @type {Client | null} */ client = null;
  words = new Words({});
  /** @type {Tab} */ tab = "live";
  scene = "";
  /** @type {import("../replay/log_viewer.mjs").Film | null} A recorded file that is watched. */ film = null;
  selected = "";
  /** @type {Record_[]} */ records = [];
  /** @type {Map<string, {question: Question, value?: unknown}[]>} Questions of each hold, with the answers given. */
  asked = new Map();
  /** @type {{id: string, label: string, words: string}[]} */ knocks = [];
  /** @type {Map<string, string>} Names of pieces, also of those that are gone. */ #names = new Map();
  /** @type {Set<(what: string) => void>} */ #listeners = new Set();

  /**
   * Follows changes; `what` is `table`, `holds`, `records`, `link`, `selected`, `tab`, `aimed`, `words` or `knocks`.
   *
   * @param {(what: string) => void} listener
   */
  on(listener) {
    this.#listeners.add(listener);
  }

  /** @param {string} what */
  changed(what) {
    for (const listener of this.#listeners) listener(what);
  }

  /** @returns {Mirror | null} */
  get table() {
    return this.film?.state ?? this.client?.state ?? null;
  }

  /** @returns {string} The rule book that is told in. */
  get ruleset() {
    return this.film?.ruleset ?? this.client?.welcome?.ruleset ?? "";
  }

  /** @returns {string} By what this browser keeps what it notes of this fight. */
  get key() {
    return this.film?.key ?? this.client?.welcome?.table ?? "";
  }

  /** @returns {readonly Record_[]} What the feed tells. */
  get told() {
    return this.film?.past.records ?? this.records;
  }

  /**
   * Fetches the whole past of the table, however many answers it takes.
   *
   * @returns {Promise<{state: Mirror, events: Record_[], grounds: import("../replay/history.mjs").Laid[]}>}
   */
  async whole() {
    /** @type {{state: Mirror, events: Record_[], grounds: import("../replay/history.mjs").Laid[]}} */
    const all = { state: /** @type {any} */ (null), events: [], grounds: [] };
    for (let first = 0; ; ) {
      const part = await /** @type {Client} */ (this.client).log(first);
      if (!part?.events) throw new Error(part?.code ?? "no answer");
      all.state ??= part.state;
      for (const record of part.events) all.events.push(record);
      all.grounds.push(...(part.grounds ?? []));
      if (!part.next) return all;
      first = part.next;
    }
  }

  /** @returns {boolean} */
  get isGm() {
    return this.client?.welcome?.role === "gm";
  }

  /** @returns {SceneMirror | undefined} */
  get now() {
    const scenes = this.table?.scenes ?? [];
    return scenes.find((one) => one.scene === this.scene) ?? scenes[0];
  }

  /** @returns {SceneSpec | undefined} */
  get spec() {
    return this.now ? this.client?.ground[this.now.scene] : undefined;
  }

  /** @returns {string} */
  get unit() {
    return this.ruleset.startsWith("necromunda") ? "inch" : (this.spec?.unit ?? "square");
  }

  /**
   * Finds a piece on the scene in view.
   *
   * @param {string} id
   * @returns {Piece | undefined}
   */
  piece(id) {
    return this.now?.pieces.find((piece) => piece.id === id);
  }

  /**
   * Gives a piece's name, also when it has gone.
   *
   * @param {string} id
   * @returns {string}
   */
  name = (id) => (this.film?.names ?? this.#names).get(id) ?? id;

  /**
   * Gives what somebody calls themselves.
   *
   * @param {string | null | undefined} seat
   * @returns {string}
   */
  who = (seat) => {
    if (!seat) return this.words.say("who.server");
    if (!this.film && seat === this.client?.welcome?.seat) return this.words.say("who.you");
    const found = this.table?.seats.find((other) => other.seat === seat);
    return found?.label || this.words.say(`role.${found?.role ?? "nobody"}`);
  };

  /**
   * What every teller needs.
   *
   * @returns {import("../narration/event_entries.mjs").About}
   */
  get about() {
    return { name: this.name, who: this.who, unit: this.unit, you: this.film ? "" : (this.client?.welcome?.seat ?? "") };
  }

  /** @param {readonly Piece[]} pieces */
  learn(pieces) {
    for (const piece of pieces) if (piece.name) this.#names.set(piece.id, piece.name);
  }

  /**
   * Takes an event into the record.
   *
   * @param {Record_} record
   */
  take(record) {
    const { event } = record;
    this.learn(event.data?.now?.pieces ?? []);
    const hold = event.data?.hold;
    if (event.kind === "asked" && hold) {
      const known = (this.asked.get(hold) ?? []).filter((one) => one.question.key !== event.data?.question.key);
      this.asked.set(hold, [...known, { question: event.data?.question }]);
    } else if (event.kind === "answered" && hold) {
      const found = this.asked.get(hold)?.find((one) => one.question.key === event.data?.key);
      if (found) found.value = event.data?.value;
    }
    this.records.push(record);
  }

  /** @param {string} piece */
  select(piece) {
    this.selected = piece;
    this.changed("selected");
  }
}
