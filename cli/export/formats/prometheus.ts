/** Prometheus' text format: base units, the unit in the name, one group of samples per metric. No timestamps, since scrapers refuse old ones. */
import { highestOf, typicalOf } from '../../../merge/gauge.ts';
import type { Metric } from '../../../metrics/metric.ts';
import { typicalWord } from '../../../metrics/units.ts';
import type { ParamValue, RunRecord } from '../../../protocol/run-record.ts';
import type { Exporter } from '../exporter.ts';
import { summaryOf } from '../quantiles.ts';
import { runLabels, snake } from '../run-labels.ts';

type Labels = Record<string, ParamValue>;

interface Family {
  type: 'summary' | 'gauge' | 'counter';
  help: string;
  lines: string[];
}

/** The unit in names, and how many of the metric's own one of it is. */
function baseUnit(unit: string): { name: string; size: number } {
  if (unit === 'ms') return { name: 'seconds', size: 1000 };
  return unit.startsWith('%') ? { name: 'ratio', size: 100 } : { name: snake(unit), size: 1 };
}

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');

function sample(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([key, each]) => `${key}="${escaped(String(each)).replaceAll('"', '\\"')}"`);
  return `${name}{${pairs.join(',')}} ${value}`;
}

/** A name with the unit at its end, unless it is in the name already, as in `wire_bytes_to_server`. */
function nameOf(words: string, unit: string): string {
  const name = `outcry_${words}`;
  return unit === '' || name.split('_').includes(unit) ? name : `${name}_${unit}`;
}

type Families = Map<string, Family>;

function add(families: Families, name: string, about: Pick<Family, 'type' | 'help'>, ...lines: string[]): void {
  const family = families.get(name) ?? { ...about, lines: [] };
  family.lines.push(...lines);
  families.set(name, family);
}

function addMetric(families: Families, name: string, metric: Metric, labels: Labels): void {
  const { name: unit, size } = baseUnit(metric.unit);
  const words = snake(name);
  const help = metric.about;
  const addGauge = (suffix: string, text: string, value: number | null): void => {
    const full = nameOf(`${words}_${suffix}`, unit);
    if (value !== null)
      add(families, full, { type: 'gauge', help: `${text}: ${help}` }, sample(full, labels, value / size));
  };
  if (metric.kind === 'gauge') {
    const word = typicalWord(metric);
    addGauge(word, word === 'mean' ? 'Mean' : 'Median', typicalOf(metric));
    addGauge('max', 'Highest', highestOf(metric));
  } else if (metric.kind === 'count') {
    const full = `${nameOf(words, unit)}_total`;
    if (metric.total !== null) add(families, full, { type: 'counter', help }, sample(full, labels, metric.total));
    addGauge('expected', 'Expected', metric.expected);
  } else {
    const full = nameOf(words, unit);
    const summary = summaryOf(metric);
    if (summary === null) return;
    const { quantiles, sum, count } = summary;
    const ofQuantiles = quantiles.map(([quantile, value]) => sample(full, { ...labels, quantile }, value / size));
    const [sums, counts] = [sample(`${full}_sum`, labels, sum / size), sample(`${full}_count`, labels, count)];
    add(families, full, { type: 'summary', help }, ...ofQuantiles, sums, counts);
  }
}

function familiesOf(records: readonly RunRecord[]): Families {
  const families: Families = new Map();
  for (const record of records) {
    const labels = runLabels(record);
    for (const [name, metric] of Object.entries(record.metrics)) addMetric(families, name, metric, labels);
  }
  return families;
}

export default {
  about: "Prometheus' text format, a sample per run and figure",
  write: ({ records }) =>
    [...familiesOf(records)]
      .map(([name, { type, help, lines }]) =>
        [`# HELP ${name} ${escaped(help)}`, `# TYPE ${name} ${type}`, ...lines].map((line) => `${line}\n`).join(''),
      )
      .join(''),
} satisfies Exporter;
