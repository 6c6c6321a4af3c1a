import { type MetricSpec, spec } from '../../../metrics/metric.ts';
import { CLIENT_METRICS } from '../../../metrics/standard-metrics.ts';
import { MESSAGE_CHECKS, MESSAGE_METRICS } from '../messages/message-metrics.ts';
import { messageTotals } from '../messages/params.ts';
import type { Scenario } from '../scenario.ts';
import { amount, choice, type ValuesOf, whole } from '../shared/params.ts';

const PARAMS = {
  messages: whole(100, [1, 100_000], 'messages of each sender', '{} messages'),
  interval: amount(200, [1, 60_000], 'ms from one message to the next', 'every {} ms'),
  sender: choice(['one', 'all'], 'one user writes, or all of them do', 'all write', { one: 'one writes' }),
};
export type ChatParams = ValuesOf<typeof PARAMS>;

/** Users join in this time, ms; then the first message is due. */
export const JOINING_MS = 1000;

/** The number of users who write. */
export const writers = ({ sender }: ChatParams, users: number): number => (sender === 'one' ? 1 : users);

export const CHAT_METRICS = {
  ...MESSAGE_METRICS,
  fromSent: { ...CLIENT_METRICS.fromSent, label: 'round trip' },
  delivery: CLIENT_METRICS.delivery,
  joining: spec('trend', 'ms', 'joining', 'From asking for a name to having it.'),
  namesHeard: spec('count', 'names', 'names heard', 'Users that users were told have joined, themselves included.'),
  namesRefused: spec(
    'count',
    'names',
    'names refused',
    'Names that were refused because another user has them; user 2 asks for that of user 1 once.',
  ),
} as const satisfies Record<string, MetricSpec>;

const scenario: Scenario<ChatParams> = {
  name: 'chat',
  about: 'study C: users join a room under their names and write to all, some words every 200 ms',
  params: PARAMS,
  needs: ['publish', 'join'],
  swarms: ['browser', 'console'],
  metrics: CHAT_METRICS,
  plannedSeconds: ({ messages, interval }) => (JOINING_MS + messages * interval) / 1000,
  warmUp: (params, seconds) => ({ ...params, messages: Math.max(1, Math.ceil((seconds * 1000) / params.interval)) }),
  counted: { received: ['publish'], sent: ['publish'] },
  expected: (params, users) => ({
    ...messageTotals(params, writers(params, users), users),
    namesHeard: users * users,
    namesRefused: users > 1 ? 1 : 0,
  }),
  checks: [
    ...MESSAGE_CHECKS,
    {
      flag: 'name-not-refused',
      holds: ['namesRefused', '>=', 'namesRefused.expected'],
      says: 'user 2 asked for the name of user 1, and was not told that it is taken',
    },
    {
      flag: 'names-missing',
      holds: ['namesHeard', '=', 'namesHeard.expected'],
      says: 'users heard {namesHeard} of {namesHeard.expected} times that one has joined',
      withError: true,
    },
  ],
  flags: { 'names-missing': 'fatal', 'name-not-refused': 'fatal' },
};

export default scenario;
