/** The broker's limits. Times are in milliseconds, sizes in bytes or UTF-16 code units. */
export interface Limits {
  /** Sessions at once. */
  sessions: number;
  /** The longest request. */
  request: number;
  /**
   * The limit that clients get. The vendor's fill a request up to it, and measure all of it again for each message that they add: with
   * megabytes they would be silent for seconds.
   */
  toldRequest: number;
  /** How long a session lives without a stream connection. */
  sessionTimeout: number;
  /** The default keepalive interval, and the range that clients may ask for. */
  keepalive: number;
  leastKeepalive: number;
  mostKeepalive: number;
  /** The longest a poll may be held, and the longest pause between two polls. */
  idle: number;
  polling: number;
  /** The default length of a streaming response, and the least that clients may ask for. */
  contentLength: number;
  leastContentLength: number;
  subscriptions: number;
  items: number;
  fields: number;
  /** Events of one item that wait for one client. */
  events: number;
  /** Updates that wait for one client, in all its items. */
  backlog: number;
  /** Notifications that are kept after they were sent, for recovery. */
  recovery: number;
  /** Messages of one client that have not been processed. */
  messages: number;
  /** How long a message waits for those before it. */
  messageWait: number;
  /** How long a client may be silent after the interval it promised. */
  inactivityGrace: number;
  /** Interval at which a client hears how much time has passed on the server. */
  sync: number;
}

export const LIMITS: Limits = {
  sessions: 100_000,
  // The contract's 4 MiB, percent-encoded where that is needed.
  request: 13_000_000,
  // The default of the vendor's request_limit.
  toldRequest: 50_000,
  // The default of the vendor's session_timeout_millis.
  sessionTimeout: 10_000,
  keepalive: 5_000,
  leastKeepalive: 1_000,
  mostKeepalive: 30_000,
  idle: 30_000,
  polling: 15_000,
  contentLength: 50_000_000,
  leastContentLength: 1_000,
  subscriptions: 1_000,
  items: 1_000,
  fields: 1_000,
  events: 65_536,
  backlog: 16 * 1_024 * 1_024,
  recovery: 65_536,
  messages: 1_000,
  messageWait: 30_000,
  inactivityGrace: 5_000,
  sync: 5_000,
};
