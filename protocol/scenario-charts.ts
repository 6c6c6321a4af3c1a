/**
 * The tables and graphs of a scenario: data, so that page, report and command line draw them alike and know no scenario. It is the default
 * export of `loadtests/scenarios/<name>/charts.ts`. The web API serves it, and the HTML report carries it.
 */

import type { MetricRoles } from '../metrics/metric.ts';
import { type ParamLabel, paramText } from './param-label.ts';
import type { Params, ParamValue } from './run-record.ts';

/** A number read from a merged metric. */
export type Figure =
  | 'mean' // trend: mean over runs of the runs' means, with its interval; count: mean over runs of the totals
  | 'p50'
  | 'p90'
  | 'p99'
  | 'p999'
  | 'min'
  | 'max' // trend: of all values; gauge: mean over runs of the runs' maxima
  | 'total' // count: sum over runs, with what was expected where that is known
  | 'typical' // gauge: mean over runs of the runs' means (of CPU) or medians over seconds (of memory)
  | 'window' // trend: average of the merged seconds 5..14, as study A gives it
  | 'windowHigh'
  | 'windowLow';

export interface TableColumn {
  metric: string;
  figure: Figure;
  /** The column's head, when the metric's label and the figure's name do not say it best. */
  label?: string;
  /** Shown as this many of the metric's unit, such as 1,000,000 bytes as MB. */
  per?: { value: number; unit: string };
}

/**
 * `series`: per second, a line per row (a count as it is, a trend as its mean with the 95 % band, a gauge as its level).
 * `distribution`: the percentile curve of one trend. `parts`: the means of several trends, stacked, one bar per row.
 */
export interface GraphPlan {
  /** Unique within the scenario: part of a link into the page. */
  id: string;
  type: 'series' | 'distribution' | 'parts';
  title: string;
  /** One for `series` and `distribution`, several for `parts`. */
  metrics: string[];
  per?: { value: number; unit: string };
}

/** The metric that rows are ranked and compared by. */
export interface RankedBy {
  /** The trend (its runs' means), count or gauge. Columns and graphs that name it show the metric that is used. */
  metric: string;
  /** The alternatives, best first. Rows are compared with each other by one metric: the first of all these that every row has. */
  otherwise?: readonly string[];
  better: 'less' | 'more';
  words: { better: string; worse: string };
  /** The count of which the metric is a part, and a sentence on what follows where rows differ in it. Absent: they do not. */
  outOf?: { metric: string; says: string };
}

/** A part of the test that graphs over seconds mark, such as a disturbance. */
export interface MarkedPart {
  /** The gauges of its beginning, in ms from the start of the test, and of its length in ms. */
  from: string;
  lasts: string;
  /** Written into the graph: a word or two. */
  text: string;
}

export interface ScenarioCharts {
  compare: RankedBy;
  /** Those that a standard metric of the scenario has by its name (`standard-metrics.ts`) need not be said. */
  roles?: MetricRoles;
  columns: TableColumn[];
  graphs: GraphPlan[];
  /** Absent: no part of the test is another than the rest. */
  marked?: MarkedPart;
}

/** A scenario as pages know it. */
export interface ScenarioAbout {
  name: string;
  about: string;
  charts: ScenarioCharts;
  /** The labels of its parameters, by name; parameters without a label keep their names. */
  params?: Record<string, ParamLabel>;
}

/** Returns the label of a parameter in the scenario `scenario`; undefined if the scenario is unknown or has none. */
export function paramLabelOf(
  scenarios: readonly ScenarioAbout[],
  scenario: string,
  param: string,
): ParamLabel | undefined {
  const params = scenarios.find(({ name }) => name === scenario)?.params ?? {};
  return Object.hasOwn(params, param) ? params[param] : undefined;
}

/** Parameters of the scenario `scenario` in its words, those that are worth a mention: `2/s`, `30 messages`. */
export function paramTexts(scenarios: readonly ScenarioAbout[], scenario: string, params: Params): string[] {
  return Object.entries(params)
    .map(([name, value]) => paramText(name, value, paramLabelOf(scenarios, scenario, name)))
    .filter((text) => text !== '');
}

/** A value in a column that its parameter's name stands over: with its unit where that is known. */
export function paramCell(
  scenarios: readonly ScenarioAbout[],
  scenario: string,
  param: string,
  value: ParamValue,
): string {
  const label = paramLabelOf(scenarios, scenario, param);
  return (label && paramText(param, value, label)) || String(value);
}
