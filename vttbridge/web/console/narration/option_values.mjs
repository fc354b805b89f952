/** How the options of a rule book stand, and what their values are called. */

/**
 * @typedef {import("../lang/translator.mjs").Translator} Translator
 * @typedef {import("../../client/wire.d.ts").TableMirror} Mirror
 * @typedef {import("../../client/wire.d.ts").WireOption} Option
 */

/**
 * Returns how an option stands at a table.
 *
 * @param {Mirror | null} table
 * @param {Option} option
 * @returns {string}
 */
export function optionValue(table, option) {
  return String(table?.options[option.name] ?? option.default);
}

/**
 * Returns what a value of an option is called.
 *
 * @param {Translator} words
 * @param {string} option
 * @param {string} value
 * @returns {string}
 */
export function optionValueName(words, option, value) {
  const code = `value.${option}.${value}`;
  if (words.has(code)) return words.rule(code);
  return ["yes", "no", "on", "off"].includes(value) ? words.say(value) : value.replaceAll("_", " ");
}
