import { type Lane, planCampaign } from './campaign-plan.ts';
import type { Fault } from './fault.ts';
import { findFaults } from './find-faults.ts';

const LANES: Lane[] = [
  { framework: 'one', transport: 'websocket', scenes: ['plain', 'fed'], cannot: [] },
  { framework: 'two', transport: 'sse', scenes: ['plain', 'charts', 'browser'], cannot: [] },
];

const fault = (name: string, scenes: Fault['scenes']): Fault => ({
  name,
  about: 'made up',
  scenes,
  inject: async () => null,
});

const FAULTS = [
  fault('a', ['plain']),
  fault('b', ['fed', 'charts']),
  fault('c', ['browser']),
  fault('d', ['brokered']),
];
const ALL = ['plain', 'fed', 'charts', 'browser', 'brokered'] as const;

test('the same seed gives the same campaign, and another seed another', () => {
  const plan = (seed: number) => planCampaign({ faults: 50, seed }, FAULTS, LANES, ALL);
  expect(plan(7)).toEqual(plan(7));
  expect(plan(7)).not.toEqual(plan(8));
});

test('some sessions warm up, and some faults fall into that', () => {
  const trials = planCampaign({ faults: 300, seed: 1 }, FAULTS, LANES, ALL);
  const warm = trials.filter((trial) => trial.warm);
  expect(warm.length).toBeGreaterThan(60);
  expect(warm.length).toBeLessThan(140);
  const late = ({ moment: { after, ms } }: (typeof trials)[number]) => after === 'starting' && ms > 1_000;
  expect(warm.filter(late).length).toBeGreaterThan(10);
  expect(trials.filter((trial) => !trial.warm).some(late)).toBe(false);
});

test('a longer campaign begins like a shorter one', () => {
  const plan = (faults: number) => planCampaign({ faults, seed: 7 }, FAULTS, LANES, ALL);
  expect(plan(50).slice(0, 5)).toEqual(plan(5));
});

test('a fault is only done where its scene can be played', () => {
  for (const trial of planCampaign({ faults: 200, seed: 1 }, FAULTS, LANES, ALL)) {
    expect(FAULTS.find(({ name }) => name === trial.fault)!.scenes).toContain(trial.scene);
    expect(LANES.find(({ framework }) => framework === trial.framework)!.scenes).toContain(trial.scene);
  }
});

test('a fault is not done to a server that does not come up on it', () => {
  const lanes = LANES.map((lane) => (lane.framework === 'one' ? { ...lane, cannot: ['a'] } : lane));
  const trials = planCampaign({ faults: 200, seed: 1 }, FAULTS, lanes, ALL);
  const frameworks = (name: string) => [
    ...new Set(trials.filter(({ fault }) => fault === name).map(({ framework }) => framework)),
  ];
  expect(frameworks('a')).toEqual(['two']);
  expect(frameworks('b').sort()).toEqual(['one', 'two']);
  const nobody = LANES.map((lane) => ({ ...lane, cannot: ['a', 'b'] }));
  expect(new Set(planCampaign({ faults: 9, seed: 1 }, FAULTS, nobody, ALL).map(({ fault }) => fault))).toEqual(
    new Set(['c']),
  );
});

test('a fault that cannot happen is skipped, and each of the others has its turn', () => {
  const names = (scenes: readonly (typeof ALL)[number][]) => [
    ...new Set(planCampaign({ faults: 3, seed: 2 }, FAULTS, LANES, scenes).map((trial) => trial.fault)),
  ];
  expect(names(ALL).sort()).toEqual(['a', 'b', 'c']);
  expect(names(['plain'])).toEqual(['a']);
  expect(() => names([])).toThrow('no fault can be injected on this machine');
});

test('every file of faults gives some, each with a name of its own', async () => {
  const found = await findFaults();
  expect(found.length).toBeGreaterThan(20);
  expect(new Set(found.map(({ name }) => name)).size).toBe(found.length);
});
