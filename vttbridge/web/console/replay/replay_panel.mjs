/** Rewind: the whole log on a timeline; play, pause, speed, step, scrub, follow live; the map moves with it. */

import { afterEvent } from "../../client/mirror.mjs";
import { bookmarks, turnBookmark } from "../feed/bookmarks.mjs";
import { Deck, SPEEDS } from "./player_controls.mjs";
import { byId } from "../ui/dom.mjs";
import { Past } from "./history.mjs";
import { saveLog, saveMoment, savePicture } from "./downloads.mjs";
import { WhatIf } from "./what_if.mjs";

/**
 * @typedef {import("../app/store.mjs").Room} Room
 * @typedef {import("../map/map_view.mjs").Board} Board
 * @typedef {import("../feed/event_feed.mjs").Feed} Feed
 * @typedef {import("../map/svg_export.mjs").Moment} Moment
 * @typedef {import("../../client/wire.d.ts").Mirror} Mirror
 */

const STEP_MS = 1100;

/** The past while it is watched. */
export class Rewind {
  /** @type {Past | null} */ past = null;
  now = 0;
  #speed = 1;
  /** @type {any} */ #playing = null;
  #isDue = false;
  #isFollowing = false;

  /**
   * @param {Room} room
   * @param {Board} map
   * @param {Feed} feed
   * @param {() => void} onLeave
   */
  constructor(room, map, feed, onLeave) {
    this.room = room;
    this.map = map;
    this.feed = feed;
    this.whatIf = new WhatIf(room, { onChange: () => this.redraw(), onGo: (seq) => this.go(seq) });
    this.deck = new Deck({
      set: (count) => this.set(count),
      step: (by) => this.step(by),
      play: () => this.play(),
      pace: (speed) => this.#pace(speed),
      bookmark: () => this.bookmark(),
      moment: () => void saveMoment(room, this.#seq),
      picture: () => this.#picture(),
      log: () => void saveLog(room),
      leave: onLeave,
    });
    addEventListener("resize", () => this.redraw());
  }

  /**
   * What the keyboard does here.
   *
   * @returns {import("../app/shortcuts.mjs").Keys}
   */
  get keys() {
    return {
      Space: () => this.play(),
      ArrowRight: () => this.step(1),
      ArrowLeft: () => this.step(-1),
      "Shift ArrowRight": () => this.set(this.past?.turn(this.now, 1) ?? 0),
      "Shift ArrowLeft": () => this.set(this.past?.turn(this.now, -1) ?? 0),
      Home: () => this.set(0),
      End: () => this.set(this.past?.length ?? 0),
      "[": () => this.speed(-1),
      "]": () => this.speed(1),
      B: () => this.bookmark(),
      W: () => this.whatIf.turn(),
      N: () => this.whatIf.next(1),
    };
  }

  /** @returns {number} The event that is looked at. */
  get #seq() {
    return this.past?.records[this.now - 1]?.seq ?? 0;
  }

  /** The tab was opened or left. */
  turned() {
    const isOpen = this.room.tab === "rewind";
    byId("deck").hidden = !isOpen;
    byId("strip").hidden = isOpen;
    if (isOpen && this.room.film) this.#watch(this.room.film.past, 0);
    else if (isOpen) void this.#open();
    else this.#leave();
  }

  #leave() {
    this.#pause();
    this.past = null;
    this.room.film = null;
    this.whatIf.off();
    this.whatIf.draw();
    this.feed.otherwise = () => null;
    this.map.ghost([]);
    this.feed.draw();
  }

  async #open() {
    const { room } = this;
    const log = await room.whole().catch(() => null);
    if (!log || room.tab !== "rewind" || room.film) return;
    const past = new Past(log.state, log.events, afterEvent, log.grounds);
    for (const record of room.records) past.add(record);
    room.records = [];
    for (const record of past.records) room.take(record);
    this.feed.retell();
    this.#watch(past, past.length);
  }

  /**
   * @param {Past} past
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
    const { past, room } = this;
    if (!past || room.film) return;
    const known = past.records.at(-1)?.seq ?? 0;
    for (let at = room.records.length - 1; at >= 0 && room.records[at].seq > known; at -= 1) {
      if (at === 0 || room.records[at - 1].seq <= known) for (const record of room.records.slice(at)) past.add(record);
    }
    if (this.#isFollowing) this.now = past.length;
    this.redraw();
  }

  /** Shows everything anew: words, lanes, marks. */
  redraw() {
    const { past, room } = this;
    if (!past) return;
    const focused = byId("deck").contains(document.activeElement) ? document.activeElement?.id : "";
    this.deck.open(room, past);
    this.deck.lanes.draw(room, past, this.feed.entries, { marks: bookmarks(room.key), differs: this.whatIf.told });
    if (focused) document.getElementById(focused)?.focus();
    this.draw();
  }

  /** Shows the moment. */
  draw() {
    const { past, room } = this;
    if (!past) return;
    const record = past.records[this.now - 1];
    const effects = record?.event.kind === "committed" ? (record.event.data?.effects ?? []) : [];
    const { before, after } = this.#around();
    const shown = effects.length ? before : after;
    const scene = shown.scene && after.scene ? { ...shown.scene, ground: after.scene.ground } : after.scene;
    this.map.show(shown.table, scene, this.#spec(scene?.scene));
    this.map.ghost(effects, "done");
    const other = this.whatIf.differs.get(record?.seq ?? 0);
    if (other) this.map.ghostOver(other.decided.effects, "alt");
    this.whatIf.draw();
    this.feed.otherwise = (seq) => this.whatIf.at(seq);
    this.feed.draw(record?.seq ?? 0);
    this.deck.stand(room, { now: this.now, speed: this.#speed, isPlaying: this.#playing !== null, isMarked: bookmarks(room.key).has(this.#seq), isOutcome: effects.length > 0 });
  }

  /**
   * Gives the table on both sides of the event that is looked at, with the scene on which it happened.
   *
   * @returns {{before: {table: Mirror, scene: Moment["scene"] | undefined}, after: {table: Mirror, scene: Moment["scene"] | undefined}}}
   */
  #around() {
    const past = /** @type {Past} */ (this.past);
    const wanted = past.records[this.now - 1]?.event.data?.scene ?? this.room.scene;
    const side = (/** @type {number} */ count) => {
      const table = past.at(count);
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
    return this.past?.groundOf(scene, this.now) ?? this.room.client?.ground[scene];
  }

  #picture() {
    const { before, after } = this.#around();
    const entry = this.feed.entries.find((one) => one.seq === this.#seq);
    const spec = this.#spec(after.scene?.scene);
    if (!entry || !before.scene || !after.scene || !spec) return;
    const lines = entry.lines.map((line) => [line.spans.map((span) => span.text).join(""), line.rules[0] ? `(${line.rules[0]})` : ""].filter(Boolean).join(" "));
    const title = `${entry.title}, ${this.room.words.say("rewind.event", { seq: this.#seq })}`;
    const shot = { title, lines, before: { table: before.table, scene: before.scene }, after: { table: after.table, scene: after.scene }, spec, effects: entry.effects };
    void savePicture(this.room, shot, this.#seq);
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
    this.set(this.past?.placeOf(seq) ?? 0);
  }

  /** @param {number} by */
  step(by) {
    if (this.past) this.set(this.past.next(this.now, by));
  }

  /** Marks the event that is looked at, or takes the mark away. */
  bookmark() {
    if (!this.#seq) return;
    turnBookmark(this.room.key, this.#seq);
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
