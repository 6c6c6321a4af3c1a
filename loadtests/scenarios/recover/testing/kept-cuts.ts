/** Kept network cuts of study G, for tests that hold figures in READMEs. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunRecord } from '../../../../protocol/run-record.ts';
import { PACKED, readPacked, recordsIn } from '../../../../records/packed-session.ts';
import { ROOT } from '../../../../system/root.ts';

const KEPT = join(ROOT, 'results/reference/kept');

/** The kept runs of parts of study G, of one framework or of all; those that are not valid are not kept. */
export const keptRuns = (parts: readonly string[], framework?: string): RunRecord[] =>
  readdirSync(KEPT)
    .filter((name) => name.startsWith('study-g-') && parts.some((part) => name.endsWith(`.${part}`)))
    .flatMap((name) => recordsIn(readPacked(join(KEPT, name, PACKED))))
    .map(([, text]) => JSON.parse(text) as RunRecord)
    .filter(({ identity }) => framework === undefined || identity.framework === framework);

/** All parts that cut the network for 20 s. */
export const CUTS_OF_20 = ['cut-20', 'cut-20-later', 'cut-20-recovery', 'cut-20-later-recovery'];

/** The numbers that `pattern` finds in a text of the project, whose white space is one blank each. */
export function numbersIn(path: string, pattern: RegExp): number[] {
  const found = pattern.exec(readFileSync(join(ROOT, path), 'utf8').replace(/\s+/g, ' '));
  if (found === null) throw new Error(`${path} does not say ${pattern}`);
  return found.slice(1).map(Number);
}

/** The first sample of a gauge in ms, as seconds. */
export function secondsOf({ metrics }: RunRecord, name: string): number {
  const metric = metrics[name];
  if (metric?.kind !== 'gauge') throw new Error(`${name} is no gauge`);
  return metric.samples![0]! / 1_000;
}

export function countOf({ metrics }: RunRecord, name: string): { total: number; series: number[] } {
  const metric = metrics[name];
  if (metric?.kind !== 'count') throw new Error(`${name} is no count`);
  return { total: metric.total!, series: metric.series! };
}
