/** A stream connection for a session's notifications: an HTTP response or a WebSocket. */
export interface Stream {
  /** The client's address, as it came. */
  readonly address: string;
  /** Whole lines. */
  write(text: string): void;
  /** The client takes less than the broker sends; `onDrain` is called when that is over. */
  readonly congested: boolean;
  onDrain: (() => void) | null;
  /** Bytes that may still be written before the connection has to be bound anew; Infinity: no such limit. */
  readonly room: number;
  /** A proxy or browser may hold the first bytes back until there are enough of them. */
  readonly mayBeHeldBack: boolean;
  /** The session leaves the connection. A response ends; a WebSocket stays for the next binding, unless `close`. */
  end(close: boolean): void;
}
