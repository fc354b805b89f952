/** Wires the page: the client, the map, the panels, the tabs, the keyboard. */

import { AimPanel } from "./aim/aim_panel.mjs";
import { drawToolbar } from "./aim/toolbar.mjs";
import { bookmarks } from "./app/bookmarks.mjs";
import { ClientEvents } from "./app/client_events.mjs";
import { LogEntries } from "./app/log_entries.mjs";
import { drawLogin } from "./app/login.mjs";
import { openMenu } from "./app/menu.mjs";
import { loadWords, preferredLanguage, setTheme } from "./app/preferences.mjs";
import { renderOnChange } from "./app/render.mjs";
import { codeIn, createClient } from "./app/session.mjs";
import { listenToKeys } from "./app/shortcuts.mjs";
import { Store, Topic } from "./app/store.mjs";
import { drawFixedTexts, drawTopBar, TOP_BAR_TOPICS } from "./app/top_bar.mjs";
import { EventFeed } from "./feed/event_feed.mjs";
import { drawTimeline } from "./feed/timeline.mjs";
import { drawUndo } from "./feed/undo.mjs";
import { decisionText } from "./holds/hold_text.mjs";
import { HoldsPanel } from "./holds/holds_panel.mjs";
import { pageShortcuts } from "./keyboard.mjs";
import { MapView } from "./map/map_view.mjs";
import { faultText } from "./replay/recording.mjs";
import { recordingForm, recordingIn } from "./replay/recording_file.mjs";
import { ReplayPanel } from "./replay/replay_panel.mjs";
import { drawKnocks } from "./table/knocks.mjs";
import { TablePanel } from "./table/table_panel.mjs";
import { button, byId } from "./ui/dom.mjs";

/**
 * @typedef {import("./app/store.mjs").Tab} Tab
 * @typedef {import("./narration/event_entries.mjs").Entry} Entry
 */

const ZOOM = 1.3;

const store = new Store();
setTheme();
await loadWords(store, preferredLanguage());

const entries = new LogEntries(store);
const map = new MapView({ words: store.words, onPiece: pickPiece, onPoint: pickPoint, onDoor: null });
const holdsPanel = new HoldsPanel(store, map);
const aimPanel = new AimPanel(store, map);
const feed = new EventFeed(store, entries, {
  onEntry: (entry) => (isReplaying() ? replayPanel.go(entry.seq) : showEntry(entry)),
  onFilter: () => (isReplaying() ? replayPanel.draw() : feed.draw()),
});
const replayPanel = new ReplayPanel(store, map, feed, leaveReplay);
const tablePanel = new TablePanel(store, { onLive: () => openTab("live"), openRecording });
const clientEvents = new ClientEvents(store, entries, {
  onWaiting: (hold, remaining_ms) => {
    byId("notice").textContent = "";
    holdsPanel.state.setRemaining(hold, remaining_ms, Date.now());
  },
  onResolved: (end) => {
    if (holdsPanel.state.isShown(end.hold) && end.by !== store.source.ownSeat) byId("notice").textContent = decisionText(store, end);
  },
});

/** @returns {boolean} Whether there is a table or a recorded file to look at. */
function isOpen() {
  return store.recording !== null || store.live.isSeated;
}

/** @returns {boolean} */
function isReplaying() {
  return store.tab === "rewind";
}

/** @returns {boolean} Whether the table is shown as it is now. */
function isPresent() {
  return store.live.isSeated && !isReplaying();
}

renderOnChange(store, [
  { topics: Object.values(Topic), draw: drawMain },
  { topics: [Topic.WORDS], draw: drawWords },
  { topics: TOP_BAR_TOPICS, draw: () => drawTopBar(store, { onTab: openTab, onMenu: () => openMenu(store) }) },
  { topics: [Topic.CONNECTION, Topic.WORDS], isShown: () => !isOpen(), draw: drawWayIn },
  { topics: [Topic.TAB], draw: () => (isReplaying() ? void replayPanel.open() : replayPanel.close()) },
  { topics: [Topic.WORDS], isShown: isReplaying, draw: () => replayPanel.redraw() },
  { topics: [Topic.RECORDS], isShown: isReplaying, draw: () => replayPanel.catchUp() },
  { topics: [Topic.SELECTION], isShown: isReplaying, draw: () => replayPanel.draw() },
  { topics: [Topic.KNOCKS, Topic.WORDS], draw: () => drawKnocks(store) },
  { topics: [Topic.TABLE, Topic.TAB, Topic.WORDS], isShown: isPresent, draw: drawMap },
  { topics: [Topic.SELECTION], draw: () => map.select(store.selected) },
  { topics: [Topic.SELECTION, Topic.TABLE, Topic.WORDS], draw: () => drawToolbar(store, (action) => aimPanel.open(action)) },
  { topics: [Topic.TAB, Topic.AIM], isShown: mayShowHolds, draw: () => holdsPanel.redraw() },
  { topics: [Topic.HOLDS, Topic.TABLE, Topic.WORDS], isShown: mayShowHolds, draw: () => holdsPanel.update() },
  { topics: [Topic.TAB, Topic.WORDS], isShown: () => store.live.isSeated, draw: () => tablePanel.open() },
  { topics: [Topic.SELECTION], isShown: isPresent, draw: () => tablePanel.editSelected() },
  { topics: [Topic.TABLE, Topic.CONNECTION, Topic.HOLDS], isShown: isPresent, draw: () => tablePanel.update() },
  { topics: [Topic.RECORDS, Topic.SELECTION, Topic.TAB, Topic.WORDS], isShown: isPresent, draw: drawEvents },
]);

/** @returns {boolean} Whether the block of what waits has the map for itself. */
function mayShowHolds() {
  return store.live.isSeated && store.tab === "live" && !aimPanel.form;
}

/** Shows the page, or the way in. */
function drawMain() {
  byId("app").hidden = !isOpen();
  byId("start").hidden = isOpen();
  document.body.dataset.tab = store.tab;
}

/** Shows the scene in view as it is now. */
function drawMap() {
  if (store.table) map.show(store.table, store.scene, store.spec);
}

/** Shows what happened. */
function drawEvents() {
  feed.draw();
  drawUndo(store, entries);
  drawTimeline(store, entries, bookmarks(store.source.bookmarkKey));
}

/** Tells everything again: the words are other ones, or somebody may open doors now. */
function drawWords() {
  map.configure({ words: store.words, onDoor: store.isGm ? turnDoor : null });
  entries.reset();
  drawFixedTexts(store);
  byId("zoom").replaceChildren(
    button("−", () => map.camera.zoom(1 / ZOOM), { "aria-label": store.words.say("map.out"), class: "plain" }),
    button("+", () => map.camera.zoom(ZOOM), { "aria-label": store.words.say("map.in"), class: "plain" }),
    button(store.words.say("map.fit"), () => map.camera.fit(), { key: "0", class: "plain" }),
  );
}

/** Shows how one comes to a table. */
function drawWayIn() {
  const actions = {
    onPair: (/** @type {string} */ code, /** @type {string} */ label) => clientEvents.join(createClient({ code, label })),
    onKnock: (/** @type {string} */ label, /** @type {string} */ table) => clientEvents.join(createClient({ knock: true, label, table })),
  };
  drawLogin(store, actions, recordingForm(store.words, (file) => void openRecording(file)));
}

/** @param {string} piece */
function pickPiece(piece) {
  if (aimPanel.form) aimPanel.form.pickPiece(piece);
  else if (store.tab === "live" && holdsPanel.question.form?.pickPiece(piece)) map.bringIntoView(piece);
  else store.select(store.selected === piece && store.tab === "live" ? "" : piece);
}

/** @param {{x: number, y: number}} at */
function pickPoint(at) {
  if (aimPanel.form) aimPanel.form.pickPoint(at);
  else if (holdsPanel.question.isPicking) holdsPanel.question.form?.pick(at);
  else if (store.tab === "table") tablePanel.pick(at);
  else if (store.selected) store.select("");
}

/** @param {Entry} entry */
function showEntry(entry) {
  if (entry.scene && entry.scene !== store.scene?.scene) store.showScene(entry.scene);
  if (entry.pieces[0]) map.bringIntoView(entry.pieces[0]);
}

/**
 * Opens a door, or shuts it.
 *
 * @param {{id: string}} wall
 * @param {string} state
 */
function turnDoor(wall, state) {
  const scene = store.scene?.scene;
  if (scene) void store.client?.request("scene_changed", { scene, doors: [{ wall: wall.id, state }] });
}

/** @param {Tab} tab */
function openTab(tab) {
  if (tab !== "rewind" && store.recording) leaveReplay();
  else if (store.tab !== tab) showTab(tab);
}

/** @param {Tab} tab */
function showTab(tab) {
  if (aimPanel.form) aimPanel.close();
  store.tab = tab;
  store.emit(Topic.TAB);
}

/** Goes back to the table as it is now, or to the way in where there is none. */
function leaveReplay() {
  const wasRecording = store.recording !== null;
  store.recording = null;
  showTab("live");
  store.emit(Topic.CONNECTION);
  if (wasRecording) void clientEvents.reloadWords();
}

/**
 * Watches a recorded file, or says why not.
 *
 * @param {File} file
 * @returns {Promise<boolean>} Whether the file calls itself a recorded fight.
 */
async function openRecording(file) {
  const notice = byId(isOpen() ? "notice" : "start-notice");
  notice.textContent = "";
  try {
    const recording = await recordingIn(file);
    if (!recording) return false;
    store.recording = recording;
  } catch (fault) {
    notice.textContent = faultText(store.words, fault, file.name);
    return true;
  }
  await clientEvents.reloadWords();
  showTab("rewind");
  return true;
}

listenToKeys(pageShortcuts({ store, map, entries, holdsPanel, aimPanel, replayPanel, isOpen, openTab, leaveReplay, redrawEvents: drawEvents }));

addEventListener("online", () => store.client?.hurry());
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) store.client?.hurry();
});

drawWords();
const code = codeIn(location.hash);
if (location.hash) history.replaceState(null, "", location.pathname);
clientEvents.join(code ? createClient({ code }) : createClient());
