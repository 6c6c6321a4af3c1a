/** Names for merges: as short as tells them apart. */
import { conditionsText } from '../protocol/conditions.ts';
import { networkText } from '../protocol/network.ts';
import { paramText } from '../protocol/param-label.ts';
import { placementMark, placementText } from '../protocol/placement.ts';
import { paramLabelOf, type ScenarioAbout } from '../protocol/scenario-charts.ts';
import { UNPLACED } from './comparable.ts';
import type { Combination, Merge } from './types.ts';

type Detail = (merge: Merge) => string;

/** What two combinations may differ in besides framework and transport, in the order to name it. */
function detailsOf(merges: Merge[], scenarios: readonly ScenarioAbout[]): Detail[] {
  const params = [...new Set(merges.flatMap(({ combination }) => Object.keys(combination.params)))].sort();
  return [
    ({ combination }) => combination.scenario,
    ({ kind }) => kind,
    ({ combination: { network } }) => (network === undefined ? 'this machine alone' : networkText(network)),
    ({ combination: { placement } }) => (placement === undefined ? UNPLACED : placementText(placement)),
    ({ combination: { conditions } }) => conditionsText(conditions),
    ({ combination }) => `${combination.swarm ?? 'unknown'} swarm`,
    ({ combination }) => combination.browser ?? 'no browser',
    ({ combination }) => `${combination.clients ?? 'unknown'} clients`,
    ({ combination }) =>
      `${combination.members ?? 'unknown'} ${combination.swarm === 'browser' ? 'browsers' : 'workers'}`,
    ...params.map(
      (name): Detail =>
        ({ combination: { scenario, params: given } }) => {
          const value = given[name];
          return value === undefined ? `no ${name}` : paramText(name, value, paramLabelOf(scenarios, scenario, name));
        },
    ),
    ({ plan }) => `${plan.bucketSeconds} s buckets`,
    ({ sessions }) => `session ${sessions.join('+') || 'none'}`,
  ];
}

/** As much of a stand-in's sentence as a legend has room for. */
const STAND_IN_LENGTH = 60;

/** What a name has at its end, or before what tells it from others, where something stood in: empty where nothing did. */
export function standInMark({ standIn }: Combination): string {
  if (standIn === null) return '';
  return ` (${standIn.length > STAND_IN_LENGTH ? `${standIn.slice(0, STAND_IN_LENGTH - 1)}…` : standIn})`;
}

/** Latencies over a network are told apart from others wherever they are named. */
const networkMark = ({ network }: Combination): string => (network === undefined ? '' : ` over ${network.name}`);

/**
 * Names for `merges`, in their order: framework and transport, the network where one was shaped, where the server ran where that was said,
 * what stood in for a part of the framework, and whatever else is needed to tell those with the same name apart.
 * @param scenarios those that are known, for what they call their parameters
 */
export function labelMerges(merges: Merge[], scenarios: readonly ScenarioAbout[] = []): string[] {
  const details = detailsOf(merges, scenarios);
  const base = ({ combination }: Merge) =>
    `${combination.frameworkLabel} ${combination.transport}${networkMark(combination)}${placementMark(combination.placement)}${standInMark(combination)}`;
  const label = (merge: Merge, used: Detail[]) =>
    [base(merge), ...used.map((detail) => detail(merge)).filter((text) => text !== '')].join(', ');
  return merges.map((merge) => {
    const alike = merges.filter((other) => base(other) === base(merge));
    const used: Detail[] = [];
    for (const detail of details) {
      const same = alike.filter((other) => label(other, used) === label(merge, used));
      if (same.some((other) => detail(other) !== detail(merge))) used.push(detail);
    }
    return label(merge, used);
  });
}

/**
 * `labels` of `merges` for where there is little room: without the words that all of them end with, such as the transport of all rows. Where
 * something stood in, it says so and not what: the legend does. A name keeps its first word.
 */
export function shortLabels(merges: Merge[], labels: string[]): string[] {
  const marks = merges.map(({ combination }) => standInMark(combination));
  const words = labels.map((label, index) => label.replace(marks[index]!, '').split(' '));
  const alike = (end: number) => words.every((each) => each.length > end && each.at(-end) === words[0]!.at(-end));
  let end = 0;
  while (labels.length > 1 && alike(end + 1)) end++;
  return words.map((each, index) =>
    [...each.slice(0, each.length - end), ...(marks[index] === '' ? [] : ['(stand-in)'])].join(' '),
  );
}
