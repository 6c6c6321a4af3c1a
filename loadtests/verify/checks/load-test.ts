/** The whole load test, from initTest to harvestComplete, and what the data set says of it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestType } from '../../../protocol/messages.ts';
import { type Check, type CheckContext, demand } from '../check.ts';
import { exactBuckets, exactCounts, exactlyOnce, nobodyVanished, unaltered } from '../judge.ts';
import type { TestClient } from '../test-client.ts';
import { Trial, type TrialPlan } from '../trial.ts';

/** Long enough apart that the waves of one trial fall into several seconds. */
const WAVE_MS = 700;
const WAVES = 4;
const PER_WAVE = 3;

const connectAll = (context: CheckContext, names: string[]): Promise<TestClient[]> =>
  Promise.all(names.map((name) => context.connect(name)));

/** Four clients on two pages, each sending in waves, and one connection that looks on. */
async function wholeTest(context: CheckContext, testType: TestType): Promise<Trial> {
  const clients = await connectAll(context, ['client 1', 'client 2', 'client 3', 'client 4']);
  const bystanders = await connectAll(context, ['the bystander']);
  const trial = new Trial({
    testType,
    clients,
    bystanders,
    pages: [
      [1, 2],
      [3, 4],
    ],
  });
  await trial.begin();
  for (let wave = 0; wave < WAVES; wave += 1) {
    if (wave > 0) await sleep(WAVE_MS);
    for (let clientId = 1; clientId <= clients.length; clientId += 1) {
      for (let n = 0; n < PER_WAVE; n += 1) trial.send(clientId, `wave ${wave}`);
    }
  }
  await trial.settle();
  const dataset = await trial.finish();
  exactlyOnce(trial);
  unaltered(trial);
  exactCounts(trial, dataset);
  nobodyVanished(dataset);
  demand(dataset.server.refused === 0, `nothing was refused, but server.refused is ${dataset.server.refused}`);
  if (testType === 'broadcast') exactBuckets(trial, dataset);
  for (const client of trial.connections.slice(1)) {
    demand(client.datasets.length === 0, `harvestComplete is for the master alone, but ${client.name} got it too`);
  }
  return trial;
}

export const loadTestChecks: Check[] = [
  {
    name: 'load test, broadcast',
    rule: 'A whole broadcast test gives the master a data set with exact totals, exact buckets and every report.',
    scope: 'transport',
    run: async (context) => {
      await wholeTest(context, 'broadcast');
      return undefined;
    },
  },
  {
    name: 'load test, echo',
    rule: 'A whole echo test gives the master a data set with exact totals and every report.',
    scope: 'transport',
    run: async (context) => {
      await wholeTest(context, 'echo');
      return undefined;
    },
  },
  {
    name: 'one test after the other',
    rule: 'Tests follow each other on the same connections, and nothing of one is in the data set of the next.',
    scope: 'transport',
    run: async (context) => {
      const clients = await connectAll(context, ['client 1', 'client 2']);
      // The second has another master, another type, other buckets: what was kept of the first would show.
      const plans: TrialPlan[] = [
        { testType: 'broadcast', clients },
        { testType: 'echo', clients: [...clients].reverse(), spacing: 2 },
        { testType: 'broadcast', clients },
      ];
      for (const plan of plans) {
        const trial = new Trial(plan);
        const dataset = await trial.runWith(['one', 'two', 'three']);
        exactlyOnce(trial);
        exactCounts(trial, dataset);
        nobodyVanished(dataset);
      }
      return undefined;
    },
  },
];
