/**
 * What the page shows: a table, live or recorded, the tab, the scene in view, what is selected, and the words.
 *
 * Whoever changes something emits its topic; whoever shows it subscribes. Topics that are emitted in one go are heard as
 * one set, after it.
 */

import { Translator } from "../lang/translator.mjs";
import { LiveTable } from "./live_table.mjs";

/**
 * @typedef {import("../../client/wire.d.ts").TableMirror} Mirror
 * @typedef {import("../../client/wire.d.ts").SceneMirror} SceneMirror
 * @typedef {import("../../client/wire.d.ts").SceneSpec} SceneSpec
 * @typedef {import("../../client/wire.d.ts").PieceState} Piece
 * @typedef {import("../../client/client.mjs").Client} Client
 * @typedef {import("./live_table.mjs").LogRecord} LogRecord
 * @typedef {"live" | "rewind" | "table"} Tab
 * @typedef {(typeof Topic)[keyof typeof Topic]} TopicName
 * @typedef {{state: Mirror | null, ruleset: string, bookmarkKey: string, ownSeat: string, isGm: boolean, records: ReadonlyArray<LogRecord>,
 *   names: ReadonlyMap<string, string>, groundOf: (scene: string) => SceneSpec | undefined}} Source What is shown: the live table, or a recorded file.
 */

/** What changes on the page. */
export const Topic = /** @type {const} */ ({
  AIM: "aim",
  CONNECTION: "connection",
  HOLDS: "holds",
  KNOCKS: "knocks",
  RECORDS: "records",
  SELECTION: "selection",
  TAB: "tab",
  TABLE: "table",
  WORDS: "words",
});

/** The state of the page. */
export class Store {
  live = new LiveTable();
  /** @type {(Source & import("../replay/recording.mjs").Recording) | null} A recorded file that is watched. */ recording = null;
  words = new Translator({});
  /** @type {Tab} */ tab = "live";
  sceneId = "";
  selected = "";
  /** @type {Set<TopicName>} */ #emitted = new Set();
  /** @type {Set<(topics: ReadonlySet<TopicName>) => void>} */ #listeners = new Set();

  /** @param {(topics: ReadonlySet<TopicName>) => void} listener */
  subscribe(listener) {
    this.#listeners.add(listener);
  }

  /** @param {TopicName} topic */
  emit(topic) {
    if (this.#emitted.size === 0) queueMicrotask(() => this.#deliver());
    this.#emitted.add(topic);
  }

  #deliver() {
    const topics = this.#emitted;
    this.#emitted = new Set();
    for (const listener of this.#listeners) listener(topics);
  }

  /** @returns {Source} */
  get source() {
    return this.recording ?? this.live;
  }

  /** @returns {Client | null} */
  get client() {
    return this.live.client;
  }

  /** @returns {Mirror | null} */
  get table() {
    return this.source.state;
  }

  /** @returns {boolean} Whether this page may do at the table that is shown what a game master may. */
  get isGm() {
    return this.source.isGm;
  }

  /** @returns {SceneMirror | undefined} The scene in view. */
  get scene() {
    const scenes = this.table?.scenes ?? [];
    return scenes.find((one) => one.scene === this.sceneId) ?? scenes[0];
  }

  /** @returns {SceneSpec | undefined} The ground plan of the scene in view. */
  get spec() {
    return this.scene && this.source.groundOf(this.scene.scene);
  }

  /** @returns {string} */
  get unit() {
    return this.source.ruleset.startsWith("necromunda") ? "inch" : (this.spec?.unit ?? "square");
  }

  /**
   * Returns a piece on the scene in view.
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
  pieceName = (id) => this.source.names.get(id) ?? id;

  /**
   * Returns what a person calls themselves.
   *
   * @param {string | null | undefined} seat
   * @returns {string}
   */
  seatName = (seat) => {
    if (!seat) return this.words.say("who.server");
    if (seat === this.source.ownSeat) return this.words.say("who.you");
    const found = this.table?.seats.find((other) => other.seat === seat);
    return found?.label || this.words.say(`role.${found?.role ?? "nobody"}`);
  };

  /** @returns {import("../narration/event_entries.mjs").NarrationContext} What every sentence needs beside the words. */
  get context() {
    return { name: this.pieceName, who: this.seatName, unit: this.unit, you: this.source.ownSeat };
  }

  /** @param {string} piece */
  select(piece) {
    this.selected = piece;
    this.emit(Topic.SELECTION);
  }

  /** @param {string} scene */
  showScene(scene) {
    this.sceneId = scene;
    this.emit(Topic.TABLE);
  }
}
