/** Wires the page: link, map, what waits, feed, tabs, keyboard. */

import { Aim } from "./aim/aim_panel.mjs";
import { bookmarks, turnBookmark } from "./feed/bookmarks.mjs";
import { button, byId, h } from "./ui/dom.mjs";
import { drawUndo, Feed, undo } from "./feed/event_feed.mjs";
import { Film, whyNot } from "./replay/log_viewer.mjs";
import { drawHelp } from "./app/menu.mjs";
import { listen } from "./app/shortcuts.mjs";
import { begin, codeIn, keepTokenOf, told } from "./app/session.mjs";
import { Board } from "./map/map_view.mjs";
import { Rewind } from "./replay/replay_panel.mjs";
import { Room } from "./app/store.mjs";
import { drawKnocks, drawStart } from "./app/login.mjs";
import { TablePanel } from "./table/table_panel.mjs";
import { language, setTheme, speak } from "./app/preferences.mjs";
import { drawLine } from "./feed/timeline.mjs";
import { Waiting } from "./holds/holds_panel.mjs";

/** @typedef {import("../client/client.mjs").Client} Client */

const HISTORY = 400;
const ALL_TABS = /** @type {const} */ (["live", "rewind", "table"]);

const room = new Room();
setTheme();
await speak(room, language());

const map = new Board({ words: room.words, onPiece: pickPiece, onPoint: pickPoint, onDoor: null });
const waiting = new Waiting(room, map);
const aim = new Aim(room, map);
const feed = new Feed(room, {
  onEntry: (entry) => (room.tab === "rewind" ? rewind.go(entry.seq) : showEntry(entry)),
  onFilter: () => (room.tab === "rewind" ? rewind.draw() : feed.draw()),
});
const rewind = new Rewind(room, map, feed, leaveThePast);
const tablePanel = new TablePanel(room);

/** @param {string} piece */
function pickPiece(piece) {
  if (aim.form) aim.form.pickPiece(piece);
  else if (room.tab === "live" && waiting.pickPiece(piece)) map.bring(piece);
  else room.select(room.selected === piece && room.tab === "live" ? "" : piece);
}

/** @param {{x: number, y: number}} at */
function pickPoint(at) {
  if (aim.form) aim.form.pickPoint(at);
  else if (waiting.isPicking) waiting.pick(at);
  else if (room.tab === "table") tablePanel.pick(at);
  else if (room.selected) room.select("");
}

/** @param {import("./narration/event_entries.mjs").Entry} entry */
function showEntry(entry) {
  if (entry.scene && entry.scene !== room.now?.scene) {
    room.scene = entry.scene;
    room.changed("table");
  }
  if (entry.pieces[0]) map.bring(entry.pieces[0]);
}

/**
 * Opens a door, or shuts it.
 *
 * @param {{id: string}} wall
 * @param {string} state
 */
function turnDoor(wall, state) {
  const scene = room.now?.scene;
  if (scene) void room.client?.request("scene_changed", { scene, doors: [{ wall: wall.id, state }] });
}

/** @param {Client | null} client */
function join(client) {
  room.client?.close();
  room.client = client;
  room.records = [];
  if (client) {
    keepTokenOf(client);
    client.follow((said) => heard(client, said));
    client.start();
  }
  room.changed("link");
}

/**
 * @param {Client} client
 * @param {{type: string, body: any, seq?: number}} said
 */
function heard(client, said) {
  if (client !== room.client) return;
  switch (said.type) {
    case "link":
      if (said.body.state === "live") void arrived(client);
      room.changed("link");
      break;
    case "snapshot":
    case "known":
      seen(client);
      break;
    case "event":
      room.take({ seq: said.seq ?? 0, event: said.body });
      if (said.body.data?.now?.put) void client.look();
      if (said.body.kind === "table_set") void speak(room, room.words.language).then(() => room.changed("words"));
      room.changed("records");
      room.changed("table");
      break;
    case "held":
      byId("notice").textContent = "";
      waiting.waits(said.body.hold.hold, said.body.hold.remaining_ms);
      room.changed("holds");
      break;
    case "asked":
      waiting.waits(said.body.hold, said.body.remaining_ms);
      room.changed("holds");
      break;
    case "resolved":
      tellWhoDecided(client, said.body);
      room.changed("holds");
      break;
    case "knocking":
      room.knocks = room.knocks.filter((knock) => knock.id !== said.body.knock);
      if (said.body.open !== false) room.knocks.push({ id: said.body.knock, label: said.body.label, words: said.body.words });
      room.changed("knocks");
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
  if (!waiting.isShowing(hold) || by === client.welcome?.seat) return;
  const who = by ? room.who(by) : room.words.say("who.server");
  const because = code ? room.words.refusal({ code, facts }, room.name) : "";
  byId("notice").textContent = [room.words.say(`decided.${state}`, { who }), because].filter(Boolean).join(" ");
}

/** @param {Client} client */
function seen(client) {
  for (const scene of client.state.scenes) room.learn(scene.pieces);
  room.changed("table");
}

/** @type {WeakSet<Client>} Clients that have been told what was before. */
const informed = new WeakSet();

/** @param {Client} client */
async function arrived(client) {
  await speak(room, room.words.language);
  seen(client);
  room.changed("words");
  if (informed.has(client)) return;
  informed.add(client);
  const past = await client.log(Math.max(0, client.seq - HISTORY)).catch(() => null);
  const since = room.records;
  room.records = [];
  for (const record of past?.events ?? []) room.take(record);
  const last = room.records.at(-1)?.seq ?? 0;
  for (const record of since) if (record.seq > last) room.take(record);
  feed.retell();
  room.changed("records");
}

// What is drawn when something changes.

let isDue = false;
const due = new Set();

room.on((what) => {
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
  const { client } = room;
  const isIn = Boolean(room.film) || (Boolean(client?.welcome) && !(client?.link.state === "over" && [4401, 4403].includes(client.link.code ?? 0)));
  byId("app").hidden = !isIn;
  byId("start").hidden = isIn;
  if (what.has("words")) {
    map.retold({ words: room.words, onDoor: room.isGm ? turnDoor : null });
    feed.retell();
  }
  if (!isIn) {
    drawTop();
    if (what.has("link") || what.has("words")) drawStart(room, { onPair: (code, label) => join(begin({ code, label })), onKnock: (label, table) => join(begin({ knock: true, label, table })) });
    return;
  }
  if (what.has("link") || what.has("table") || what.has("tab") || what.has("words")) drawTop();
  if (what.has("tab")) rewind.turned();
  else if (room.tab === "rewind" && what.has("words")) rewind.redraw();
  else if (room.tab === "rewind" && what.has("records")) rewind.heard();
  else if (room.tab === "rewind" && what.has("selected")) rewind.draw();
  if (!client?.welcome) return;
  if (what.has("knocks") || what.has("words")) drawKnocks(room);
  if (room.tab !== "rewind" && (what.has("table") || what.has("tab") || what.has("words")) && client) map.show(client.state, room.now, room.spec);
  if (what.has("selected")) map.select(room.selected);
  if (what.has("selected") || what.has("words") || what.has("table")) aim.drawTools();
  const isBack = what.has("tab") || what.has("aimed");
  if (!aim.isOpen && room.tab === "live" && (isBack || what.has("holds") || what.has("table") || what.has("words"))) waiting.draw(isBack);
  if (["tab", "selected", "table", "words", "link", "holds"].some((one) => what.has(one))) tablePanel.draw(what);
  if (what.has("records") || what.has("selected") || what.has("words") || what.has("tab")) {
    if (room.tab === "rewind") return;
    feed.draw();
    drawUndo(room, feed);
    drawLine(room, feed, bookmarks(room.key));
  }
}

/** @param {"live" | "rewind" | "table"} tab */
function turn(tab) {
  if (room.tab === tab) return;
  room.tab = tab;
  if (aim.isOpen) aim.close();
  document.body.dataset.tab = tab;
  room.changed("tab");
}

/** Shows the tabs, the scene in view, and how the link stands. */
function drawTop() {
  const { words, client } = room;
  const isIn = Boolean(client?.welcome) || Boolean(room.film);
  const tabs = client?.welcome ? ALL_TABS.slice(0, room.isGm ? 3 : 2) : ALL_TABS.slice(1, 2);
  byId("tabs").setAttribute("aria-label", words.say("tabs"));
  byId("tabs").replaceChildren(...(isIn ? tabs.map((tab) => button(words.say(`tab.${tab}`), () => turn(tab), { "aria-current": room.tab === tab ? "page" : null })) : []));
  byId("where").replaceChildren(...(isIn ? whereabouts() : []));
  const isOn = client?.link.state === "live";
  const isWaiting = client?.link.state === "waiting";
  byId("connection").replaceChildren(h("span", { class: isOn ? "dot on" : "dot", "aria-hidden": "true" }), told(words, client?.link));
  byId("again").replaceChildren(isWaiting ? button(words.say("link.now"), () => client?.hurry(), { class: "plain" }) : "");
  byId("menu").replaceChildren(button(words.say("menu"), openHelp, { class: "plain", key: "?" }));
}

/** @returns {(Node | string)[]} */
function whereabouts() {
  const { words, client, table } = room;
  const scenes = table?.scenes ?? [];
  const pick = (/** @type {Event} */ event) => {
    room.scene = /** @type {HTMLSelectElement} */ (event.target).value;
    room.changed("table");
  };
  const name = (/** @type {string} */ scene) => scenes.find((one) => one.scene === scene)?.ground.name || client?.ground[scene]?.name || scene;
  const choice =
    scenes.length > 1
      ? h("select", { "aria-label": words.say("scene"), onchange: pick }, ...scenes.map((one) => h("option", { value: one.scene, selected: one.scene === room.now?.scene }, name(one.scene))))
      : h("b", {}, room.now ? name(room.now.scene) : words.say("scene.none"));
  if (room.film) return [h("b", {}, words.say("film.watching", { file: room.film.name }))];
  if (room.tab === "rewind") return [choice, " ", words.say("rewind.watching", { seq: client?.seq })];
  const role = words.say(`role.${client?.welcome?.role ?? "nobody"}`);
  const book = room.ruleset;
  return [choice, " ", [words.own[`ruleset.${book}`] ?? book, client?.welcome?.label || role].join(", ")];
}

/** Opens the menu. */
function openHelp() {
  drawHelp(room, () => {
    map.retold({ words: room.words });
    room.changed("words");
    room.changed("link");
  });
}

/** Fills in the few texts that never change with what happens. */
function drawFixed() {
  const { words } = room;
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

room.on((what) => what === "words" && drawFixed());

/**
 * Gives the piece after another one, as one steps through them.
 *
 * @param {number} by
 */
function nextPiece(by) {
  const pieces = room.now?.pieces ?? [];
  const at = pieces.findIndex((piece) => piece.id === (document.activeElement?.getAttribute("data-piece") ?? room.selected));
  const next = pieces[(at + by + pieces.length) % pieces.length];
  if (!next) return;
  map.bring(next.id);
  map.focus(next.id);
}

/** @returns {import("./app/shortcuts.mjs").Keys} The figures that go to an impact of the plan on the map. */
function impactKeys() {
  return Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => [number, () => map.impact(number)]));
}

listen(() => {
  const always = {
    "?": openHelp,
    "+": () => map.zoom(1.3),
    "=": () => map.zoom(1.3),
    "-": () => map.zoom(1 / 1.3),
    0: () => map.fit(),
    "/": () => byId("filter").focus(),
  };
  if (/** @type {HTMLDialogElement} */ (byId("help")).open || !(room.client?.welcome || room.film)) return {};
  if (room.tab === "rewind") return { ...always, ...rewind.keys, Escape: leaveThePast };
  if (aim.isOpen) return { ...always, ...impactKeys(), ...aim.keys };
  if (room.tab === "table") return { ...always, Escape: () => turn("live") };
  const onMap = document.activeElement?.closest?.("#stage") || document.activeElement === document.body;
  return {
    ...always,
    ...impactKeys(),
    ...(room.tab === "live" ? aim.openers : {}),
    A: () => void waiting.approve(),
    E: () => waiting.edit(),
    R: () => void waiting.reject(),
    J: () => waiting.step(1),
    K: () => waiting.step(-1),
    Space: () => waiting.showMove(),
    B: markLatest,
    "Ctrl Z": feed.latest && room.isGm ? () => void undo(room, feed, [feed.latest?.seq ?? 0]) : undefined,
    Escape: () => room.select(""),
    ArrowRight: onMap ? () => nextPiece(1) : undefined,
    ArrowDown: onMap ? () => nextPiece(1) : undefined,
    ArrowLeft: onMap ? () => nextPiece(-1) : undefined,
    ArrowUp: onMap ? () => nextPiece(-1) : undefined,
  };
});

addEventListener("online", () => room.client?.hurry());
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) room.client?.hurry();
});

drawFixed();
const code = codeIn(location.hash);
if (location.hash) history.replaceState(null, "", location.pathname);
join(code ? begin({ code }) : begin());
if (!room.client) room.changed("link");

/** Goes back to the table, or to the way in where there is none. */
function leaveThePast() {
  const isAtTable = Boolean(room.client?.welcome);
  room.film = null;
  turn("live");
  if (isAtTable) void speak(room, room.words.language).then(() => room.changed("words"));
  else room.changed("link");
}

/** Marks the latest event. */
function markLatest() {
  const last = feed.entries.at(-1);
  if (!last) return;
  turnBookmark(room.key, last.seq);
  drawLine(room, feed, bookmarks(room.key));
}

addEventListener("vttbridge-record", (event) => {
  const { name, bytes } = /** @type {CustomEvent} */ (event).detail;
  const notice = byId(byId("app").hidden ? "start-notice" : "notice");
  notice.textContent = "";
  try {
    room.film = new Film(name, bytes);
  } catch (fault) {
    notice.textContent = whyNot(room.words, fault, name);
    return;
  }
  void speak(room, room.words.language).then(() => {
    room.tab = "rewind";
    document.body.dataset.tab = "rewind";
    if (aim.isOpen) aim.close();
    room.changed("words");
    room.changed("tab");
  });
});
