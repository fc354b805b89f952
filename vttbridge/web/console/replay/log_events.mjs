/** The rows of a log file as the events that a game master's page would have heard, each with what it changed. Pure. */

/**
 * @typedef {import("./log_reader.mjs").Row} Row
 * @typedef {import("./log_reader.mjs").LogFile} LogFile
 * @typedef {import("../../client/wire.d.ts").Mirror} Mirror
 * @typedef {import("../../client/wire.d.ts").Piece} Piece
 * @typedef {import("../../client/wire.d.ts").Ground} Ground
 * @typedef {import("../../client/wire.d.ts").Changed} Changed
 * @typedef {import("../../client/wire.d.ts").WireEvent} WireEvent
 * @typedef {import("../../client/wire.d.ts").SceneSpec} SceneSpec
 * @typedef {{[name: string]: any}} Tree
 * @typedef {{seq: number, event: WireEvent}} Told
 * @typedef {{seq: number, scene: string, ground: SceneSpec}} Laid
 * @typedef {{events: Told[], grounds: Laid[]}} Recorded
 */

const LINE = ["type", "key", "piece", "rules", "parts", "rests_on", "assumed"];
const UNSAID = ["type", "changes", "effects", "plan", "question", "facts", "blob", "seen"];
const IN_PLACES = ["to", "place", "before", "after"];

/**
 * Gives everything that a file tells, in order.
 *
 * @param {LogFile} file
 * @returns {Recorded}
 */
export function recordedIn(file) {
  const scenes = new Scenes();
  /** @type {Told[]} */
  const events = [];
  /** @type {Laid[]} */
  const grounds = [];
  for (const row of file.rows) {
    const { body } = row;
    const spec = body.type === "scene_set" ? /** @type {SceneSpec} */ (file.blobs.get(body.blob)) : null;
    if (spec) grounds.push({ seq: row.seq, scene: body.scene, ground: spec });
    const now = spec ? { scene: body.scene, put: true, ground: scenes.put(row, spec) } : changedBy(row, scenes);
    const data = { ...told(body), ...(now ? { now } : {}) };
    events.push({ seq: row.seq, event: { epoch: row.epoch, kind: body.type, data, time_ms: row.time_ms, cause: row.cause, actor: row.actor } });
  }
  return { events, grounds };
}

/** The scenes while a log is read: pieces and ground, changed in place. */
class Scenes {
  /** @type {Map<string, {spec: SceneSpec, doors: Map<string, string>, ground: Ground, pieces: Map<string, Piece>}>} */ #scenes = new Map();

  /**
   * Lays new ground; the pieces stay, and where it follows a tabletop also what is broken in a wall that is the same.
   *
   * @param {Row} row
   * @param {SceneSpec} spec
   * @returns {Ground}
   */
  put({ seq, body }, spec) {
    const old = this.#scenes.get(body.scene);
    const broken = old && body.follows ? stillBroken(old.ground.broken ?? [], old.spec, spec) : [];
    const ground = { revision: seq, name: body.name, home: body.home, detached: false, doors: [], broken };
    const doors = new Map(spec.walls.map((wall) => [wall.id, wall.door ?? "none"]));
    this.#scenes.set(body.scene, { spec, doors, ground, pieces: old?.pieces ?? new Map() });
    return ground;
  }

  /** @param {string} scene */
  drop(scene) {
    this.#scenes.delete(scene);
  }

  /**
   * Writes changes.
   *
   * @param {Row} row
   * @returns {Changed | null}
   */
  write({ seq, body }) {
    const scene = this.#scenes.get(body.scene);
    if (!scene) return null;
    const before = scene.ground;
    const touched = new Set();
    for (const change of body.changes ?? []) {
      if (change.type === "door") scene.ground = turnedIn(scene.ground, scene.doors, change, seq);
      else if (change.type === "cut") scene.ground = cutIn(scene.ground, change, seq);
      else {
        touched.add(change.piece);
        const piece = afterPiece(scene.pieces.get(change.piece), change);
        if (piece) scene.pieces.set(change.piece, { ...piece, revision: seq });
        else scene.pieces.delete(change.piece);
      }
    }
    if (typeof body.name === "string") scene.ground = { ...scene.ground, name: body.name };
    if (typeof body.detached === "boolean") scene.ground = { ...scene.ground, detached: body.detached };
    const pieces = [...touched].flatMap((id) => scene.pieces.get(id) ?? []);
    const gone = [...touched].filter((id) => !scene.pieces.has(id));
    return { scene: body.scene, pieces, gone, ...(scene.ground === before ? {} : { ground: scene.ground }) };
  }
}

/**
 * @param {Ground} ground
 * @param {ReadonlyMap<string, string>} built How the doors were built.
 * @param {Tree} change
 * @param {number} seq
 * @returns {Ground}
 */
function turnedIn(ground, built, change, seq) {
  const kept = (ground.doors ?? []).filter((door) => door.wall !== change.wall);
  const doors = built.get(change.wall) === change.after ? kept : [...kept, { wall: change.wall, state: change.after }];
  return { ...ground, revision: seq, doors: doors.sort((a, b) => (a.wall < b.wall ? -1 : 1)) };
}

/**
 * Gives the broken parts of walls and areas that are where they were.
 *
 * @template {{kind: string, id: string}} C
 * @param {readonly C[]} broken
 * @param {SceneSpec} before
 * @param {SceneSpec} after
 * @returns {C[]}
 */
function stillBroken(broken, before, after) {
  const [old, now] = [shapesOf(before), shapesOf(after)];
  return broken.filter(({ kind, id }) => now.has(`${kind} ${id}`) && now.get(`${kind} ${id}`) === old.get(`${kind} ${id}`));
}

/**
 * @param {SceneSpec} spec
 * @returns {Map<string, string>}
 */
function shapesOf({ walls, areas }) {
  const lines = walls.map(({ id, a, b }) => /** @type {[string, string]} */ ([`wall ${id}`, JSON.stringify([a, b])]));
  return new Map([...lines, ...areas.map(({ id, outline }) => /** @type {[string, string]} */ ([`area ${id}`, JSON.stringify(outline)]))]);
}

/**
 * @param {Ground} ground
 * @param {Tree} change
 * @param {number} seq
 * @returns {Ground}
 */
function cutIn(ground, { cut, after }, seq) {
  const same = JSON.stringify(cut);
  const kept = (ground.broken ?? []).filter((other) => JSON.stringify(other) !== same);
  return { ...ground, revision: seq, broken: after ? [...kept, cut] : kept };
}

/**
 * Gives a piece after a change; nothing where it is not there.
 *
 * @param {Piece | undefined} piece
 * @param {Tree} change
 * @returns {Piece | undefined}
 */
function afterPiece(piece, change) {
  if (change.type === "piece") return change.after ? pieceOf(change.after) : undefined;
  if (!piece) return undefined;
  switch (change.type) {
    case "place":
      return { ...piece, place: placeOf(change.after) };
    case "number":
      return { ...piece, numbers: withNumber(piece.numbers ?? {}, change.number, change.after) };
    case "status":
      return { ...piece, statuses: withWord(piece.statuses ?? [], change.status, change.after) };
    case "tags":
      return { ...piece, tags: change.after };
    case "look":
      return { ...piece, ...change.after, footprint: footprintOf(change.after.footprint) };
    default:
      return piece;
  }
}

/**
 * @param {{[name: string]: any}} numbers
 * @param {string} name
 * @param {any} value
 * @returns {{[name: string]: any}}
 */
function withNumber(numbers, name, value) {
  const kept = Object.entries(numbers).filter(([other]) => other !== name);
  return Object.fromEntries(value === null ? kept : [...kept, [name, value]]);
}

/**
 * @param {readonly string[]} words
 * @param {string} word
 * @param {boolean} isOn
 * @returns {string[]}
 */
function withWord(words, word, isOn) {
  const kept = words.filter((other) => other !== word);
  return isOn ? [...kept, word].sort() : kept;
}

/**
 * @param {number[]} at
 * @returns {{x: number, y: number, z: number}}
 */
function placeOf([x, y, z = 0]) {
  return { x, y, z };
}

/**
 * @param {Tree} footprint
 * @returns {any}
 */
function footprintOf({ type, radius, width, depth, height }) {
  return type === "disc" ? { shape: type, radius, height } : { shape: type, width, depth, height };
}

/**
 * @param {Tree} piece
 * @returns {Piece}
 */
function pieceOf(piece) {
  return /** @type {Piece} */ ({ ...piece, place: placeOf(piece.place), footprint: footprintOf(piece.footprint), numbers: Object.fromEntries(piece.numbers) });
}

/**
 * @param {Row} row
 * @param {Scenes} scenes
 * @returns {Changed | null}
 */
function changedBy(row, scenes) {
  const { body } = row;
  switch (body.type) {
    case "table_set": {
      const { ruleset, name, policy, dice } = body;
      return { table: { ruleset, name, policy, dice, options: Object.fromEntries(body.settings), scenes: [], seats: [] } };
    }
    case "seat_taken":
      return { seats: [{ seat: body.seat, role: body.role, label: body.label, user: body.user }] };
    case "seat_left":
      return { seats_gone: [body.seat] };
    case "scene_gone":
      scenes.drop(body.scene);
      return { scene: body.scene, scene_gone: true };
    default:
      return "changes" in body ? scenes.write(row) : null;
  }
}

/**
 * Gives what a row says beside the things that it changed.
 *
 * @param {Tree} body
 * @returns {Tree}
 */
function told(body) {
  const said = Object.fromEntries(Object.entries(body).filter(([name]) => !UNSAID.includes(name)));
  switch (body.type) {
    case "committed":
      return { ...said, effects: body.effects.map(effectOf), facts: named(body.facts) };
    case "asked":
      return { ...said, question: questionOf(body.question) };
    case "planned":
      return { ...said, plan: planOf(body.plan, body.hash) };
    case "approved":
      return { ...said, edits: body.edits.map(untagged), plan: body.plan && planOf(body.plan, body.hash) };
    case "cancelled":
      return { ...said, because: refusalOf(body.because) };
    case "note":
      return { ...said, facts: Object.fromEntries(body.facts) };
    default:
      return said;
  }
}

/**
 * @param {Tree} value
 * @returns {Tree}
 */
function untagged(value) {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== "type"));
}

/**
 * @param {{name: string, value: any}[]} facts
 * @returns {Tree}
 */
function named(facts) {
  return Object.fromEntries(facts.map(({ name, value }) => [name, value]));
}

/**
 * @param {Tree} plan
 * @param {string} hash
 * @returns {Tree}
 */
function planOf({ effects, facts, rules }, hash) {
  return { hash, effects: effects.map(effectOf), facts: named(facts), rules };
}

/**
 * @param {Tree | null} refusal
 * @returns {any}
 */
function refusalOf(refusal) {
  return refusal ? { ...refusal, facts: Object.fromEntries(refusal.facts) } : null;
}

/**
 * @param {Tree} question
 * @returns {Tree}
 */
function questionOf({ audience, data, because, ...question }) {
  return { ...question, audience: audience.role, piece: audience.piece, data, because: refusalOf(because) };
}

/**
 * Gives one line of an outcome as the wire has it: its own members under `fields`, places by their letters.
 *
 * @param {Tree} line
 * @returns {Tree}
 */
function effectOf(line) {
  /** @type {Tree} */
  const fields = {};
  for (const [name, value] of Object.entries(line)) {
    if (LINE.includes(name)) continue;
    if (name === "path") fields[name] = value.map(placeOf);
    else if (name === "cut") fields[name] = { ...value, cell: value.cell && { x: value.cell[0], y: value.cell[1] } };
    else if (name === "facts") fields[name] = Object.fromEntries(value);
    else fields[name] = IN_PLACES.includes(name) && Array.isArray(value) ? placeOf(value) : value;
  }
  const { key, piece = "", rules, parts, rests_on, assumed } = line;
  return { key, kind: line.type, piece, fields, rules, parts, rests_on, assumed };
}
