/** What this browser prefers: language and theme. */

import en from "../lang/en.mjs";
import ru from "../lang/ru.mjs";
import { readStored, writeStored } from "./browser_storage.mjs";
import { Translator } from "../lang/translator.mjs";

/** @typedef {import("./store.mjs").Store} Store */

const INTERFACE_TEXTS = { en, ru };
const LANGUAGE = "language";
const THEME = "theme";

/**
 * Returns the language: the one that was chosen, else the browser's, else English.
 *
 * @returns {"en" | "ru"}
 */
export function preferredLanguage() {
  const wanted = readStored(LANGUAGE) || navigator.language;
  return wanted.startsWith("ru") ? "ru" : "en";
}

/**
 * Loads the words of a language: those of the table's rule book, which hold the core's, or the core's alone.
 *
 * @param {Store} store
 * @param {string} wanted
 */
export async function loadWords(store, wanted) {
  const tongue = wanted === "ru" ? "ru" : "en";
  const book = store.source.ruleset;
  const [english, spoken] = await Promise.all([
    book && tongue !== "en" ? servedSentences(book, "en") : {},
    servedSentences(book || "core", tongue),
  ]);
  const own = { ...en, ...INTERFACE_TEXTS[tongue] };
  store.words = book ? new Translator(own, { ...english, ...spoken }, tongue) : new Translator({ ...own, ...spoken }, {}, tongue);
  document.documentElement.lang = tongue;
}

/**
 * @param {string} book
 * @param {string} tongue
 * @returns {Promise<{[code: string]: string}>}
 */
async function servedSentences(book, tongue) {
  const answer = await fetch(new URL(`../../client/words/${encodeURIComponent(book)}/${tongue}.json`, import.meta.url)).catch(() => null);
  return answer?.ok ? answer.json() : {};
}

/** @param {string} tongue */
export function setLanguage(tongue) {
  writeStored(LANGUAGE, tongue);
}

/**
 * Returns the theme that was chosen; none means the system's.
 *
 * @returns {string}
 */
export function preferredTheme() {
  return readStored(THEME) ?? "";
}

/**
 * Sets the theme; an empty one follows the system.
 *
 * @param {string} [wanted]
 */
export function setTheme(wanted = preferredTheme()) {
  writeStored(THEME, wanted);
  const system = matchMedia("(prefers-color-scheme: light)");
  const show = () => {
    document.documentElement.dataset.theme = preferredTheme() || (system.matches ? "light" : "dark");
  };
  system.onchange = show;
  show();
}
