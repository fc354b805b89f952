/** The table at which this page sits: its client, what happened, what was asked, who knocks. */

/**
 * @typedef {import("../../client/wire.d.ts").TableMirror} Mirror
 * @typedef {import("../../client/wire.d.ts").SceneSpec} SceneSpec
 * @typedef {import("../../client/wire.d.ts").PieceState} Piece
 * @typedef {import("../../client/wire.d.ts").Event} WireEvent
 * @typedef {import("../../client/wire.d.ts").WireQuestion} Question
 * @typedef {import("../../client/wire.d.ts").Knocking} Knocking
 * @typedef {import("../../client/client.mjs").Client} Client
 * @typedef {{seq: number, event: WireEvent}} LogRecord
 * @typedef {{seq: number, scene: string, ground: SceneSpec}} PastGround
 * @typedef {{state: Mirror, events: LogRecord[], grounds: PastGround[]}} FetchedLog
 */

/** Close codes after which the seat is another's, or nobody's. */
export const SEAT_LOST = [4401, 4403];

/** What is known of a table by its client. */
export class LiveTable {
  /** @type {Client | null} */ client = null;
  /** @type {LogRecord[]} */ records = [];
  /** @type {Map<string, {question: Question, value?: unknown}[]>} Questions of each hold, with the answers given. */
  questions = new Map();
  /** @type {Knocking[]} */ knocks = [];
  /** @type {Map<string, string>} Names of pieces, also of those that are gone. */ names = new Map();

  /** @returns {Mirror | null} */
  get state() {
    return this.client?.state ?? null;
  }

  /** @returns {string} */
  get ruleset() {
    return this.client?.welcome?.ruleset ?? "";
  }

  /** @returns {string} By what this browser keeps its bookmarks. */
  get bookmarkKey() {
    return this.client?.welcome?.table ?? "";
  }

  /** @returns {string} The seat of this page. */
  get ownSeat() {
    return this.client?.welcome?.seat ?? "";
  }

  /** @returns {boolean} */
  get isGm() {
    return this.client?.welcome?.role === "gm";
  }

  /** @returns {boolean} Whether this page has a seat that was not taken away. */
  get isSeated() {
    const link = this.client?.link;
    return Boolean(this.client?.welcome) && !(link?.state === "over" && SEAT_LOST.includes(link.code ?? 0));
  }

  /**
   * Returns the ground plan of a scene.
   *
   * @param {string} scene
   * @returns {SceneSpec | undefined}
   */
  groundOf(scene) {
    return this.client?.ground[scene];
  }

  /** @param {Client | null} client Who speaks for this page from now on. */
  join(client) {
    this.client?.close();
    this.client = client;
    this.records = [];
  }

  /** @param {readonly LogRecord[]} records What is known to have happened, instead of what was known before. */
  replaceRecords(records) {
    this.records = [];
    for (const record of records) this.addRecord(record);
  }

  /** @param {LogRecord} record */
  addRecord(record) {
    const { kind, data } = record.event;
    this.rememberNames(data?.now?.pieces ?? []);
    if (kind === "asked" && data?.hold) this.#asked(data.hold, data.question);
    else if (kind === "answered" && data?.hold) this.#answered(data.hold, data.key, data.value);
    this.records.push(record);
  }

  /**
   * @param {string} hold
   * @param {Question} question
   */
  #asked(hold, question) {
    const others = (this.questions.get(hold) ?? []).filter((one) => one.question.key !== question.key);
    this.questions.set(hold, [...others, { question }]);
  }

  /**
   * @param {string} hold
   * @param {string} key
   * @param {unknown} value
   */
  #answered(hold, key, value) {
    const found = this.questions.get(hold)?.find((one) => one.question.key === key);
    if (found) found.value = value;
  }

  /** @param {readonly Piece[]} pieces */
  rememberNames(pieces) {
    for (const piece of pieces) if (piece.name) this.names.set(piece.id, piece.name);
  }

  /** @param {Knocking} knock Who knocks, or no longer does. */
  setKnock(knock) {
    this.removeKnock(knock.knock);
    if (knock.open !== false) this.knocks.push(knock);
  }

  /** @param {string} id */
  removeKnock(id) {
    this.knocks = this.knocks.filter((other) => other.knock !== id);
  }

  /**
   * Fetches the whole log, however many answers it takes.
   *
   * @returns {Promise<FetchedLog>}
   */
  async fetchLog() {
    /** @type {FetchedLog} */
    const log = { state: /** @type {any} */ (null), events: [], grounds: [] };
    for (let first = 0; ; ) {
      const part = await /** @type {Client} */ (this.client).log(first);
      if (!part?.events) throw new Error(part?.code ?? "no answer");
      log.state ??= part.state;
      for (const record of part.events) log.events.push(record);
      log.grounds.push(...(part.grounds ?? []));
      if (!part.next) return log;
      first = part.next;
    }
  }
}
