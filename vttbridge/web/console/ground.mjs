/** Draws a scene's ground: rock, floor, grid, areas, walls, doors. Walls of one look are one path, so thousands are quick. */

import { s } from "./dom.mjs";
import { boxOf, crossed, hatch, middleOf, num, pathOf, standing, ticks, UNIT } from "./lines.mjs";
import { spoken } from "./words.mjs";

/**
 * @typedef {import("../client/wire.d.ts").SceneSpec} SceneSpec
 * @typedef {import("../client/wire.d.ts").Ground} Ground
 * @typedef {import("../client/wire.d.ts").Wall} Wall
 * @typedef {import("../client/wire.d.ts").Area} Area
 * @typedef {import("../client/wire.d.ts").Pair} Pair
 * @typedef {import("./words.mjs").Words} Words
 * @typedef {{words: Words, onDoor: ((wall: Wall, state: string) => void) | null}} With
 */

/**
 * Draws the whole ground.
 *
 * @param {SceneSpec} spec
 * @param {Ground} now Doors and broken parts as they are.
 * @param {With} also
 * @returns {SVGGElement}
 */
export function drawGround(spec, now, also) {
  const box = { x: spec.x0 ?? 0, y: spec.y0 ?? 0, width: spec.width, height: spec.height };
  const levels = (/** @type {Area} */ area) => area.meaning.level ?? -1e9;
  const areas = [...spec.areas].sort((a, b) => levels(a) - levels(b));
  const doors = spec.walls.filter((wall) => isDoor(wall));
  return s(
    "g",
    { class: "ground" },
    s("path", { class: "hatchline", d: hatch(box) }),
    rect(box, "floor"),
    grid(spec, box),
    s("g", {}, ...areas.map((area) => drawArea(area, spec, also.words))),
    ...walls(spec.walls.filter((wall) => !isDoor(wall)), now),
    s("path", { class: spec.edge_blocks === false ? "edge open" : "edge", d: pathOf(corners(box), true) }),
    s("g", {}, ...doors.map((door) => drawDoor(door, now, also))),
  );
}

/**
 * @param {Wall} wall
 * @returns {boolean}
 */
function isDoor(wall) {
  return (wall.door ?? "none") !== "none";
}

/**
 * @param {{x: number, y: number, width: number, height: number}} box
 * @returns {Pair[]}
 */
function corners({ x, y, width, height }) {
  return [[x, y], [x + width, y], [x + width, y + height], [x, y + height]];
}

/**
 * @param {{x: number, y: number, width: number, height: number}} box
 * @param {string} kind
 * @returns {SVGElement}
 */
function rect(box, kind) {
  return s("rect", { class: kind, x: box.x * UNIT, y: box.y * UNIT, width: box.width * UNIT, height: box.height * UNIT });
}

/**
 * @param {SceneSpec} spec
 * @param {{x: number, y: number, width: number, height: number}} box
 * @returns {SVGElement}
 */
function grid(spec, box) {
  const kind = spec.grid?.type ?? "square";
  let d = "";
  if (kind === "square" && box.width * box.height < 40_000) {
    for (let x = Math.ceil(box.x); x < box.x + box.width; x += 1) d += `M${num(x * UNIT)} ${num(box.y * UNIT)}v${num(box.height * UNIT)}`;
    for (let y = Math.ceil(box.y); y < box.y + box.height; y += 1) d += `M${num(box.x * UNIT)} ${num(y * UNIT)}h${num(box.width * UNIT)}`;
  }
  return s("path", { class: "gridl", d });
}

/**
 * @param {Area} area
 * @param {SceneSpec} spec
 * @param {Words} words
 * @returns {SVGElement}
 */
function drawArea(area, spec, words) {
  const { meaning, outline } = area;
  const d = [outline, ...(area.holes ?? [])].map((ring) => pathOf(ring, true)).join("");
  const group = s("g", { class: area.hidden ? "area hidden" : "area" });
  const fill = (/** @type {string} */ kind) => group.append(s("path", { class: kind, d, "fill-rule": "evenodd" }));
  const rim = (/** @type {boolean} */ inward) =>
    group.append(s("path", { class: "rim", d }), s("path", { class: "hach", d: ticks(outline, inward) }));
  let height = "";
  switch (meaning.type) {
    case "elevation": {
      const level = meaning.level ?? 0;
      fill(level < (spec.ground ?? 0) ? "lowp" : "highp");
      rim(level < (spec.ground ?? 0));
      height = signed(level);
      break;
    }
    case "pit":
      fill("pitp");
      rim(true);
      height = meaning.depth === null || meaning.depth === undefined ? "∞" : `−${spoken(meaning.depth)}`;
      break;
    case "water":
      fill("waterp");
      fill("wavep");
      height = `−${spoken(meaning.depth ?? 1)}`;
      break;
    case "difficult":
    case "hindering":
    case "uneven":
      fill("roughp");
      group.append(s("path", { class: "roughb", d }));
      break;
    case "dangerous":
    case "aura":
      fill("harmp");
      group.append(s("path", { class: "roughb", d }));
      break;
    case "blocking":
      fill("solidp");
      break;
    case "stairs":
    case "ladder":
      fill("treadp");
      group.append(s("path", { class: "roughb", d }));
      break;
    case "zone":
    case "ceiling":
      group.append(s("path", { class: "roughb", d }));
      break;
    default:
      fill("thingp");
      group.append(s("path", { class: "rim", d }));
  }
  group.append(...label(area, height, words));
  return group;
}

/**
 * @param {number} level
 * @returns {string}
 */
function signed(level) {
  return level < 0 ? `−${spoken(-level)}` : level > 0 ? `+${spoken(level)}` : "0";
}

/**
 * @param {Area} area
 * @param {string} height
 * @param {Words} words
 * @returns {SVGElement[]}
 */
function label(area, height, words) {
  const box = boxOf(area.outline);
  if (box.width < 1 && box.height < 1) return [];
  const kind = words.own[`area.${area.meaning.type}`] ?? area.meaning.type;
  const plain = ["elevation", "blocking"].includes(area.meaning.type) ? "" : kind;
  const name = area.name && area.name !== area.id ? area.name : area.name || plain;
  const text = [name, height].filter(Boolean).join(" ");
  if (!text || (!height && box.width * box.height < 2)) return [];
  return [s("text", { class: "area-name", x: num((box.x + box.width / 2) * UNIT), y: num((box.y + box.height / 2) * UNIT) }, text)];
}

/** Material and kind to the look of a line. */
const LOOKS = [
  [/glass|window/, "glass"],
  [/wood|fence|timber/, "woodw"],
  [/metal|iron|steel|portcullis/, "metalw"],
  [/invisible|force|ethereal|magic/, "forcew"],
  [/rubble|terrain/, "rubblew"],
];

/**
 * @param {Wall} wall
 * @returns {string}
 */
function lookOf(wall) {
  const seen = `${wall.material ?? ""} ${wall.kind ?? ""}`.toLowerCase();
  return /** @type {string} */ (LOOKS.find(([words]) => /** @type {RegExp} */ (words).test(seen))?.[1] ?? "stonew");
}

/**
 * @param {readonly Wall[]} all
 * @param {Ground} now
 * @returns {SVGElement[]}
 */
function walls(all, now) {
  const gaps = gapsOf(now);
  /** @type {Map<string, string>} */
  const lines = new Map();
  const extra = { stubs: "", arrows: "", panes: "" };
  for (const wall of all) {
    const look = `${lookOf(wall)}${wall.hidden ? " hidden" : ""}`;
    const broken = gaps.get(wall.id) ?? [];
    const kept = broken.length ? standing(wall.a, wall.b, broken) : [/** @type {[Pair, Pair]} */ ([wall.a, wall.b])];
    const d = kept.map(([a, b]) => pathOf([a, b])).join("");
    lines.set(look, (lines.get(look) ?? "") + d);
    if (look === "glass") extra.panes += kept.map(([a, b]) => crossed(a, b, { every: 10, reach: 4, slant: 3 })).join("");
    if (broken.length) extra.stubs += crossed(wall.a, wall.b, { every: 12, reach: 4, slant: -5 });
    if (wall.side) extra.arrows += arrow(wall);
  }
  return [
    ...[...lines].map(([look, d]) => s("path", { class: `wall ${look}`, d })),
    s("path", { class: "pane", d: extra.panes }),
    s("path", { class: "rubble", d: extra.stubs }),
    s("path", { class: "oneway", d: extra.arrows }),
  ];
}

/**
 * @param {Ground} now
 * @returns {Map<string, [number, number][]>}
 */
function gapsOf(now) {
  /** @type {Map<string, [number, number][]>} */
  const gaps = new Map();
  for (const broken of now.broken ?? []) {
    if (broken.kind !== "wall") continue;
    gaps.set(broken.id, [...(gaps.get(broken.id) ?? []), broken.stretch ?? [0, 1]]);
  }
  return gaps;
}

/**
 * @param {Wall} wall
 * @returns {string}
 */
function arrow(wall) {
  const { x, y } = middleOf(wall.a, wall.b);
  const length = Math.hypot(wall.b[0] - wall.a[0], wall.b[1] - wall.a[1]) || 1;
  const way = wall.side === 1 ? 1 : -1;
  const [nx, ny] = [(-(wall.b[1] - wall.a[1]) / length) * way, ((wall.b[0] - wall.a[0]) / length) * way];
  const [mx, my] = [x * UNIT, y * UNIT];
  const at = (/** @type {number} */ along, /** @type {number} */ across) =>
    `${num(mx + nx * along - ny * across)} ${num(my + ny * along + nx * across)}`;
  return `M${at(-9, 0)}L${at(9, 0)}M${at(3, -5)}L${at(9, 0)}L${at(3, 5)}`;
}

/**
 * @param {Wall} door
 * @param {Ground} now
 * @param {With} also
 * @returns {SVGElement}
 */
function drawDoor(door, now, { words, onDoor }) {
  const state = now.doors?.find((one) => one.wall === door.id)?.state ?? door.door ?? "closed";
  const isBroken = (now.broken ?? []).some((one) => one.kind === "wall" && one.id === door.id);
  const shown = isBroken ? "broken" : state;
  const [ax, ay] = [door.a[0] * UNIT, door.a[1] * UNIT];
  const [bx, by] = [door.b[0] * UNIT, door.b[1] * UNIT];
  const length = Math.hypot(bx - ax, by - ay);
  const turn = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
  const name = words.say("door.label", { name: door.id, state: words.say(`door.${shown}`) });
  const may = onDoor && !isBroken;
  const act = () => onDoor?.(door, state === "open" ? "closed" : "open");
  return s(
    "g",
    {
      class: `doorway ${lookOf(door)}${door.hidden ? " hidden" : ""}`,
      transform: `translate(${num(ax)} ${num(ay)}) rotate(${num(turn)})`,
      role: may ? "button" : "img",
      tabindex: may ? "0" : null,
      "aria-label": name,
      onclick: may ? act : null,
      onkeydown: may
        ? (/** @type {KeyboardEvent} */ event) => {
            if (event.key === "Enter" || event.key === " ") {
              event.preventDefault();
              act();
            }
          }
        : null,
    },
    s("title", {}, name),
    ...planks(shown, length, lookOf(door)),
  );
}

/**
 * @param {string} state
 * @param {number} length
 * @param {string} look
 * @returns {SVGElement[]}
 */
function planks(state, length, look) {
  const gap = s("rect", { class: "doorgap", x: 0, y: -7, width: num(length), height: 14 });
  if (state === "broken") {
    return [gap, s("path", { class: "splinters", d: `M0-5H7L4-1 8 2 3 5H0ZM${num(length)}-5h-6l3 4-5 2 4 4h4Z` })];
  }
  if (state === "open") {
    return [gap, s("rect", { class: "door leaf", x: -5, y: 0, width: 10, height: num(length) })];
  }
  const bars = look === "metalw" ? 3 : look === "stonew" ? 2 : 1;
  const cross = Array.from({ length: bars }, (_, bar) => `M${num(((bar + 1) * length) / (bars + 1))}-5v10`).join("");
  return [
    gap,
    s("rect", { class: "door", x: 0, y: -5, width: num(length), height: 10 }),
    s("path", { class: "doorl", d: cross }),
    state === "locked" ? s("circle", { class: "lock", cx: num(length / 2), cy: 0, r: 3.4 }) : s("g"),
  ];
}
