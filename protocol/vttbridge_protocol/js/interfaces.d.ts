/** What the client asks of its surroundings, and what it tells of its connection. */

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

/** How the connection stands. */
export interface Link {
  state: "connecting" | "live" | "waiting" | "knocking" | "over";
  code?: number;
  wait_ms?: number;
  words?: string;
}

/** What a listener hears: a message of the server, or how the connection stands. */
export type Said = { type: "link"; body: Link } | { type: string; body: any; seq?: number; re?: string };
