/** One moment of a history: the event, and the table on both sides of it. Pure. */

/**
 * @typedef {import("../../client/wire.d.ts").TableMirror} Mirror
 * @typedef {import("../../client/wire.d.ts").SceneMirror} SceneMirror
 * @typedef {import("../../client/wire.d.ts").WireEffect} Effect
 * @typedef {import("./history.mjs").History} History
 * @typedef {{table: Mirror, scene: SceneMirror | undefined}} Side
 * @typedef {{seq: number, effects: ReadonlyArray<Effect>, before: Side, after: Side}} Moment
 */

/**
 * Returns the moment after so many events, on the scene on which the last of them happened.
 *
 * @param {History} history
 * @param {number} count
 * @param {string} sceneInView The scene where the event is of none.
 * @returns {Moment}
 */
export function momentAt(history, count, sceneInView) {
  const record = history.records[count - 1];
  const wanted = record?.event.data?.scene ?? sceneInView;
  const side = (/** @type {number} */ at) => {
    const table = history.stateAfter(at);
    return { table, scene: table.scenes.find((one) => one.scene === wanted) ?? table.scenes[0] };
  };
  const effects = record?.event.kind === "committed" ? (record.event.data?.effects ?? []) : [];
  return { seq: record?.seq ?? 0, effects, before: side(count - 1), after: side(count) };
}

/**
 * Returns the scene as the map shows a moment: an outcome is drawn over the pieces as they stood before, on ground as
 * it is after.
 *
 * @param {Moment} moment
 * @returns {Side}
 */
export function shownAt({ effects, before, after }) {
  if (effects.length === 0 || !before.scene || !after.scene) return { table: (effects.length ? before : after).table, scene: after.scene };
  return { table: before.table, scene: { ...before.scene, ground: after.scene.ground } };
}
