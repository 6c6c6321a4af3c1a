/** Whether two merges can be compared at all, and what must be said when they are. */
import { DEFAULT_CONDITION } from '../protocol/conditions.ts';
import { LOCAL_NETWORK, networkText } from '../protocol/network.ts';
import { placementText } from '../protocol/placement.ts';
import { ENOUGH_RUNS } from './common.ts';
import type { Merge } from './types.ts';

/**
 * Why a merge is not ranked with others unless asked: something stood in for a part of the framework, the edition that
 * was run limits what can be measured, or it was measured to see the noise. Null: it is.
 */
export function notRankedBecause({ combination, flags, runs }: Merge): string | null {
  if (combination.half !== undefined) return 'a half of a framework that was measured against itself';
  if (combination.standIn !== null) return `stand-in: ${combination.standIn}`;
  const starved = flags.find(({ code }) => code === 'server-starved');
  if (starved && 2 * starved.count >= runs) return starved.message;
  const limits = flags.find(({ code }) => code === 'edition-limits');
  return limits ? `limited edition: ${limits.message}` : null;
}

/** Where nobody said who runs where. */
export const UNPLACED = 'side by side';

/** What must be equal for two figures to be of the same load, by name. */
function loadOf({ combination }: Merge): Map<string, unknown> {
  const { scenario, swarm, clients, params, network, placement, conditions = {} } = combination;
  return new Map<string, unknown>([
    ['scenario', scenario],
    ['swarm', swarm],
    ['clients', clients],
    ['network', network === undefined ? LOCAL_NETWORK : networkText(network)],
    ['placement', placement === undefined ? UNPLACED : placementText(placement)],
    ...Object.entries(conditions).map(([name, { text }]): [string, string] => [name, text]),
    ...Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);
}

/** Of an imported run it may not be known what its load was. */
const isKnown = ({ combination: { clients, swarm } }: Merge): boolean => clients !== null && swarm !== null;

function otherLoad(baseline: Merge, row: Merge): string | null {
  const unknown = [row, baseline].find((merge) => !isKnown(merge));
  if (unknown)
    return `not known to be the same load: what ${unknown === row ? 'the row' : 'the baseline'} had is not known`;
  const [there, here] = [loadOf(baseline), loadOf(row)];
  const conditions = { ...baseline.combination.conditions, ...row.combination.conditions };
  const said = (load: Map<string, unknown>, name: string) =>
    load.get(name) ?? (name in conditions ? DEFAULT_CONDITION : 'none');
  const name = [...new Set([...there.keys(), ...here.keys()])].find((each) => there.get(each) !== here.get(each));
  return name === undefined ? null : `not the same load: ${name} ${said(here, name)}, baseline ${said(there, name)}`;
}

const countOf = ({ metrics }: Merge, metric: string): number => metrics[metric]?.runValues.length ?? 0;

export const sameLoad = (a: Merge, b: Merge): boolean => otherLoad(a, b) === null;

/** Why a merge has too few runs for a test; null: it has enough. */
export function tooFew(merge: Merge, metric: string, who: string): string | null {
  const runs = countOf(merge, metric);
  if (runs >= ENOUGH_RUNS) return null;
  const label = merge.metrics[metric]?.label ?? metric;
  return `${who} has ${runs} ${runs === 1 ? 'run' : 'runs'} with a figure for ${label}; a test wants ${ENOUGH_RUNS} or more`;
}

/** Why the two are not compared by `metric`; null: they are. */
export function whyNotCompared(baseline: Merge, row: Merge, metric: string, rankStandIns: boolean): string | null {
  const load = otherLoad(baseline, row);
  if (load !== null) return load;
  const apart = notRankedBecause(row) ?? notRankedBecause(baseline);
  if (!rankStandIns && apart !== null) return `not ranked, ${apart}`;
  return tooFew(row, metric, 'the row') ?? tooFew(baseline, metric, 'the baseline');
}

/** What a reader must know before believing a verdict on the two. */
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
  return remarks;
}
