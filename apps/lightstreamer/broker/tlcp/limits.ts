/** The broker's limits. Times are in milliseconds, sizes in bytes or UTF-16 code units. */
export const LIMITS = {
  /** Sessions at once. */
  sessions: 100_000,
  /** The longest request: the contract's 4 MiB, percent-encoded where that is needed. */
  request: 13_000_000,
  /**
   * The limit that clients get, the default of the vendor's request_limit. The vendor's clients fill a request up to it, and measure all of
   * it again for each message that they add: with megabytes they would be silent for seconds.
   */
  toldRequest: 50_000,
  /** The life of a session without a stream connection: the default of the vendor's session_timeout_millis. */
  sessionTimeout: 10_000,
  /** The default keepalive interval, and the range that clients may ask for. */
  keepalive: 5_000,
  leastKeepalive: 1_000,
  mostKeepalive: 30_000,
  /** The longest a poll may be held, and the longest pause between two polls. */
  idle: 30_000,
  polling: 15_000,
  /** The default length of a streaming response, and the least that clients may ask for. */
  contentLength: 50_000_000,
  leastContentLength: 1_000,
  subscriptions: 1_000,
  /** Most that may wait for one client, which loses its session when it is more. */
  backlog: 16 * 1_024 * 1_024,
  /** Messages of one client that have not been processed. */
  messages: 1_000,
  /** The time for which a message waits for those before it. */
  messageWait: 30_000,
  /** Interval at which a client hears how much time has passed on the server. */
  sync: 5_000,
};

export type Limits = typeof LIMITS;
