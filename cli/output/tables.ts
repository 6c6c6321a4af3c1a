/** The tables of merges that commands print. A figure that was not measured is a dash. */

import { chartsOf, specsOf } from '../../merge/charts.ts';
import { notRankedBecause } from '../../merge/compare/compare.ts';
import { type FigureValue, fewerRuns, figureOf } from '../../merge/figures.ts';
import { flagSentences, flagWords } from '../../merge/text/flags.ts';
import { noticesOf } from '../../merge/text/notices.ts';
import { overheadText } from '../../merge/text/overhead-sentences.ts';
import { preflightText, unfitText } from '../../merge/text/preflight-sentences.ts';
import type { Merge, MergedFlag } from '../../merge/types.ts';
import type { MetricSpec } from '../../metrics/metric.ts';
import { NONE, plainFigure, withEnds } from '../../metrics/numbers.ts';
import { typicalWord } from '../../metrics/units.ts';
import { loadMarks } from '../../protocol/conditions.ts';
import { type Figure, paramCell, type ScenarioAbout, type TableColumn } from '../../protocol/scenario-charts.ts';
import { printable, table } from './print.ts';

/** A figure, and from how many runs it comes where the row has more. */
function cell(merge: Merge, column: TableColumn): string {
  const found = figureOf(merge, column.metric, column.figure);
  if (found === null) return NONE;
  const fewer = fewerRuns(merge, found.n);
  return `${figureText(merge, column, found)}${fewer === null ? '' : `, ${fewer}`}`;
}

/** A figure of a trend with its interval, or a total with the expected one; there is no room for more. */
function figureText(merge: Merge, { metric, figure: name, per }: TableColumn, found: FigureValue): string {
  const merged = merge.metrics[metric];
  if (merged === undefined) return NONE;
  const scale = per?.value ?? 1;
  if (merged.kind === 'count' && name === 'total') {
    const expected = merged.expected === null ? '' : ` of ${merged.expected / scale}`;
    return `${found.value / scale}${expected}`;
  }
  const { low, high } = (merged.kind === 'trend' ? found.overRuns : null) ?? { low: null, high: null };
  return low === null || high === null
    ? plainFigure(found.value / scale)
    : withEnds({ value: found.value, low, high }, scale);
}

const FIGURE_NAMES: Record<Figure, string> = {
  mean: 'mean',
  p50: 'p50',
  p90: 'p90',
  p99: 'p99',
  p999: 'p99.9',
  min: 'min',
  max: 'max',
  total: 'total',
  typical: 'typical',
  window: '5..14 s',
  windowHigh: '5..14 s high',
  windowLow: '5..14 s low',
};

type Specs = Record<string, MetricSpec>;

function headOf({ metric, figure: name, label }: TableColumn, specs: Specs): string {
  const spec = specs[metric];
  const figure = name === 'typical' && spec !== undefined ? typicalWord(spec) : FIGURE_NAMES[name];
  return label ?? `${spec?.label ?? metric} ${figure}`;
}

/** A line per metric: its columns, unit and description. */
function legendOf(columns: TableColumn[], specs: Specs): string[] {
  const metrics = [...new Set(columns.map(({ metric }) => metric))];
  return metrics.map((metric) => {
    const own = columns.filter((column) => column.metric === metric);
    const units = new Set(own.map(({ per }) => per?.unit ?? specs[metric]!.unit));
    return `${own.map((column) => headOf(column, specs)).join(', ')}: ${[...units].join(', ')}. ${specs[metric]!.about}`;
  });
}

const MEANS =
  'Means, medians and maxima are means over runs; a mean has its 95% interval where there are two or more. ' +
  'So has a percentile of three interleaved runs or more.';

/** The number of clients and the kind of swarm; imported runs may know neither. */
function clientsOf({ combination: { clients, swarm } }: Merge): string {
  return clients === null ? 'not known' : swarm === null ? String(clients) : `${clients} ${swarm}`;
}

/** Figures under a condition with a mark, such as a network, are never shown without it. */
const transportOf = ({ combination: { transport, conditions } }: Merge): string =>
  `${transport}${loadMarks(conditions)}`;

function scenarioTable(merges: Merge[], scenarios: ScenarioAbout[]): string {
  const charts = chartsOf(merges[0]!.combination.scenario, scenarios, merges);
  const specs = specsOf(merges);
  const columns = charts.columns.filter(({ metric }) => specs[metric] !== undefined);
  const params = differingParams(merges);
  const rows = merges.map((merge) => [
    merge.combination.frameworkLabel,
    transportOf(merge),
    clientsOf(merge),
    ...params.map((name) => paramOf(merge, name, scenarios)),
    String(merge.runs),
    ...columns.map((column) => cell(merge, column)),
    [
      ...merge.flags.map((flag) => flagText(flag, merge.runs)),
      ...(merge.excluded.length > 0 ? [`${merge.excluded.length} skipped`] : []),
    ].join(', '),
  ]);
  const heads = columns.map((column) => headOf(column, specs));
  return [
    table(['framework', 'transport', 'clients', ...params, 'runs', ...heads, 'flags'], rows),
    ...reservations(merges),
    ...flagLines(merges),
    ...legendOf(columns, specs),
  ].join('\n');
}

function paramOf({ combination: { scenario, params } }: Merge, name: string, scenarios: ScenarioAbout[]): string {
  const value = params[name];
  return value === undefined ? NONE : paramCell(scenarios, scenario, name, value);
}

/** A flag in words, with its number of runs unless all of the row have it. */
const flagText = ({ code, count }: MergedFlag, runs: number): string =>
  count < runs ? `${flagWords(code)} (${count} of ${runs})` : flagWords(code);

/** The flags of all rows, one line each, as the page explains them. */
function flagLines(merges: Merge[]): string[] {
  const lines = merges.flatMap((merge) =>
    merge.flags.map((flag) => `Flag "${flagWords(flag.code)}": ${flagSentences(flag, merge)}`),
  );
  return [...new Set(lines)].map(printable);
}

/** The parameters that rows of one scenario differ in. */
function differingParams(merges: Merge[]): string[] {
  const names = new Set(merges.flatMap(({ combination }) => Object.keys(combination.params)));
  return [...names].filter((name) => new Set(merges.map(({ combination }) => combination.params[name])).size > 1);
}

/**
 * One row per merge, one table per scenario, without empty columns.
 * @param scenarios the known scenarios; columns of others are made from the kinds of their metrics
 * @param said notices printed in the same place already
 */
export function mergeTable(merges: Merge[], scenarios: ScenarioAbout[], said: ReadonlySet<string> = new Set()): string {
  const names = [...new Set(merges.map(({ combination }) => combination.scenario))];
  const tables = names.map((name) => {
    const text = scenarioTable(
      merges.filter(({ combination }) => combination.scenario === name),
      scenarios,
    );
    return names.length > 1 ? `${printable(name)}:\n${text}\n` : text;
  });
  const unsaid = noticesOf(merges).filter((notice) => !said.has(notice));
  const notices = unsaid.map((notice) => printable(`Notice: ${notice}`));
  return [...tables, MEANS, ...looksOf(merges), ...floorsOf(merges), ...notices].join('\n');
}

/** The preflight check of each session: the state of the machine, and whether it was fit to measure on. */
function looksOf(merges: Merge[]): string[] {
  const preflights = new Map(
    merges.flatMap((merge) => merge.preflights).map((each) => [`${each.session} ${each.preflight.at}`, each]),
  );
  return [...preflights.values()].map(({ session, preflight }) => {
    const which = preflights.size > 1 ? `Session ${session}: ` : '';
    return printable(`${which}${[preflightText(preflight), unfitText(preflight)].filter(Boolean).join(' ')}`);
  });
}

/** The harness overhead: no figure can be smaller. */
function floorsOf(merges: Merge[]): string[] {
  return [
    ...new Set(merges.flatMap(({ harnessOverheads }) => harnessOverheads.map((each) => printable(overheadText(each))))),
  ];
}

/** Sentences on substitutes and limited editions, one line each. */
function reservations(merges: Merge[]): string[] {
  const lines = merges.flatMap((merge) => {
    const why = notRankedBecause(merge);
    return why === null ? [] : [`${merge.combination.frameworkLabel}: ${why}`];
  });
  return [...new Set(lines)].map(printable);
}
