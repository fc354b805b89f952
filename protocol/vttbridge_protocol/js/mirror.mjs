/** A client's copy of the table: what a snapshot says, and what each event makes of it. Nothing is changed in place. */

/**
 * @typedef {import("./wire.d.ts").Mirror} Mirror
 * @typedef {import("./wire.d.ts").SceneMirror} SceneMirror
 * @typedef {import("./wire.d.ts").Changed} Changed
 * @typedef {import("./wire.d.ts").WireEvent} WireEvent
 */

/** @type {Mirror} */
export const EMPTY = { ruleset: "", name: "", policy: "players", dice: "server", options: {}, scenes: [], seats: [] };

/**
 * Sorts things by one of their words.
 *
 * @template T
 * @param {Iterable<T>} things
 * @param {(thing: T) => string} word
 * @returns {T[]}
 */
function sorted(things, word) {
  return [...things].sort((a, b) => (word(a) < word(b) ? -1 : 1));
}

/**
 * Gives the copy after an event; one that changes nothing leaves it as it is.
 *
 * @param {Mirror} mirror
 * @param {WireEvent} event
 * @returns {Mirror}
 */
export function afterEvent(mirror, event) {
  /** @type {Changed | undefined} */
  const changed = event.data?.now;
  if (!changed) return mirror;
  let next = mirror;
  if (changed.table) next = { ...changed.table, scenes: next.scenes, seats: next.seats };
  if (changed.seats || changed.seats_gone) next = { ...next, seats: seated(next, changed) };
  return changed.scene ? { ...next, scenes: scenes(next, changed, changed.scene) } : next;
}

/**
 * @param {Mirror} mirror
 * @param {Changed} changed
 * @returns {Mirror["seats"]}
 */
function seated(mirror, changed) {
  const named = new Map([...mirror.seats, ...(changed.seats ?? [])].map((seat) => [seat.seat, seat]));
  for (const gone of changed.seats_gone ?? []) named.delete(gone);
  return sorted(named.values(), (seat) => seat.seat);
}

/**
 * @param {Mirror} mirror
 * @param {Changed} changed
 * @param {string} scene
 * @returns {SceneMirror[]}
 */
function scenes(mirror, changed, scene) {
  const kept = mirror.scenes.filter((other) => other.scene !== scene);
  if (changed.scene_gone) return kept;
  const old = mirror.scenes.find((other) => other.scene === scene) ?? { scene, ground: {}, pieces: [] };
  const named = new Map([...old.pieces, ...(changed.pieces ?? [])].map((piece) => [piece.id, piece]));
  for (const gone of changed.gone ?? []) named.delete(gone);
  const pieces = sorted(named.values(), (piece) => piece.id);
  return sorted([...kept, { scene, ground: changed.ground ?? old.ground, pieces }], (one) => one.scene);
}
