/** What the runs of a merge have in common, what they have not, and what they say of themselves. */
import { measuredText } from '../protocol/network.ts';
import { engineText } from '../protocol/placement.ts';
import { FINDING_CODES, type FindingCode, type RunRecord } from '../protocol/run-record.ts';
import { unfitText } from './look-sentences.ts';
import { known } from './statistics.ts';
import type { Merge, MergedFlag } from './types.ts';

/** With fewer runs a merge carries the `few-runs` warning and is not compared. */
export const ENOUGH_RUNS = 3;

export function distinct<T extends string>(values: T[]): T[] {
  return [...new Set(values)].sort();
}

function versionsOf(records: RunRecord[], name: keyof RunRecord['versions']): string[] {
  return distinct(known(records.map(({ versions }) => versions[name])));
}

function machinesOf(records: RunRecord[]): string[] {
  const sentences = records.map(({ machine, serverEngine }) => {
    if (machine === null) return null;
    const { cpu, cores, memoryBytes, kernel } = machine;
    const own = `${cpu}, ${cores} cores, ${(memoryBytes / 2 ** 30).toFixed(1)} GiB, ${kernel}`;
    return serverEngine === undefined ? own : `${own}; ${engineText(serverEngine)}`;
  });
  return distinct(known(sentences));
}

function networksOf(records: RunRecord[]): string[] {
  return distinct(records.flatMap(({ networkMeasured }) => (networkMeasured ? [measuredText(networkMeasured)] : [])));
}

function remarksOn(records: RunRecord[]): string[] {
  const remarks: string[] = [];
  const machines = machinesOf(records);
  if (machines.length > 1) remarks.push(`Runs of ${machines.length} machines are averaged: ${machines.join('; ')}.`);
  for (const [name, what] of [
    ['framework', 'framework'],
    ['client', 'client library'],
    ['runtime', 'runtime'],
    ['browser', 'browser'],
  ] as const) {
    const versions = versionsOf(records, name);
    if (versions.length > 1)
      remarks.push(`Runs of ${versions.length} ${what} versions are averaged: ${versions.join(', ')}.`);
  }
  const sessions = distinct(records.map(({ session }) => session.id));
  if (sessions.length > 1) remarks.push(`Runs of ${sessions.length} sessions are averaged: ${sessions.join(', ')}.`);
  return remarks;
}

function looksOf(records: RunRecord[]): Merge['looks'] {
  const looks = new Map<string, Merge['looks'][number]>();
  for (const { session, machineLook } of records) {
    if (machineLook !== undefined)
      looks.set(`${session.id} ${machineLook.at}`, { session: session.id, look: machineLook });
  }
  return [...looks.values()];
}

/** Where, when and with what the runs were made. */
export function circumstancesOf(
  records: RunRecord[],
): Pick<
  Merge,
  'sessions' | 'searches' | 'remarks' | 'when' | 'versions' | 'machines' | 'networkMeasured' | 'looks' | 'floors'
> {
  const looks = looksOf(records);
  const starts = known(records.map((record) => record.when.startedAt));
  return {
    sessions: distinct(records.map(({ session }) => session.id)),
    searches: searchesOf(records),
    remarks: [...remarksOn(records), ...distinct(known(looks.map(({ look }) => unfitText(look))))],
    when: { first: starts[0] ?? null, last: starts.at(-1) ?? null },
    versions: {
      framework: versionsOf(records, 'framework'),
      client: versionsOf(records, 'client'),
      runtime: versionsOf(records, 'runtime'),
      browser: versionsOf(records, 'browser'),
    },
    machines: machinesOf(records),
    networkMeasured: networksOf(records),
    looks,
    floors: [...new Map(records.flatMap(({ floor }) => (floor ? [[floor.at, floor] as const] : []))).values()],
  };
}

function searchesOf(records: RunRecord[]): Merge['searches'] {
  const searches = new Map<string, Merge['searches'][number]>();
  for (const { session } of records) {
    if (session.search === null) continue;
    const search = { session: session.id, ...session.search };
    searches.set(JSON.stringify(search), search);
  }
  return [...searches.values()];
}

/** All findings of the records, each code once with how many runs have it; fatal ones first. */
export function flagsOf(records: RunRecord[]): MergedFlag[] {
  const flags = new Map<FindingCode, MergedFlag>();
  for (const { validity } of records) {
    const seen = new Set<FindingCode>();
    for (const { code, level, message } of validity) {
      if (seen.has(code) || code === 'few-runs') continue;
      seen.add(code);
      const flag = flags.get(code);
      if (flag) flag.count++;
      else flags.set(code, { code, level, count: 1, message });
    }
  }
  if (records.length < ENOUGH_RUNS) flags.set('few-runs', fewRuns(records.length));
  return [...flags.values()].sort((a, b) => a.level.localeCompare(b.level) || a.code.localeCompare(b.code));
}

function fewRuns(count: number): MergedFlag {
  const runs = count === 0 ? 'No valid run' : count === 1 ? 'One run' : `${count} runs`;
  return {
    code: 'few-runs',
    level: FINDING_CODES['few-runs'],
    count,
    message: `${runs}; averages and intervals want ${ENOUGH_RUNS} or more.`,
  };
}
