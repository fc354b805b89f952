/** The wire's shapes. Made by `vttbridge schema --ts`: change the Python Structs, never this file. */

/** A tree whose shape belongs to a rule book. */
export type Tree = { [name: string]: any };

/** One message as it travels. */
export interface Envelope {
  type: string;
  id?: string;
  re?: string;
  seq?: number;
  n?: number;
  body: any;
}

export type DocumentKind = "drawings" | "levels" | "regions" | "tiles" | "tokens" | "walls";
export type Edit = SetAnswer | LimitDistance | DropEffect;
export type HoldState = "approved" | "asking" | "cancelled" | "committed" | "expired" | "planned" | "rejected";
export type Outcome = "busy" | "conflict" | "done" | "invalid" | "pending" | "refused";
export type Policy = "all" | "none" | "players";
export type Role = "gm" | "observer" | "player";
export type Waits = "approval" | "executor" | "question";

/** Command: do an action of the ruleset in a scene. */
export interface Act {
  scene: string;
  action: string;
  fields?: Tree;
  revisions?: SpotRevision[];
  rolls?: GivenAnswer[];
  answers?: GivenAnswer[];
}

/** An action of the ruleset; a form is made from its JSON Schema `fields` and nothing else. */
export interface ActionSchema {
  name: string;
  fields?: Tree;
  sentence?: string;
  voluntary?: boolean;
}

/** Command: let a knocking client in as the owner of `pieces`, or send it away. */
export interface Admit {
  knock: string;
  allow: boolean;
  role?: Role;
  pieces?: string[];
}

/** The knocking device's token, said once. */
export interface Admitted {
  token: string;
  table: string;
  role: Role;
}

/** Command: answer a hold's open question. */
export interface Answer {
  hold: string;
  key: string;
  value: any;
}

/** What a ruleset's query gave. */
export interface AnswerResult {
  value?: any;
  refusal?: WireRefusal;
}

/** Command: the executor wrote the event `seq` into the VTT. */
export interface Applied {
  seq: number;
  term: number;
  writes?: Write[];
}

/** Command: say yes to the plan whose hash the GM saw, perhaps edited. */
export interface Approve {
  hold: string;
  plan: string;
  edits?: Edit[];
}

/** A polygon with a meaning; holes are not part of it. */
export interface Area {
  id: string;
  outline: [x: number, y: number][];
  meaning: Elevation | Difficult | Hindering | Dangerous | Aura | Pit | Water | Blocking | Obstacle | Uneven | Ductway | Ladder | Ceiling | Stairs | Zone;
  holes: [x: number, y: number][][];
  name: string;
  hidden: boolean;
}

/** Request: a pure query of the ruleset, such as who is engaged. */
export interface Ask {
  scene: string;
  query: string;
  fields?: Tree;
}

/** A question is open, and this seat may answer it. */
export interface Asked {
  hold: string;
  command: string;
  scene: string;
  action: string;
  question: WireQuestion;
  seat?: string;
  remaining_ms?: number;
}

/** An effect that fires when somebody moves in: on any entry, only willing ones, or only forced ones. */
export interface Aura {
  type: "aura";
  harm: Harm;
  trigger: "enter" | "forced" | "willing";
  source: string;
}

/** First message with a token, and where to resume. */
export interface Auth {
  token: string;
  protocol?: number;
  client?: string;
  resume?: Resume;
}

/** Filled ground that nothing enters, between two heights (`None` is unbounded). */
export interface Blocking {
  type: "blocking";
  material: string;
  bottom: number | null;
  top: number | null;
}

/** A broken part of the ground: a stretch of a wall (fractions of its length) or one cell of an area. */
export interface BrokenPart {
  kind: "area" | "wall";
  id: string;
  cell: [number, number] | null;
  stretch: [number, number] | null;
}

/** A solid ceiling at a height. */
export interface Ceiling {
  type: "ceiling";
  height: number;
}

/** What an event makes of the mirror: things as they now stand, whole, and things that are gone. */
export interface Changed {
  scene: string;
  put: boolean;
  scene_gone: boolean;
  ground: GroundState | null;
  pieces: PieceState[];
  gone: string[];
  table: TableMirror | null;
  seats: SeatMirror[];
  seats_gone: string[];
}

/** What a client does after a close code. */
export interface CloseMeaning {
  code: number;
  retry: "back_off" | "never" | "now";
}

/** Ground that harms whoever enters it. */
export interface Dangerous {
  type: "dangerous";
  harm: Harm;
  level: number;
}

/** Ground that slows voluntary movement. */
export interface Difficult {
  type: "difficult";
}

/** Command: the executor found the VTT changed by a person and left those places alone. */
export interface Diverged {
  seq: number;
  term: number;
  places?: Expectation[];
  writes?: Write[];
}

/** What happened to a VTT scene's documents of one kind. */
export interface DocumentSet {
  kind: DocumentKind;
  created?: Tree[];
  updated?: Tree[];
  deleted?: string[];
}

/** Command: the executor tells what changed in a scene that is followed, in order. */
export interface Documents {
  scene: string;
  changes?: DocumentSet[];
  settings?: Tree;
  numbers?: Tree;
}

/** How a door of the scene now stands. */
export interface DoorState {
  wall: string;
  state: "closed" | "locked" | "open";
}

/** The server is going away on purpose: finish, and come back after this time. */
export interface Draining {
  retry_after_ms: number;
}

/** An edit: the plan without one effect, named by its key. */
export interface DropEffect {
  edit: "drop";
  key: string;
}

/** A passage through a wall between two mouths, as wide as said. */
export interface Ductway {
  type: "ductway";
  mouths: [[x: number, y: number], [x: number, y: number]];
  width: number;
}

/** Ground at another level; its rim is a ledge. Solid down to `underside`, or all the way where `None`. */
export interface Elevation {
  type: "elevation";
  level: number;
  underside: number | null;
  material: string;
  railing: number;
}

/** Something went wrong that is no command's reply; a close often follows. */
export interface Error {
  code: string;
  facts?: Tree;
  retry_after_ms?: number;
}

/** A fact of the log, as this seat may see it; the envelope carries its `seq` and the connection's `n`. */
export interface Event {
  epoch: number;
  kind: string;
  data?: Tree;
  schema?: number;
  time_ms?: number;
  cause?: string;
  actor?: string;
  hash?: string;
  mark?: string;
  state_hash?: string;
  term?: number;
  updates?: VttUpdate[];
}

/** Request: take the executor's slot (`claim`), give it back, or move it here by a GM's hand (`force`). */
export interface Executor {
  claim: boolean;
  force: boolean;
}

/** Who writes into the VTT: you, somebody else while you wait, or nobody. Confirmations carry `term`. */
export interface ExecutorState {
  state: "none" | "taken" | "waiting" | "yours";
  term: number;
}

/** A place in the VTT that a person changed meanwhile: what was expected there, and what was found. */
export interface Expectation {
  document: string;
  path: string;
  expected?: any;
  found?: any;
}

/** What this server takes from a client that it knows. */
export interface FrameLimits {
  frame_bytes: number;
  text_bytes: number;
  array_length: number;
  map_length: number;
  depth: number;
  nodes: number;
  transfer_bytes: number;
  commands_in_flight: number;
  rates?: RoleRate[];
}

/** An answer to a question, or the faces of a roll that fell elsewhere, by the question's key. */
export interface GivenAnswer {
  key: string;
  value: any;
}

/** I am leaving on purpose; the seat counts as empty at once. */
export interface Goodbye {
}

/** Free inches without cells. */
export interface Gridless {
  type: "gridless";
}

/** What of a scene changes while its geometry stays: its name, doors, broken parts. */
export interface GroundState {
  revision: number;
  name: string;
  home: "table" | "vtt";
  detached: boolean;
  doors: DoorState[];
  broken: BrokenPart[];
}

/** What an area or aura does to whoever it catches. */
export interface Harm {
  damage: number;
  kind: string;
  per: "entry" | "square";
  check: string;
  strength: number | null;
  ap: number;
  wounds: number;
  status: string;
}

/** I am here; each side says so when it has said nothing for 20 seconds. */
export interface Heartbeat {
}

/** A hold as it now stands: sent when it changes, and all open ones before `live`. */
export interface Held {
  hold: WireHold;
}

/** First message of every connection: what the server speaks and takes. */
export interface Hello {
  protocol_min: number;
  protocol_max: number;
  server: string;
  limits: FrameLimits;
  closes?: CloseMeaning[];
  features?: string[];
  auth_ms?: number;
  heartbeat_ms?: number;
  silence_ms?: number;
}

/** Hexes in rows or in columns, of which the odd or the even ones are shifted by half a hex. */
export interface HexGrid {
  type: "hex";
  rows: boolean;
  shifted: "even" | "odd";
}

/** Bushes, rubble, objects: hindering terrain of the square books. */
export interface Hindering {
  type: "hindering";
}

/** Request: make a code for new devices. */
export interface Invite {
  role?: Role;
  uses?: number;
  label?: string;
}

/** The code of an invite, and for how long it holds. */
export interface Invited {
  code: string;
  role: Role;
  uses: number;
  expires_ms: number;
}

/** First message with nothing: asks a GM to be let in as a player. */
export interface Knock {
  label: string;
  protocol?: number;
  client?: string;
  user?: string;
  table?: string;
}

/** Your knock waits; the GM sees the same two words. */
export interface Knocked {
  knock: string;
  words: string;
  wait_ms: number;
}

/** To GMs: somebody wants in. `open` is false when the knock ended. */
export interface Knocking {
  knock: string;
  label: string;
  words: string;
  user?: string;
  client?: string;
  open?: boolean;
}

/** A ladder: climbing it costs its height once. */
export interface Ladder {
  type: "ladder";
}

/** A level of a virtual tabletop's scene: its id there, and its heights (`None` is unbounded). */
export interface LevelBand {
  id: string;
  bottom: number | null;
  top: number | null;
}

/** An edit: the plan as if the piece had been moved at most this far. */
export interface LimitDistance {
  edit: "limit";
  piece: string;
  distance: number;
}

/** What follows happens now. */
export interface Live {
  seq: number;
}

/** Request: the log's rows from `first` to `last` (none: the end) as a transfer of kind `log`. */
export interface Log {
  first?: number;
  last?: number;
  options?: Tree;
  form?: "events" | "file" | "moment";
}

/** Request: the table's present state as this seat may see it. */
export interface Look {
}

/** A free-standing low feature that may be passed over by a walker: pipe, barricade, crate. */
export interface Obstacle {
  type: "obstacle";
  height: number;
  width: number;
  material: string;
}

/** First message with a code: a pairing line's or an invite's. */
export interface Pair {
  code: string;
  protocol?: number;
  label?: string;
  client?: string;
}

/** The device's token, said once; keep it where only this device can read it. */
export interface Paired {
  token: string;
  table: string;
  role: Role;
}

/** Command: some members of a piece are now otherwise; `changes` holds only those, by their names. */
export interface PieceChanged {
  scene: string;
  piece: string;
  changes: Tree;
  revisions?: SpotRevision[];
}

/** Command: take a piece out of a scene. */
export interface PieceGone {
  scene: string;
  piece: string;
}

/** Command: put a piece into a scene, or replace it whole. */
export interface PiecePut {
  scene: string;
  piece: PieceState;
}

/** A token or movable object of one scene. */
export interface PieceState {
  id: string;
  place: WirePlace;
  name?: string;
  kind?: "creature" | "marker" | "object";
  footprint?: WireDisc | WireCells;
  owner?: string;
  side?: string;
  body?: string;
  pool?: string;
  numbers?: Tree;
  tags?: string[];
  statuses?: string[];
  hidden?: boolean;
  revision?: number;
}

/** A hole so many units deep below the ground around it; `None` has no bottom. */
export interface Pit {
  type: "pit";
  depth: number | null;
}

/** How the places of a scene are spelled in the virtual tabletop that it comes from. */
export interface Pixels {
  size: number;
  distance: number;
  units: string;
  levels: LevelBand[];
  version: number;
  action: string;
}

/** Request: what would happen; nothing is rolled or written. */
export interface Preview {
  scene?: string;
  action?: string;
  fields?: Tree;
  answers?: GivenAnswer[];
  hold?: string;
  edits?: Edit[];
  odds?: boolean;
}

/** What would happen, as far as it can be known. */
export interface PreviewResult {
  plan?: WirePlan;
  refusal?: WireRefusal;
  question?: WireQuestion;
  roll?: string;
  known?: WirePlan;
  odds?: WireOdds;
  as_seen?: boolean;
}

/** A pure question that the ruleset can be asked. */
export interface QueryInfo {
  name: string;
  fields?: Tree;
  sentence?: string;
}

/** Command: say no to a hold. */
export interface Reject {
  hold: string;
  reason?: string;
}

/** A fresh token in place of an ageing one; the old one ends when the new one is first used. */
export interface Renewed {
  token: string;
}

/** How a command or request went: exactly one for each, tied to it by the envelope's `re`. */
export interface Reply {
  outcome: Outcome;
  code?: string;
  facts?: Tree;
  rule?: string;
  seq?: number;
  hold?: string;
  waits?: Waits;
  revisions?: SpotRevision[];
  seqs?: number[];
  retry_after_ms?: number;
  dup?: boolean;
}

/** The one end of a hold; `re` is the waiting command's id. */
export interface Resolved {
  hold: string;
  state: HoldState;
  seq?: number;
  code?: string;
  facts?: Tree;
  by?: string;
}

/** Where a client stood: `head` is the last event's `hash` (a GM's) or `mark` (anybody else's). */
export interface Resume {
  session: string;
  epoch: number;
  seq: number;
  head?: string;
}

/** The session goes on: `missed` events follow, then `live`. */
export interface Resumed {
  session: string;
  epoch: number;
  missed: number;
}

/** The session cannot go on from there: forget what you know, a `snapshot` follows. */
export interface Resync {
  reason: "epoch" | "hash" | "slow" | "too_old";
}

/** Command: end a seat; its connections close. */
export interface Revoke {
  seat: string;
}

/** How many messages a second a role may send, and how many at once after a pause. */
export interface RoleRate {
  role: Role;
  per_second: number;
  burst: number;
}

/** Command: doors stand otherwise, walls are gone or mended, or the scene is (de)tached from the VTT. */
export interface SceneChanged {
  scene: string;
  doors?: DoorState[];
  walls_gone?: string[];
  walls_mended?: string[];
  name?: string;
  detached?: boolean;
}

/** Command: take a scene off the table. */
export interface SceneGone {
  scene: string;
}

/** A scene of the table: where its truth lies, which blob is its geometry, whether the VTT is cut off. */
export interface SceneInfo {
  scene: string;
  name?: string;
  home?: "table" | "vtt";
  blob?: string;
  revision?: number;
  detached?: boolean;
}

/** A scene with its pieces, sorted by id. */
export interface SceneMirror {
  scene: string;
  ground: GroundState;
  pieces: PieceState[];
}

/** Command: put or replace a scene whose geometry came by the transfer with hash `blob`. */
export interface SceneSet {
  scene: string;
  blob: string;
  format?: "ascii" | "fantasy_grounds" | "foundry" | "heroclix" | "scene" | "uvtt" | "watabou";
  name?: string;
  home?: "table" | "vtt";
  pieces?: boolean;
  version?: number;
  action?: string;
  numbers?: Tree;
}

/** The ground plan of a scene: bounds, grid, walls and areas. */
export interface SceneSpec {
  id: string;
  name: string;
  width: number;
  height: number;
  grid: SquareGrid | Gridless | HexGrid;
  unit: "inch" | "square";
  ground: number | null;
  walls: Wall[];
  areas: Area[];
  edge_blocks: boolean;
  home: "table" | "vtt";
  x0: number;
  y0: number;
  pixels: Pixels | null;
}

/** The table's seats. */
export interface SeatList {
  seats: WireSeat[];
}

/** A seat as the log knows it. */
export interface SeatMirror {
  seat: string;
  role: Role;
  label: string;
  user: string;
}

/** Request: the table's seats. */
export interface Seats {
}

/** An edit: the plan as if this had been answered. */
export interface SetAnswer {
  edit: "answer";
  key: string;
  value: any;
}

/** The table's state as this seat may see it, up to `seq`: in `data`, or large ones in transfer `blob`. */
export interface Snapshot {
  epoch: number;
  seq: number;
  head?: string;
  state_hash?: string;
  data?: Tree;
  blob?: string;
}

/** Which revision of a thing the sender had seen; `thing` is a piece id, or `scene` for its geometry. */
export interface SpotRevision {
  thing: string;
  revision: number;
}

/** Unit squares with whole corners. */
export interface SquareGrid {
  type: "square";
}

/** Stairs or a ramp that join two levels. */
export interface Stairs {
  type: "stairs";
}

/** The table as one seat may see it; scenes and seats are sorted by id. */
export interface TableMirror {
  ruleset: string;
  name: string;
  policy: Policy;
  dice: "people" | "server";
  options: Tree;
  scenes: SceneMirror[];
  seats: SeatMirror[];
}

/** Command: set options of the ruleset, the approval policy, who rolls, its name; what is absent stays. */
export interface TableSet {
  options?: Tree;
  policy?: Policy;
  dice?: "people" | "server";
  name?: string;
}

/** All parts were sent. */
export interface TransferDone {
}

/** Send `count` parts from `index` on. */
export interface TransferMore {
  index: number;
  count: number;
}

/** A long thing is ready to come in parts; the receiver asks for them. */
export interface TransferOpen {
  kind: "destinations" | "file" | "log" | "map" | "scene" | "snapshot";
  bytes: number;
  blake2b: string;
  name?: string;
}

/** One part, in base64; each but the last decodes to 24,576 bytes. */
export interface TransferPart {
  index: number;
  text: string;
}

/** The transfer ends early, at the wish of either side. */
export interface TransferStop {
  code: "busy" | "damaged" | "not_allowed" | "timeout" | "too_large" | "unwanted";
}

/** Command: take back the commits with these sequence numbers, newest first. */
export interface Undo {
  seqs: number[];
}

/** Ground wide enough but not flat enough to stand on. */
export interface Uneven {
  type: "uneven";
}

/** Where a token is in the VTT: the pixels of its top-left corner, its elevation in the scene's units. */
export interface VttSpot {
  x: number;
  y: number;
  elevation: number;
}

/** Where a token of the VTT is to be, absolute, and where it `was` before. */
export interface VttUpdate {
  token: string;
  x: number;
  y: number;
  elevation: number;
  was: VttSpot;
  level?: string;
  waypoints?: VttWaypoint[];
}

/** A point of a token's way, in the words of Foundry 13 and 14. */
export interface VttWaypoint {
  x: number;
  y: number;
  elevation: number;
  action?: string;
  level?: string;
  explicit?: boolean;
  checkpoint?: boolean;
}

/** A line that blocks movement between two heights (`None` is unbounded). */
export interface Wall {
  id: string;
  a: [x: number, y: number];
  b: [x: number, y: number];
  bottom: number | null;
  top: number | null;
  side: 0 | 1 | 2;
  door: "closed" | "locked" | "none" | "open";
  material: string;
  kind: string;
  sight: boolean;
  hidden: boolean;
}

/** Liquid of a depth; the floor lies that much below its surface. */
export interface Water {
  type: "water";
  depth: number;
}

/** You are in: the table, your seat, what can be done here. */
export interface Welcome {
  table: string;
  seat: string;
  role: Role;
  session: string;
  epoch: number;
  seq: number;
  ruleset: string;
  name?: string;
  label?: string;
  head?: string;
  state_hash?: string;
  policy?: Policy;
  options?: WireOption[];
  needs?: WireNeed[];
  actions?: ActionSchema[];
  queries?: QueryInfo[];
  scenes?: SceneInfo[];
  seats?: WireSeat[];
  languages?: string[];
}

/** A block of whole cells; its piece's place is the north-west one. */
export interface WireCells {
  shape: "cells";
  width?: number;
  depth?: number;
  height?: number;
}

/** One possible outcome, its odds as `part` of `whole`, and a word for it. */
export interface WireChance {
  part: number;
  whole: number;
  label: string;
  plan?: WirePlan;
  refusal?: WireRefusal;
}

/** A round base; its piece's place is the centre. */
export interface WireDisc {
  shape: "disc";
  radius: number;
  height?: number;
}

/** One line of a plan. */
export interface WireEffect {
  key: string;
  kind: string;
  piece?: string;
  fields?: Tree;
  rules?: string[];
  parts?: WirePart[];
  rests_on?: string[];
  assumed?: string[];
}

/** A command that waits, as the receiving seat may see it. */
export interface WireHold {
  hold: string;
  command: string;
  seat: string;
  scene: string;
  action: string;
  state: HoldState;
  waits?: Waits;
  fields?: Tree;
  question?: WireQuestion;
  plan?: WirePlan;
  edits?: Edit[];
  gained?: string[];
  lost?: string[];
  since_ms?: number;
  remaining_ms?: number;
}

/** A number, flag or word that the ruleset wants to know of a piece, and where the VTT keeps it. */
export interface WireNeed {
  name: string;
  kind?: "flag" | "number" | "whole" | "word";
  unit?: string;
  default?: any;
  applies?: "any" | "creature" | "object";
  words?: string[];
  sentence?: string;
  paths?: string[];
}

/** All outcomes, likeliest first; not `exact` where a die without faces was sampled. */
export interface WireOdds {
  chances: WireChance[];
  exact?: boolean;
}

/** A house rule: its rule, what it may be set to (words, or a number within limits), how it stands. */
export interface WireOption {
  name: string;
  value: string;
  default: string;
  rule?: string;
  values?: string[];
  low?: number;
  high?: number;
  sentence?: string;
}

/** One term of a number: what it is called, how much it adds, and the rule behind it. */
export interface WirePart {
  code: string;
  amount: number;
  rule?: string;
}

/** A place in a scene, in its unit; z is the height above the scene's ground. */
export interface WirePlace {
  x: number;
  y: number;
  z?: number;
}

/** The complete outcome of an action, nothing of it applied; `hash` names exactly this outcome. */
export interface WirePlan {
  hash: string;
  effects?: WireEffect[];
  facts?: Tree;
  rules?: string[];
}

/** A question that only people may decide, or dice. */
export interface WireQuestion {
  key: string;
  audience: "gm" | "mover" | "owner";
  kind: "count" | "direction" | "one_of" | "order" | "path" | "pieces" | "point" | "roll" | "yes_no";
  piece?: string;
  data?: Tree;
  default?: any;
  because?: WireRefusal;
}

/** The rules say no: a code, the facts its sentence needs, and the id of the rule. */
export interface WireRefusal {
  code: string;
  facts?: Tree;
  rule?: string;
}

/** A place at the table; `device` is the token's public id, never its secret. */
export interface WireSeat {
  seat: string;
  role: Role;
  label?: string;
  connected?: boolean;
  device?: string;
  user?: string;
}

/** One write into the VTT as it happened. */
export interface Write {
  document: string;
  path: string;
  before?: any;
  after?: any;
}

/** A part of the board with a name that a rule book knows, such as `mortalis`. */
export interface Zone {
  type: "zone";
  name: string;
}

/** What a client may say, by the word in the envelope. */
export interface ClientMessages {
  pair: Pair;
  auth: Auth;
  knock: Knock;
  act: Act;
  answer: Answer;
  approve: Approve;
  reject: Reject;
  undo: Undo;
  scene_set: SceneSet;
  documents: Documents;
  scene_changed: SceneChanged;
  scene_gone: SceneGone;
  piece_put: PiecePut;
  piece_changed: PieceChanged;
  piece_gone: PieceGone;
  table_set: TableSet;
  applied: Applied;
  diverged: Diverged;
  admit: Admit;
  revoke: Revoke;
  preview: Preview;
  ask: Ask;
  log: Log;
  look: Look;
  executor: Executor;
  seats: Seats;
  invite: Invite;
  heartbeat: Heartbeat;
  goodbye: Goodbye;
  transfer_open: TransferOpen;
  transfer_more: TransferMore;
  transfer_part: TransferPart;
  transfer_done: TransferDone;
  transfer_stop: TransferStop;
}

/** What a server may say, by the word in the envelope. */
export interface ServerMessages {
  hello: Hello;
  paired: Paired;
  admitted: Admitted;
  renewed: Renewed;
  knocked: Knocked;
  knocking: Knocking;
  welcome: Welcome;
  reply: Reply;
  resolved: Resolved;
  event: Event;
  asked: Asked;
  held: Held;
  preview_result: PreviewResult;
  answer_result: AnswerResult;
  snapshot: Snapshot;
  resumed: Resumed;
  resync: Resync;
  live: Live;
  executor_state: ExecutorState;
  invited: Invited;
  seat_list: SeatList;
  error: Error;
  draining: Draining;
  heartbeat: Heartbeat;
  goodbye: Goodbye;
  transfer_open: TransferOpen;
  transfer_more: TransferMore;
  transfer_part: TransferPart;
  transfer_done: TransferDone;
  transfer_stop: TransferStop;
}
