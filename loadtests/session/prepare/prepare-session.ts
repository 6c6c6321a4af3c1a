/** Prepares a session: installs, builds and checks what it needs, in parallel where that helps. */
import type { EventEmitter } from 'node:events';
import { readyBrowser } from '../../../client-launcher/index.ts';
import { buildApp } from '../../../setup/apps/build/build.ts';
import { installTools, runnableHere } from '../../../setup/apps/build/prepare-apps.ts';
import type { Place } from '../../../setup/apps/places/place.ts';
import { findTool } from '../../../setup/tools/find.ts';
import { part } from '../plan/session-estimate.ts';
import type { SessionPlan } from '../plan/session-plan.ts';
import type { SessionEvents } from '../session-events.ts';
import { Preparation } from './prepare-frameworks.ts';

/**
 * Installs what frameworks lack, and resolves when the browser is there and the first framework can be measured. Each of the others is
 * prepared before its first run, while nothing is measured.
 * @param besides done meanwhile; the first run waits for it
 * @returns the plan without those that cannot run here all the same, and these (`skipped`), each with the reason in brackets
 */
export async function prepareSession(
  wanted: SessionPlan,
  place: Place,
  events: EventEmitter<SessionEvents>,
  besides: () => Promise<unknown>,
): Promise<{ plan: SessionPlan; preparation: Preparation; skipped: string[] }> {
  const doing = (line: string): boolean => events.emit('doing', line);
  const remark = (line: string): boolean => events.emit('remark', line);
  const apps = [...new Set(wanted.combinations.map(({ app }) => app))];
  await installTools(apps, doing);
  const { runnable, skipped } = await runnableHere(apps, wanted.named, remark);
  const combinations = wanted.combinations.filter(({ app }) => runnable.includes(app));
  const plan: SessionPlan = { ...wanted, combinations };
  const { kind, browser, grid } = plan.swarm;
  const here = kind === 'browser' && grid === null;
  const browserIsThere = !here || (await findTool(browser === 'chrome' ? 'chromium' : 'firefox')).found;
  events.emit('planned', { plan, browserIsThere });
  const within = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    events.emit('part', { name, over: false });
    await work();
    events.emit('part', { name, over: true });
  };
  const preparation = new Preparation(combinations, {
    step: doing,
    say: remark,
    build: async (app, step) => {
      await buildApp(app, step);
      await place.prepare?.(app, step);
    },
    onApp: (app, over) => events.emit('part', { name: part.app(app), over }),
  });
  const others = Promise.all([
    within(part.browser, async () => (here ? readyBrowser(browser, doing) : undefined)),
    within(part.charts, besides),
  ]);
  await preparation.until(others);
  await others;
  return { plan, preparation, skipped };
}
