/** Rewind: the whole log on a timeline; play, pause, speed, step, scrub, follow live; the map moves with it. */

import { afterEvent } from "../client/mirror.mjs";
import { button, byId, h, s } from "./dom.mjs";
import { Past } from "./replay.mjs";
import { lanes } from "./timeline.mjs";
import { WhatIf } from "./what_if.mjs";
import { saveRecord, savePicture } from "./saving.mjs";

/**
 * @typedef {import("./room.mjs").Room} Room
 * @typedef {import("./map.mjs").Board} Board
 * @typedef {import("./feed.mjs").Feed} Feed
 * @typedef {import("../client/wire.d.ts").Mirror} Mirror
 */

const SPEEDS = [0.5, 1, 2, 4];
const STEP_MS = 1100;

/** @type {{[name: string]: string}} */
const GLYPHS = { first: "M3 3h2.5v14H3zM17 3v14L7 10z", back: "M14 3v14L4 10z", on: "M6 3v14l10-7z", last: "M14.5 3H17v14h-2.5zM3 3v14l10-7z" };

/**
 * Makes a button that shows a sign.
 *
 * @param {string} name
 * @param {() => void} onclick
 * @param {{[name: string]: any}} traits
 * @returns {HTMLButtonElement}
 */
function glyph(name, onclick, traits) {
  const made = button("", onclick, traits);
  made.append(s("svg", { class: "ic", viewBox: "0 0 20 20", "aria-hidden": "true" }, s("path", { d: GLYPHS[name], fill: "currentColor" })));
  return made;
}

/** The deck and what it shows. */
export class Rewind {
  /** @type {Past | null} */ past = null;
  /** @type {import("../client/wire.d.ts").Tree | null} Geometry of a record that was dropped on the page. */ ground = null;
  now = 0;
  #speed = 1;
  /** @type {any} */ #playing = null;

  /**
   * @param {Room} room
   * @param {Board} map
   * @param {Feed} feed
   */
  constructor(room, map, feed) {
    this.room = room;
    this.map = map;
    this.feed = feed;
    this.whatIf = new WhatIf(room, { onChange: () => this.draw(), onGo: (seq) => this.go(seq) });
    room.on((what) => {
      if (what === "records" && this.past && !this.ground) for (const record of room.records.slice(-40)) this.past.add(record);
    });
  }

  /**
   * What the keyboard does here.
   *
   * @returns {import("./keys.mjs").Keys}
   */
  get keys() {
    return {
      Space: () => this.play(),
      ArrowRight: () => this.step(1),
      ArrowLeft: () => this.step(-1),
      "Shift ArrowRight": () => this.turn(1),
      "Shift ArrowLeft": () => this.turn(-1),
      Home: () => this.set(0),
      End: () => this.set(this.past?.length ?? 0),
      "[": () => this.speed(-1),
      "]": () => this.speed(1),
    };
  }

  /** The tab was opened or left. */
  turned() {
    const isOpen = this.room.tab === "rewind";
    byId("deck").hidden = !isOpen;
    byId("strip").hidden = isOpen;
    if (isOpen) void this.#open();
    else this.#leave();
  }

  #leave() {
    this.#pause();
    this.past = null;
    this.ground = null;
    this.whatIf.off();
    this.whatIf.draw();
    this.feed.otherwise = () => null;
    this.map.ghost([]);
    this.feed.draw();
  }

  async #open() {
    const log = await this.room.client?.log(0).catch(() => null);
    if (!log?.events || this.room.tab !== "rewind") return;
    this.#watch(log.state, log.events);
  }

  /**
   * @param {Mirror} before
   * @param {{seq: number, event: any}[]} events
   */
  #watch(before, events) {
    this.past = new Past(before, events, afterEvent);
    this.room.records = [];
    for (const record of events) this.room.take(record);
    this.feed.retell();
    this.now = this.past.length;
    this.draw();
  }

  /**
   * Watches a recorded file that was dropped on the page.
   *
   * @param {{state: Mirror, ground: any, events: {seq: number, event: any}[]}} record
   */
  watch(record) {
    this.ground = record.ground;
    this.#watch(record.state, record.events);
  }

  /** Shows the moment. */
  draw() {
    const { past, room } = this;
    if (!past) return;
    const table = past.at(this.now);
    const record = past.records[this.now - 1];
    const before = past.at(this.now - 1);
    const wanted = record?.event.data?.scene ?? room.scene;
    const scene = table.scenes.find((one) => one.scene === wanted) ?? table.scenes[0];
    const ground = this.ground ?? room.client?.ground ?? {};
    this.map.show(table, scene, scene ? ground[scene.scene] : undefined);
    const effects = record?.event.kind === "committed" ? (record.event.data?.effects ?? []) : [];
    if (effects.length && scene) {
      const was = before.scenes.find((one) => one.scene === scene.scene) ?? scene;
      this.map.show(before, { ...was, ground: scene.ground }, ground[scene.scene]);
    }
    this.map.ghost(effects, "done");
    const other = this.whatIf.differs.get(record?.seq ?? 0);
    if (other) this.map.ghostOver(other.decided.effects, "alt");
    this.whatIf.draw();
    this.feed.otherwise = (seq) => this.whatIf.told(seq);
    this.feed.draw(record?.seq);
    this.#deck();
  }

  #deck() {
    const { past, room } = this;
    const { words } = room;
    if (!past) return;
    const deck = byId("deck");
    const focused = document.activeElement && deck.contains(document.activeElement) ? document.activeElement.id : "";
    const slider = h("input", {
      id: "scrub",
      type: "range",
      min: 0,
      max: past.length,
      value: this.now,
      "aria-label": words.say("rewind.scrub"),
      "aria-valuetext": this.#place(),
      oninput: (/** @type {Event} */ event) => this.set(Number(/** @type {HTMLInputElement} */ (event.target).value)),
    });
    slider.value = String(this.now);
    deck.replaceChildren(
      h(
        "div",
        { class: "ctl" },
        glyph("first", () => this.set(0), { id: "rw-first", "aria-label": words.say("rewind.first") }),
        glyph("back", () => this.step(-1), { id: "rw-back", "aria-label": words.say("rewind.back") }),
        button(this.#playing ? words.say("rewind.pause") : words.say("rewind.play"), () => this.play(), { id: "rw-play", class: "play" }),
        glyph("on", () => this.step(1), { id: "rw-on", "aria-label": words.say("rewind.on") }),
        glyph("last", () => this.set(past.length), { id: "rw-last", "aria-label": words.say("rewind.last") }),
        h("span", { role: "group", "aria-label": words.say("rewind.speed"), class: "chips" }, ...SPEEDS.map((speed) => h("button", { type: "button", id: `rw-x${speed}`, class: "chip", "aria-pressed": String(speed === this.#speed), onclick: () => this.#pace(speed) }, `${speed}×`))),
        h("span", { class: "pos", id: "rw-place" }, this.#place()),
        h("span", { class: "sp" }),
        button(words.say("save.record"), () => saveRecord(room, past), { id: "rw-save" }),
        button(words.say("save.picture"), () => void savePicture(room), { id: "rw-picture" }),
        button(words.say("rewind.live"), () => byId("tabs").querySelector("button")?.click(), { id: "rw-live", key: "Esc" }),
      ),
      lanes(room, past, this.feed.entries, this.now),
      slider,
    );
    if (focused) document.getElementById(focused)?.focus();
  }

  /** @returns {string} */
  #place() {
    const seq = this.past?.records[this.now - 1]?.seq ?? 0;
    return this.room.words.say("rewind.place", { seq, last: this.past?.records.at(-1)?.seq ?? 0 });
  }

  /** @param {number} count */
  set(count) {
    this.now = Math.min(Math.max(count, 0), this.past?.length ?? 0);
    this.draw();
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
    if (!this.past) return;
    this.set(this.past.next(this.now, by));
  }

  /**
   * Goes to the next commit.
   *
   * @param {number} by
   */
  turn(by) {
    const { past } = this;
    if (!past) return;
    let at = this.now + by;
    while (at > 0 && at <= past.length && past.records[at - 1].event.kind !== "committed") at += by;
    this.set(at);
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
    else this.#deck();
  }

  #pause() {
    clearInterval(this.#playing);
    this.#playing = null;
  }

  /** Plays, or pauses. */
  play() {
    if (this.#playing) {
      this.#pause();
      this.#deck();
      return;
    }
    if (this.now >= (this.past?.length ?? 0)) this.now = 0;
    this.#playing = setInterval(() => {
      if (this.now >= (this.past?.length ?? 0)) this.#pause();
      else this.step(1);
      if (!this.#playing) this.#deck();
    }, STEP_MS / this.#speed);
    this.#deck();
  }
}
