/** The scenes of a log file as its rows change them: pieces and ground, changed in place. */

/**
 * @typedef {import("./log_reader.mjs").Row} Row
 * @typedef {import("../../client/wire.d.ts").PieceState} Piece
 * @typedef {import("../../client/wire.d.ts").GroundState} Ground
 * @typedef {import("../../client/wire.d.ts").SceneSpec} SceneSpec
 * @typedef {Partial<import("../../client/wire.d.ts").Changed>} Changed
 * @typedef {{[name: string]: any}} Tree
 */

/** The scenes while a log is read. */
export class SceneStates {
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
      if (change.type === "door") scene.ground = withDoor(scene.ground, scene.doors, change, seq);
      else if (change.type === "cut") scene.ground = withCut(scene.ground, change, seq);
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
function withDoor(ground, built, change, seq) {
  const kept = (ground.doors ?? []).filter((door) => door.wall !== change.wall);
  const doors = built.get(change.wall) === change.after ? kept : [...kept, { wall: change.wall, state: change.after }];
  return { ...ground, revision: seq, doors: doors.sort((a, b) => (a.wall < b.wall ? -1 : 1)) };
}

/**
 * Returns the broken parts of walls and areas that are where they were.
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
function withCut(ground, { cut, after }, seq) {
  const same = JSON.stringify(cut);
  const kept = (ground.broken ?? []).filter((other) => JSON.stringify(other) !== same);
  return { ...ground, revision: seq, broken: after ? [...kept, cut] : kept };
}

/**
 * Returns a piece after a change; nothing where it is not there.
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
 * Returns a place by its letters, as the wire has it.
 *
 * @param {number[]} at
 * @returns {{x: number, y: number, z: number}}
 */
export function placeOf([x, y, z = 0]) {
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
