import { PAYLOAD_LIMIT_BYTES } from '../../../protocol/verbs.ts';
import { amount, choice, type ValuesOf, whole } from '../shared/params.ts';

export const FAN_OUT_PARAMS = {
  messages: whole(2000, [1, 1_000_000], 'bodies that the backend feeds', '{} messages'),
  payload: whole(924, [0, PAYLOAD_LIMIT_BYTES], 'bytes of payload in each body', '{} B'),
  interval: amount(5, [0.1, 60_000], 'ms between two bodies', 'every {} ms'),
  before: amount(10, [0, 3600], 'seconds of pings before the first body', '{} s before'),
  after: amount(0, [0, 3600], 'seconds of pings after the last body', '{} s after', { '0': '' }),
  ping: amount(50, [1, 60_000], 'ms between two pings', 'ping every {} ms'),
  pinger: choice(
    ['client', 'http'],
    'client 1 pings over its connection, or the backend by plain HTTP requests beside the load',
    'pings over plain HTTP',
    { client: '' },
  ),
  wait: choice(['yes', 'no'], 'the feed waits while a client is far behind, or it does not', 'the feed does not wait', {
    yes: '',
  }),
};
export type FanOutParams = ValuesOf<typeof FAN_OUT_PARAMS>;

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
