/**
 * A client that sends messages on an open loop and gets them back: its own alone (`echo`), or those of all clients (`publish`).
 */
import { makePayload } from '../../../member/payload.ts';
import type { ClientRun, ScenarioClient } from '../../../member/scenario-client.ts';
import type { Hops } from '../../../protocol/verbs.ts';
import { MessageRun, messageMetrics } from './message-run.ts';
import type { MessageParams } from './params.ts';

/** Makes a client that hears the body of its own messages (`echo`) or of those of all clients (`publish`). */
export function messageClient(verb: 'echo' | 'publish'): ScenarioClient<MessageParams> {
  return (test) => {
    const metrics = messageMetrics(test, verb);
    const { rate, messages, phase } = test.params;
    const text = makePayload(test.params.payload);
    const payload = (): string => text;
    return (client) => {
      const offsetMs = phase === 'together' ? 0 : ((client.id - 1) / test.clients) * (1000 / rate);
      const plan = { verb, senders: test.clients, rate, messages, offsetMs, payload };
      const run = new MessageRun(plan, test, metrics, client, () => client.done());
      const receive = (body: unknown, hops: Hops, arrived: number): void => run.receive(body, hops, arrived);
      return { start: () => run.start(), [verb]: receive, giveUp: () => run.giveUp() } satisfies ClientRun;
    };
  };
}
