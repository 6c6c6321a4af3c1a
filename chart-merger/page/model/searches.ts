/** Searches, such as a ramp: their steps in order, with what grew from step to step. */

import { figureOf } from '../../../merge/figures.ts';
import { flagWords } from '../../../merge/text/flags.ts';
import type { Merge } from '../../../merge/types.ts';
import { figure, NONE, withInterval } from '../../../metrics/numbers.ts';
import { shownUnit } from '../../../metrics/units.ts';
import { paramCell, type ScenarioAbout } from '../../../protocol/scenario-charts.ts';
import { type Specs, specOf } from './layout.ts';
import type { Entry } from './row-texts.ts';

interface SearchTable {
  title: string;
  columns: string[];
  rows: string[][];
}

interface Step {
  entry: Entry;
  /** The search's session, name and what it was asked for: the same text for steps of one search. */
  search: string;
}

/** Lists what differs from step to step: `clients`, or the name of a parameter. */
function grownIn(steps: Merge[]): string[] {
  const params = [...new Set(steps.flatMap(({ combination }) => Object.keys(combination.params)))];
  return ['clients', ...params].filter((name) => new Set(steps.map((step) => grownTo(step, name))).size > 1);
}

function grownTo({ combination }: Merge, name: string): string | number | boolean | undefined {
  return name === 'clients' ? (combination.clients ?? undefined) : combination.params[name];
}

function grownText(merge: Merge, name: string, scenarios: readonly ScenarioAbout[]): string {
  const value = grownTo(merge, name);
  if (value === undefined) return NONE;
  return name === 'clients' ? String(value) : paramCell(scenarios, merge.combination.scenario, name, value);
}

/**
 * A table per search and framework over a transport.
 * @param metric the one that rows are compared by
 * @param scenarios those that are known, for what they call their parameters
 */
export function searchTables(
  entries: Entry[],
  metric: string,
  specs: Specs,
  scenarios: readonly ScenarioAbout[],
): SearchTable[] {
  const steps = entries.flatMap((entry): Step[] =>
    entry.merge.searches.map((search) => ({ entry, search: JSON.stringify(search) })),
  );
  const groups = new Map<string, Entry[]>();
  for (const { entry, search } of steps) {
    const { framework, transport } = entry.merge.combination;
    const key = JSON.stringify([search, framework, transport]);
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return [...groups].map(([key, group]) => {
    const [search] = JSON.parse(key) as [string];
    return tableOf(JSON.parse(search) as Merge['searches'][number], group, metric, { specs, scenarios });
  });
}

interface Known {
  specs: Specs;
  scenarios: readonly ScenarioAbout[];
}

function tableOf(
  search: Merge['searches'][number],
  entries: Entry[],
  metric: string,
  { specs, scenarios }: Known,
): SearchTable {
  const merges = entries.map(({ merge }) => merge);
  const grown = grownIn(merges);
  const { frameworkLabel, transport } = merges[0]!.combination;
  const asked = Object.entries(search.params).map(([name, value]) => `${name} ${value}`);
  const spec = specOf(specs, metric);
  const { unit, size } = shownUnit(spec);
  const value = (merge: Merge) => {
    const found = figureOf(merge, metric, spec.kind === 'gauge' ? 'typical' : 'mean');
    return found?.overRuns ? withInterval(found.overRuns, size) : NONE;
  };
  const p99 = (merge: Merge) => figure(figureOf(merge, metric, 'p99')?.value);
  const isTrend = spec.kind === 'trend';
  return {
    title: `${frameworkLabel} ${transport}: ${search.name} of ${grown.join(', ') || 'one step'} (${asked.join(', ')})`,
    columns: [...grown, 'runs', `${spec.label}, ${unit}`, ...(isTrend ? [`p99, ${unit}`] : []), 'flags'],
    rows: inOrder(merges, grown[0]).map((merge) => [
      ...grown.map((name) => grownText(merge, name, scenarios)),
      merge.excluded.length > 0 ? `${merge.runs}, ${merge.excluded.length} skipped` : String(merge.runs),
      value(merge),
      ...(isTrend ? [p99(merge)] : []),
      merge.flags.map(({ code }) => flagWords(code)).join(', '),
    ]),
  };
}

function inOrder(merges: Merge[], grown: string | undefined): Merge[] {
  if (grown === undefined) return merges;
  return merges.toSorted((a, b) => Number(grownTo(a, grown)) - Number(grownTo(b, grown)));
}
