// What the page knows and how it tells that something changed.

import assert from "node:assert/strict";
import { test } from "node:test";

import { actionKeys, belongsToFocus, keyName } from "../../../vttbridge/web/console/app/shortcuts.mjs";
import { readStored, readStoredJson, writeStored } from "../../../vttbridge/web/console/app/browser_storage.mjs";
import { bookmarks, toggleBookmark } from "../../../vttbridge/web/console/app/bookmarks.mjs";
import { ClientEvents } from "../../../vttbridge/web/console/app/client_events.mjs";
import { LiveTable } from "../../../vttbridge/web/console/app/live_table.mjs";
import { LogEntries } from "../../../vttbridge/web/console/app/log_entries.mjs";
import { renderOnChange } from "../../../vttbridge/web/console/app/render.mjs";
import { codeIn, connectionText, savedSeat, saveSeat, serverAddress } from "../../../vttbridge/web/console/app/session.mjs";
import { Store, Topic } from "../../../vttbridge/web/console/app/store.mjs";
import { tabsOf } from "../../../vttbridge/web/console/app/top_bar.mjs";
import { EMPTY, EMPTY_GROUND } from "../../../protocol/vttbridge_protocol/js/mirror.mjs";
import { PUSHED, words } from "../console_support.mjs";

test("keys are named as people write them, and what has the focus keeps its own", () => {
  const key = { key: "z", ctrlKey: true, metaKey: false, shiftKey: false, altKey: false };
  assert.equal(keyName(key), "Ctrl Z");
  assert.equal(keyName({ ...key, ctrlKey: false, key: " " }), "Space");
  assert.equal(keyName({ ...key, ctrlKey: false, key: "ArrowLeft", shiftKey: true }), "Shift ArrowLeft");
  const input = /** @type {any} */ ({ tagName: "INPUT", type: "text" });
  assert.equal(belongsToFocus(input, "A"), true);
  assert.equal(belongsToFocus(input, "Escape"), false);
  assert.equal(belongsToFocus(/** @type {any} */ ({ tagName: "BUTTON", getAttribute: () => null }), "A"), false);
});

test("the first actions of a book have letters of their own, on any keyboard", () => {
  assert.deepEqual(actionKeys(["push", "pull", "slide", "fall"]), { push: "P", pull: "L", slide: "S" });
  assert.deepEqual(actionKeys(["attack", "knock_back"]), { attack: "T", knock_back: "N" });
  const held = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
  assert.equal(keyName({ key: "з", code: "KeyP", ...held }), "P");
  assert.equal(keyName({ key: "p", code: "KeyR", ...held }), "P");
});

/** What a browser keeps, as a map. */
class KeptInMemory extends Map {
  /**
   * @param {string} key
   * @returns {string | null}
   */
  getItem(key) {
    return this.get(key) ?? null;
  }

  /**
   * @param {string} key
   * @param {string} value
   */
  setItem(key, value) {
    this.set(key, value);
  }

  /** @param {string} key */
  removeItem(key) {
    this.delete(key);
  }
}

/**
 * Lets a browser keep things while something is done.
 *
 * @param {any} storage
 * @param {() => void} act
 */
function withStorage(storage, act) {
  Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
  act();
  Reflect.deleteProperty(globalThis, "localStorage");
}

/**
 * Lets the topics that were emitted be heard.
 *
 * @returns {Promise<void>}
 */
const delivered = () => new Promise((resolve) => setTimeout(resolve, 0));

/**
 * Returns a client at a table, as far as the page looks at it.
 *
 * @param {object} [more]
 * @returns {any}
 */
const clientAt = (more = {}) => ({ state: EMPTY, ground: {}, link: { state: "live" }, welcome: { seat: "gwen", role: "gm", table: "keep", ruleset: "draw-steel" }, close() {}, ...more });

test("a browser keeps what is written under our own names, and one that keeps nothing is no fault", () => {
  const storage = new KeptInMemory();
  withStorage(storage, () => {
    writeStored("a", "1");
    assert.deepEqual([...storage], [["vttbridge.a", "1"]]);
    assert.deepEqual([readStored("a"), readStoredJson("a"), readStored("b"), readStoredJson("b")], ["1", 1, null, null]);
    writeStored("a", "{");
    assert.equal(readStoredJson("a"), null);
    writeStored("a", null);
    assert.equal(storage.size, 0);
  });
  const refusing = { getItem: () => assert.fail("refused"), setItem: () => assert.fail("refused") };
  withStorage(refusing, () => {
    writeStored("a", "1");
    assert.equal(readStored("a"), null);
  });
});

test("a mark is set and taken away, for each table by itself", () => {
  withStorage(new KeptInMemory(), () => {
    toggleBookmark("keep", 9);
    toggleBookmark("keep", 3);
    toggleBookmark("other", 1);
    assert.deepEqual([...bookmarks("keep")], [3, 9]);
    toggleBookmark("keep", 9);
    toggleBookmark("other", 1);
    assert.deepEqual([[...bookmarks("keep")], [...bookmarks("other")]], [[3], []]);
    writeStored("bookmarks.keep", '[1, "a", 2.5]');
    assert.deepEqual([...bookmarks("keep")], [1]);
  });
});

test("a seat is kept with its token, or not at all", () => {
  withStorage(new KeptInMemory(), () => {
    assert.equal(savedSeat(), null);
    const seat = { address: "ws://here", token: "t", table: "keep", label: "Gwen", role: "gm" };
    saveSeat(seat);
    assert.deepEqual(savedSeat(), seat);
    saveSeat(null);
    assert.equal(savedSeat(), null);
    writeStored("seat", '{"token": 3}');
    assert.equal(savedSeat(), null);
  });
});

test("the server is where the page came from, also below a folder", () => {
  const at = (/** @type {string} */ pathname, protocol = "http:") => serverAddress({ protocol, host: "game.example:1", pathname });
  assert.deepEqual(["/", "/console/", "/console/index.html", "/console"].map((path) => at(path)), ["ws://game.example:1", "ws://game.example:1", "ws://game.example:1", "ws://game.example:1/console"]);
  assert.equal(at("/vttbridge/", "https:"), "wss://game.example:1/vttbridge");
  assert.deepEqual([codeIn("#bcdf-ghjk"), codeIn("#%42CDF-GHJK"), codeIn("#x"), codeIn("")], ["BCDF-GHJK", "BCDF-GHJK", "", ""]);
});

test("how the connection stands is told", () => {
  const told = (/** @type {any} */ link) => connectionText(words, link);
  assert.equal(told(undefined), words.say("link.none"));
  assert.equal(told({ state: "live" }), words.say("link.live"));
  assert.equal(told({ state: "waiting", wait_ms: 2600 }), words.say("link.waiting", { seconds: 3 }));
  assert.equal(told({ state: "waiting" }), words.say("link.waiting", { seconds: 1 }));
  assert.equal(told({ state: "over", code: 4401 }), words.say("link.over_4401"));
  assert.equal(told({ state: "over", code: 1 }), words.say("link.over"));
});

test("topics that are emitted in one go are heard as one set, after it", async () => {
  const store = new Store();
  /** @type {string[][]} */
  const heard = [];
  store.subscribe((topics) => heard.push([...topics]));
  store.emit(Topic.TABLE);
  store.emit(Topic.HOLDS);
  store.emit(Topic.TABLE);
  assert.deepEqual(heard, []);
  await delivered();
  store.select("ilse");
  store.showScene("cellar");
  await delivered();
  assert.deepEqual(heard, [["table", "holds"], ["selection", "table"]]);
  assert.deepEqual([store.selected, store.sceneId], ["ilse", "cellar"]);
});

test("views are drawn in order, once, where their topics changed and they are on the screen", async () => {
  const store = new Store();
  /** @type {string[]} */
  const drawn = [];
  const view = (/** @type {string} */ name, /** @type {any[]} */ topics, isShown = () => true) => ({ topics, isShown, draw: () => void drawn.push(name) });
  renderOnChange(store, [view("a", [Topic.TAB, Topic.WORDS]), view("b", [Topic.TABLE]), view("c", [Topic.TAB], () => false), { topics: [Topic.TAB], draw: () => void drawn.push("d") }]);
  store.emit(Topic.WORDS);
  store.emit(Topic.TAB);
  await delivered();
  assert.deepEqual(drawn, ["a", "d"]);
});

test("a recorded file is shown instead of the table, and nobody is game master there", () => {
  const store = new Store();
  const keep = { scene: "keep", ground: EMPTY_GROUND, pieces: [{ id: "ilse", name: "Ilse", place: { x: 0, y: 0 } }] };
  const seats = [{ seat: "gwen", role: /** @type {const} */ ("gm"), label: "Gwen", user: "" }, { seat: "ada", role: /** @type {const} */ ("player"), label: "", user: "" }];
  store.live.client = clientAt({ state: { ...EMPTY, seats, scenes: [keep] }, ground: { keep: { unit: "inch" } } });
  store.live.rememberNames(keep.pieces);
  assert.deepEqual([store.isGm, store.scene, store.unit, store.source.ruleset], [true, keep, "inch", "draw-steel"]);
  assert.deepEqual([store.piece("ilse")?.name, store.pieceName("ilse"), store.pieceName("gone")], ["Ilse", "Ilse", "gone"]);
  store.words = words;
  assert.deepEqual(["gwen", "ada", "nobody", ""].map(store.seatName), [words.say("who.you"), words.say("role.player"), words.say("role.nobody"), words.say("who.server")]);
  assert.equal(store.context.you, "gwen");
  store.recording = /** @type {any} */ ({ ownSeat: "", isGm: false, state: EMPTY, ruleset: "necromunda", names: new Map([["ilse", "Other"]]), records: [], bookmarkKey: "file", groundOf: () => undefined });
  assert.deepEqual([store.isGm, store.scene, store.unit, store.pieceName("ilse"), store.source.bookmarkKey], [false, undefined, "inch", "Other", "file"]);
  store.sceneId = "elsewhere";
  store.recording = null;
  assert.equal(store.scene, keep);
});

test("the tabs are those that one may open", () => {
  const store = new Store();
  assert.deepEqual(tabsOf(store), []);
  store.recording = /** @type {any} */ ({});
  assert.deepEqual(tabsOf(store), ["rewind"]);
  store.live.client = clientAt();
  assert.deepEqual(tabsOf(store), ["live", "rewind", "table"]);
  store.live.client = clientAt({ welcome: { role: "player" } });
  assert.deepEqual(tabsOf(store), ["live", "rewind"]);
});

test("a seat that was taken away is none", () => {
  const live = new LiveTable();
  assert.equal(live.isSeated, false);
  live.client = clientAt();
  assert.equal(live.isSeated, true);
  live.client = clientAt({ link: { state: "over", code: 1000 } });
  assert.equal(live.isSeated, true);
  live.client = clientAt({ link: { state: "over", code: 4403 } });
  assert.equal(live.isSeated, false);
});

test("questions, answers and names are taken from events, and who knocks is known once", () => {
  const live = new LiveTable();
  const event = (/** @type {string} */ kind, /** @type {any} */ data) => live.addRecord({ seq: live.records.length + 1, event: { epoch: 1, kind, data } });
  event("asked", { hold: "h", question: { key: "a" } });
  event("asked", { hold: "h", question: { key: "b" } });
  event("asked", { hold: "h", question: { key: "a", default: 1 } });
  event("answered", { hold: "h", key: "a", value: 3 });
  event("answered", { hold: "other", key: "a", value: 3 });
  event("piece_put", { now: { pieces: [{ id: "ilse", name: "Ilse" }, { id: "x" }] } });
  assert.deepEqual(live.questions.get("h"), [{ question: { key: "b" } }, { question: { key: "a", default: 1 }, value: 3 }]);
  assert.deepEqual([...live.names], [["ilse", "Ilse"]]);
  live.replaceRecords(live.records.slice(-1));
  assert.equal(live.records.length, 1);
  live.setKnock({ knock: "k", label: "Bo", words: "red fox" });
  live.setKnock({ knock: "k", label: "Bo", words: "red fox" });
  assert.equal(live.knocks.length, 1);
  live.setKnock({ knock: "k", label: "", words: "", open: false });
  assert.deepEqual(live.knocks, []);
});

test("the whole log is fetched, however many answers it takes, or not at all", async () => {
  const live = new LiveTable();
  const parts = [{ state: EMPTY, events: [{ seq: 1 }], grounds: [{ seq: 1 }], next: 2 }, { events: [{ seq: 2 }], next: 0 }];
  const from = /** @type {number[]} */ ([]);
  live.client = clientAt({ log: async (/** @type {number} */ first) => (from.push(first), parts.shift()) });
  const log = await live.fetchLog();
  assert.deepEqual([from, log.state, log.events.length, log.grounds.length], [[0, 2], EMPTY, 2, 1]);
  live.client = clientAt({ log: async () => ({ code: "NOT_ALLOWED" }) });
  await assert.rejects(live.fetchLog(), /NOT_ALLOWED/);
});

test("each event is told once, and again when the words are other ones", () => {
  const store = new Store();
  store.words = words;
  store.live.replaceRecords([{ seq: 1, event: { epoch: 1, kind: "committed", data: { action: "push", effects: PUSHED } } }, { seq: 2, event: { epoch: 1, kind: "later_kind" } }]);
  const entries = new LogEntries(store);
  const [first] = entries.all;
  assert.equal(entries.all[0], first);
  assert.deepEqual([entries.all.length, entries.find(1), entries.find(2), entries.latestStanding], [1, first, undefined, first]);
  entries.reset();
  assert.notEqual(entries.all[0], first);
  store.live.addRecord({ seq: 3, event: { epoch: 1, kind: "undone", data: { seqs: [1] } } });
  assert.deepEqual([[...entries.undone], entries.latestStanding], [[1], undefined]);
});

test("what the server says is taken into the store, from the client of now alone", async () => {
  const store = new Store();
  /** @type {any[]} */
  const told = [];
  const events = new ClientEvents(store, new LogEntries(store), { onWaiting: (...given) => told.push(given), onResolved: (end) => told.push(end) });
  const listeners = /** @type {((said: any) => void)[]} */ ([]);
  withStorage(new KeptInMemory(), () => {
    Object.assign(globalThis, { addEventListener: () => {} });
    events.join(clientAt({ follow: (/** @type {any} */ one) => listeners.push(one), start() {} }));
    Reflect.deleteProperty(globalThis, "addEventListener");
  });
  const say = (/** @type {string} */ type, /** @type {any} */ body, more = {}) => listeners.at(-1)?.({ type, body, ...more });
  say("event", { epoch: 1, kind: "note", data: {} }, { seq: 7 });
  say("held", { hold: { hold: "h", remaining_ms: 5 } });
  say("asked", { hold: "i", remaining_ms: 6 });
  say("resolved", { hold: "h", state: "rejected" });
  say("knocking", { knock: "k", label: "Bo", words: "red fox" });
  assert.deepEqual(told, [["h", 5], ["i", 6], { hold: "h", state: "rejected" }]);
  assert.deepEqual([store.live.records.map(({ seq }) => seq), store.live.knocks.length], [[7], 1]);
  events.join(null);
  say("event", { epoch: 1, kind: "note", data: {} }, { seq: 8 });
  assert.deepEqual(store.live.records, []);
  await delivered();
});
