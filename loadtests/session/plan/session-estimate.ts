/** About how long a session and its parts take, for the bar and the announcement; nothing else depends on it. Measured on two cores. */

import { isBuilt } from '../../../setup/apps/build/build.ts';
import { contentHash } from '../../../setup/apps/build/sources.ts';
import type { App } from '../../../setup/apps/manifest/manifest.ts';
import { nameOf } from '../../../setup/apps/versions/app-versions.ts';
import { type FoundScenario, scenarioNamed } from '../../scenarios/find.ts';
import { isVerified } from '../../verify/cache.ts';
import { runSeconds } from './round-plan.ts';
import type { SessionPlan } from './session-plan.ts';
import type { TimeEstimate } from './time-estimate.ts';

/** Seconds. */
const TAKES = {
  build: 8,
  verify: 20,
  charts: 6,
  /** With Firefox installed, and without. */
  browser: { there: 2, toCome: 40 },
  launch: 6,
  eachBrowser: 1.2,
  eachWorker: 0.3,
};

export const part = {
  browser: 'browser',
  charts: 'charts',
  preflight: 'preflight',
  launch: 'launch',
  app: (app: App): string => `app ${nameOf(app)}`,
  /** All runs of a session that goes by its time. */
  rounds: 'rounds',
  run: (number: number): string => `run ${number}`,
};

interface Expected {
  plan: SessionPlan;
  scenarios: readonly FoundScenario[];
  browserIsThere: boolean;
  charts: boolean;
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
  if (until !== null) {
    estimate.expect(part.rounds, until.seconds);
    return;
  }
  const takes = runSeconds(plan, scenarioNamed(scenarios, plan.asked.scenario).scenario);
  for (let number = 1; number <= plan.mostRuns * combinations.length; number++) {
    estimate.expect(part.run(number), takes[(number - 1) % combinations.length]!);
  }
}
