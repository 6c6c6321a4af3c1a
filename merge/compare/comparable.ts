/** The check that two merges can be compared at all, and the remarks that a comparison needs. */
import {
  type ConditionIdentity,
  DEFAULT_CONDITION,
  loadConditions,
  unrankedConditions,
  valueText,
} from '../../protocol/conditions.ts';
import { DISTURBANCES } from '../../protocol/run-record.ts';
import { ENOUGH_RUNS } from '../run-facts.ts';
import type { Merge } from '../types.ts';
import { ACROSS_SESSIONS, isAcrossSessions, metricIn, runsSay } from './effect.ts';

/** The part of a row that decides whether it is ranked. */
export type RankedRow = Pick<Merge, 'combination' | 'flags' | 'runs'> & { rounds: readonly { sliced?: true }[] };

/**
 * Returns the reason why a merge is ranked with others only on request. It is not the framework as it is, its server had no CPU, or it was
 * measured to see the noise. Null: it is ranked.
 */
export function notRankedBecause(merge: RankedRow): string | null {
  const { combination, flags, runs } = merge;
  if (combination.arm !== undefined) return 'an arm of an A/A test';
  const [unranked] = unrankedConditions(combination.conditions);
  if (unranked !== undefined) return `${unranked.unranked}: ${unranked.text}`;
  const starved = flags.find(({ code }) => code === 'server-starved');
  return starved && 2 * starved.count >= runs && !hitsAllAlike(starved.code, merge) ? starved.message : null;
}

/** The consequences that a disturbance of the machine may have for a run. */
const CONSEQUENCES: readonly string[] = ['swarm-saturated', 'server-waited', 'server-starved', 'warm-up-not-level'];

/**
 * Tells whether a flag of a row is of something that hit all servers alike, because they were loaded in turn: a disturbance of the machine, or
 * what such a disturbance did to the run.
 */
export function hitsAllAlike(code: string, { rounds, flags }: Pick<RankedRow, 'rounds' | 'flags'>): boolean {
  if (rounds.length === 0 || !rounds.every(({ sliced }) => sliced)) return false;
  const isDisturbance = (one: string): boolean => (DISTURBANCES as readonly string[]).includes(one);
  if (isDisturbance(code)) return true;
  const countOf = (one: string): number => flags.find((flag) => flag.code === one)?.count ?? 0;
  const disturbed = Math.max(0, ...flags.filter((flag) => isDisturbance(flag.code)).map(({ count }) => count));
  return CONSEQUENCES.includes(code) && disturbed >= countOf(code);
}

/** Returns the properties that must be equal for two figures to be of the same load, by name. */
function loadOf({ combination: { scenario, swarm, clients } }: Merge): Map<string, unknown> {
  return new Map<string, unknown>([
    ['scenario', scenario],
    ['swarm', swarm],
    ['clients', clients],
  ]);
}

const paramsOf = ({ combination: { params } }: Merge): Map<string, unknown> =>
  new Map(Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Of an imported run it may not be known what its load was. */
const isKnown = ({ combination: { clients, swarm } }: Merge): boolean => clients !== null && swarm !== null;

function otherLoad(baseline: Merge, row: Merge): string | null {
  const unknown = [row, baseline].find((merge) => !isKnown(merge));
  if (unknown) return `the load of ${unknown === row ? 'the row' : 'the baseline'} is unknown`;
  const condition = otherConditions(baseline, row).find(({ remark }) => !remark);
  const difference =
    firstDifference(loadOf(baseline), loadOf(row)) ??
    condition ??
    firstDifference(paramsOf(baseline), paramsOf(row)) ??
    null;
  if (difference === null) return null;
  return `not the same load: ${difference.name} ${difference.here}, baseline ${difference.there}`;
}

interface Difference {
  name: string;
  here: unknown;
  there: unknown;
}

function firstDifference(there: Map<string, unknown>, here: Map<string, unknown>): Difference | undefined {
  const name = [...new Set([...there.keys(), ...here.keys()])].find((each) => there.get(each) !== here.get(each));
  if (name === undefined) return undefined;
  return { name, here: here.get(name) ?? 'none', there: there.get(name) ?? 'none' };
}

/** The conditions that two rows differ in, in the order of their names. `remark`: they can be compared all the same. */
function otherConditions(baseline: Merge, row: Merge): (Difference & { remark: boolean })[] {
  const [there, here] = [baseline, row].map(({ combination }) => new Map(loadConditions(combination.conditions))) as [
    Map<string, ConditionIdentity>,
    Map<string, ConditionIdentity>,
  ];
  return [...new Set([...there.keys(), ...here.keys()])].sort().flatMap((name) => {
    const [ofBaseline, ofRow] = [there.get(name), here.get(name)];
    if (ofBaseline && ofRow && valueText(ofBaseline.value) === valueText(ofRow.value)) return [];
    const known = [ofBaseline, ofRow].filter((one) => one !== undefined);
    const otherwise = known.find((one) => one.otherwise !== undefined)?.otherwise ?? DEFAULT_CONDITION;
    const remark = known.every((one) => one.remark === true);
    return [{ name, here: ofRow?.text ?? otherwise, there: ofBaseline?.text ?? otherwise, remark }];
  });
}

const countOf = (merge: Merge, metric: string): number => runsSay(merge, metric).runValues.length;

export const sameLoad = (a: Merge, b: Merge): boolean => otherLoad(a, b) === null;

/** Returns the reason why a merge has too few runs for a test; null: it has enough. */
export function tooFew(merge: Merge, metric: string, who: string): string | null {
  const runs = countOf(merge, metric);
  if (runs >= ENOUGH_RUNS) return null;
  const label = merge.metrics[metricIn(metric)]?.label ?? metric;
  return `${who} has ${runs} ${runs === 1 ? 'run' : 'runs'} with a figure for ${label}; a test needs ${ENOUGH_RUNS} or more`;
}

/** Returns the reason why the two are not compared by `metric`; null: they are. */
export function whyNotCompared(baseline: Merge, row: Merge, metric: string, rankSubstitutes: boolean): string | null {
  const load = otherLoad(baseline, row);
  if (load !== null) return load;
  const apart = notRankedBecause(row) ?? notRankedBecause(baseline);
  if (!rankSubstitutes && apart !== null) return `not ranked, ${apart}`;
  const few = tooFew(row, metric, 'the row') ?? tooFew(baseline, metric, 'the baseline');
  return few ?? (isAcrossSessions(runsSay(row, metric), runsSay(baseline, metric)) ? ACROSS_SESSIONS : null);
}

/** Reservations about a verdict on the two. */
export function remarksOnPair(baseline: Merge, row: Merge): string[] {
  const remarks: string[] = [];
  const shared = row.sessions.filter((session) => baseline.sessions.includes(session));
  if (shared.length === 0) remarks.push('not measured side by side: no session in common');
  else if (shared.length < Math.max(row.sessions.length, baseline.sessions.length)) {
    remarks.push('not all measured side by side: some sessions have only one of the two');
  }
  if (row.kind !== baseline.kind) remarks.push(`${row.kind} runs against ${baseline.kind} ones`);
  if (row.machines.join() !== baseline.machines.join()) remarks.push('not on the same machine');
  if (row.combination.browser !== baseline.combination.browser) {
    remarks.push(`${row.combination.browser ?? 'no browser'} against ${baseline.combination.browser ?? 'no browser'}`);
  }
  for (const { name, here, there, remark } of otherConditions(baseline, row)) {
    if (remark) remarks.push(`${name}: ${here} against ${there}`);
  }
  return remarks;
}
