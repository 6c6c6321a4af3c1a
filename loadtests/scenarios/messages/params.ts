/** What scenarios have in common in which every client sends messages on an open loop. Pages import this: no Node modules. */
import { PAYLOAD_LIMIT_BYTES } from '../../../protocol/verbs.ts';
import type { Scenario } from '../scenario.ts';

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
    rate: {
      type: 'amount',
      default: 2,
      least: 0.001,
      most: 10_000,
      about: 'messages per second per client',
      label: { text: '{}/s' },
    },
    messages: {
      type: 'whole',
      default: 30,
      least: 1,
      most: 1_000_000,
      about: 'messages per client',
      label: { text: '{} messages' },
    },
    payload: {
      type: 'whole',
      default: 0,
      least: 0,
      most: PAYLOAD_LIMIT_BYTES,
      about: 'bytes of payload in each message',
      label: { text: '{} B' },
    },
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

/**
 * What the totals must be.
 * @param copies how many clients get each message
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
