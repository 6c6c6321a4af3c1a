/** Parameters of scenarios in which every client sends messages on an open loop. Pages import this: no Node modules. */
import { PAYLOAD_LIMIT_BYTES } from '../../../protocol/verbs.ts';
import type { Scenario } from '../scenario.ts';
import { amount, whole } from '../shared/params.ts';

export type MessageParams = {
  /** Messages per second per client. */
  rate: number;
  /** Messages per client. */
  messages: number;
  /** Bytes of each message's payload. */
  payload: number;
  /** `spread`: client k of N sends (k - 1)/N of an interval after client 1. `together`: all at the same instants. */
  phase: string;
};

/** @param phase which one is the default */
export function messageParams(phase: 'spread' | 'together'): Scenario<MessageParams>['params'] {
  return {
    rate: amount(2, [0.001, 10_000], 'messages per second per client', '{}/s'),
    messages: whole(30, [1, 1_000_000], 'messages per client', '{} messages'),
    payload: whole(0, [0, PAYLOAD_LIMIT_BYTES], 'bytes of payload in each message', '{} B'),
    phase: {
      type: 'choice',
      default: phase,
      choices: ['spread', 'together'],
      about: 'clients spread evenly over the interval, or all sending at the same instants',
      label: { text: '{}' },
    },
  };
}

/** From the start to one interval after the last message, seconds. */
export function messageSeconds({ messages, rate }: MessageParams): number {
  return messages / rate;
}

/** As many messages as fill `seconds`. */
export function messageWarmUp(params: MessageParams, seconds: number): MessageParams {
  return { ...params, messages: Math.max(1, Math.ceil(seconds * params.rate)) };
}

/** Longest slice that is tried, in times what is asked for. */
const MOST_TIMES = 10;

/** The same messages in slices of whole seconds, each with as many messages as fit; one slice where no number of messages takes whole seconds. */
export function messageSlices(params: MessageParams, seconds: number): MessageParams[] {
  const perSlice = Array.from({ length: MOST_TIMES }, (_, index) => (index + 1) * seconds * params.rate);
  const each = perSlice.find((messages) => Number.isInteger(messages)) ?? params.messages;
  const count = Math.ceil(params.messages / each);
  return Array.from({ length: count }, (_, index) => ({
    ...params,
    messages: Math.min(each, params.messages - index * each),
  }));
}

/**
 * The totals that a run must reach.
 * @param copies the number of clients that get each message
 */
export function messageTotals(
  { messages }: Pick<MessageParams, 'messages'>,
  clients: number,
  copies: number,
): Record<string, number> {
  const sent = clients * messages;
  return {
    sentByClients: sent,
    receivedByServer: sent,
    sentByServer: sent * copies,
    receivedByClients: sent * copies,
    duplicates: 0,
    outOfOrder: 0,
    missing: 0,
  };
}
