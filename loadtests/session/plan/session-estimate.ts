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
  preflightSeconds: number;
  /** How long rounds may go on where they have no number, seconds; default: they have one. */
  time?: number;
}

/** How long a run of each combination takes, seconds, in their order. */
function runSeconds(
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

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Adds the parts of a session to `estimate`. The length of a search is unknown. */
export function expectSession(
  estimate: TimeEstimate,
  { plan, scenarios, browserIsThere, charts, preflightSeconds, time = 0 }: Expected,
): void {
  const { combinations } = plan;
  if (plan.swarm === 'browser')
    estimate.expect(part.browser, browserIsThere ? TAKES.browser.there : TAKES.browser.toCome);
  if (charts) estimate.expect(part.charts, TAKES.charts);
  for (const app of new Set(combinations.map((combination) => combination.app))) {
    const verified = combinations.every((one) => one.app !== app || isVerified(app, contentHash(app), one.transport));
    estimate.expect(part.app(app), (isBuilt(app) ? 0 : TAKES.build) + (verified ? 0 : TAKES.verify));
  }
  estimate.expect(part.look, preflightSeconds);
  estimate.expect(part.launch, TAKES.launch + plan.browsers * TAKES.eachBrowser);
  if (plan.search !== null) return;
  const takes = runSeconds(plan, scenarios);
  const rounds =
    plan.until === null ? plan.plan.most : Math.max(ENOUGH_RUNS, Math.floor((time - estimate.left) / sum(takes)));
  for (let number = 1; number <= rounds * combinations.length; number++) {
    estimate.expect(part.run(number), takes[(number - 1) % combinations.length]!);
  }
}

const minutes = (seconds: number): string => `${Math.ceil(seconds / 60)} min`;

/**
 * What a session is about to do, how long it takes, and that it can be stopped.
 * @param time how long rounds without a number may go on, seconds
 * @param resumeBy the command that goes on with it
 */
export function announcement(
  plan: SessionPlan,
  scenarios: readonly FoundScenario[],
  time: number,
  resumeBy: string,
): string {
  const { most } = plan.plan;
  const names = [...new Set(plan.combinations.map(({ app }) => nameOf(app)))];
  const about = plan.search === null ? `, about ${minutes(most * sum(runSeconds(plan, scenarios)))}` : '';
  const rounds =
    plan.until === null
      ? `${most} ${most === 1 ? 'run' : 'runs'} of each at most${about}`
      : `until the order is decided, at most for ${minutes(time)} (three rounds at least)`;
  return `Measures ${names.join(', ')}: ${rounds}. Ctrl-C stops; ${resumeBy} goes on.`;
}
