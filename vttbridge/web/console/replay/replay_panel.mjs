/** Rewind: the whole log on a timeline; play, pause, speed, step, scrub, follow live; the map moves with it. */

import { afterEvent } from "../../client/mirror.mjs";
import { bookmarks, toggleBookmark } from "../feed/bookmarks.mjs";
import { PlayerControls, SPEEDS } from "./player_controls.mjs";
import { byId } from "../ui/dom.mjs";
import { History } from "./history.mjs";
import { saveLog, saveMoment, savePicture } from "./downloads.mjs";
import { WhatIf } from "./what_if.mjs";

/**
 * @typedef {import("../app/store.mjs").Store} Store
 * @typedef {import("../map/map_view.mjs").MapView} MapView
 * @typedef {import("../feed/event_feed.mjs").EventFeed} EventFeed
 * @typedef {import("../map/svg_export.mjs").PictureSide} PictureSide
 * @typedef {import("../../client/wire.d.ts").TableMirror} Mirror
 */

const STEP_MS = 1100;

/** The past while it is watched. */
export class Rewind {
  /** @type {History | null} */ past = null;
  now = 0;
  #speed = 1;
  /** @type {any} */ #playing = null;
  #isDue = false;
  #isFollowing = false;

  /**
   * @param {Store} store
   * @param {MapView} map
   * @param {EventFeed} feed
   * @param {() => void} onLeave
   */
  constructor(store, map, feed, onLeave) {
    this.store = store;
    this.map = map;
    this.feed = feed;
    this.whatIf = new WhatIf(store, { onChange: () => this.redraw(), onGo: (seq) => this.go(seq) });
    this.deck = new PlayerControls({
      set: (count) => this.set(count),
      step: (by) => this.step(by),
      play: () => this.play(),
      pace: (speed) => this.#pace(speed),
      bookmark: () => this.bookmark(),
      moment: () => void saveMoment(store, this.#seq),
      picture: () => this.#picture(),
      log: () => void saveLog(store),
      leave: onLeave,
    });
    addEventListener("resize", () => this.redraw());
  }

  /**
   * What the keyboard does here.
   *
   * @returns {import("../app/shortcuts.mjs").Shortcuts}
   */
  get keys() {
    return {
      Space: () => this.play(),
      ArrowRight: () => this.step(1),
      ArrowLeft: () => this.step(-1),
      "Shift ArrowRight": () => this.set(this.past?.nextOutcome(this.now, 1) ?? 0),
      "Shift ArrowLeft": () => this.set(this.past?.nextOutcome(this.now, -1) ?? 0),
      Home: () => this.set(0),
      End: () => this.set(this.past?.length ?? 0),
      "[": () => this.speed(-1),
      "]": () => this.speed(1),
      B: () => this.bookmark(),
      W: () => this.whatIf.toggle(),
      N: () => this.whatIf.next(1),
    };
  }

  /** @returns {number} The event that is looked at. */
  get #seq() {
    return this.past?.records[this.now - 1]?.seq ?? 0;
  }

  /** The tab was opened or left. */
  turned() {
    const isOpen = this.store.tab === "rewind";
    byId("deck").hidden = !isOpen;
    byId("strip").hidden = isOpen;
    if (isOpen && this.store.recording) this.#watch(this.store.recording.history, 0);
    else if (isOpen) void this.#open();
    else this.#leave();
  }

  #leave() {
    this.#pause();
    this.past = null;
    this.store.recording = null;
    this.whatIf.reset();
    this.whatIf.draw();
    this.feed.whatIfAt = () => null;
    this.map.showPlan([]);
    this.feed.draw();
  }

  async #open() {
    const { store } = this;
    const log = await store.fetchHistory().catch(() => null);
    if (!log || store.tab !== "rewind" || store.recording) return;
    const past = new History(log.state, log.events, afterEvent, log.grounds);
    for (const record of store.records) past.add(record);
    store.records = [];
    for (const record of past.records) store.addRecord(record);
    this.feed.reset();
    this.#watch(past, past.length);
  }

  /**
   * @param {History} past
   * @param {number} from
   */
  #watch(past, from) {
    this.past = past;
    this.now = from;
    this.#isFollowing = from === past.length;
    this.redraw();
  }

  /** Takes what happened meanwhile. */
  heard() {
    const { past, store } = this;
    if (!past || store.recording) return;
    const known = past.records.at(-1)?.seq ?? 0;
    for (let at = store.records.length - 1; at >= 0 && store.records[at].seq > known; at -= 1) {
      if (at === 0 || store.records[at - 1].seq <= known) for (const record of store.records.slice(at)) past.add(record);
    }
    if (this.#isFollowing) this.now = past.length;
    this.redraw();
  }

  /** Shows everything anew: words, lanes, marks. */
  redraw() {
    const { past, store } = this;
    if (!past) return;
    const focused = byId("deck").contains(document.activeElement) ? document.activeElement?.id : "";
    this.deck.open(store, past);
    this.deck.lanes.draw(store, past, this.feed.entries, { marks: bookmarks(store.bookmarkKey), differs: this.whatIf.marks });
    if (focused) document.getElementById(focused)?.focus();
    this.draw();
  }

  /** Shows the moment. */
  draw() {
    const { past, store } = this;
    if (!past) return;
    const record = past.records[this.now - 1];
    const effects = record?.event.kind === "committed" ? (record.event.data?.effects ?? []) : [];
    const { before, after } = this.#around();
    const shown = effects.length ? before : after;
    const scene = shown.scene && after.scene ? { ...shown.scene, ground: after.scene.ground } : after.scene;
    this.map.show(shown.table, scene, this.#spec(scene?.scene));
    this.map.showPlan(effects, "done");
    const other = this.whatIf.differences.get(record?.seq ?? 0);
    if (other) this.map.addPlan(other.decided.effects, "alt");
    this.whatIf.draw();
    this.feed.whatIfAt = (seq) => this.whatIf.describe(seq);
    this.feed.draw(record?.seq ?? 0);
    this.deck.update(store, { now: this.now, speed: this.#speed, isPlaying: this.#playing !== null, isMarked: bookmarks(store.bookmarkKey).has(this.#seq), isOutcome: effects.length > 0 });
  }

  /**
   * Returns the table on both sides of the event that is looked at, with the scene on which it happened.
   *
   * @returns {{before: {table: Mirror, scene: PictureSide["scene"] | undefined}, after: {table: Mirror, scene: PictureSide["scene"] | undefined}}}
   */
  #around() {
    const past = /** @type {History} */ (this.past);
    const wanted = past.records[this.now - 1]?.event.data?.scene ?? this.store.sceneId;
    const side = (/** @type {number} */ count) => {
      const table = past.stateAfter(count);
      return { table, scene: table.scenes.find((one) => one.scene === wanted) ?? table.scenes[0] };
    };
    return { before: side(this.now - 1), after: side(this.now) };
  }

  /**
   * @param {string | undefined} scene
   * @returns {import("../../client/wire.d.ts").SceneSpec | undefined}
   */
  #spec(scene) {
    if (!scene) return undefined;
    return this.past?.groundOf(scene, this.now) ?? this.store.client?.ground[scene];
  }

  #picture() {
    const { before, after } = this.#around();
    const entry = this.feed.entries.find((one) => one.seq === this.#seq);
    const spec = this.#spec(after.scene?.scene);
    if (!entry || !before.scene || !after.scene || !spec) return;
    const lines = entry.lines.map((line) => [line.spans.map((span) => span.text).join(""), line.rules[0] ? `(${line.rules[0]})` : ""].filter(Boolean).join(" "));
    const title = `${entry.title}, ${this.store.words.say("rewind.event", { seq: this.#seq })}`;
    const shot = { title, lines, before: { table: before.table, scene: before.scene }, after: { table: after.table, scene: after.scene }, spec, effects: entry.effects };
    void savePicture(this.store, shot, this.#seq);
  }

  /** @param {number} count */
  set(count) {
    const length = this.past?.length ?? 0;
    this.now = Math.min(Math.max(count, 0), length);
    this.#isFollowing = this.now === length;
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      this.draw();
    });
  }

  /**
   * Goes to an event by its number.
   *
   * @param {number} seq
   */
  go(seq) {
    this.#pause();
    this.set(this.past?.countUpTo(seq) ?? 0);
  }

  /** @param {number} by */
  step(by) {
    if (this.past) this.set(this.past.nextVisible(this.now, by));
  }

  /** Marks the event that is looked at, or takes the mark away. */
  bookmark() {
    if (!this.#seq) return;
    toggleBookmark(this.store.bookmarkKey, this.#seq);
    this.redraw();
  }

  /** @param {number} by */
  speed(by) {
    const at = Math.min(Math.max(SPEEDS.indexOf(this.#speed) + by, 0), SPEEDS.length - 1);
    this.#pace(SPEEDS[at]);
  }

  /** @param {number} speed */
  #pace(speed) {
    this.#speed = speed;
    const wasPlaying = this.#playing !== null;
    this.#pause();
    if (wasPlaying) this.play();
    else this.draw();
  }

  #pause() {
    clearInterval(this.#playing);
    this.#playing = null;
  }

  /** Plays, or pauses. */
  play() {
    if (this.#playing !== null) {
      this.#pause();
    } else {
      if (this.now >= (this.past?.length ?? 0)) this.now = 0;
      this.#playing = setInterval(() => {
        if (this.now < (this.past?.length ?? 0)) this.step(1);
        else this.#ended();
      }, STEP_MS / this.#speed);
    }
    this.draw();
  }

  #ended() {
    this.#pause();
    this.draw();
  }
}
