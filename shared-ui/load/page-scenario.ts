/** The part of a scenario that the load page needs: of `loadtests/scenarios/scenario.ts`, what pages can use. */
import type { Reported } from '../../member/judge-reports.ts';
import type { Metric, MetricSpec } from '../../metrics/metric.ts';
import type { Derived } from '../../protocol/derived-metric.ts';
import type { Flag, Params, ParamValue, SwarmKind } from '../../protocol/run-record.ts';
import type { ScenarioCharts } from '../../protocol/scenario-charts.ts';
import type { Verb } from '../../protocol/verbs.ts';

export interface PageParam {
  default: ParamValue;
  about: string;
  type: 'whole' | 'amount' | 'choice' | 'text' | 'flag';
  least?: number;
  most?: number;
  choices?: readonly string[];
}

type Connects = 'before' | 'themselves';

/** Those of a scenario that has runs of its own. */
export type PageCharts = Pick<ScenarioCharts, 'columns' | 'graphs'> & {
  compare: Pick<ScenarioCharts['compare'], 'metric' | 'otherwise'>;
};

export interface PageScenario {
  name: string;
  about: string;
  params: Record<string, PageParam>;
  needs: readonly Verb[];
  swarms: readonly SwarmKind[];
  metrics: Record<string, MetricSpec>;
  connects?: Connects | ((params: never) => Connects);
  greet?: unknown;
  plan?: unknown;
  plannedSeconds(params: Params, clients: number): number;
  mostSeconds?(params: Params, clients: number): number;
  expected(params: Params, clients: number): Record<string, number>;
  derived?: Record<string, Derived>;
  charts: PageCharts;
  judge: PageJudge;
}

export type PageJudge = (evidence: {
  params: Params;
  clients: number;
  metrics: Record<string, Metric>;
  outcome: Reported;
  counts: null;
  plannedSeconds: number;
  bucketSeconds: number;
}) => Flag[];

/** Tells whether clients are connected before a test with these parameters begins; otherwise they connect themselves. */
export function connectsBefore({ connects = 'before' }: PageScenario, params: Params): boolean {
  return (typeof connects === 'function' ? connects(params as never) : connects) === 'before';
}

/**
 * Tells why the page cannot run it over a transport with `verbs`, as the end of a sentence; null: it can. A page makes one run, and has no
 * token for the server's control, by which a server is told what to greet with and is fed.
 */
export function whyNot({ needs, swarms, greet, plan }: PageScenario, verbs: readonly Verb[]): string | null {
  if (plan !== undefined) return 'it is several runs, each of which follows from those before it, and a page makes one';
  if (!swarms.includes('browser')) return 'its clients cannot be in a browser';
  if (greet !== undefined || needs.includes('greet')) {
    return 'the server has to be told what every new connection gets, for which a page has no token';
  }
  if (needs.includes('feed')) return 'a backend feeds the server, for which a page has no token';
  const lacking = needs.filter((verb) => !verbs.includes(verb));
  return lacking.length === 0 ? null : `this transport does not carry ${lacking.join(', ')}`;
}

/** Checks a value that came from a form. @returns a sentence, or null when it is sound */
export function paramProblem(name: string, { type, least, most, choices }: PageParam, value: unknown): string | null {
  if (type === 'flag' || type === 'text') return null;
  if (type === 'choice') return choices?.includes(String(value)) ? null : `Choose one for “${name}”.`;
  const number = value as number;
  const sound = (type === 'whole' ? Number.isInteger(number) : Number.isFinite(number)) === true;
  if (sound && number >= (least ?? -Infinity) && number <= (most ?? Infinity)) return null;
  const what = type === 'whole' ? 'a whole number' : 'a number';
  const format = (bound: number) => bound.toLocaleString('en');
  const from = least === undefined ? '' : ` from ${format(least)}`;
  const to = most === undefined ? '' : ` to ${format(most)}`;
  return `“${name}” must be ${what}${from}${to}.`;
}
