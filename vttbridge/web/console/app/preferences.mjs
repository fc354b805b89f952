/** What this browser prefers: language and theme. */

import coreRu from "../lang/core_ru.mjs";
import en from "../lang/en.mjs";
import mapRu from "../lang/map_ru.mjs";
import ru from "../lang/ru.mjs";
import { Words } from "../lang/translator.mjs";

/** @typedef {import("./store.mjs").Room} Room */

const OWN = { en, ru };
const LANGUAGE = "vttbridge.language";
const THEME = "vttbridge.theme";

/**
 * @param {string} key
 * @returns {string}
 */
function kept(key) {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

/**
 * @param {string} key
 * @param {string} value
 */
function keep(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A browser that keeps nothing asks the system each time.
  }
}

/**
 * Gives the language: the one that was chosen, else the browser's, else English.
 *
 * @returns {"en" | "ru"}
 */
export function language() {
  const wanted = kept(LANGUAGE) || navigator.language;
  return wanted.startsWith("ru") ? "ru" : "en";
}

/**
 * Loads the words of a language and of the table's rule book.
 *
 * @param {Room} room
 * @param {string} wanted
 */
export async function speak(room, wanted) {
  const tongue = wanted === "ru" ? "ru" : "en";
  const book = room.ruleset;
  const english = book ? await sentences(book, "en") : {};
  const own = book && tongue !== "en" ? await sentences(book, tongue) : {};
  const core = tongue === "ru" ? prefixed({ refusal: coreRu, ...mapRu }) : {};
  room.words = new Words({ ...en, ...OWN[tongue], ...core }, { ...english, ...core, ...own }, tongue);
  document.documentElement.lang = tongue;
}

/**
 * @param {{[family: string]: {[code: string]: string}}} families
 * @returns {{[code: string]: string}}
 */
function prefixed(families) {
  return Object.fromEntries(Object.entries(families).flatMap(([family, words]) => Object.entries(words).map(([code, said]) => [`${family}.${code}`, said])));
}

/**
 * @param {string} book
 * @param {string} tongue
 * @returns {Promise<{[code: string]: string}>}
 */
async function sentences(book, tongue) {
  const answer = await fetch(new URL(`../../client/words/${encodeURIComponent(book)}/${tongue}.json`, import.meta.url)).catch(() => null);
  return answer?.ok ? answer.json() : {};
}

/** @param {string} tongue */
export function setLanguage(tongue) {
  keep(LANGUAGE, tongue);
}

/**
 * Gives the theme that was chosen; none means the system's.
 *
 * @returns {string}
 */
export function theme() {
  return kept(THEME);
}

/**
 * Sets the theme; an empty one follows the system.
 *
 * @param {string} [wanted]
 */
export function setTheme(wanted = theme()) {
  keep(THEME, wanted);
  const system = matchMedia("(prefers-color-scheme: light)");
  const show = () => {
    document.documentElement.dataset.theme = theme() || (system.matches ? "light" : "dark");
  };
  system.onchange = show;
  show();
}
