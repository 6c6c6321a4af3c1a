import type { Scenario } from '../../scenarios/scenario.ts';
import { runSeconds } from './round-plan.ts';

const plan = {
  asked: { scenario: 'made-up', params: {}, clients: 1 },
  combinations: [{ app: { warmupSeconds: 2 } }, { app: { warmupSeconds: 30 } }],
  warmupSeconds: null,
};
const scenario = { plannedSeconds: () => 10, warmUp: (params: object) => params } as unknown as Scenario;

test('a run by itself takes its test, a start and a warm-up', () => {
  const [quick, slow] = runSeconds(plan, scenario);
  expect(quick).toBeGreaterThan(10);
  expect(slow).toBeGreaterThanOrEqual(10 + 30);
});

test('and no warm-up where the scenario has none', () => {
  const [quick, slow] = runSeconds(plan, { ...scenario, warmUp: () => null });
  expect(quick).toBe(slow);
  expect(quick).toBeLessThan(runSeconds(plan, scenario)[0]!);
});
