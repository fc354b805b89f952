/** Long things on their way in and out of one client; what they mean is the client's business. */

import { TransferIn, TransferOut } from "./transfers.mjs";
import { TRIES } from "./turned_away.mjs";

/** @typedef {import("./wire.d.ts").Envelope} Envelope */

/** What is on its way: at most one thing each way. */
export class Transfers {
  /** @type {TransferIn | null} */ #incoming = null;
  /** @type {string | undefined} The request that what comes in answers. */ #re;
  /** @type {TransferOut | null} */ #outgoing = null;
  /** @type {{resolve: (code?: string) => void, reject: (why: Error) => void} | null} */ #sending = null;
  /** @type {Promise<unknown>} Ends when what was sent before has ended. */ #before = Promise.resolve();
  #isOver = false;

  /**
   * @param {(envelope: Envelope) => void} send
   * @param {(kind: string, payload: Uint8Array, re: string | undefined) => void} onArrived
   * @param {() => Promise<void>} pause Passes before what was too fast is offered again.
   */
  constructor(send, onArrived, pause) {
    this.send = send;
    this.onArrived = onArrived;
    this.pause = pause;
  }

  /** Forgets what was half received: a fresh connection begins it again. */
  begin() {
    this.#incoming = null;
  }

  /**
   * Notes which request the next thing that comes in answers.
   *
   * @param {string | undefined} re
   */
  expect(re) {
    this.#re = re;
  }

  /**
   * Sends something long, at the server's pace, after whatever is being sent; returns the name under which it arrived.
   *
   * @param {string} kind
   * @param {Uint8Array} payload
   * @param {string} name
   * @returns {Promise<string>}
   */
  post(kind, payload, name) {
    const sent = this.#before.then(() => this.#sent(new TransferOut(kind, payload, name), TRIES));
    this.#before = sent.catch(() => {});
    return sent;
  }

  /**
   * @param {TransferOut} outgoing
   * @param {number} tries
   * @returns {Promise<string>}
   */
  async #sent(outgoing, tries) {
    const code = await this.#offered(outgoing);
    if (code === undefined) return outgoing.digest;
    if (code !== "busy" || tries <= 1) throw new Error(code);
    await this.pause();
    return this.#sent(outgoing, tries - 1);
  }

  /**
   * @param {TransferOut} outgoing
   * @returns {Promise<string | undefined>} Why it ended early.
   */
  #offered(outgoing) {
    return new Promise((resolve, reject) => {
      this.#outgoing = outgoing;
      this.#sending = { resolve, reject };
      if (this.#isOver) this.end();
      else this.send(outgoing.opening);
    });
  }

  /** Gives up what is being sent. */
  end() {
    this.#isOver = true;
    this.#sending?.reject(new Error("the connection ended"));
  }

  /** @param {Envelope} given */
  take({ type, body, re }) {
    if (type === "transfer_open") {
      this.#incoming = new TransferIn(body);
      this.#re = re ?? this.#re;
      this.send(this.#incoming.begin());
    } else if (type === "transfer_part" && this.#incoming) {
      const more = this.#incoming.receive(body);
      if (more) this.send(more);
    } else if (type === "transfer_done" && this.#incoming) {
      this.#arrived(this.#incoming);
    } else if (type === "transfer_more" && this.#outgoing) {
      for (const part of this.#outgoing.more(body)) this.send(part);
      if (this.#outgoing.isFinished) this.#sending?.resolve();
    } else if (type === "transfer_stop") {
      this.#sending?.resolve(body.code ?? "the server did not take it");
    }
  }

  /** @param {TransferIn} incoming */
  #arrived(incoming) {
    const payload = incoming.finish();
    const re = this.#re;
    this.#incoming = null;
    this.#re = undefined;
    this.onArrived(incoming.kind, payload, re);
  }
}
