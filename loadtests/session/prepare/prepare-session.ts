/** Prepares a session: installs, builds and checks what it needs, in parallel where that helps. */

import type { SwarmOptions } from '../../../cli/options/swarm-options.ts';
import type { StepBar } from '../../../cli/output/progress-bar.ts';
import { readyBrowser } from '../../../client-launcher/index.ts';
import { buildApp } from '../../../setup/apps/build/build.ts';
import { installTools, runnableHere } from '../../../setup/apps/build/prepare-apps.ts';
import type { Place } from '../../../setup/apps/places/place.ts';
import { findTool } from '../../../setup/tools/find.ts';
import type { FoundScenario } from '../../scenarios/find.ts';
import { expectSession, part } from '../plan/session-estimate.ts';
import type { SessionPlan } from '../plan/session-plan.ts';
import { Preparation, soonestFirst } from './prepare-frameworks.ts';

/** Installs what frameworks lack. Returns the plan without those that cannot run here all the same, in the order in which the others become ready. */
export async function runnablePlan(plan: SessionPlan, named: boolean, bar: StepBar): Promise<SessionPlan> {
  const apps = [...new Set(plan.combinations.map(({ app }) => app))];
  await installTools(apps, bar.step);
  const runnable = await runnableHere(apps, named, bar.say);
  return { ...plan, combinations: soonestFirst(plan.combinations.filter(({ app }) => runnable.includes(app))) };
}

export interface ReadyOptions extends Pick<SwarmOptions, 'browser' | 'grid'> {
  live: boolean;
  look: number;
  /** How long rounds may go on where they have no number, seconds. */
  time: number;
  /** Where servers will run. */
  place: Place;
}

export interface Ready<Live> {
  preparation: Preparation;
  live: Live | null;
}

/**
 * Resolves when the browser is there, the charts are served and the first framework can be measured. Each of the others is prepared
 * before its first run, while nothing is measured.
 * @param startLive serves the charts; null when it cannot
 */
export async function getReady<Live extends { stop(): Promise<void> }>(
  plan: SessionPlan,
  scenarios: readonly FoundScenario[],
  options: ReadyOptions,
  bar: StepBar,
  startLive: () => Promise<Live | null>,
): Promise<Ready<Live>> {
  const { estimate } = bar;
  const here = plan.swarm === 'browser' && options.grid === undefined;
  const browserIsThere = !here || (await findTool(options.browser === 'chrome' ? 'chromium' : 'firefox')).found;
  expectSession(estimate, {
    plan,
    scenarios,
    browserIsThere,
    charts: options.live,
    preflightSeconds: options.look,
    time: options.time,
  });
  const within = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    estimate.begin(name);
    const result = await work();
    estimate.end(name);
    return result;
  };
  const preparation = new Preparation(plan.combinations, {
    step: bar.step,
    say: bar.say,
    build: async (app, step) => {
      await buildApp(app, step);
      await options.place.prepare?.(app, step);
    },
    onApp: (app, over) => (over ? estimate.end(part.app(app)) : estimate.begin(part.app(app))),
  });
  const browser = within(part.browser, async () => (here ? readyBrowser(options.browser, bar.step) : undefined));
  const charts = within(part.charts, async () => (options.live ? startLive() : null));
  const others = Promise.all([browser, charts]);
  try {
    await preparation.until(others);
    const [, live] = await others;
    return { preparation, live };
  } catch (error) {
    await charts.then((live) => live?.stop()).catch(() => {});
    throw error;
  }
}
