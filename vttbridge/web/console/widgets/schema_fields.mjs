/** Reads an action's JSON Schema into fields, from which a form is made and nothing else is known. Pure. */

/**
 * @typedef {import("../../client/wire.d.ts").Tree} Tree
 * @typedef {{name: string, kind: string, isNeeded: boolean, mayBeNothing: boolean, default: any, low?: number, high?: number,
 *   choices: string[], isWhole: boolean}} Field
 */

const MARK = "x-vttbridge-kind";

/**
 * Follows a reference inside a schema.
 *
 * @param {Tree} schema
 * @param {Tree} node
 * @returns {Tree}
 */
function followed(schema, node) {
  const reference = node?.$ref;
  if (typeof reference !== "string") return node ?? {};
  const found = schema.$defs?.[reference.split("/").pop() ?? ""] ?? {};
  return { ...found, ...node };
}

/**
 * Gives the fields of an action or query in order.
 *
 * @param {Tree | undefined} schema
 * @returns {Field[]}
 */
export function fieldsOf(schema) {
  if (!schema) return [];
  const own = followed(schema, schema);
  const needed = new Set(own.required ?? []);
  return Object.entries(own.properties ?? {}).map(([name, node]) => fieldOf(schema, name, node, needed.has(name)));
}

/**
 * @param {Tree} schema
 * @param {string} name
 * @param {Tree} node
 * @param {boolean} isNeeded
 * @returns {Field}
 */
function fieldOf(schema, name, node, isNeeded) {
  const either = (node.anyOf ?? []).map((/** @type {Tree} */ part) => followed(schema, part));
  const mayBeNothing = either.some((/** @type {Tree} */ part) => part.type === "null");
  const real = { ...followed(schema, node), ...either.find((/** @type {Tree} */ part) => part.type !== "null") };
  const choices = real.enum ?? [];
  return {
    name,
    kind: real[MARK] ?? kindOf(real),
    isNeeded,
    mayBeNothing,
    default: node.default ?? null,
    low: real.minimum ?? real.minItems,
    high: real.maximum ?? real.maxItems,
    choices,
    isWhole: real.type === "integer",
  };
}

/**
 * @param {Tree} node
 * @returns {string}
 */
function kindOf(node) {
  if (node.enum) return "one_of";
  if (node.type === "boolean") return "flag";
  if (node.type === "integer") return "count";
  if (node.type === "number") return "distance";
  return node.type === "array" ? "names" : "text";
}

/**
 * Leaves out what was not said and what is as it would be anyway.
 *
 * @param {readonly Field[]} fields
 * @param {Tree} values
 * @returns {Tree}
 */
export function cleaned(fields, values) {
  /** @type {Tree} */
  const kept = {};
  for (const field of fields) {
    const value = values[field.name];
    if (isEmpty(value)) continue;
    if (!field.isNeeded && JSON.stringify(value) === JSON.stringify(field.default)) continue;
    kept[field.name] = value;
  }
  return kept;
}

/**
 * @param {unknown} value
 * @returns {boolean}
 */
function isEmpty(value) {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/**
 * Gives the fields that must still be said.
 *
 * @param {readonly Field[]} fields
 * @param {Tree} values
 * @returns {Field[]}
 */
export function missing(fields, values) {
  return fields.filter((field) => field.isNeeded && (field.low !== 0 || field.kind === "count") && isEmpty(values[field.name]));
}

/**
 * Gives the field that a click on a piece fills: the first empty one that is needed, else the one in which somebody
 * is, else the last that is needed.
 *
 * @param {readonly Field[]} fields
 * @param {Tree} values
 * @param {string} [current]
 * @returns {Field | undefined}
 */
export function nextForPiece(fields, values, current = "") {
  const takes = fields.filter((field) => field.kind === "piece" || field.kind === "pieces");
  const needed = takes.filter((field) => field.isNeeded);
  return (
    needed.find((field) => isEmpty(values[field.name])) ?? takes.find((field) => field.name === current) ?? needed.pop()
  );
}

/**
 * Puts a piece into a field: a single one is replaced; of several it is added, or taken out again.
 *
 * @param {Field} field
 * @param {unknown} value
 * @param {string} piece
 * @returns {string | string[]}
 */
export function withPiece(field, value, piece) {
  if (field.kind === "piece") return piece;
  const named = Array.isArray(value) ? value : [];
  if (named.includes(piece)) return named.filter((other) => other !== piece);
  return field.high === 1 ? [piece] : [...named, piece];
}

/**
 * Reads numbers written with commas or spaces.
 *
 * @param {string} text
 * @returns {number[]}
 */
export function numbersIn(text) {
  return text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number)
    .filter(Number.isFinite);
}
