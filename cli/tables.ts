/** The tables of merges that commands print. A figure that was not measured is a dash. */
import { chartsOf, specsOf } from '../merge/charts.ts';
import { notRankedBecause } from '../merge/compare.ts';
import { type FigureValue, fewerRuns, figureOf } from '../merge/figures.ts';
import { floorText } from '../merge/floor-sentences.ts';
import { lookText, unfitText } from '../merge/look-sentences.ts';
import { noticesOf } from '../merge/notices.ts';
import type { Merge, MergedFlag, RunFigure } from '../merge/types.ts';
import type { MetricSpec } from '../protocol/metrics.ts';
import { networkName } from '../protocol/network.ts';
import { placementMark } from '../protocol/placement.ts';
import { type Figure, paramCell, type ScenarioAbout, type TableColumn } from '../protocol/scenario-charts.ts';
import { printable, table } from './output.ts';

const NONE = '–';

/** Three significant figures from 0.001 to 1000, whole numbers above. */
export function figure(value: number | null | undefined): string {
  if (value === null || value === undefined) return NONE;
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 ? 2 : 3;
  return value.toFixed(digits);
}

/** `12.3 (11.8–12.9)`: a mean over runs with its 95% interval. */
function withInterval({ mean, low, high }: RunFigure, per: number): string {
  if (low === null || high === null) return figure(mean / per);
  return `${figure(mean / per)} (${figure(low / per)}–${figure(high / per)})`;
}

/** A figure, and from how many runs it comes where the row has more. */
function cell(merge: Merge, column: TableColumn): string {
  const found = figureOf(merge, column.metric, column.figure);
  if (found === null) return NONE;
  const fewer = fewerRuns(merge, found.n);
  return `${figureText(merge, column, found)}${fewer === null ? '' : `, ${fewer}`}`;
}

/** A trend's mean stands with its interval, a total with what was expected; for anything else there is no room. */
function figureText(merge: Merge, { metric, figure: name, per }: TableColumn, found: FigureValue): string {
  const merged = merge.metrics[metric];
  if (merged === undefined) return NONE;
  const scale = per?.value ?? 1;
  if (merged.kind === 'count' && name === 'total') {
    const expected = merged.expected === null ? '' : ` of ${merged.expected / scale}`;
    return `${found.value / scale}${expected}`;
  }
  if (merged.kind === 'trend' && found.overRuns) return withInterval(found.overRuns, scale);
  return figure(found.value / scale);
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
  typical: 'median',
  window: '5..14 s',
  windowHigh: '5..14 s high',
  windowLow: '5..14 s low',
};

type Specs = Record<string, MetricSpec>;

const headOf = ({ metric, figure: name, label }: TableColumn, specs: Specs): string =>
  label ?? `${specs[metric]?.label ?? metric} ${FIGURE_NAMES[name]}`;

/** A line per metric: which columns are of it, in which unit, and what it is. */
function legendOf(columns: TableColumn[], specs: Specs): string[] {
  const metrics = [...new Set(columns.map(({ metric }) => metric))];
  return metrics.map((metric) => {
    const own = columns.filter((column) => column.metric === metric);
    const units = new Set(own.map(({ per }) => per?.unit ?? specs[metric]!.unit));
    return `${own.map((column) => headOf(column, specs)).join(', ')}: ${[...units].join(', ')}. ${specs[metric]!.about}`;
  });
}

const MEANS = 'Means, medians and maxima are means over runs; a mean has its 95% interval where there are two or more.';

/** How many clients, and what held them; both may be unknown of imported runs. */
function clientsOf({ combination: { clients, swarm } }: Merge): string {
  return clients === null ? 'not known' : swarm === null ? String(clients) : `${clients} ${swarm}`;
}

/** Latencies over a network, or of a server that ran elsewhere, are never told without saying so. */
function transportOf({ combination: { transport, network, placement } }: Merge): string {
  const over = network === undefined ? '' : ` over ${networkName(network)}`;
  return `${transport}${over}${placementMark(placement)}`;
}

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
      ...(merge.excluded.length > 0 ? [`${merge.excluded.length} left out`] : []),
    ].join(', '),
  ]);
  const heads = columns.map((column) => headOf(column, specs));
  return [
    table(['framework', 'transport', 'clients', ...params, 'runs', ...heads, 'flags'], rows),
    ...reservations(merges),
    ...legendOf(columns, specs),
  ].join('\n');
}

function paramOf({ combination: { scenario, params } }: Merge, name: string, scenarios: ScenarioAbout[]): string {
  const value = params[name];
  return value === undefined ? NONE : paramCell(scenarios, scenario, name, value);
}

/** A finding that not all of a row's runs have stands with how many have it. */
const flagText = ({ code, count }: MergedFlag, runs: number): string =>
  count < runs ? `${code} (${count} of ${runs})` : code;

/** The parameters that rows of one scenario differ in. */
function differingParams(merges: Merge[]): string[] {
  const names = new Set(merges.flatMap(({ combination }) => Object.keys(combination.params)));
  return [...names].filter((name) => new Set(merges.map(({ combination }) => combination.params[name])).size > 1);
}

/**
 * One row per merge, a table per scenario, without the columns of what none of its merges has.
 * @param scenarios those that are known; another one's columns are made from the kinds of what it measured
 * @param said notices that stand in the same place already
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

/** What the machine was like before each session, and whether it was fit to measure on. */
function looksOf(merges: Merge[]): string[] {
  const looks = new Map(
    merges.flatMap((merge) => merge.looks).map((each) => [`${each.session} ${each.look.at}`, each]),
  );
  return [...looks.values()].map(({ session, look }) => {
    const which = looks.size > 1 ? `Session ${session}: ` : '';
    return printable(`${which}${[lookText(look), unfitText(look)].filter(Boolean).join(' ')}`);
  });
}

/** What the bench itself adds to the figures: below that there are none. */
function floorsOf(merges: Merge[]): string[] {
  return [...new Set(merges.flatMap(({ floors }) => floors.map((floor) => printable(floorText(floor)))))];
}

/** What must be said with the figures of a framework that was not run as it is: a line for each such sentence. */
function reservations(merges: Merge[]): string[] {
  const lines = merges.flatMap((merge) => {
    const why = notRankedBecause(merge);
    return why === null ? [] : [`${merge.combination.frameworkLabel}: ${why}`];
  });
  return [...new Set(lines)].map(printable);
}
