/** What a person may want of a table: each is one request, and what got no reply goes out again. */

import { freshId } from "./addresses.mjs";
import { pauseMs, TRIES } from "./turned_away.mjs";

/**
 * @typedef {import("./wire.d.ts").Envelope} Envelope
 * @typedef {import("./wire.d.ts").Reply} Reply
 * @typedef {import("./wire.d.ts").Edit} Edit
 * @typedef {import("./wire.d.ts").Tree} Tree
 * @typedef {{envelope: Envelope, tries: number, resolve: (body: any) => void, reject: (why: Error) => void}} Answer
 */

/**
 * Lets time pass.
 *
 * @param {number} ms
 * @returns {Promise<void>}
 */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The requests of one seat. */
export class Commands {
  /** @type {Map<string, Envelope>} */ #open = new Map();
  /** @type {Map<string, Answer>} */ #answers = new Map();
  #post;

  /**
   * @param {(envelope: Envelope) => void} post Sends at once where the link is live, else not at all.
   * @param {(ms: number) => Promise<void>} [pause] Passes before what was turned away is sent again.
   */
  constructor(post, pause = wait) {
    this.#post = post;
    this.pause = pause;
  }

  /**
   * Sends a command or request, and returns what answers it; the same id again is the same command. Too fast for the
   * server, it goes out again by itself when the server said, a few times at most.
   *
   * @param {string} type
   * @param {Tree} body
   * @param {string} [id]
   * @returns {Promise<any>}
   */
  request(type, body, id = freshId()) {
    const envelope = { type, id, body };
    this.#open.set(id, envelope);
    return new Promise((resolve, reject) => {
      this.#answers.set(id, { envelope, tries: TRIES, resolve, reject });
      this.#post(envelope);
    });
  }

  /**
   * Does an action of the rule book.
   *
   * @param {string} scene
   * @param {string} action
   * @param {Tree} fields
   * @param {{revisions?: Tree, rolls?: Tree, answers?: Tree, id?: string}} [more]
   * @returns {Promise<Reply>}
   */
  act(scene, action, fields, { revisions = {}, rolls = {}, answers = {}, id } = {}) {
    const body = {
      scene,
      action,
      fields,
      revisions: Object.entries(revisions).map(([thing, revision]) => ({ thing, revision })),
      rolls: given(rolls),
      answers: given(answers),
    };
    return this.request("act", body, id);
  }

  /**
   * Asks what would happen.
   *
   * @param {string} scene
   * @param {string} action
   * @param {Tree} fields
   * @param {{answers?: Tree, odds?: boolean}} [more]
   * @returns {Promise<any>}
   */
  preview(scene, action, fields, { answers = {}, odds = false } = {}) {
    return this.request("preview", { scene, action, fields, answers: given(answers), odds });
  }

  /**
   * Asks what a hold becomes under edits and further answers.
   *
   * @param {string} hold
   * @param {Edit[]} edits
   * @param {Tree} [answers]
   * @returns {Promise<any>}
   */
  previewHold(hold, edits, answers = {}) {
    return this.request("preview", { hold, edits, answers: given(answers) });
  }

  /**
   * Asks the rule book something that changes nothing.
   *
   * @param {string} scene
   * @param {string} query
   * @param {Tree} fields
   * @returns {Promise<any>}
   */
  ask(scene, query, fields) {
    return this.request("ask", { scene, query, fields });
  }

  /**
   * Answers an open question.
   *
   * @param {string} hold
   * @param {string} key
   * @param {unknown} value
   * @returns {Promise<Reply>}
   */
  answer(hold, key, value) {
    return this.request("answer", { hold, key, value });
  }

  /**
   * Says yes to a plan.
   *
   * @param {string} hold
   * @param {string} plan The hash of the one that was shown.
   * @param {Edit[]} [edits]
   * @returns {Promise<Reply>}
   */
  approve(hold, plan, edits = []) {
    return this.request("approve", { hold, plan, edits });
  }

  /**
   * Says no to a hold.
   *
   * @param {string} hold
   * @param {string} [reason]
   * @returns {Promise<Reply>}
   */
  reject(hold, reason = "") {
    return this.request("reject", { hold, reason });
  }

  /**
   * Takes commits back.
   *
   * @param {number[]} seqs
   * @returns {Promise<Reply>}
   */
  undo(seqs) {
    return this.request("undo", { seqs });
  }

  /**
   * Tells what changed in a scene of the VTT that is followed.
   *
   * @param {string} scene
   * @param {import("./wire.d.ts").DocumentSet[]} changes
   * @param {{settings?: Tree, numbers?: Tree, id?: string}} [more]
   * @returns {Promise<Reply>}
   */
  documents(scene, changes, { settings = {}, numbers = {}, id } = {}) {
    return this.request("documents", { scene, changes, settings, numbers }, id);
  }

  /**
   * Asks for the executor's slot, or gives it back.
   *
   * @param {{claim?: boolean, force?: boolean}} [wanted]
   * @returns {Promise<any>}
   */
  executor({ claim = true, force = false } = {}) {
    return this.request("executor", { claim, force });
  }

  /**
   * Tells that an event was written into the VTT, under the term that it carried.
   *
   * @param {number} seq
   * @param {number} term
   * @param {Tree[]} [writes]
   * @returns {Promise<Reply>}
   */
  applied(seq, term, writes = []) {
    return this.request("applied", { seq, term, writes });
  }

  /**
   * Tells which places a person had changed in the VTT meanwhile; those were left alone.
   *
   * @param {number} seq
   * @param {number} term
   * @param {Tree[]} places
   * @param {Tree[]} [writes]
   * @returns {Promise<Reply>}
   */
  diverged(seq, term, places, writes = []) {
    return this.request("diverged", { seq, term, places, writes });
  }

  /**
   * Asks for the whole state; it is in `state` and the geometry in `ground` afterwards.
   *
   * @returns {Promise<any>}
   */
  look() {
    return this.request("look", {});
  }

  /**
   * Fetches the table's events: the state before, and the events since; with house rules, also what would differ.
   *
   * @param {number} [first]
   * @param {Tree} [options]
   * @returns {Promise<any>}
   */
  log(first = 0, options = {}) {
    return this.request("log", { first, options });
  }

  /**
   * Fetches a file, as bytes: the whole log, or the outcome of a row as a scenario file; else the reply that says no.
   *
   * @param {"file" | "moment"} form
   * @param {number} [first]
   * @returns {Promise<any>}
   */
  logFile(form, first = 0) {
    return this.request("log", { form, first });
  }

  /** Sends again, under its old id, what got no reply before the link broke. */
  again() {
    for (const envelope of this.#open.values()) this.#post(envelope);
  }

  /**
   * Takes what answers a request.
   *
   * @param {string} re
   * @param {any} body
   */
  answered(re, body) {
    this.#open.delete(re);
    const answer = this.#answers.get(re);
    if (!answer) return;
    answer.tries -= 1;
    const pause = answer.tries ? pauseMs(body) : undefined;
    if (pause !== undefined) {
      void this.#later(answer, pause);
      return;
    }
    this.#answers.delete(re);
    answer.resolve(body);
  }

  /**
   * Sends again, under its id, what was turned away unlooked-at.
   *
   * @param {Answer} answer
   * @param {number} ms
   */
  async #later(answer, ms) {
    const id = answer.envelope.id ?? "";
    await this.pause(ms);
    if (this.#answers.get(id) !== answer) return;
    this.#open.set(id, answer.envelope);
    this.#post(answer.envelope);
  }

  /**
   * Gives up: nothing will be answered any more.
   *
   * @param {number | undefined} code
   */
  givenUp(code) {
    for (const answer of this.#answers.values()) answer.reject(new Error(`the connection ended with ${code}`));
    this.#answers.clear();
  }
}

/**
 * @param {Tree} named
 * @returns {{key: string, value: any}[]}
 */
function given(named) {
  return Object.entries(named).map(([key, value]) => ({ key, value }));
}
