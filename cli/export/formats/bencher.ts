/** Bencher Metric Format: benchmarks by name, each with measures by name, each with a value and its bounds. */
import { FIGURES } from '../../../merge/charts.ts';
import { figureOf } from '../../../merge/figures.ts';
import { frameworkName } from '../../../merge/run-facts.ts';
import type { Merge } from '../../../merge/types.ts';
import { typicalWord } from '../../../metrics/units.ts';
import { valueText } from '../../../protocol/conditions.ts';
import type { Exporter } from '../exporter.ts';
import { snake } from '../run-labels.ts';

interface Measure {
  value: number;
  lower_value?: number;
  upper_value?: number;
}

/** The same for the same combination in every session: Bencher follows a benchmark by its name. */
function nameOf({ combination, kind }: Merge): string {
  const { transport, scenario, swarm, browser, members, clients, arm, params, conditions = {} } = combination;
  return [
    ...[frameworkName(combination), transport, scenario, swarm, browser],
    clients === null ? null : `${clients} clients`,
    members === null ? null : `${members} members`,
    arm && `arm ${arm}`,
    kind === 'imported' ? kind : null,
    ...Object.entries(params).map(([name, value]) => `${name}=${value}`),
    ...Object.entries(conditions).map(([name, { value }]) => `${name}=${valueText(value)}`),
  ]
    .filter(Boolean)
    .join(' ');
}

/** A measure's name can be its slug: lower-case letters, digits and hyphens. */
const slug = (...words: string[]): string =>
  words
    .map((word) => snake(word.replace('%', 'percent')))
    .join('-')
    .replaceAll('_', '-')
    .slice(0, 64);

function measuresOf(merge: Merge): Record<string, Measure> {
  const measures: Record<string, Measure> = {};
  for (const [name, { kind, unit }] of Object.entries(merge.metrics)) {
    for (const figure of kind === 'count' ? (['mean'] as const) : FIGURES[kind]) {
      const found = figureOf(merge, name, figure);
      if (found === null) continue;
      const { value, overRuns } = found;
      const bounds = overRuns && { lower_value: overRuns.low, upper_value: overRuns.high };
      measures[slug(name, figure === 'typical' ? typicalWord({ unit }) : figure, unit)] = { value, ...known(bounds) };
    }
  }
  return measures;
}

/** One run has no interval. */
const known = (bounds: object | null): object =>
  Object.fromEntries(Object.entries(bounds ?? {}).filter(([, value]) => typeof value === 'number'));

export default {
  about: "Bencher's JSON (Bencher Metric Format), a benchmark per row, with 95 % intervals as bounds",
  write({ merges }) {
    const benchmarks: Record<string, Record<string, Measure>> = {};
    for (const merge of merges) {
      const name = nameOf(merge);
      benchmarks[name in benchmarks ? `${name} (${merge.key})` : name] = measuresOf(merge);
    }
    return `${JSON.stringify(benchmarks, null, 2)}\n`;
  },
} satisfies Exporter;
