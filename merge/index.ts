/**
 * Merges run records: pure functions that know records and nothing else. The page, the web API and the command line
 * all show what these say.
 */
import {
  FINDING_CODES,
  type Finding,
  type FindingCode,
  type RunRecord,
  type RunTotals,
} from '../protocol/run-record.ts';
import { combinationKey, combinationOf } from './combination.ts';
import { type LatencyName, mergeLatency } from './latency.ts';
import { mergeMachineCpu, mergeServer, mergeSwarm } from './resources.ts';
import { mergePerSecond, wholeTestFigure, windowFigure } from './series.ts';
import { runFigure } from './statistics.ts';
import type { Merge, MergedFlag } from './types.ts';

export { labelMerges } from './combination.ts';
export { type Comparison, compare, type Verdict } from './compare.ts';
export type * from './types.ts';

/** With fewer runs a merge carries the `few-runs` warning and is not compared. */
export const ENOUGH_RUNS = 3;

export interface MergeOptions {
  /** Average runs with fatal findings too; they keep their flags. */
  includeInvalid?: boolean;
}

/**
 * Merges `runs` by combination: everything in their identity but the repetition, and their kind. Runs on different
 * machines, of different versions or sessions are merged, with a remark. Merges come sorted by framework and transport.
 * A combination of which every run was left out is there too, with `runs` 0.
 */
export function mergeRuns(runs: RunRecord[], options: MergeOptions = {}): Merge[] {
  const groups = new Map<string, RunRecord[]>();
  for (const run of runs) {
    const key = combinationKey(run);
    const group = groups.get(key);
    if (group) group.push(run);
    else groups.set(key, [run]);
  }
  return [...groups]
    .map(([key, group]) => mergeGroup(key, group, options.includeInvalid ?? false))
    .sort((a, b) => order(a).localeCompare(order(b)));
}

const order = ({ combination, key }: Merge) => `${combination.framework} ${combination.transport} ${key}`;

const startOf = (record: RunRecord) => record.when.startedAt ?? '';

function mergeGroup(key: string, group: RunRecord[], includeInvalid: boolean): Merge {
  const sorted = [...group].sort((a, b) => startOf(a).localeCompare(startOf(b)) || a.id.localeCompare(b.id));
  const isFatal = ({ level }: Finding) => level === 'fatal';
  const records = sorted.filter(({ validity }) => includeInvalid || !validity.some(isFatal));
  const newest = sorted.at(-1)!;
  const notMeasured: Record<string, string> = {};
  const note = (path: string, reason: string) => {
    notMeasured[path] = reason;
  };
  /** `value`, or null with the reason the runs give. */
  const orWhy = <T>(path: string, value: T | null, fallback = 'not measured'): T | null => {
    if (value === null) note(path, reasonFor(records, path) ?? fallback);
    return value;
  };

  const perSecond = records.length > 0 ? mergePerSecond(records) : emptyPerSecond(newest);
  for (const name of ['sentByClients', 'receivedByServer', 'sentByServer', 'receivedByClients', 'latency'] as const) {
    orWhy(`perSecond.${name}`, perSecond[name]);
  }
  const window = windowFigure(perSecond);
  if ('reason' in window) note('window', window.reason);
  const latency = (name: LatencyName) =>
    orWhy(
      `latency.${name}`,
      mergeLatency(records, name, (path, reason) => note(`latency.${name}${path}`, reason)),
    );
  const total = (name: keyof RunTotals) => {
    const values = records.map(({ totals }) => totals[name]).filter((value) => value !== null);
    const complete = values.length === records.length && values.length > 0;
    const missing = records.length - values.length;
    return orWhy(
      `totals.${name}`,
      complete ? values.reduce((sum, value) => sum + value, 0) : null,
      `${missing} of ${records.length} runs did not count it`,
    );
  };
  const wire = (name: 'bytes' | 'httpRequests') =>
    orWhy(`wire.${name}`, runFigure(records.map((record) => record.wire[name]).filter((value) => value !== null)));

  return {
    key,
    kind: newest.kind,
    combination: combinationOf(newest),
    runs: records.length,
    runIds: records.map(({ id }) => id),
    sessions: distinct(records.map(({ session }) => session.id)),
    excluded: sorted
      .filter((record) => !records.includes(record))
      .map(({ id, validity }) => ({ id, codes: distinct(validity.filter(isFatal).map(({ code }) => code)) })),
    remarks: remarksOn(records),
    flags: flagsOf(records),
    when: {
      first: records.map((record) => record.when.startedAt).find((at) => at !== null) ?? null,
      last: records.map((record) => record.when.startedAt).findLast((at) => at !== null) ?? null,
    },
    versions: {
      framework: versionsOf(records, 'framework'),
      client: versionsOf(records, 'client'),
      runtime: versionsOf(records, 'runtime'),
      browser: versionsOf(records, 'browser'),
    },
    machines: machinesOf(records),
    perSecond,
    window: 'reason' in window ? null : window,
    wholeTest: orWhy('wholeTest', wholeTestFigure(perSecond), 'no latencies were measured'),
    latency: { fromSent: latency('fromSent'), fromDue: latency('fromDue'), delivery: latency('delivery') },
    totals: {
      sentByClients: total('sentByClients'),
      receivedByServer: total('receivedByServer'),
      sentByServer: total('sentByServer'),
      receivedByClients: total('receivedByClients'),
      expectedDeliveries: total('expectedDeliveries'),
    },
    resources: {
      server: orWhy('resources.server', mergeServer(records)),
      swarm: orWhy('resources.swarm', mergeSwarm(records)),
      machineCpuPercent: orWhy('resources.machineCpuPercent', mergeMachineCpu(records)),
    },
    wire: { bytes: wire('bytes'), httpRequests: wire('httpRequests') },
    notMeasured,
  };
}

function emptyPerSecond({ perSecond, identity }: RunRecord): Merge['perSecond'] {
  return {
    bucketSeconds: perSecond.bucketSeconds,
    plannedSeconds: identity.messages / identity.rate,
    overtime: [],
    sentByClients: null,
    receivedByServer: null,
    sentByServer: null,
    receivedByClients: null,
    latency: null,
  };
}

/** What the records themselves say about a figure that none of them has. */
function reasonFor(records: RunRecord[], path: string): string | null {
  if (records.length === 0) return 'no valid run';
  for (const { notMeasured } of records) {
    const said = notMeasured[path] ?? (path === 'perSecond.latency' ? notMeasured['perSecond.latencySum'] : undefined);
    if (said !== undefined) return said;
  }
  return null;
}

function distinct<T extends string>(values: T[]): T[] {
  return [...new Set(values)].sort();
}

function versionsOf(records: RunRecord[], name: keyof RunRecord['versions']): string[] {
  return distinct(records.map(({ versions }) => versions[name]).filter((version) => version !== null));
}

function machinesOf(records: RunRecord[]): string[] {
  return distinct(
    records
      .map(({ machine }) => machine)
      .filter((machine) => machine !== null)
      .map(
        ({ cpu, cores, memoryBytes, kernel }) =>
          `${cpu}, ${cores} cores, ${(memoryBytes / 2 ** 30).toFixed(1)} GiB, ${kernel}`,
      ),
  );
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

/** All findings of the records, each code once with how many runs have it; fatal ones first. */
function flagsOf(records: RunRecord[]): MergedFlag[] {
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
  if (records.length < ENOUGH_RUNS) {
    flags.set('few-runs', {
      code: 'few-runs',
      level: FINDING_CODES['few-runs'],
      count: records.length,
      message: `${records.length === 0 ? 'No valid run' : records.length === 1 ? 'One run' : `${records.length} runs`}; averages and intervals want ${ENOUGH_RUNS} or more.`,
    });
  }
  return [...flags.values()].sort((a, b) => a.level.localeCompare(b.level) || a.code.localeCompare(b.code));
}
