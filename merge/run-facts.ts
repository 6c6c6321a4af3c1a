/** The facts that the runs of a merge share, their differences, and their flags. */
import type { RunHost } from '../protocol/run-host.ts';
import { FLAG_CODES, type FlagCode, type RunIdentity, type RunRecord } from '../protocol/run-record.ts';
import { known } from './statistics/means.ts';
import { unfitText } from './text/preflight-sentences.ts';
import type { Merge, MergedFlag } from './types.ts';

/** With fewer runs a merge carries the `few-runs` warning and is not compared. */
export const ENOUGH_RUNS = 3;

/** Tells whether the clients themselves were too slow in a run. */
export const isSaturated = ({ validity }: Pick<RunRecord, 'validity'>): boolean =>
  validity.some(({ code }) => code === 'swarm-saturated');

export function distinct<T extends string>(values: T[]): T[] {
  return [...new Set(values)].sort();
}

function versionsOf(records: RunRecord[], name: keyof RunRecord['versions']): string[] {
  return distinct(known(records.map(({ versions }) => versions[name])));
}

type Hardware = Pick<RunHost, 'cpu' | 'cores' | 'memoryBytes' | 'kernel'> & { cpuQuota?: number };

/** `AMD EPYC, 2 cores, 23.5 GiB`. */
export function hardwareText({ cpu, cores, cpuQuota, memoryBytes }: Omit<Hardware, 'kernel'>): string {
  const quota = cpuQuota === undefined ? '' : ` of which a control group allows ${cpuQuota}`;
  return `${cpu}, ${cores} cores${quota}, ${(memoryBytes / 2 ** 30).toFixed(1)} GiB`;
}

const machineText = (machine: Hardware): string => `${hardwareText(machine)}, ${machine.kernel}`;

/** The machines of the runs, each with those that its clients ran on. Names do not count: a container has another one each time. */
function machinesOf(records: RunRecord[]): string[] {
  const sentences = records.map(({ machine, hosts = [], conditionsMeasured = {} }) => {
    if (machine === null) return null;
    const further = Object.values(conditionsMeasured).filter(({ machine: isPart }) => isPart);
    const ofClients = distinct(hosts.map(machineText)).map((text) => `clients on ${text}`);
    return [machineText(machine), ...further.map(({ text }) => text), ...ofClients].join('; ');
  });
  return distinct(known(sentences));
}

/** Returns the measured values of conditions, except those that are part of the machine. */
function measuredOf(records: RunRecord[]): Merge['conditionsMeasured'] {
  const found: Merge['conditionsMeasured'] = {};
  for (const { conditionsMeasured = {} } of records) {
    for (const [name, { text, machine }] of Object.entries(conditionsMeasured)) {
      if (!machine) found[name] = distinct([...(found[name] ?? []), text]);
    }
  }
  return found;
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

function preflightsOf(records: RunRecord[]): Merge['preflights'] {
  const preflights = new Map<string, Merge['preflights'][number]>();
  for (const { session, preflight } of records) {
    if (preflight !== undefined) preflights.set(`${session.id} ${preflight.at}`, { session: session.id, preflight });
  }
  return [...preflights.values()];
}

/** Returns the place, time and tools of the runs. */
export function circumstancesOf(
  records: RunRecord[],
): Pick<
  Merge,
  | 'sessions'
  | 'searches'
  | 'remarks'
  | 'when'
  | 'versions'
  | 'machines'
  | 'conditionsMeasured'
  | 'preflights'
  | 'harnessOverheads'
> {
  const preflights = preflightsOf(records);
  const starts = known(records.map((record) => record.when.startedAt));
  return {
    sessions: distinct(records.map(({ session }) => session.id)),
    searches: searchesOf(records),
    remarks: [...remarksOn(records), ...distinct(known(preflights.map(({ preflight }) => unfitText(preflight))))],
    when: { first: starts[0] ?? null, last: starts.at(-1) ?? null },
    versions: {
      framework: versionsOf(records, 'framework'),
      client: versionsOf(records, 'client'),
      runtime: versionsOf(records, 'runtime'),
      browser: versionsOf(records, 'browser'),
    },
    machines: machinesOf(records),
    conditionsMeasured: measuredOf(records),
    preflights,
    harnessOverheads: [
      ...new Map(records.flatMap(({ harnessOverhead: it }) => (it ? [[it.at, it] as const] : []))).values(),
    ],
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
export function flagsOf(records: readonly Pick<RunRecord, 'validity'>[]): MergedFlag[] {
  const flags = new Map<FlagCode, MergedFlag>();
  for (const { validity } of records) {
    const seen = new Set<FlagCode>();
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
    level: FLAG_CODES['few-runs'],
    count,
    message: `${runs}; averages and intervals want ${ENOUGH_RUNS} or more.`,
  };
}

/** A framework by the name that users ask for: `<framework>`, or `<framework>@<version>`. */
export const frameworkName = ({ framework, version }: Pick<RunIdentity, 'framework' | 'version'>): string =>
  version === undefined ? framework : `${framework}@${version}`;
