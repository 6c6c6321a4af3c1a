/** Comes and goes in turn, and hears of all who do: each is a message that the server tells everybody, with a name beside it. */
import { makePayload } from '../../../member/payload.ts';
import type { Client, ClientRun, ScenarioClient } from '../../../member/scenario-client.ts';
import type { Hops } from '../../../protocol/verbs.ts';
import { MessageRun, messageMetrics, type Sender } from '../messages/message-run.ts';
import { asMessages, LEAD_MS, type PresenceParams } from './scenario.ts';

/** Sends by coming, and the next time by going. */
function presenceOf(client: Client): Sender {
  let isThere = false;
  const move = (body: unknown): void => {
    isThere = !isThere;
    const moved = isThere ? client.join(`user ${client.id}`, body) : client.leave(body);
    moved.catch((error: Error) => client.fail(error.message));
  };
  return { id: client.id, schedule: (...plan) => client.schedule(...plan), publish: move, echo: move };
}

const presence: ScenarioClient<PresenceParams> = (test) => {
  const metrics = messageMetrics(test, 'publish');
  const { rate, messages, phase, payload } = asMessages(test.params);
  const text = makePayload(payload);
  return (client) => {
    const offsetMs = LEAD_MS + (phase === 'together' ? 0 : ((client.id - 1) / test.clients) * (1000 / rate));
    const plan = {
      verb: 'publish' as const,
      senders: test.clients,
      rate,
      messages,
      offsetMs,
      payload: () => text,
    };
    const run = new MessageRun(plan, test, metrics, presenceOf(client), () => client.done());
    const told = (_name: string, body: unknown, hops: Hops, arrived: number): void => run.receive(body, hops, arrived);
    return {
      start: () => run.start(),
      joined: told,
      left: told,
      giveUp() {
        run.giveUp();
        client.leave().catch(() => {}); // so that the next test finds its name free; it may not have one
      },
    } satisfies ClientRun;
  };
};

export default presence;
