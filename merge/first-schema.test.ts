/** A session that is kept in records of the first schema: its figures are those that the first merge gave of it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunRecord1 } from '../protocol/run-record-1.ts';
import { upgrade } from '../protocol/upgrade.ts';
import { type Merge, mergeRuns } from './index.ts';

const HERE = import.meta.dirname;
const FOLDER = join(HERE, '../protocol/testing/vectors/first-schema-session');
const kept = readdirSync(FOLDER).map((name) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as RunRecord1);
const merges = mergeRuns(kept.map(upgrade));

type Figures = Record<string, unknown>;
/** By the key that links had. Computed by the merge of the first schema. */
const figures: Record<string, Figures> = JSON.parse(
  readFileSync(join(HERE, 'testing/first-schema-figures.json'), 'utf8'),
);

/** The same figures of a merge of today. */
function figuresOf({ runs, overtime, metrics }: Merge): Figures {
  // biome-ignore lint/suspicious/noExplicitAny: which kind each of these is stands in the fixture's shape
  const of = metrics as Record<string, any>;
  /** Which runs a figure over seconds comes from, nobody said then. */
  const bare = ({ n: _, ...window }: Figures) => window;
  const plain = ({ curve: _, ...distribution }: Figures) => distribution;
  const { sentByClients, receivedByServer, sentByServer, receivedByClients, fromSent, fromDue } = of;
  return {
    runs,
    fromSent: {
      mean: fromSent.mean,
      runValues: fromSent.runValues,
      distribution: plain(fromSent.distribution),
      series: fromSent.series.mean,
      window: bare(fromSent.window),
      wholeTest: bare(fromSent.wholeTest),
    },
    fromDue: { mean: fromDue.mean, distribution: plain(fromDue.distribution) },
    totals: {
      sentByClients: sentByClients.total,
      receivedByServer: receivedByServer.total,
      sentByServer: sentByServer.total,
      receivedByClients: receivedByClients.total,
      expectedDeliveries: receivedByClients.expected,
    },
    receivedByClients: receivedByClients.series.mean,
    overtime,
    serverCpu: of.serverCpu.typical,
    serverMemory: of.serverMemory.max,
    swarmCpu: of.swarmCpu.typical,
    machineCpu: of.machineCpu.typical,
  };
}

/** Numbers with nine digits: what an engine's rounding may change is not what this is about. */
const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, each) => (typeof each === 'number' ? Number(each.toPrecision(9)) : each)));

interface Interval {
  mean: number;
  low: number;
  high: number;
  n: number;
}

const isInterval = (value: unknown): value is Interval =>
  typeof value === 'object' && value !== null && 'mean' in value && 'low' in value && 'high' in value && 'n' in value;

/**
 * The figures of then with intervals as they are made now: they were Student's, from mean - half to mean + half, of which those of
 * values near zero reached below it. Means are what they were.
 */
function withIntervalsOfNow(figure: unknown): unknown {
  if (isInterval(figure)) {
    const factor = Math.exp((figure.high - figure.mean) / figure.mean);
    return { ...figure, low: figure.mean / factor, high: figure.mean * factor };
  }
  if (typeof figure !== 'object' || figure === null || Array.isArray(figure)) return figure;
  return Object.fromEntries(Object.entries(figure).map(([name, value]) => [name, withIntervalsOfNow(value)]));
}

describe('a session of the first schema', () => {
  test('is found under the keys that links had, and under no key of then twice', () => {
    expect(merges.map(({ formerKeys }) => formerKeys).sort()).toEqual(Object.keys(figures).map((key) => [key]));
  });

  test.each(Object.keys(figures))('%s has the figures that it had', (key) => {
    const merge = merges.find(({ formerKeys }) => formerKeys.includes(key))!;
    expect(rounded(figuresOf(merge))).toEqual(rounded(withIntervalsOfNow(figures[key])));
  });
});
