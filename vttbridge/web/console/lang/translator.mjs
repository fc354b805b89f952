/** The page's words: its own interface texts, and the rule book's sentences for everything that happens. */

/** @typedef {{[code: string]: string}} Sentences */

/**
 * Writes a value as people read it.
 *
 * @param {unknown} value
 * @returns {string}
 */
export function spoken(value) {
  if (typeof value === "number") return String(Math.round(value * 1000) / 1000).replace("-", "−");
  if (Array.isArray(value)) return value.map(spoken).join(", ");
  if (value && typeof value === "object" && "x" in value && "y" in value) return spoken([value.x, value.y]);
  return String(value ?? "");
}

/**
 * Fills the gaps of a sentence; a gap without a fact stays visible.
 *
 * @param {string} sentence
 * @param {{[name: string]: unknown}} named
 * @returns {string}
 */
export function filled(sentence, named) {
  return sentence.replace(/\{(\w+)\}/g, (gap, name) => (name in named ? spoken(named[name]) : gap));
}

/** Words in one language. */
export class Words {
  /**
   * @param {Sentences} own
   * @param {Sentences} [book]
   * @param {string} [language]
   */
  constructor(own, book = {}, language = "en") {
    this.own = own;
    this.book = book;
    this.language = language;
    this.plural = new Intl.PluralRules(language);
  }

  /**
   * Gives an interface text.
   *
   * @param {string} code
   * @param {{[name: string]: unknown}} [named]
   * @returns {string}
   */
  say(code, named = {}) {
    return filled(this.own[code] ?? code, named);
  }

  /**
   * Gives an interface text in the form that fits a number: `code.one`, `code.few`, `code.other`.
   *
   * @param {string} code
   * @param {number} count
   * @returns {string}
   */
  count(code, count) {
    const form = `${code}.${this.plural.select(count)}`;
    return this.say(form in this.own ? form : `${code}.other`, { n: count });
  }

  /**
   * Says whether the rule book has a sentence.
   *
   * @param {string} code
   * @returns {boolean}
   */
  has(code) {
    return code in this.book;
  }

  /**
   * Gives the rule book's sentence, or the last word of the code where it has none.
   *
   * @param {string} code
   * @param {{[name: string]: unknown}} [named]
   * @returns {string}
   */
  rule(code, named = {}) {
    const sentence = this.book[code];
    if (sentence !== undefined) return filled(sentence, named);
    return code.slice(code.lastIndexOf(".") + 1).replaceAll("_", " ");
  }

  /**
   * Tells why the rules or the table say no.
   *
   * @param {{code?: string, facts?: {[name: string]: unknown}, rule?: string}} refusal
   * @param {(id: string) => string} [name] Gives a piece's name.
   * @returns {string}
   */
  refusal({ code = "", facts = {} }, name = (id) => id) {
    const named = { ...facts };
    for (const key of ["piece", "source", "target", "other"]) {
      if (typeof named[key] === "string") named[key] = name(named[key]);
    }
    if (`refusal.${code}` in this.book) return this.rule(`refusal.${code}`, named);
    return this.own[`refusal.${code}`] ? this.say(`refusal.${code}`, named) : code;
  }
}
