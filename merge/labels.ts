/** Names for merges: as short as tells them apart. */
import { networkText } from '../protocol/network.ts';
import type { ParamValue } from '../protocol/run-record.ts';
import type { Combination, Merge } from './types.ts';

type Detail = (merge: Merge) => string;

/** How a parameter's value is called, where the scenario says: `2/s` rather than `rate 2`. */
export type ParamLabels = (scenario: string, param: string, value: ParamValue) => string | undefined;

/** What two combinations may differ in besides framework and transport, in the order to name it. */
function detailsOf(merges: Merge[], labels: ParamLabels | undefined): Detail[] {
  const params = [...new Set(merges.flatMap(({ combination }) => Object.keys(combination.params)))].sort();
  return [
    ({ combination }) => combination.scenario,
    ({ kind }) => kind,
    ({ combination: { network } }) => (network === undefined ? 'this machine alone' : networkText(network)),
    ({ combination }) => `${combination.swarm ?? 'unknown'} swarm`,
    ({ combination }) => combination.browser ?? 'no browser',
    ({ combination }) => `${combination.clients ?? 'unknown'} clients`,
    ({ combination }) =>
      `${combination.members ?? 'unknown'} ${combination.swarm === 'browser' ? 'browsers' : 'workers'}`,
    ...params.map(
      (name): Detail =>
        ({ combination: { scenario, params: given } }) => {
          const value = given[name];
          if (value === undefined) return `no ${name}`;
          return labels?.(scenario, name, value) ?? `${name} ${value}`;
        },
    ),
    ({ plan }) => `${plan.bucketSeconds} s buckets`,
    ({ sessions }) => `session ${sessions.join('+') || 'none'}`,
  ];
}

/** As much of a stand-in's sentence as a legend has room for. */
const STAND_IN_LENGTH = 60;

function standInMark({ standIn }: Combination): string {
  if (standIn === null) return '';
  return ` (${standIn.length > STAND_IN_LENGTH ? `${standIn.slice(0, STAND_IN_LENGTH - 1)}…` : standIn})`;
}

/** Latencies over a network are told apart from others wherever they are named. */
const networkMark = ({ network }: Combination): string => (network === undefined ? '' : ` over ${network.name}`);

/**
 * Names for `merges`, in their order: framework and transport, the network where one was shaped, what stood in for a part of the framework,
 * and whatever else is needed to tell those with the same name apart.
 */
export function labelMerges(merges: Merge[], labels?: ParamLabels): string[] {
  const details = detailsOf(merges, labels);
  const base = ({ combination }: Merge) =>
    `${combination.frameworkLabel} ${combination.transport}${networkMark(combination)}${standInMark(combination)}`;
  const label = (merge: Merge, used: Detail[]) => [base(merge), ...used.map((detail) => detail(merge))].join(', ');
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
