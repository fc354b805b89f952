/** What each key does now. */

import { toolbarKeys } from "./aim/toolbar.mjs";
import { toggleBookmark } from "./app/bookmarks.mjs";
import { openMenu } from "./app/menu.mjs";
import { undo } from "./feed/undo.mjs";
import { byId } from "./ui/dom.mjs";

/**
 * @typedef {import("./app/shortcuts.mjs").Shortcuts} Shortcuts
 * @typedef {import("./app/store.mjs").Store} Store
 * @typedef {import("./app/store.mjs").Tab} Tab
 * @typedef {import("./app/log_entries.mjs").LogEntries} LogEntries
 * @typedef {import("./map/map_view.mjs").MapView} MapView
 * @typedef {import("./holds/holds_panel.mjs").HoldsPanel} HoldsPanel
 * @typedef {import("./aim/aim_panel.mjs").AimPanel} AimPanel
 * @typedef {import("./replay/replay_panel.mjs").ReplayPanel} ReplayPanel
 * @typedef {{store: Store, map: MapView, entries: LogEntries, holdsPanel: HoldsPanel, aimPanel: AimPanel, replayPanel: ReplayPanel,
 *   isOpen: () => boolean, openTab: (tab: Tab) => void, leaveReplay: () => void, redrawEvents: () => void}} Page
 */

const ZOOM = 1.3;
const IMPACTS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/**
 * Returns what tells the meaning of each key, asked anew at each press.
 *
 * @param {Page} page
 * @returns {() => Shortcuts}
 */
export function pageShortcuts(page) {
  return () => {
    const { store, aimPanel, replayPanel } = page;
    if (/** @type {HTMLDialogElement} */ (byId("help")).open || !page.isOpen()) return {};
    const always = everywhere(page);
    if (store.tab === "rewind") return { ...always, ...replayPanel.keys, Escape: page.leaveReplay };
    if (aimPanel.form) return { ...always, ...impactKeys(page), ...aimPanel.keys };
    if (store.tab === "table") return { ...always, Escape: () => page.openTab("live") };
    return { ...always, ...impactKeys(page), ...toolbarKeys(store, (action) => aimPanel.open(action)), ...holdKeys(page), ...eventKeys(page), ...pieceKeys(page), Escape: () => store.select("") };
  };
}

/**
 * @param {Page} page
 * @returns {Shortcuts}
 */
function everywhere({ store, map: { camera } }) {
  return {
    "?": () => openMenu(store),
    "+": () => camera.zoom(ZOOM),
    "=": () => camera.zoom(ZOOM),
    "-": () => camera.zoom(1 / ZOOM),
    0: () => camera.fit(),
    "/": () => byId("filter").focus(),
  };
}

/**
 * @param {Page} page
 * @returns {Shortcuts}
 */
function impactKeys({ map }) {
  return Object.fromEntries(IMPACTS.map((number) => [number, () => map.goToImpact(number)]));
}

/**
 * @param {Page} page
 * @returns {Shortcuts}
 */
function holdKeys({ holdsPanel }) {
  return {
    A: () => void holdsPanel.approve(),
    E: () => holdsPanel.edit(),
    R: () => void holdsPanel.reject(),
    J: () => holdsPanel.step(1),
    K: () => holdsPanel.step(-1),
    Space: () => holdsPanel.showMove(),
  };
}

/**
 * @param {Page} page
 * @returns {Shortcuts}
 */
function eventKeys({ store, entries, redrawEvents }) {
  const latest = entries.latestStanding;
  return {
    B: () => {
      const last = entries.all.at(-1);
      if (last) toggleBookmark(store.source.bookmarkKey, last.seq);
      redrawEvents();
    },
    "Ctrl Z": latest && store.isGm ? () => void undo(store, entries, [latest.seq]) : undefined,
  };
}

/**
 * Returns the keys that go from piece to piece, where somebody is on the map.
 *
 * @param {Page} page
 * @returns {Shortcuts}
 */
function pieceKeys(page) {
  if (!document.activeElement?.closest("#stage") && document.activeElement !== document.body) return {};
  return { ArrowRight: () => goToPiece(page, 1), ArrowDown: () => goToPiece(page, 1), ArrowLeft: () => goToPiece(page, -1), ArrowUp: () => goToPiece(page, -1) };
}

/**
 * @param {Page} page
 * @param {number} by
 */
function goToPiece({ store, map }, by) {
  const pieces = store.scene?.pieces ?? [];
  const from = document.activeElement?.getAttribute("data-piece") ?? store.selected;
  const next = pieces[(pieces.findIndex((piece) => piece.id === from) + by + pieces.length) % pieces.length];
  if (!next) return;
  map.bringIntoView(next.id);
  map.focus(next.id);
}
