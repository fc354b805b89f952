/** Wires the page: link, map, what waits, feed, tabs, keyboard. */

import { AimPanel } from "./aim/aim_panel.mjs";
import { bookmarks, toggleBookmark } from "./feed/bookmarks.mjs";
import { button, byId, h } from "./ui/dom.mjs";
import { drawUndo, EventFeed, undo } from "./feed/event_feed.mjs";
import { Recording, faultText } from "./replay/log_viewer.mjs";
import { openMenu } from "./app/menu.mjs";
import { listenToKeys } from "./app/shortcuts.mjs";
import { createClient, codeIn, persistToken, connectionText } from "./app/session.mjs";
import { MapView } from "./map/map_view.mjs";
import { Rewind } from "./replay/replay_panel.mjs";
import { Store } from "./app/store.mjs";
import { drawKnocks, drawLogin } from "./app/login.mjs";
import { TablePanel } from "./table/table_panel.mjs";
import { preferredLanguage, setTheme, loadWords } from "./app/preferences.mjs";
import { drawTimeline } from "./feed/timeline.mjs";
import { Waiting } from "./holds/holds_panel.mjs";

/** @typedef {import("../client/client.mjs").Client} Client */

const HISTORY = 400;
const ALL_TABS = /** @type {const} */ (["live", "rewind", "table"]);

const store = new Store();
setTheme();
await loadWords(store, preferredLanguage());

const map = new MapView({ words: store.words, onPiece: pickPiece, onPoint: pickPoint, onDoor: null });
const holdsPanel = new Waiting(store, map);
const aimPanel = new AimPanel(store, map);
const feed = new EventFeed(store, {
  onEntry: (entry) => (store.tab === "rewind" ? replayPanel.go(entry.seq) : showEntry(entry)),
  onFilter: () => (store.tab === "rewind" ? replayPanel.draw() : feed.draw()),
});
const replayPanel = new Rewind(store, map, feed, leaveThePast);
const tablePanel = new TablePanel(store);

/** @param {string} piece */
function pickPiece(piece) {
  if (aimPanel.form) aimPanel.form.pickPiece(piece);
  else if (store.tab === "live" && holdsPanel.pickPiece(piece)) map.bringIntoView(piece);
  else store.select(store.selected === piece && store.tab === "live" ? "" : piece);
}

/** @param {{x: number, y: number}} at */
function pickPoint(at) {
  if (aimPanel.form) aimPanel.form.pickPoint(at);
  else if (holdsPanel.isPicking) holdsPanel.pick(at);
  else if (store.tab === "table") tablePanel.pick(at);
  else if (store.selected) store.select("");
}

/** @param {import("./narration/event_entries.mjs").Entry} entry */
function showEntry(entry) {
  if (entry.scene && entry.scene !== store.scene?.scene) {
    store.sceneId = entry.scene;
    store.changed("table");
  }
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

/** @param {Client | null} client */
function join(client) {
  store.client?.close();
  store.client = client;
  store.records = [];
  if (client) {
    persistToken(client);
    client.follow((said) => heard(client, said));
    client.start();
  }
  store.changed("link");
}

/**
 * @param {Client} client
 * @param {{type: string, body: any, seq?: number}} said
 */
function heard(client, said) {
  if (client !== store.client) return;
  switch (said.type) {
    case "link":
      if (said.body.state === "live") void arrived(client);
      store.changed("link");
      break;
    case "snapshot":
    case "known":
      seen(client);
      break;
    case "event":
      store.addRecord({ seq: said.seq ?? 0, event: said.body });
      if (said.body.data?.now?.put) void client.look();
      if (said.body.kind === "table_set") void loadWords(store, store.words.language).then(() => store.changed("words"));
      store.changed("records");
      store.changed("table");
      break;
    case "held":
      byId("notice").textContent = "";
      holdsPanel.waits(said.body.hold.hold, said.body.hold.remaining_ms);
      store.changed("holds");
      break;
    case "asked":
      holdsPanel.waits(said.body.hold, said.body.remaining_ms);
      store.changed("holds");
      break;
    case "resolved":
      tellWhoDecided(client, said.body);
      store.changed("holds");
      break;
    case "knocking":
      store.knocks = store.knocks.filter((knock) => knock.id !== said.body.knock);
      if (said.body.open !== false) store.knocks.push({ id: said.body.knock, label: said.body.label, words: said.body.words });
      store.changed("knocks");
      break;
    default:
  }
}

/**
 * Says who decided what is still on this screen, and how.
 *
 * @param {Client} client
 * @param {import("../client/wire.d.ts").Resolved} end
 */
function tellWhoDecided(client, { hold, state, by, code, facts }) {
  if (!holdsPanel.isShowing(hold) || by === client.welcome?.seat) return;
  const who = by ? store.seatName(by) : store.words.say("who.server");
  const because = code ? store.words.refusal({ code, facts }, store.pieceName) : "";
  byId("notice").textContent = [store.words.say(`decided.${state}`, { who }), because].filter(Boolean).join(" ");
}

/** @param {Client} client */
function seen(client) {
  for (const scene of client.state.scenes) store.rememberNames(scene.pieces);
  store.changed("table");
}

/** @type {WeakSet<Client>} Clients that have been told what was before. */
const informed = new WeakSet();

/** @param {Client} client */
async function arrived(client) {
  await loadWords(store, store.words.language);
  seen(client);
  store.changed("words");
  if (informed.has(client)) return;
  informed.add(client);
  const past = await client.log(Math.max(0, client.seq - HISTORY)).catch(() => null);
  const since = store.records;
  store.records = [];
  for (const record of past?.events ?? []) store.addRecord(record);
  const last = store.records.at(-1)?.seq ?? 0;
  for (const record of since) if (record.seq > last) store.addRecord(record);
  feed.reset();
  store.changed("records");
}

// What is drawn when something changes.

let isDue = false;
const due = new Set();

store.subscribe((what) => {
  due.add(what);
  if (isDue) return;
  isDue = true;
  queueMicrotask(() => {
    isDue = false;
    const all = new Set(due);
    due.clear();
    draw(all);
  });
});

/** @param {Set<string>} what */
function draw(what) {
  const { client } = store;
  const isIn = Boolean(store.recording) || (Boolean(client?.welcome) && !(client?.link.state === "over" && [4401, 4403].includes(client.link.code ?? 0)));
  byId("app").hidden = !isIn;
  byId("start").hidden = isIn;
  if (what.has("words")) {
    map.configure({ words: store.words, onDoor: store.isGm ? turnDoor : null });
    feed.reset();
  }
  if (!isIn) {
    drawTop();
    if (what.has("link") || what.has("words")) drawLogin(store, { onPair: (code, label) => join(createClient({ code, label })), onKnock: (label, table) => join(createClient({ knock: true, label, table })) });
    return;
  }
  if (what.has("link") || what.has("table") || what.has("tab") || what.has("words")) drawTop();
  if (what.has("tab")) replayPanel.turned();
  else if (store.tab === "rewind" && what.has("words")) replayPanel.redraw();
  else if (store.tab === "rewind" && what.has("records")) replayPanel.heard();
  else if (store.tab === "rewind" && what.has("selected")) replayPanel.draw();
  if (!client?.welcome) return;
  if (what.has("knocks") || what.has("words")) drawKnocks(store);
  if (store.tab !== "rewind" && (what.has("table") || what.has("tab") || what.has("words")) && client) map.show(client.state, store.scene, store.spec);
  if (what.has("selected")) map.select(store.selected);
  if (what.has("selected") || what.has("words") || what.has("table")) aimPanel.drawTools();
  const isBack = what.has("tab") || what.has("aimed");
  if (!aimPanel.isOpen && store.tab === "live" && (isBack || what.has("holds") || what.has("table") || what.has("words"))) holdsPanel.draw(isBack);
  if (["tab", "selected", "table", "words", "link", "holds"].some((one) => what.has(one))) tablePanel.draw(what);
  if (what.has("records") || what.has("selected") || what.has("words") || what.has("tab")) {
    if (store.tab === "rewind") return;
    feed.draw();
    drawUndo(store, feed);
    drawTimeline(store, feed, bookmarks(store.bookmarkKey));
  }
}

/** @param {"live" | "rewind" | "table"} tab */
function turn(tab) {
  if (store.tab === tab) return;
  store.tab = tab;
  if (aimPanel.isOpen) aimPanel.close();
  document.body.dataset.tab = tab;
  store.changed("tab");
}

/** Shows the tabs, the scene in view, and how the link stands. */
function drawTop() {
  const { words, client } = store;
  const isIn = Boolean(client?.welcome) || Boolean(store.recording);
  const tabs = client?.welcome ? ALL_TABS.slice(0, store.isGm ? 3 : 2) : ALL_TABS.slice(1, 2);
  byId("tabs").setAttribute("aria-label", words.say("tabs"));
  byId("tabs").replaceChildren(...(isIn ? tabs.map((tab) => button(words.say(`tab.${tab}`), () => turn(tab), { "aria-current": store.tab === tab ? "page" : null })) : []));
  byId("where").replaceChildren(...(isIn ? whereabouts() : []));
  const isOn = client?.link.state === "live";
  const isWaiting = client?.link.state === "waiting";
  byId("connection").replaceChildren(h("span", { class: isOn ? "dot on" : "dot", "aria-hidden": "true" }), connectionText(words, client?.link));
  byId("again").replaceChildren(isWaiting ? button(words.say("link.now"), () => client?.hurry(), { class: "plain" }) : "");
  byId("menu").replaceChildren(button(words.say("menu"), openHelp, { class: "plain", key: "?" }));
}

/** @returns {(Node | string)[]} */
function whereabouts() {
  const { words, client, table } = store;
  const scenes = table?.scenes ?? [];
  const pick = (/** @type {Event} */ event) => {
    store.sceneId = /** @type {HTMLSelectElement} */ (event.target).value;
    store.changed("table");
  };
  const name = (/** @type {string} */ scene) => scenes.find((one) => one.scene === scene)?.ground.name || client?.ground[scene]?.name || scene;
  const choice =
    scenes.length > 1
      ? h("select", { "aria-label": words.say("scene"), onchange: pick }, ...scenes.map((one) => h("option", { value: one.scene, selected: one.scene === store.scene?.scene }, name(one.scene))))
      : h("b", {}, store.scene ? name(store.scene.scene) : words.say("scene.none"));
  if (store.recording) return [h("b", {}, words.say("film.watching", { file: store.recording.name }))];
  if (store.tab === "rewind") return [choice, " ", words.say("rewind.watching", { seq: client?.seq })];
  const role = words.say(`role.${client?.welcome?.role ?? "nobody"}`);
  const book = store.ruleset;
  return [choice, " ", [words.own[`ruleset.${book}`] ?? book, client?.welcome?.label || role].join(", ")];
}

/** Opens the menu. */
function openHelp() {
  openMenu(store, () => {
    map.configure({ words: store.words });
    store.changed("words");
    store.changed("link");
  });
}

/** Fills in the few texts that never change with what happens. */
function drawFixed() {
  const { words } = store;
  document.documentElement.lang = words.language;
  byId("feed-title").textContent = words.say("feed.title");
  byId("feed-order").textContent = words.say("feed.order");
  byId("side").setAttribute("aria-label", words.say("side"));
  byId("map").setAttribute("aria-label", words.say("map"));
  byId("scene").setAttribute("aria-label", words.say("map.scene"));
  byId("minimap").setAttribute("aria-label", words.say("map.overview"));
  byId("tools").setAttribute("aria-label", words.say("act.tools"));
  byId("zoom").setAttribute("aria-label", words.say("map.zoom"));
  const filter = /** @type {HTMLInputElement} */ (byId("filter"));
  filter.placeholder = words.say("feed.filter");
  filter.setAttribute("aria-label", words.say("feed.filter"));
  filter.setAttribute("aria-keyshortcuts", "/");
  byId("zoom").replaceChildren(
    button("−", () => map.zoom(1 / 1.3), { "aria-label": words.say("map.out"), class: "plain" }),
    button("+", () => map.zoom(1.3), { "aria-label": words.say("map.in"), class: "plain" }),
    button(words.say("map.fit"), () => map.fit(), { key: "0", class: "plain" }),
  );
}

store.subscribe((what) => what === "words" && drawFixed());

/**
 * Returns the piece after another one, as one steps through them.
 *
 * @param {number} by
 */
function nextPiece(by) {
  const pieces = store.scene?.pieces ?? [];
  const at = pieces.findIndex((piece) => piece.id === (document.activeElement?.getAttribute("data-piece") ?? store.selected));
  const next = pieces[(at + by + pieces.length) % pieces.length];
  if (!next) return;
  map.bringIntoView(next.id);
  map.focus(next.id);
}

/** @returns {import("./app/shortcuts.mjs").Shortcuts} The figures that go to an impact of the plan on the map. */
function impactKeys() {
  return Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => [number, () => map.goToImpact(number)]));
}

listenToKeys(() => {
  const always = {
    "?": openHelp,
    "+": () => map.zoom(1.3),
    "=": () => map.zoom(1.3),
    "-": () => map.zoom(1 / 1.3),
    0: () => map.fit(),
    "/": () => byId("filter").focus(),
  };
  if (/** @type {HTMLDialogElement} */ (byId("help")).open || !(store.client?.welcome || store.recording)) return {};
  if (store.tab === "rewind") return { ...always, ...replayPanel.keys, Escape: leaveThePast };
  if (aimPanel.isOpen) return { ...always, ...impactKeys(), ...aimPanel.keys };
  if (store.tab === "table") return { ...always, Escape: () => turn("live") };
  const onMap = document.activeElement?.closest?.("#stage") || document.activeElement === document.body;
  return {
    ...always,
    ...impactKeys(),
    ...(store.tab === "live" ? aimPanel.openers : {}),
    A: () => void holdsPanel.approve(),
    E: () => holdsPanel.edit(),
    R: () => void holdsPanel.reject(),
    J: () => holdsPanel.step(1),
    K: () => holdsPanel.step(-1),
    Space: () => holdsPanel.showMove(),
    B: markLatest,
    "Ctrl Z": feed.latest && store.isGm ? () => void undo(store, feed, [feed.latest?.seq ?? 0]) : undefined,
    Escape: () => store.select(""),
    ArrowRight: onMap ? () => nextPiece(1) : undefined,
    ArrowDown: onMap ? () => nextPiece(1) : undefined,
    ArrowLeft: onMap ? () => nextPiece(-1) : undefined,
    ArrowUp: onMap ? () => nextPiece(-1) : undefined,
  };
});

addEventListener("online", () => store.client?.hurry());
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) store.client?.hurry();
});

drawFixed();
const code = codeIn(location.hash);
if (location.hash) history.replaceState(null, "", location.pathname);
join(code ? createClient({ code }) : createClient());
if (!store.client) store.changed("link");

/** Goes back to the table, or to the way in where there is none. */
function leaveThePast() {
  const isAtTable = Boolean(store.client?.welcome);
  store.recording = null;
  turn("live");
  if (isAtTable) void loadWords(store, store.words.language).then(() => store.changed("words"));
  else store.changed("link");
}

/** Marks the latest event. */
function markLatest() {
  const last = feed.entries.at(-1);
  if (!last) return;
  toggleBookmark(store.bookmarkKey, last.seq);
  drawTimeline(store, feed, bookmarks(store.bookmarkKey));
}

addEventListener("vttbridge-record", (event) => {
  const { name, bytes } = /** @type {CustomEvent} */ (event).detail;
  const notice = byId(byId("app").hidden ? "start-notice" : "notice");
  notice.textContent = "";
  try {
    store.recording = new Recording(name, bytes);
  } catch (fault) {
    notice.textContent = faultText(store.words, fault, name);
    return;
  }
  void loadWords(store, store.words.language).then(() => {
    store.tab = "rewind";
    document.body.dataset.tab = "rewind";
    if (aimPanel.isOpen) aimPanel.close();
    store.changed("words");
    store.changed("tab");
  });
});
