/** Limits of an adapter's memory and time. */
export interface AriLimits {
  /** Ms until an adapter that owes an answer is lost; also for a data adapter's second stream. */
  readonly answerMillis: number;
  /** Requests that may wait for their answer at once, per stream. */
  readonly waitingRequests: number;
  /** Bytes that may wait in a socket for an adapter that does not read. */
  readonly waitingBytes: number;
  /** UTF-16 code units. */
  readonly lineLength: number;
  /** Ms; adapters are asked to send something at least this often. Longer than three times this without a byte: lost. */
  readonly keepaliveMillis: number;
  /** Ms a connection that was ended gets to close before it is cut. */
  readonly closeMillis: number;
}

export const ARI_LIMITS: AriLimits = {
  answerMillis: 30_000,
  waitingRequests: 20_000,
  waitingBytes: 64 * 1024 * 1024,
  lineLength: 129 * 1024 * 1024,
  keepaliveMillis: 10_000,
  closeMillis: 1_000,
};
