/** The plan that a game master approves, edits or refuses. */

import { sentencesOf } from "../narration/sentences.mjs";
import { button, h } from "../ui/dom.mjs";
import { planView } from "../widgets/plan_view.mjs";
import { richText } from "../widgets/rich_text.mjs";

/**
 * @typedef {import("../app/store.mjs").Store} Store
 * @typedef {import("../map/map_view.mjs").MapView} MapView
 * @typedef {import("./plan_editor.mjs").PlanEditor} PlanEditor
 * @typedef {import("../../client/wire.d.ts").WireHold} Hold
 * @typedef {import("../../client/wire.d.ts").WirePlan} Plan
 * @typedef {import("../../client/wire.d.ts").WireEffect} Effect
 * @typedef {{approve: () => void, edit: () => void, reject: () => void}} ApprovalActions
 */

/** The part of the waiting block that asks for a yes. */
export class ApprovalPanel {
  /**
   * @param {Store} store
   * @param {MapView} map
   * @param {PlanEditor} editor
   * @param {ApprovalActions} actions
   */
  constructor(store, map, editor, actions) {
    this.store = store;
    this.map = map;
    this.editor = editor;
    this.actions = actions;
  }

  /**
   * Shows a plan, with what the edits make of it.
   *
   * @param {Hold} hold
   * @param {Plan} plan
   * @param {readonly Effect[]} lost What the plan before did and this one does not.
   * @param {HTMLElement} note Where it stands why something will not do.
   * @returns {HTMLElement[]}
   */
  draw(hold, plan, lost, note) {
    const { store, map, editor } = this;
    const edited = editor.plan ?? plan;
    map.overlay.clear();
    map.overlay.showPlan(edited.effects ?? []);
    return [
      this.#difference(hold, lost),
      planView(store, edited, { gained: hold.gained, onLine: (key) => this.#goTo(edited, key) }),
      editor.isOpen ? editor.form(hold) : h("span"),
      note,
      this.#buttons(),
    ];
  }

  /** @returns {HTMLElement} */
  #buttons() {
    const { editor, actions } = this;
    const { words } = this.store;
    return h(
      "div",
      { class: "acts" },
      button(words.say(editor.list.length ? "waiting.approve_edited" : "waiting.approve"), actions.approve, { key: "A", class: "go" }),
      button(words.say(editor.isOpen ? "waiting.edit_off" : "waiting.edit"), actions.edit, { key: "E", "aria-expanded": String(editor.isOpen) }),
      button(words.say("waiting.reject"), actions.reject, { key: "R" }),
    );
  }

  /**
   * @param {Hold} hold
   * @param {readonly Effect[]} effects
   * @returns {HTMLElement}
   */
  #difference(hold, effects) {
    const { words, context } = this.store;
    const [lost, gained] = [hold.lost?.length ?? 0, hold.gained?.length ?? 0];
    if (!lost && !gained) return h("span");
    const lines = sentencesOf(words, effects, context);
    return h(
      "div",
      { class: "changed pad", role: "status" },
      h("p", {}, words.say("waiting.changed", { lost, gained })),
      ...lines.map((line) => h("p", { class: "small" }, h("span", { class: "sr" }, `${words.say("waiting.no_longer")} `), h("s", {}, ...richText(this.store, line.spans)))),
    );
  }

  /**
   * @param {Plan} plan
   * @param {string} key
   */
  #goTo(plan, key) {
    const piece = plan.effects?.find((effect) => effect.key === key)?.piece;
    if (piece) this.map.bringIntoView(piece);
  }
}
