/** Before a session can measure: what it needs is got, built and checked, at the same time where that helps. */
import { readyBrowser } from '../client-launcher/index.ts';
import type { SessionPlan } from '../loadtests/runner/plan.ts';
import { Preparation, soonestFirst } from '../loadtests/runner/preparation.ts';
import type { FoundScenario } from '../loadtests/scenarios/find.ts';
import { buildApp } from '../setup/apps/build.ts';
import type { Place } from '../setup/apps/places/place.ts';
import { runnableHere } from '../setup/apps/ready.ts';
import { findTool } from '../setup/tools/find.ts';
import { expectSession, part } from './expectations.ts';
import type { StepBar } from './step-bar.ts';
import type { SwarmOptions } from './swarm-options.ts';

/** The plan without what cannot run on this machine, in the order in which frameworks can be ready. */
export async function runnablePlan(plan: SessionPlan, named: boolean, bar: StepBar): Promise<SessionPlan> {
  const apps = [...new Set(plan.combinations.map(({ app }) => app))];
  const runnable = await runnableHere(apps, named, bar.say);
  return { ...plan, combinations: soonestFirst(plan.combinations.filter(({ app }) => runnable.includes(app))) };
}

export interface ReadyOptions extends Pick<SwarmOptions, 'browser' | 'grid'> {
  live: boolean;
  look: number;
  /** Where servers will run. */
  place: Place;
}

export interface Ready<Live> {
  preparation: Preparation;
  live: Live | null;
}

/**
 * Resolves when the browser is there, the charts are served and the first framework can be measured. The others are prepared when it
 * is their turn, and nothing is measured meanwhile.
 * @param startLive serves the charts; null when it cannot
 */
export async function getReady<Live extends { stop(): Promise<void> }>(
  plan: SessionPlan,
  scenarios: readonly FoundScenario[],
  options: ReadyOptions,
  bar: StepBar,
  startLive: () => Promise<Live | null>,
): Promise<Ready<Live>> {
  const { outlook } = bar;
  const here = plan.swarm === 'browser' && options.grid === undefined;
  const browserIsThere = !here || (await findTool(options.browser === 'chrome' ? 'chromium' : 'firefox')).found;
  expectSession(outlook, { plan, scenarios, browserIsThere, charts: options.live, lookSeconds: options.look });
  const within = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    outlook.begin(name);
    const result = await work();
    outlook.end(name);
    return result;
  };
  const preparation = new Preparation(plan.combinations, {
    step: bar.step,
    say: bar.say,
    build: async (app, step) => {
      await buildApp(app, step);
      await options.place.prepare?.(app, step);
    },
    onApp: (app, over) => (over ? outlook.end(part.app(app)) : outlook.begin(part.app(app))),
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
