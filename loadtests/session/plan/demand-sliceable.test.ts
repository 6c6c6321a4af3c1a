import { madeUpScenario } from '../testing/made-up-scenario.ts';
import { type AskedBeside, demandSliceable } from './demand-sliceable.ts';

const made = madeUpScenario();
const CUT = [{ ...made, scenario: { ...made.scenario, slices: () => [] } }];
const PLAN = { asked: { scenario: made.scenario.name, params: {}, clients: 1 }, search: null };

test('servers take turns where the test can be cut', () => {
  expect(() => demandSliceable(PLAN, CUT, { wire: false })).not.toThrow();
});

test.each<[string, Parameters<typeof demandSliceable>[0], typeof CUT | (typeof made)[], AskedBeside]>([
  ['a test of made-up cannot be cut', PLAN, [made], { wire: false }],
  ['ramp follows from run to run', { ...PLAN, search: { name: 'ramp', params: {} } }, CUT, { wire: false }],
  ['--wire counts', PLAN, CUT, { wire: true }],
  ['--join connects', PLAN, CUT, { wire: false, join: 7000 }],
  ['--retries repeats', PLAN, CUT, { wire: false, again: 2 }],
])('%s, and the command says so', (why, plan, scenarios, options) => {
  expect(() => demandSliceable(plan, scenarios, options)).toThrow(why);
});
