/** The bar above the page, and the few texts that change with the language alone. */

import { button, byId, h } from "../ui/dom.mjs";
import { connectionText } from "./session.mjs";
import { Topic } from "./store.mjs";

/**
 * @typedef {import("./store.mjs").Store} Store
 * @typedef {import("./store.mjs").Tab} Tab
 * @typedef {{onTab: (tab: Tab) => void, onMenu: () => void}} TopBarActions
 */

/**
 * Returns the tabs that may be opened: those of a recorded file alone, of a player, of a game master.
 *
 * @param {Store} store
 * @returns {Tab[]}
 */
export function tabsOf({ live, recording }) {
  if (!live.client?.welcome) return recording ? ["rewind"] : [];
  return live.isGm ? ["live", "rewind", "table"] : ["live", "rewind"];
}

/**
 * Shows the tabs, the scene in view, and how the connection stands.
 *
 * @param {Store} store
 * @param {TopBarActions} actions
 */
export function drawTopBar(store, { onTab, onMenu }) {
  const { words, client, tab } = store;
  const tabs = tabsOf(store);
  const state = client?.link.state;
  byId("tabs").setAttribute("aria-label", words.say("tabs"));
  byId("tabs").replaceChildren(...tabs.map((one) => button(words.say(`tab.${one}`), () => onTab(one), { "aria-current": one === tab ? "page" : null })));
  byId("where").replaceChildren(...(tabs.length ? sceneAndSeat(store) : []));
  byId("connection").replaceChildren(h("span", { class: state === "live" ? "dot on" : "dot", "aria-hidden": "true" }), connectionText(words, client?.link));
  byId("again").replaceChildren(state === "waiting" ? button(words.say("link.now"), () => client?.hurry(), { class: "plain" }) : "");
  byId("menu").replaceChildren(button(words.say("menu"), onMenu, { class: "plain", key: "?" }));
}

/**
 * @param {Store} store
 * @returns {(Node | string)[]}
 */
function sceneAndSeat(store) {
  const { words, client, recording } = store;
  if (recording) return [h("b", {}, words.say("recording.watching", { file: recording.name }))];
  if (store.tab === "rewind") return [sceneChoice(store), " ", words.say("rewind.watching", { seq: client?.seq })];
  const role = words.say(`role.${client?.welcome?.role ?? "nobody"}`);
  const { ruleset } = store.source;
  return [sceneChoice(store), " ", [words.own[`ruleset.${ruleset}`] ?? ruleset, client?.welcome?.label || role].join(", ")];
}

/**
 * @param {Store} store
 * @returns {HTMLElement}
 */
function sceneChoice(store) {
  const { words, table, scene } = store;
  const scenes = table?.scenes ?? [];
  const name = (/** @type {string} */ id) => scenes.find((one) => one.scene === id)?.ground.name || store.source.groundOf(id)?.name || id;
  if (scenes.length < 2) return h("b", {}, scene ? name(scene.scene) : words.say("scene.none"));
  const pick = (/** @type {Event} */ event) => store.showScene(/** @type {HTMLSelectElement} */ (event.target).value);
  return h("select", { "aria-label": words.say("scene"), onchange: pick }, ...scenes.map((one) => h("option", { value: one.scene, selected: one.scene === scene?.scene }, name(one.scene))));
}

const LABELLED = { side: "side", map: "map", scene: "map.scene", minimap: "map.overview", tools: "act.tools", zoom: "map.zoom", filter: "feed.filter" };

/**
 * Fills in the texts that never change with what happens.
 *
 * @param {Store} store
 */
export function drawFixedTexts({ words }) {
  document.documentElement.lang = words.language;
  byId("feed-title").textContent = words.say("feed.title");
  for (const [id, code] of Object.entries(LABELLED)) byId(id).setAttribute("aria-label", words.say(code));
  const filter = /** @type {HTMLInputElement} */ (byId("filter"));
  filter.placeholder = words.say("feed.filter");
  filter.setAttribute("aria-keyshortcuts", "/");
}

/** The topics that the bar shows. */
export const TOP_BAR_TOPICS = [Topic.CONNECTION, Topic.TABLE, Topic.TAB, Topic.WORDS];
