/** Who gets a message, how often, in what order. */

import type { TestType } from '../../../protocol/messages.ts';
import type { CheckContext } from '../check.ts';
import { type Check, demand, show } from '../check.ts';
import { exactCounts, exactlyOnce, inOrder, nobodyVanished, unaltered } from '../judge.ts';
import { Trial } from '../trial.ts';

const BURST = 1_000;

/** Three clients that send 20 messages each, and one connection that only looks on. */
async function ordinaryTrial(context: CheckContext, testType: TestType): Promise<Trial> {
  const [first, second, third, bystander] = await Promise.all(
    ['client 1', 'client 2', 'client 3', 'the bystander'].map((name) => context.connect(name)),
  );
  const trial = new Trial({ testType, clients: [first!, second!, third!], bystanders: [bystander!] });
  await trial.runWith(Array.from({ length: 20 }, (_, index) => `message ${index}`));
  return trial;
}

/** One fresh client, one message, everything exact: the server still does its work. */
export async function freshTest(context: CheckContext): Promise<void> {
  const trial = new Trial({ testType: 'echo', clients: [await context.connect('a fresh client')] });
  const dataset = await trial.runWith(['still there?']);
  exactlyOnce(trial);
  unaltered(trial);
  exactCounts(trial, dataset);
  nobodyVanished(dataset);
}

export const deliveryChecks: Check[] = [
  {
    name: 'echo',
    rule: 'In an echo test each message comes back once, to its sender alone.',
    scope: 'transport',
    run: async (context) => {
      exactlyOnce(await ordinaryTrial(context, 'echo'));
      return undefined;
    },
  },
  {
    name: 'broadcast',
    rule: 'In a broadcast test each message comes once to every connection, whether it takes part or not.',
    scope: 'transport',
    run: async (context) => {
      exactlyOnce(await ordinaryTrial(context, 'broadcast'));
      return undefined;
    },
  },
  {
    name: 'order per sender',
    rule: 'Every connection gets the messages of one sender in the order they were sent.',
    scope: 'transport',
    run: async (context) => {
      inOrder(await ordinaryTrial(context, 'broadcast'));
      return undefined;
    },
  },
  {
    name: 'messages unaltered',
    rule: 'A message comes as it was sent, every field of it, plus the server’s time in "received".',
    scope: 'transport',
    run: async (context) => {
      unaltered(await ordinaryTrial(context, 'broadcast'));
      return undefined;
    },
  },
  {
    name: '1,000 at once',
    rule: 'A client that sends 1,000 messages at once gets all of them back, once, in order.',
    scope: 'transport',
    run: async (context) => {
      const trial = new Trial({ testType: 'echo', clients: [await context.connect('the hasty client')] });
      const dataset = await trial.runWith(Array.from({ length: BURST }, (_, index) => `burst ${index}`));
      exactlyOnce(trial);
      inOrder(trial);
      exactCounts(trial, dataset);
      return undefined;
    },
  },
  {
    name: 'unknown request answered',
    rule: 'A request that no server knows is answered {ok: false, code: "unknown-event"} with a reason in words.',
    scope: 'transport',
    run: async (context) => {
      const client = await context.connect('a client');
      await client.fence();
      const reply = await client.socket.request('verify-no-such-request', { some: 'data' });
      demand(
        reply.ok === false && typeof reply.reason === 'string' && reply.reason.includes(' '),
        () => `the refusal of a request needs a reason that a person could read, but the reply is ${show(reply)}`,
      );
      return undefined;
    },
  },
];
