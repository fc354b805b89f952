/** What the page knows and shows: the table, the scene in view, what is selected, and the words to tell it in. */

import { Translator } from "../lang/translator.mjs";

/**
 * @typedef {import("../../client/wire.d.ts").TableMirror} Mirror
 * @typedef {import("../../client/wire.d.ts").SceneMirror} SceneMirror
 * @typedef {import("../../client/wire.d.ts").SceneSpec} SceneSpec
 * @typedef {import("../../client/wire.d.ts").PieceState} Piece
 * @typedef {import("../../client/wire.d.ts").Event} WireEvent
 * @typedef {import("../../client/wire.d.ts").WireQuestion} Question
 * @typedef {import("../../client/client.mjs").Client} Client
 * @typedef {{seq: number, event: WireEvent}} LogRecord
 * @typedef {"live" | "rewind" | "table"} Tab
 */

/** One table as the page shows it. */
export class Store {
  /** @type {Client | null} */ client = null;
  words = new Translator({});
  /** @type {Tab} */ tab = "live";
  sceneId = "";
  /** @type {import("../replay/log_viewer.mjs").Recording | null} A recorded file that is watched. */ recording = null;
  selected = "";
  /** @type {LogRecord[]} */ records = [];
  /** @type {Map<string, {question: Question, value?: unknown}[]>} Questions of each hold, with the answers given. */
  questions = new Map();
  /** @type {{id: string, label: string, words: string}[]} */ knocks = [];
  /** @type {Map<string, string>} Names of pieces, also of those that are gone. */ #names = new Map();
  /** @type {Set<(what: string) => void>} */ #listeners = new Set();

  /**
   * Follows changes; `what` is `table`, `holds`, `records`, `link`, `selected`, `tab`, `aimed`, `words` or `knocks`.
   *
   * @param {(what: string) => void} listener
   */
  subscribe(listener) {
    this.#listeners.add(listener);
  }

  /** @param {string} what */
  changed(what) {
    for (const listener of this.#listeners) listener(what);
  }

  /** @returns {Mirror | null} */
  get table() {
    return this.recording?.state ?? this.client?.state ?? null;
  }

  /** @returns {string} The rule book that is told in. */
  get ruleset() {
    return this.recording?.ruleset ?? this.client?.welcome?.ruleset ?? "";
  }

  /** @returns {string} By what this browser keeps what it notes of this fight. */
  get bookmarkKey() {
    return this.recording?.key ?? this.client?.welcome?.table ?? "";
  }

  /** @returns {readonly LogRecord[]} What the feed tells. */
  get shownRecords() {
    return this.recording?.history.records ?? this.records;
  }

  /**
   * Fetches the whole past of the table, however many answers it takes.
   *
   * @returns {Promise<{state: Mirror, events: LogRecord[], grounds: import("../replay/history.mjs").PastGround[]}>}
   */
  async fetchHistory() {
    /** @type {{state: Mirror, events: LogRecord[], grounds: import("../replay/history.mjs").PastGround[]}} */
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
  get scene() {
    const scenes = this.table?.scenes ?? [];
    return scenes.find((one) => one.scene === this.sceneId) ?? scenes[0];
  }

  /** @returns {SceneSpec | undefined} */
  get spec() {
    return this.scene ? this.client?.ground[this.scene.scene] : undefined;
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
    return this.scene?.pieces.find((piece) => piece.id === id);
  }

  /**
   * Returns a piece's name, also when it has gone.
   *
   * @param {string} id
   * @returns {string}
   */
  pieceName = (id) => (this.recording?.names ?? this.#names).get(id) ?? id;

  /**
   * Returns what somebody calls themselves.
   *
   * @param {string | null | undefined} seat
   * @returns {string}
   */
  seatName = (seat) => {
    if (!seat) return this.words.say("who.server");
    if (!this.recording && seat === this.client?.welcome?.seat) return this.words.say("who.you");
    const found = this.table?.seats.find((other) => other.seat === seat);
    return found?.label || this.words.say(`role.${found?.role ?? "nobody"}`);
  };

  /**
   * What every teller needs.
   *
   * @returns {import("../narration/event_entries.mjs").NarrationContext}
   */
  get context() {
    return { name: this.pieceName, who: this.seatName, unit: this.unit, you: this.recording ? "" : (this.client?.welcome?.seat ?? "") };
  }

  /** @param {readonly Piece[]} pieces */
  rememberNames(pieces) {
    for (const piece of pieces) if (piece.name) this.#names.set(piece.id, piece.name);
  }

  /**
   * Takes an event into the record.
   *
   * @param {LogRecord} record
   */
  addRecord(record) {
    const { event } = record;
    this.rememberNames(event.data?.now?.pieces ?? []);
    const hold = event.data?.hold;
    if (event.kind === "asked" && hold) {
      const known = (this.questions.get(hold) ?? []).filter((one) => one.question.key !== event.data?.question.key);
      this.questions.set(hold, [...known, { question: event.data?.question }]);
    } else if (event.kind === "answered" && hold) {
      const found = this.questions.get(hold)?.find((one) => one.question.key === event.data?.key);
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
