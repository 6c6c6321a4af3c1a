export type FanOutParams = {
  /** Bodies that the backend feeds. */
  messages: number;
  /** Bytes of each body's payload. */
  payload: number;
  /** One body every so many ms. */
  interval: number;
  /** Seconds of pings before the first body. */
  before: number;
  /** One ping every so many ms. */
  ping: number;
};

/** How many pings there are before the first body and while bodies are fed. */
export function pingsOf({ messages, interval, before, ping }: FanOutParams): { before: number; all: number } {
  return { before: Math.ceil((before * 1000) / ping), all: Math.ceil((before * 1000 + messages * interval) / ping) };
}
