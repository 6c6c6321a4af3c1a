/** About how long the parts of a session take, for the bar that says so; nothing else depends on it. Measured on two cores. */
import type { SessionPlan } from '../loadtests/runner/plan.ts';
import { type FoundScenario, scenarioNamed } from '../loadtests/scenarios/find.ts';
import { isVerified } from '../loadtests/verify/cache.ts';
import { isBuilt } from '../setup/apps/build.ts';
import type { App } from '../setup/apps/manifest.ts';
import { contentHash } from '../setup/apps/sources.ts';
import { nameOf } from '../setup/apps/versions.ts';
import type { Outlook } from './outlook.ts';

/** Seconds. */
const TAKES = {
  build: 8,
  verify: 15,
  charts: 6,
  /** Where Firefox is there, and where it is not. */
  browser: { there: 2, toCome: 40 },
  launch: 6,
  eachBrowser: 1.2,
  eachWorker: 0.3,
  /** A server's start, the connections, what is written in the end. */
  aroundRun: 4,
  /** The least of a warm-up that goes on until it has levelled. */
  warmUp: 7,
};

export const part = {
  browser: 'browser',
  charts: 'charts',
  look: 'look',
  launch: 'launch',
  app: (app: App): string => `app ${nameOf(app)}`,
  run: (number: number): string => `run ${number}`,
};

interface Expected {
  plan: SessionPlan;
  scenarios: readonly FoundScenario[];
  browserIsThere: boolean;
  charts: boolean;
  lookSeconds: number;
}

/** Tells `outlook` what a session consists of. How many runs a search has nobody knows. */
export function expectSession(
  outlook: Outlook,
  { plan, scenarios, browserIsThere, charts, lookSeconds }: Expected,
): void {
  const { combinations, asked } = plan;
  if (plan.swarm === 'browser')
    outlook.expect(part.browser, browserIsThere ? TAKES.browser.there : TAKES.browser.toCome);
  if (charts) outlook.expect(part.charts, TAKES.charts);
  for (const app of new Set(combinations.map((combination) => combination.app))) {
    const verified = combinations.every((one) => one.app !== app || isVerified(app, contentHash(app), one.transport));
    outlook.expect(part.app(app), (isBuilt(app) ? 0 : TAKES.build) + (verified ? 0 : TAKES.verify));
  }
  outlook.expect(part.look, lookSeconds);
  outlook.expect(part.launch, TAKES.launch + plan.browsers * TAKES.eachBrowser);
  if (plan.search !== null) return;
  const planned = scenarioNamed(scenarios, asked.scenario).scenario.plannedSeconds(asked.params, asked.clients);
  for (let number = 1; number <= plan.plan.most * combinations.length; number++) {
    const { app } = combinations[(number - 1) % combinations.length]!;
    const warmUp = plan.warmupSeconds ?? Math.max(TAKES.warmUp, app.warmupSeconds);
    outlook.expect(part.run(number), TAKES.aroundRun + warmUp + planned);
  }
}
