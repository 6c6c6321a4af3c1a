import { pathToFileURL } from 'node:url';
import type { Backend, BackendScript, BackendTest } from '../../loadtests/scenarios/backend-script.ts';
import { backendOf } from '../../loadtests/scenarios/find.ts';
import type { LoopPlan } from '../../member/open-loop.ts';
import { fedScenario } from './usable-transports.ts';

test('bodies are due from the beginning of a fed test to its end, so that a run reports a backend that stops', async () => {
  const { found, params } = (await fedScenario())!;
  const defaults = Object.entries(found.scenario.params).map(([name, param]) => [name, param.default]);
  const all = { ...Object.fromEntries(defaults), ...params };
  const { default: script } = (await import(pathToFileURL(backendOf(found)!).href)) as { default: BackendScript };
  const plans: LoopPlan[] = [];
  const backend = { schedule: (plan: LoopPlan) => void plans.push(plan) } as unknown as Backend;
  const made = { params: all, counter: () => ({}), trend: () => ({}) } as unknown as BackendTest;
  script(made, backend).start(0);
  expect(plans).toEqual([expect.objectContaining({ offsetMs: 0 })]);
  expect(found.scenario.plannedSeconds(all, 4)).toBe(plans[0]!.count / plans[0]!.rate);
});
