/** What is drawn when something changes: each view says which topics it shows, and when it is on the screen. */

/**
 * @typedef {import("./store.mjs").Store} Store
 * @typedef {import("./store.mjs").TopicName} TopicName
 * @typedef {{topics: ReadonlyArray<TopicName>, isShown?: () => boolean, draw: () => void}} View
 */

/**
 * Draws the views of what has changed, in their order, once for all topics that were emitted in one go.
 *
 * @param {Store} store
 * @param {readonly View[]} views
 */
export function renderOnChange(store, views) {
  store.subscribe((changed) => {
    for (const { topics, isShown = () => true, draw } of views) {
      if (topics.some((topic) => changed.has(topic)) && isShown()) draw();
    }
  });
}
