/** About how long a session and its parts take, for the bar and the announcement; nothing else depends on it. Measured on two cores. */

import { ENOUGH_RUNS } from '../../../merge/run-facts.ts';
import { isBuilt } from '../../../setup/apps/build/build.ts';
import { contentHash } from '../../../setup/apps/build/sources.ts';
import type { App } from '../../../setup/apps/manifest/manifest.ts';
import { nameOf } from '../../../setup/apps/versions/app-versions.ts';
import { type FoundScenario, scenarioNamed } from '../../scenarios/find.ts';
import { isVerified } from '../../verify/cache.ts';
import { usualWarmUp } from '../measure/warm-up.ts';
import type { SessionPlan } from './session-plan.ts';
import type { TimeEstimate } from './time-estimate.ts';

/** Seconds. */
const TAKES = {
  build: 8,
  verify: 15,
  charts: 6,
  /** With Firefox installed, and without. */
  browser: { there: 2, toCome: 40 },
  launch: 6,
  eachBrowser: 1.2,
  eachWorker: 0.3,
  /** The server's start, the connections, writing the record. */
  aroundRun: 4,
  /** The shortest warm-up that lasts until latency is level. */
  warmUp: 7,
};

export const part = {
  browser: 'browser',
  charts: 'charts',
  preflight: 'preflight',
  launch: 'launch',
  app: (app: App): string => `app ${nameOf(app)}`,
  run: (number: number): string => `run ${number}`,
};

interface Expected {
  plan: SessionPlan;
  scenarios: readonly FoundScenario[];
  browserIsThere: boolean;
  charts: boolean;
}

/** How long a run of each combination takes, seconds, in their order. */
export function runSeconds(
  { combinations, asked, warmupSeconds }: SessionPlan,
  scenarios: readonly FoundScenario[],
): number[] {
  const { scenario } = scenarioNamed(scenarios, asked.scenario);
  const { params, clients } = asked;
  const test = Math.max(scenario.plannedSeconds(params, clients), scenario.usualSeconds?.(params, clients) ?? 0);
  const least = warmupSeconds === null ? TAKES.warmUp : 0;
  return combinations.map(({ app }) => {
    const warmUp = usualWarmUp({ wanted: app.warmupSeconds, exactly: warmupSeconds });
    return TAKES.aroundRun + Math.max(least, warmUp) + test;
  });
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Adds the parts of a session to `estimate`. The length of a search is unknown. */
export function expectSession(estimate: TimeEstimate, { plan, scenarios, browserIsThere, charts }: Expected): void {
  const { combinations, swarm, until } = plan;
  if (swarm.kind === 'browser')
    estimate.expect(part.browser, browserIsThere ? TAKES.browser.there : TAKES.browser.toCome);
  if (charts) estimate.expect(part.charts, TAKES.charts);
  for (const app of new Set(combinations.map((combination) => combination.app))) {
    const verified = combinations.every((one) => one.app !== app || isVerified(app, contentHash(app), one.transport));
    estimate.expect(part.app(app), (isBuilt(app) ? 0 : TAKES.build) + (verified ? 0 : TAKES.verify));
  }
  estimate.expect(part.preflight, plan.preflightSeconds);
  estimate.expect(part.launch, TAKES.launch + swarm.browsers * TAKES.eachBrowser);
  if (plan.search !== null) return;
  const takes = runSeconds(plan, scenarios);
  const rounds =
    until === null ? plan.mostRuns : Math.max(ENOUGH_RUNS, Math.floor((until.seconds - estimate.left) / sum(takes)));
  for (let number = 1; number <= rounds * combinations.length; number++) {
    estimate.expect(part.run(number), takes[(number - 1) % combinations.length]!);
  }
}
