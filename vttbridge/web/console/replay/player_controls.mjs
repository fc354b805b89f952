/** The controls below the map while the past is watched: play, step, speed, place, and the lanes. */

import { button, byId, h, s } from "../ui/dom.mjs";
import { Lanes } from "./lanes.mjs";
import { SPEEDS } from "./playback.mjs";

/**
 * @typedef {import("../app/store.mjs").Store} Store
 * @typedef {import("./history.mjs").History} History
 * @typedef {{set: (count: number) => void, step: (by: number) => void, play: () => void, pace: (speed: number) => void, bookmark: () => void,
 *   moment: () => void, picture: () => void, log: () => void, leave: () => void}} PlayerActions
 * @typedef {{now: number, speed: number, isPlaying: boolean, isMarked: boolean, isOutcome: boolean}} PlayerState
 */

/** @type {{[name: string]: string}} */
const GLYPHS = { first: "M3 3h2.5v14H3zM17 3v14L7 10z", back: "M14 3v14L4 10z", on: "M6 3v14l10-7z", last: "M14.5 3H17v14h-2.5zM3 3v14l10-7z", play: "M5 3v14l12-7z", pause: "M4 3h4v14H4zM12 3h4v14h-4z", flag: "M5 2v16h2v-7h9l-3-4 3-4H7V2z" };

/**
 * @param {string} name
 * @returns {SVGElement}
 */
function glyph(name) {
  return s("svg", { class: "ic", viewBox: "0 0 20 20", "aria-hidden": "true" }, s("path", { d: GLYPHS[name], fill: "currentColor" }));
}

/** The controls and the lanes; made once, then told how things stand. */
export class PlayerControls {
  /** @type {{[name: string]: HTMLButtonElement}} */ #buttons = {};
  #place = h("span", { class: "pos", id: "rw-place" });
  #why = h("span", { class: "why small quiet", id: "rw-why" });
  #slider = h("input", { id: "scrub", type: "range", min: 0 });
  /** @type {History | null} */ #history = null;

  /** @param {PlayerActions} actions */
  constructor(actions) {
    this.actions = actions;
    this.lanes = new Lanes((count) => actions.set(count));
    this.#slider.addEventListener("input", () => actions.set(Number(this.#slider.value)));
  }

  /**
   * Makes the controls anew, in the words of now.
   *
   * @param {Store} store
   * @param {History} history
   */
  open(store, history) {
    const { words } = store;
    const { actions } = this;
    this.#history = history;
    const sign = (/** @type {string} */ name, /** @type {() => void} */ then) => {
      const made = button("", then, { id: `rw-${name}`, class: "sign", "aria-label": words.say(`rewind.${name}`) });
      made.append(glyph(name));
      return made;
    };
    this.#buttons = {
      play: button("", actions.play, { id: "rw-play", class: "sign play" }),
      mark: button(words.say("rewind.bookmark"), actions.bookmark, { id: "rw-mark", key: "B" }),
      moment: button(words.say("save.moment"), actions.moment, { id: "rw-moment" }),
      picture: button(words.say("save.picture"), actions.picture, { id: "rw-picture" }),
    };
    this.#buttons.mark.prepend(glyph("flag"));
    const speeds = SPEEDS.map((speed) => h("button", { type: "button", id: `rw-x${speed}`, class: "chip", onclick: () => actions.pace(speed) }, speed === 0.5 ? "½×" : `${speed}×`));
    const { recording, isGm, client } = store;
    byId("deck").replaceChildren(
      h(
        "div",
        { class: "ctl" },
        sign("first", () => actions.set(0)),
        sign("back", () => actions.step(-1)),
        this.#buttons.play,
        sign("on", () => actions.step(1)),
        sign("last", () => actions.set(history.length)),
        h("span", { role: "group", "aria-label": words.say("rewind.speed"), class: "speeds" }, ...speeds),
        this.#place,
        h("span", { class: "sp" }),
        this.#buttons.mark,
        isGm ? this.#buttons.moment : null,
        this.#buttons.picture,
        this.#why,
        recording || isGm ? button(words.say("save.log"), actions.log, { id: "rw-save" }) : null,
        button(words.say(recording && !client?.welcome ? "recording.close" : "rewind.live"), actions.leave, { id: "rw-live", key: "Esc" }),
      ),
      this.lanes.svg,
      this.#slider,
    );
    this.#why.textContent = words.say(isGm ? "save.why" : "save.why_picture");
    this.#slider.setAttribute("aria-label", words.say("rewind.scrub"));
  }

  /**
   * Shows how things stand.
   *
   * @param {Store} store
   * @param {PlayerState} stand
   */
  update({ words }, { now, speed, isPlaying, isMarked, isOutcome }) {
    const history = this.#history;
    if (!history) return;
    const place = words.say("rewind.place", { seq: history.records[now - 1]?.seq ?? 0, last: history.records.at(-1)?.seq ?? 0 });
    this.#place.textContent = place;
    this.#slider.max = String(history.length);
    this.#slider.value = String(now);
    this.#slider.setAttribute("aria-valuetext", place);
    const { play, mark, moment, picture } = this.#buttons;
    play.replaceChildren(glyph(isPlaying ? "pause" : "play"));
    play.setAttribute("aria-label", words.say(isPlaying ? "rewind.pause" : "rewind.play"));
    mark.setAttribute("aria-pressed", String(isMarked));
    for (const one of [moment, picture]) {
      one.disabled = !isOutcome;
      if (isOutcome) one.removeAttribute("aria-describedby");
      else one.setAttribute("aria-describedby", this.#why.id);
    }
    this.#why.classList.toggle("off", isOutcome);
    for (const one of SPEEDS) byId(`rw-x${one}`).setAttribute("aria-pressed", String(one === speed));
    this.lanes.move(now);
  }
}
