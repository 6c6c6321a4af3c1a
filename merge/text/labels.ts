/** Names for merges: as short as tells them apart. */
import {
  type Conditions,
  DEFAULT_CONDITION,
  loadMarks,
  marksOf,
  unrankedConditions,
} from '../../protocol/conditions.ts';
import { paramText } from '../../protocol/param-label.ts';
import { paramLabelOf, type ScenarioAbout } from '../../protocol/scenario-charts.ts';
import type { Combination, Merge } from '../types.ts';

type Detail = (merge: Merge) => string;

/** Lists the possible differences between combinations besides framework and transport, in the order to name them. */
function detailsOf(merges: Merge[], scenarios: readonly ScenarioAbout[]): Detail[] {
  const params = [...new Set(merges.flatMap(({ combination }) => Object.keys(combination.params)))].sort();
  const conditions = merges.map(({ combination }) => combination.conditions ?? {});
  const names = [...new Set(conditions.flatMap((each) => Object.keys(each)))].sort();
  return [
    ({ combination }) => combination.scenario,
    ({ kind }) => kind,
    ...names.map((name) => conditionDetail(name, conditions)),
    ({ combination }) => `${combination.swarm ?? 'unknown'} swarm`,
    ({ combination }) => combination.browser ?? 'no browser',
    ({ combination: { clients } }) => (clients === 1 ? '1 client' : `${clients ?? 'unknown'} clients`),
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

/** A condition that names carry in short needs no name of its own. */
function conditionDetail(name: string, all: readonly Conditions[]): Detail {
  const known = all.flatMap((conditions) => conditions[name] ?? []);
  const named = known.some(({ mark }) => mark !== undefined);
  const otherwise = known.find((condition) => condition.otherwise !== undefined)?.otherwise ?? DEFAULT_CONDITION;
  return ({ combination: { conditions = {} } }) => {
    const text = conditions[name]?.text;
    if (named) return text ?? otherwise;
    return text === undefined ? '' : `${name}: ${text}`;
  };
}

/** Returns the mark at the end of a name, or before the part that tells it from others. Empty if the row is the framework as it is. */
export const unrankedMark = ({ conditions }: Combination): string => marksOf(unrankedConditions(conditions));

/** Returns the short form of that mark, for little room. */
export const shortUnrankedMark = ({ conditions }: Combination): string[] =>
  unrankedConditions(conditions).flatMap(({ mark, unranked }) => (mark === undefined ? [] : [`(${unranked})`]));

/**
 * Names for `merges`, in their order: framework and transport, the marks of conditions, and whatever else is needed to tell those with the
 * same name apart.
 * @param scenarios those that are known, for what they call their parameters
 */
export function labelMerges(merges: Merge[], scenarios: readonly ScenarioAbout[] = []): string[] {
  const details = detailsOf(merges, scenarios);
  const base = ({ combination }: Merge) =>
    `${combination.frameworkLabel} ${combination.transport}${loadMarks(combination.conditions)}${unrankedMark(combination)}`;
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
 * `labels` of `merges` for where there is little room: without the words that all of them end with, such as the transport of all rows. A row
 * that is not ranked says so in a word: the legend says why. A name keeps its first word.
 */
export function shortLabels(merges: Merge[], labels: string[]): string[] {
  const marks = merges.map(({ combination }) => unrankedMark(combination));
  const words = labels.map((label, index) => label.replace(marks[index]!, '').split(' '));
  const alike = (end: number) => words.every((each) => each.length > end && each.at(-end) === words[0]!.at(-end));
  let end = 0;
  while (labels.length > 1 && alike(end + 1)) end++;
  return words.map((each, index) =>
    [...each.slice(0, each.length - end), ...shortUnrankedMark(merges[index]!.combination)].join(' '),
  );
}
