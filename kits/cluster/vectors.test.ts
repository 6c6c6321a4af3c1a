/** The recorded conversations, with the connections spread over several processes: clients and counts must be the same. */

import type { Counts } from '../../protocol/control.ts';
import { seededRandom } from '../../protocol/random.ts';
import { readVectors, type Vector } from '../../protocol/vectors.ts';
import { Fault } from '../node/fault.ts';
import { type Heard, SmallCluster } from './testing/small-cluster.ts';

const WORKERS = 3;

/** The events that each connection hears, in order, and the answers to the controller of the server. */
interface Outcome {
  heard: Record<string, Heard[]>;
  refused: { at: number; code: string }[];
  counts: Vector['counts'];
}

async function play(vector: Vector): Promise<Outcome> {
  let at = 0;
  let opened = 0;
  const cluster = new SmallCluster(WORKERS, () => at, seededRandom(1, 1));
  const refused: Outcome['refused'] = [];
  const asController = async (ask: () => Promise<unknown>) => {
    try {
      await cluster.finish(ask());
    } catch (error) {
      refused.push({ at, code: Fault.of(error).code });
    }
  };
  for (const step of vector.steps) {
    at = step.at;
    if ('connect' in step) cluster.connect(step.connect, 1 + (opened++ % WORKERS));
    else if ('disconnect' in step) cluster.disconnect(step.disconnect);
    else if ('begin' in step) await asController(() => cluster.whole.begin(step.begin));
    else if ('feed' in step) await asController(() => cluster.whole.feed(step.feed, step.to ?? null));
    else {
      const worker = cluster.workerOf(step.from) ?? cluster.workers[0]!;
      if ('event' in step) worker.receive(step.from, step.event, step.data);
      else if ('unreadable' in step) worker.unreadable(step.from);
      else {
        const reply = await cluster.finish(worker.request(step.from, step.request, step.data));
        if (reply !== null) cluster.heard.get(step.from)?.push({ at, event: `reply to ${step.request}`, data: reply });
      }
    }
    await cluster.deliver();
  }
  const { clock, verbs, ...counts } = await cluster.finish(cluster.whole.counts);
  const counted = Object.entries(verbs).filter(([, { received }]) => received.length > 0);
  return {
    heard: Object.fromEntries([...cluster.heard].filter(([, heard]) => heard.length > 0)),
    refused,
    counts: { ...counts, verbs: Object.fromEntries(counted) as Counts['verbs'] },
  };
}

/** The events that a vector expects, by connection. */
function expectedOf(vector: Vector): Omit<Outcome, 'counts'> {
  const heard: Outcome['heard'] = {};
  const refused: Outcome['refused'] = [];
  for (const said of vector.expect) {
    if ('control' in said) refused.push({ at: said.at, code: said.control.code });
    else {
      const event = 'reply' in said ? `reply to ${said.reply}` : said.event;
      for (const connection of [said.to].flat()) {
        heard[connection] ??= [];
        heard[connection].push({ at: said.at, event, data: withMatchers(said.data) });
      }
    }
  }
  return { heard, refused };
}

/** Puts jest's matcher where a vector says that any sentence will do. */
function withMatchers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMatchers);
  if (typeof value !== 'object' || value === null) return value;
  if (Object.hasOwn(value, '$any')) return expect.stringMatching(/\S/);
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withMatchers(field)]));
}

test.each(readVectors())('%s, over several processes', async (_file, vector) => {
  const { counts, ...said } = await play(vector);
  expect(said).toEqual(expectedOf(vector));
  expect(counts).toEqual(vector.counts);
});
