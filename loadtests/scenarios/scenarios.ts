/** The named experiments. One entry says who sends what to whom; how often, how long and how many can be overridden. */
import type { SendPlan } from '../../client-launcher/swarm.ts';
import type { TestType } from '../../protocol/messages.ts';

export interface Scenario extends SendPlan {
  name: string;
  /** One sentence for `--help` and the docs. */
  about: string;
  testType: TestType;
}

export const SCENARIOS: Scenario[] = [
  {
    name: 'study-a',
    about: 'study A: every client broadcasts to all, 2 messages/s, 30 messages, all clients at the same instants',
    testType: 'broadcast',
    rate: 2,
    messages: 30,
    payloadBytes: 0,
    phase: 'together',
  },
  {
    name: 'broadcast',
    about: 'every client broadcasts to all, the clients spread evenly over the interval',
    testType: 'broadcast',
    rate: 2,
    messages: 30,
    payloadBytes: 0,
    phase: 'spread',
  },
  {
    name: 'echo',
    about: 'every client sends and gets its own message back, the clients spread evenly over the interval',
    testType: 'echo',
    rate: 2,
    messages: 30,
    payloadBytes: 0,
    phase: 'spread',
  },
];
