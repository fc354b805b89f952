/** Rewind: the whole log on a timeline; play, pause, speed, step, scrub, follow live; the map moves with it. */

import { bookmarks, toggleBookmark } from "../app/bookmarks.mjs";
import { afterEvent } from "../../client/mirror.mjs";
import { byId } from "../ui/dom.mjs";
import { saveLog, saveMoment, savePicture } from "./downloads.mjs";
import { History } from "./history.mjs";
import { momentAt, shownAt } from "./moment.mjs";
import { Playback } from "./playback.mjs";
import { PlayerControls } from "./player_controls.mjs";
import { WhatIf } from "./what_if.mjs";

/**
 * @typedef {import("../app/store.mjs").Store} Store
 * @typedef {import("../app/log_entries.mjs").LogEntries} LogEntries
 * @typedef {import("../app/shortcuts.mjs").Shortcuts} Shortcuts
 * @typedef {import("../map/map_view.mjs").MapView} MapView
 * @typedef {import("../../client/wire.d.ts").SceneSpec} SceneSpec
 * @typedef {{entries: LogEntries, draw: (seq?: number) => void, whatIfAt: (seq: number) => HTMLElement | null}} Feed The list of events.
 */

/** The past while it is watched. */
export class ReplayPanel {
  /** @type {Playback | null} */ #playback = null;
  #isDue = false;

  /**
   * @param {Store} store
   * @param {MapView} map
   * @param {Feed} feed
   * @param {() => void} onLeave
   */
  constructor(store, map, feed, onLeave) {
    this.store = store;
    this.map = map;
    this.feed = feed;
    this.whatIf = new WhatIf(store, { onChange: () => this.redraw(), onGo: (seq) => this.go(seq) });
    this.controls = new PlayerControls({
      set: (count) => this.#playback?.goTo(count),
      step: (by) => this.#playback?.step(by),
      play: () => this.#playback?.toggle(),
      pace: (speed) => this.#playback?.setSpeed(speed),
      bookmark: () => this.#bookmark(),
      moment: () => void saveMoment(store, this.#playback?.seq ?? 0),
      picture: () => this.#savePicture(),
      log: () => void saveLog(store),
      leave: onLeave,
    });
    addEventListener("resize", () => this.redraw());
  }

  /** @returns {Shortcuts} What the keyboard does here. */
  get keys() {
    const playback = this.#playback;
    if (!playback) return {};
    return {
      Space: () => playback.toggle(),
      ArrowRight: () => playback.step(1),
      ArrowLeft: () => playback.step(-1),
      "Shift ArrowRight": () => playback.stepOutcome(1),
      "Shift ArrowLeft": () => playback.stepOutcome(-1),
      Home: () => playback.goTo(0),
      End: () => playback.goTo(playback.history.length),
      "[": () => playback.changeSpeed(-1),
      "]": () => playback.changeSpeed(1),
      B: () => this.#bookmark(),
      W: () => this.whatIf.toggle(),
      N: () => this.whatIf.next(1),
    };
  }

  /** Opens: a recorded file from its beginning, the live table at its end. */
  async open() {
    const { recording } = this.store;
    byId("deck").hidden = false;
    byId("strip").hidden = true;
    if (recording) this.#watch(recording.history, 0);
    else await this.#openLive();
  }

  async #openLive() {
    const { store } = this;
    const log = await store.live.fetchLog().catch(() => null);
    if (!log || store.tab !== "rewind" || store.recording) return;
    const history = new History(log.state, log.events, afterEvent, log.grounds);
    history.addNewer(store.live.records);
    store.live.replaceRecords(history.records);
    this.feed.entries.reset();
    this.#watch(history, history.length);
  }

  /**
   * @param {History} history
   * @param {number} from
   */
  #watch(history, from) {
    this.#playback?.pause();
    this.#playback = new Playback(history, from, () => this.#scheduleDraw());
    this.redraw();
  }

  /** Closes; nothing is watched any more. */
  close() {
    byId("deck").hidden = true;
    byId("strip").hidden = false;
    this.#playback?.pause();
    this.#playback = null;
    this.whatIf.reset();
    this.whatIf.draw();
    this.feed.whatIfAt = () => null;
    this.map.overlay.showPlan([]);
    this.feed.draw();
  }

  /** Takes in what happened at the live table meanwhile. */
  catchUp() {
    if (!this.#playback || this.store.recording) return;
    this.#playback.history.addNewer(this.store.live.records);
    this.#playback.follow();
    this.redraw();
  }

  /** Shows everything anew: words, lanes, marks. */
  redraw() {
    const { store } = this;
    if (!this.#playback) return;
    const { history } = this.#playback;
    const focused = byId("deck").contains(document.activeElement) ? document.activeElement?.id : "";
    this.controls.open(store, history);
    this.controls.lanes.draw(store, history, this.feed.entries.all, { marks: bookmarks(store.source.bookmarkKey), differs: this.whatIf.marks });
    if (focused) document.getElementById(focused)?.focus();
    this.draw();
  }

  #scheduleDraw() {
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      this.draw();
    });
  }

  /** Shows the moment. */
  draw() {
    const { store } = this;
    const playback = this.#playback;
    if (!playback) return;
    const moment = momentAt(playback.history, playback.now, store.sceneId);
    const { table, scene } = shownAt(moment);
    this.map.show(table, scene, this.#spec(scene?.scene));
    this.map.overlay.showPlan(moment.effects, "done");
    const other = this.whatIf.differences.get(moment.seq);
    if (other) this.map.overlay.addPlan(other.decided.effects, "alt");
    this.whatIf.draw();
    this.feed.whatIfAt = (seq) => this.whatIf.describe(seq);
    this.feed.draw(moment.seq);
    const { now, speed, isPlaying } = playback;
    this.controls.update(store, { now, speed, isPlaying, isMarked: bookmarks(store.source.bookmarkKey).has(moment.seq), isOutcome: moment.effects.length > 0 });
  }

  /**
   * @param {string | undefined} scene
   * @returns {SceneSpec | undefined}
   */
  #spec(scene) {
    if (!scene || !this.#playback) return undefined;
    return this.#playback.history.groundOf(scene, this.#playback.now) ?? this.store.source.groundOf(scene);
  }

  #savePicture() {
    if (!this.#playback) return;
    const { seq, before, after } = momentAt(this.#playback.history, this.#playback.now, this.store.sceneId);
    const entry = this.feed.entries.find(seq);
    const spec = this.#spec(after.scene?.scene);
    if (!entry || !before.scene || !after.scene || !spec) return;
    const lines = entry.lines.map((line) => [line.spans.map((span) => span.text).join(""), line.rules[0] ? `(${line.rules[0]})` : ""].filter(Boolean).join(" "));
    const title = `${entry.title}, ${this.store.words.say("rewind.event", { seq })}`;
    void savePicture(this.store, { title, lines, before: { table: before.table, scene: before.scene }, after: { table: after.table, scene: after.scene }, spec, effects: entry.effects }, seq);
  }

  /**
   * Goes to an event by its number.
   *
   * @param {number} seq
   */
  go(seq) {
    this.#playback?.goToEvent(seq);
  }

  /** Marks the event that is looked at, or takes the mark away. */
  #bookmark() {
    if (!this.#playback?.seq) return;
    toggleBookmark(this.store.source.bookmarkKey, this.#playback.seq);
    this.redraw();
  }
}
