/** The wire's shapes as a JavaScript client sees them; the README beside this file says what they mean. */

export type Plain = null | boolean | number | string | Plain[] | { [name: string]: Plain };
export type Tree = { [name: string]: any };
export type Role = "gm" | "player" | "observer";

export interface Envelope {
  type: string;
  id?: string;
  re?: string;
  seq?: number;
  n?: number;
  body: any;
}

export interface Place { x: number; y: number; z?: number }
export interface Footprint { shape?: "disc" | "cells"; radius?: number; width?: number; depth?: number; height?: number }

export interface Piece {
  id: string;
  place: Place;
  name?: string;
  kind?: "creature" | "object" | "marker";
  footprint?: Footprint;
  owner?: string;
  side?: string;
  body?: string;
  pool?: string;
  numbers?: { [name: string]: number | string };
  tags?: string[];
  statuses?: string[];
  hidden?: boolean;
  revision?: number;
}

export interface Door { wall: string; state: "open" | "closed" | "locked" }
export interface Broken { kind: "wall" | "area"; id: string; cell?: [number, number] | null; stretch?: [number, number] | null }
export interface Ground { revision?: number; name?: string; home?: "table" | "vtt"; detached?: boolean; doors?: Door[]; broken?: Broken[] }
export interface SceneMirror { scene: string; ground: Ground; pieces: Piece[] }
export interface Seat { seat: string; role: Role; label?: string; connected?: boolean; device?: string; user?: string }
export interface Mirror {
  ruleset: string;
  name: string;
  policy: "players" | "all" | "none";
  dice: string;
  options: { [name: string]: any };
  scenes: SceneMirror[];
  seats: Seat[];
}
export interface Changed {
  scene?: string;
  put?: boolean;
  scene_gone?: boolean;
  ground?: Ground;
  pieces?: Piece[];
  gone?: string[];
  table?: Mirror;
  seats?: Seat[];
  seats_gone?: string[];
}

export type Pair = [number, number];
export interface Wall {
  id: string; a: Pair; b: Pair; bottom?: number | null; top?: number | null; side?: 0 | 1 | 2;
  door?: "none" | "closed" | "open" | "locked"; material?: string; kind?: string; hidden?: boolean;
}
export interface Area { id: string; outline: Pair[]; meaning: { type: string; [name: string]: any }; holes?: Pair[][]; name?: string; hidden?: boolean }
export interface SceneSpec {
  id: string; name: string; width: number; height: number; grid?: { type: string; rows?: boolean; shifted?: string };
  unit?: "square" | "inch"; ground?: number | null; walls: Wall[]; areas: Area[]; edge_blocks?: boolean;
  home?: string; x0?: number; y0?: number;
}

export interface Part { code: string; amount: number; rule?: string }
export interface Effect {
  key: string; kind: string; piece?: string; fields?: Tree; rules?: string[]; parts?: Part[]; rests_on?: string[]; assumed?: string[];
}
export interface Plan { hash: string; effects?: Effect[]; facts?: Tree; rules?: string[] }
export interface Refusal { code: string; facts?: Tree; rule?: string }
export interface Question {
  key: string; audience: "gm" | "owner" | "mover"; kind: string; piece?: string; data?: Tree; default?: any; because?: Refusal | null;
}
export type Edit =
  | { edit: "answer"; key: string; value: any }
  | { edit: "limit"; piece: string; distance: number }
  | { edit: "drop"; key: string };
export interface Hold {
  hold: string; command: string; seat: string; scene: string; action: string; state: string; waits?: string; fields?: Tree;
  question?: Question; plan?: Plan; edits?: Edit[]; gained?: string[]; lost?: string[]; since_ms?: number; remaining_ms?: number;
}
export interface Asked { hold: string; command: string; scene: string; action: string; question: Question; seat?: string; remaining_ms?: number }
export interface Chance { part: number; whole: number; label: string; plan?: Plan; refusal?: Refusal }
export interface Preview {
  plan?: Plan; refusal?: Refusal; question?: Question; roll?: string; known?: Plan; odds?: { chances: Chance[]; exact?: boolean }; as_seen?: boolean;
}
export interface Reply {
  outcome: "done" | "refused" | "conflict" | "invalid" | "busy" | "pending";
  code?: string; facts?: Tree; rule?: string; seq?: number; hold?: string; waits?: string;
  revisions?: { thing: string; revision: number }[]; seqs?: number[]; retry_after_ms?: number; dup?: boolean;
}
export interface Resolved { hold: string; state: string; seq?: number; code?: string; facts?: Tree; by?: string }
export interface WireEvent {
  epoch: number; kind: string; data?: Tree; time_ms?: number; cause?: string | null; actor?: string | null;
  hash?: string | null; mark?: string | null; term?: number | null; updates?: VttUpdate[];
}
export interface VttSpot { x: number; y: number; elevation: number }
export interface VttWaypoint extends VttSpot { action?: string; level?: string | null; explicit?: boolean; checkpoint?: boolean }
export interface VttUpdate extends VttSpot { token: string; was: VttSpot; level?: string | null; waypoints?: VttWaypoint[] }
export interface DocumentSet {
  kind: "walls" | "tokens" | "regions" | "levels" | "tiles" | "drawings";
  created?: Tree[]; updated?: Tree[]; deleted?: string[];
}
export interface Need { name: string; kind?: "flag" | "number" | "whole" | "word"; unit?: string; default?: any; applies?: string; words?: string[]; sentence?: string }
export interface Option { name: string; value: string; default: string; rule?: string; values?: string[]; low?: number | null; high?: number | null; sentence?: string }
export interface Action { name: string; fields?: Tree; sentence?: string; voluntary?: boolean }
export interface SceneInfo { scene: string; name?: string; home?: string; blob?: string; revision?: number; detached?: boolean }
export interface Welcome {
  table: string; seat: string; role: Role; session: string; epoch: number; seq: number; ruleset: string; name?: string; label?: string;
  head?: string; policy?: string; options?: Option[]; needs?: Need[]; actions?: Action[]; queries?: Action[]; scenes?: SceneInfo[]; seats?: Seat[];
  languages?: string[];
}

/** How values become frames. */
export interface Codec {
  subprotocol: string;
  binary: boolean;
  encode(value: unknown): string | Uint8Array<ArrayBuffer>;
  decode(frame: any): any;
  decodeBytes(payload: Uint8Array): any;
}
/** The little of a WebSocket that the client uses. */
export interface Socket {
  binaryType?: string;
  readyState: number;
  send(data: any): void;
  close(code?: number, reason?: string): void;
  onopen: ((event: any) => void) | null;
  onmessage: ((event: any) => void) | null;
  onclose: ((event: any) => void) | null;
  onerror: ((event: any) => void) | null;
}
export interface Link { state: "connecting" | "live" | "waiting" | "knocking" | "over"; code?: number; wait_ms?: number; words?: string }
export type Said = { type: "link"; body: Link } | { type: string; body: any; seq?: number; re?: string };
