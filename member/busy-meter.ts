/** Measures how busy the event loop of a member is, where that can be known. */
export interface BusyMeter {
  start(): void;
  /** The share (0..1) of a second that it was busy, median over the seconds since the start; null when there was none. */
  stop(): number | null;
}
