/** The map: pans, zooms, shows a scene with its pieces and what is over them, and lets people pick on it. */

import { byId, s } from "./dom.mjs";
import { drawPiece, middle } from "./figures.mjs";
import { drawGhost } from "./ghost.mjs";
import { drawGround } from "./ground.mjs";
import { num, pathOf, UNIT } from "./lines.mjs";
import { brought, fit, panned, under, zoomed } from "./viewport.mjs";

/**
 * @typedef {import("../client/wire.d.ts").Mirror} Mirror
 * @typedef {import("../client/wire.d.ts").SceneMirror} SceneMirror
 * @typedef {import("../client/wire.d.ts").SceneSpec} SceneSpec
 * @typedef {import("../client/wire.d.ts").Effect} Effect
 * @typedef {import("../client/wire.d.ts").Wall} Wall
 * @typedef {import("./words.mjs").Words} Words
 * @typedef {{words: Words, onPiece: (id: string) => void, onPoint: (at: {x: number, y: number}) => void,
 *   onDoor: ((wall: Wall, state: string) => void) | null}} Listening
 */

const DRAG_PX = 4;
const WHEEL = 1.0016;
const NARROW_PX = 500;

/** A scene on the screen. */
export class Board {
  /** @type {Listening} */ #with;
  #svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (byId("scene")));
  #world = s("g", { class: "world" });
  #ground = s("g");
  #under = s("g", { class: "under" });
  #pieces = s("g", { class: "pieces" });
  #over = s("g", { class: "over" });
  #view = { x: 0, y: 0, scale: UNIT };
  /** @type {SceneSpec | undefined} */ #spec;
  /** @type {unknown} */ #drawn;
  #scene = "";
  #selected = "";
  /** @type {SceneMirror | undefined} */ #now;
  /** @type {Mirror | undefined} */ #table;

  /** @param {Listening} listening */
  constructor(listening) {
    this.#with = listening;
    this.#world.append(this.#ground, this.#under, this.#pieces, this.#over);
    this.#svg.append(patterns(), this.#world);
    this.#listen();
  }

  /** @param {Partial<Listening>} listening */
  retold(listening) {
    this.#with = { ...this.#with, ...listening };
    this.#drawn = undefined;
  }

  /**
   * Shows a scene as it is now; only what changed is drawn again.
   *
   * @param {Mirror} table
   * @param {SceneMirror | undefined} now
   * @param {SceneSpec | undefined} spec
   */
  show(table, now, spec) {
    this.#table = table;
    this.#now = now;
    const key = JSON.stringify([now?.ground.doors, now?.ground.broken]);
    const drawn = [spec, key, this.#with.words].map((part) => part);
    const old = /** @type {unknown[] | undefined} */ (this.#drawn);
    if (!old || drawn.some((part, index) => part !== old[index])) {
      this.#drawn = drawn;
      this.#ground.replaceChildren(spec ? drawGround(spec, now?.ground ?? {}, this.#with) : s("g"));
    }
    this.#spec = spec;
    this.#figures();
    if (now && spec && now.scene !== this.#scene) {
      this.#scene = now.scene;
      this.fit();
    }
  }

  #figures() {
    const focused = this.#svg.contains(document.activeElement) ? document.activeElement?.getAttribute("data-piece") : null;
    const also = (/** @type {string} */ id) => ({
      words: this.#with.words,
      table: /** @type {Mirror} */ (this.#table),
      isSelected: id === this.#selected,
      onPick: (/** @type {string} */ picked) => this.#with.onPiece(picked),
    });
    const pieces = this.#now?.pieces ?? [];
    this.#pieces.replaceChildren(...pieces.map((piece) => drawPiece(piece, also(piece.id))));
    if (focused) this.#find(focused)?.focus();
  }

  /**
   * @param {string} piece
   * @returns {SVGElement | null}
   */
  #find(piece) {
    return this.#pieces.querySelector(`[data-piece="${CSS.escape(piece)}"]`);
  }

  /**
   * Marks a piece as selected.
   *
   * @param {string} piece
   */
  select(piece) {
    this.#selected = piece;
    if (this.#table) this.#figures();
  }

  /**
   * Draws a plan over the map, or takes it away.
   *
   * @param {readonly Effect[]} effects
   * @param {string} [kind] `done` for what was recorded, `alt` for what might have been.
   */
  ghost(effects, kind = "") {
    const on = { spec: this.#spec, pieces: this.#now?.pieces ?? [], table: /** @type {Mirror} */ (this.#table), kind };
    this.#over.replaceChildren(effects.length && this.#table ? drawGhost(effects, on) : s("g"));
  }

  /**
   * Draws a second plan over the first, such as what might have been.
   *
   * @param {readonly Effect[]} effects
   * @param {string} kind
   */
  ghostOver(effects, kind) {
    if (!this.#table) return;
    this.#over.append(drawGhost(effects, { spec: this.#spec, pieces: this.#now?.pieces ?? [], table: this.#table, kind }));
  }

  /**
   * Paints squares by how much they hurt.
   *
   * @param {readonly {x: number, y: number, heat: number, damage: number, label: string, onPick: () => void}[]} cells
   */
  heat(cells) {
    this.#under.replaceChildren(
      ...cells.map((cell) =>
        s(
          "g",
          {
            class: `heat h${cell.heat}`,
            transform: `translate(${num(cell.x * UNIT)} ${num(cell.y * UNIT)})`,
            role: "button",
            tabindex: "-1",
            "aria-label": cell.label,
            onclick: (/** @type {Event} */ event) => {
              event.stopPropagation();
              cell.onPick();
            },
          },
          s("rect", { class: "hcell", width: UNIT, height: UNIT }),
          s("text", { class: "ht", x: UNIT / 2, y: UNIT / 2 }, cell.damage ? String(cell.damage) : "•"),
        ),
      ),
    );
  }

  /**
   * Draws a way that somebody picks, square by square.
   *
   * @param {readonly {x: number, y: number}[]} stops
   */
  path(stops) {
    if (stops.length === 0) {
      this.#under.replaceChildren();
      return;
    }
    const points = stops.map(({ x, y }) => /** @type {[number, number]} */ ([x, y]));
    this.#under.replaceChildren(
      ...stops.slice(1).map(({ x, y }) => s("circle", { class: "stop", cx: num(x * UNIT), cy: num(y * UNIT), r: 6 })),
      s("path", { class: "gline", d: pathOf(points) }),
    );
  }

  /** Shows the whole scene. */
  fit() {
    const spec = this.#spec;
    if (!spec) return;
    const { width, height } = this.#svg.getBoundingClientRect();
    const room = width < NARROW_PX ? 20 : undefined;
    this.#look(fit({ x: spec.x0 ?? 0, y: spec.y0 ?? 0, width: spec.width, height: spec.height }, { width, height }, room));
  }

  /** @param {number} factor */
  zoom(factor) {
    const { width, height } = this.#svg.getBoundingClientRect();
    this.#look(zoomed(this.#view, { x: width / 2, y: height / 2 }, factor));
  }

  /**
   * Brings a piece into view.
   *
   * @param {string} piece
   */
  bring(piece) {
    const found = this.#now?.pieces.find((other) => other.id === piece);
    if (found) this.#look(brought(this.#view, middle(found), this.#svg.getBoundingClientRect()));
  }

  /**
   * Moves the focus to a piece.
   *
   * @param {string} piece
   */
  focus(piece) {
    this.#find(piece)?.focus();
  }

  /** @param {{x: number, y: number, scale: number}} view */
  #look(view) {
    const wasScale = this.#view.scale;
    this.#view = view;
    this.#world.setAttribute("transform", `translate(${num(view.x)} ${num(view.y)}) scale(${view.scale / UNIT})`);
    if (view.scale !== wasScale || !this.#world.style.getPropertyValue("--px")) {
      this.#world.style.setProperty("--px", String(UNIT / view.scale));
    }
  }

  #listen() {
    const svg = this.#svg;
    /** @type {Map<number, {x: number, y: number}>} */
    const held = new Map();
    let moved = 0;
    const here = (/** @type {PointerEvent | WheelEvent | MouseEvent} */ event) => {
      const box = svg.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    svg.addEventListener("pointerdown", (event) => {
      held.set(event.pointerId, here(event));
      moved = 0;
    });
    svg.addEventListener("pointermove", (event) => {
      const before = held.get(event.pointerId);
      if (!before) return;
      const now = here(event);
      moved += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
      if (moved < DRAG_PX) return;
      svg.classList.add("dragged");
      const other = [...held].find(([id]) => id !== event.pointerId)?.[1];
      if (other) {
        const spread = Math.hypot(now.x - other.x, now.y - other.y) / Math.max(Math.hypot(before.x - other.x, before.y - other.y), 1);
        this.#look(zoomed(this.#view, other, spread));
      } else {
        this.#look(panned(this.#view, now.x - before.x, now.y - before.y));
      }
      held.set(event.pointerId, now);
    });
    for (const end of /** @type {const} */ (["pointerup", "pointercancel", "pointerleave"])) {
      svg.addEventListener(end, (event) => {
        held.delete(event.pointerId);
        if (held.size === 0) svg.classList.remove("dragged");
      });
    }
    svg.addEventListener(
      "click",
      (event) => {
        if (moved >= DRAG_PX) {
          event.stopPropagation();
          event.preventDefault();
        }
      },
      true,
    );
    svg.addEventListener("click", (event) => {
      const target = /** @type {Element} */ (event.target);
      if (!target.closest(".piece, .doorway")) this.#with.onPoint(under(this.#view, here(event)));
    });
    svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.#look(zoomed(this.#view, here(event), WHEEL ** -event.deltaY));
    }, { passive: false });
    new ResizeObserver(() => {
      if (!this.#svg.getAttribute("data-seen")) this.fit();
    }).observe(svg);
  }
}

/**
 * @param {string} id
 * @param {number} size
 * @param {string} d
 * @param {string} kind
 * @returns {SVGElement}
 */
function pattern(id, size, d, kind) {
  return s("pattern", { id, width: size, height: size, patternUnits: "userSpaceOnUse" }, s("path", { class: kind, d }));
}

/** @returns {SVGElement} */
function patterns() {
  return s(
    "defs",
    {},
    pattern("p-rough", 20, "M3 13 7 6 11 13M13 19 16 14", "rough"),
    pattern("p-harm", 20, "M10 4 15 10 10 16 5 10Z", "harm"),
    pattern("p-wave", 20, "M0 10Q5 5 10 10T20 10", "wave"),
    pattern("p-solid", 8, "M-2 2 2-2M0 8 8 0M6 10 10 6", "solidl"),
    pattern("p-tread", 10, "M0 5H10", "tread"),
  );
}
