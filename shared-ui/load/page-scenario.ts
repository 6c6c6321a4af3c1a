/** What the load page needs to know of a scenario: the part of `loadtests/scenarios/scenario.ts` that pages can use. */

import type { Reported } from '../../member/judge-reports.ts';
import type { Metric, MetricSpec } from '../../protocol/metrics.ts';
import type { Finding, Params, ParamValue, SwarmKind } from '../../protocol/run-record.ts';
import type { Verb } from '../../protocol/verbs.ts';

export interface PageParam {
  default: ParamValue;
  about: string;
  type: 'whole' | 'amount' | 'choice' | 'text' | 'flag';
  least?: number;
  most?: number;
  choices?: readonly string[];
}

export interface PageScenario {
  name: string;
  about: string;
  params: Record<string, PageParam>;
  needs: readonly Verb[];
  swarms: readonly SwarmKind[];
  metrics: Record<string, MetricSpec>;
  connects?: 'before' | 'themselves' | ((params: never) => 'before' | 'themselves');
  greet?: unknown;
  plan?: unknown;
  plannedSeconds(params: Params, clients: number): number;
  expected(params: Params, clients: number): Record<string, number>;
}

export type PageJudge = (evidence: {
  params: Params;
  clients: number;
  metrics: Record<string, Metric>;
  outcome: Reported;
  counts: null;
  plannedSeconds: number;
  bucketSeconds: number;
}) => Finding[];

/**
 * Whether a person can run it by hand over a transport with `verbs`: a page makes one run, and can neither set what a server greets with nor
 * feed it.
 */
export function inReach(scenario: PageScenario, verbs: readonly Verb[]): boolean {
  const { needs, swarms, connects, greet, plan } = scenario;
  const known = needs.every((verb) => verbs.includes(verb) && verb !== 'greet' && verb !== 'feed');
  return (
    known &&
    swarms.includes('browser') &&
    (connects ?? 'before') === 'before' &&
    greet === undefined &&
    plan === undefined
  );
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
