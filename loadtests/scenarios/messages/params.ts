/** Parameters of scenarios in which every client sends messages on an open loop. Pages import this: no Node modules. */
import { PAYLOAD_LIMIT_BYTES } from '../../../protocol/verbs.ts';
import { amount, choice, type ValuesOf, whole } from '../shared/params.ts';

export type MessageParams = ValuesOf<ReturnType<typeof messageParams>>;

/** @param phase which one is the default: client k of N sends (k - 1)/N of an interval after client 1 (`spread`), or at the same instants */
export const messageParams = (phase: 'spread' | 'together') => ({
  rate: amount(2, [0.001, 10_000], 'messages per second per client', '{}/s'),
  messages: whole(30, [1, 1_000_000], 'messages per client', '{} messages'),
  payload: whole(0, [0, PAYLOAD_LIMIT_BYTES], 'bytes of payload in each message', '{} B'),
  phase: {
    ...choice(
      ['spread', 'together'],
      'clients spread evenly over the interval, or all sending at the same instants',
      '{}',
    ),
    default: phase as string,
  },
});

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

/** Tells whether a message is sent every `ms`, or more often, at equal distances. */
export const isEvenLoad = ({ rate, phase }: MessageParams, clients: number, ms: number): boolean =>
  phase === 'spread' && rate * clients * ms >= 1_000;

/** The totals that a run must reach. @param copies the number of clients that get each message */
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
