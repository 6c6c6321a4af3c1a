export type FloodParams = {
  /** Bodies that the backend feeds. */
  messages: number;
  /** Bytes of each body's payload. */
  payload: number;
  /** Bodies per second; 0: as fast as the server takes them. */
  rate: number;
};

/** Seconds before the first body: a page that hears late of the start must not miss one. */
export const LEAD_SECONDS = 1;
