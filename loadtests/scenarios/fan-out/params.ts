export type FanOutParams = {
  /** Bodies that the backend feeds. */
  messages: number;
  /** Bytes of each body's payload. */
  payload: number;
  /** One body every this many ms. */
  interval: number;
  /** Seconds of pings before the first body. */
  before: number;
  /** Seconds of pings after the last body is due. */
  after: number;
  /** One ping every this many ms. */
  ping: number;
  /** `client`: client 1, over its connection. `http`: the backend's process, by plain HTTP requests beside the load. */
  pinger: string;
  /** `yes`: the feed waits while a client is far behind. `no`: what a client does not take piles up in the server. */
  wait: string;
};

/** Counts the pings before the first body, until the last one is due, and in all. */
export function pingsOf({ messages, interval, before, after, ping }: FanOutParams): {
  before: number;
  during: number;
  all: number;
} {
  const last = before * 1000 + messages * interval;
  return {
    before: Math.ceil((before * 1000) / ping),
    during: Math.ceil(last / ping),
    all: Math.ceil((last + after * 1000) / ping),
  };
}

/** The metric that a ping's response time belongs to. */
export function partOf(seq: number, { before, during }: ReturnType<typeof pingsOf>): (typeof RESPONSES)[number] {
  return seq < before ? 'pingBefore' : seq < during ? 'pingDuring' : 'pingAfter';
}

export const RESPONSES = ['pingBefore', 'pingDuring', 'pingAfter'] as const;
