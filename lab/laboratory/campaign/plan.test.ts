import { FAULTS } from './campaign.ts';
import type { Fault } from './fault.ts';
import { type Candidate, type Planned, planCampaign } from './plan.ts';

const CANDIDATES: Candidate[] = [
  { framework: 'one', transport: 'websocket', kinds: ['plain', 'fed'], cannot: [] },
  { framework: 'two', transport: 'sse', kinds: ['plain', 'charts', 'browser'], cannot: [] },
];

const fault = (name: string, kinds: Fault['kinds']): Fault => ({ name, kinds, inject: async () => null });
const MADE_UP = [
  fault('a', ['plain']),
  fault('b', ['fed', 'charts']),
  fault('c', ['browser']),
  fault('d', ['brokered']),
];

const plan = (faults: number, seed: number, candidates = CANDIDATES): Planned[] =>
  planCampaign({ faults, seed }, MADE_UP, candidates);
const names = (planned: readonly Planned[]): string[] => [...new Set(planned.map((one) => one.fault))].sort();

test('the same seed gives the same campaign, another seed another, and a longer one begins like a shorter one', () => {
  expect(plan(50, 7)).toEqual(plan(50, 7));
  expect(plan(50, 7)).not.toEqual(plan(50, 8));
  expect(plan(50, 7).slice(0, 5)).toEqual(plan(5, 7));
});

test('some sessions warm up, and some faults fall into that', () => {
  const all = plan(300, 1);
  const warm = all.filter((one) => one.warm);
  expect(warm.length).toBeGreaterThan(60);
  expect(warm.length).toBeLessThan(140);
  const late = ({ moment: { after, ms } }: Planned) => after === 'starting' && ms > 1_000;
  expect(warm.filter(late).length).toBeGreaterThan(10);
  expect(all.filter((one) => !one.warm).some(late)).toBe(false);
});

test('a fault is only done to a session of its kinds, and each that can be done has its turn', () => {
  for (const { fault: name, kind, framework } of plan(200, 1)) {
    expect(MADE_UP.find((one) => one.name === name)!.kinds).toContain(kind);
    expect(CANDIDATES.find((one) => one.framework === framework)!.kinds).toContain(kind);
  }
  expect(names(plan(3, 2))).toEqual(['a', 'b', 'c']);
  expect(() => plan(3, 2, [])).toThrow('no fault can be injected on this machine');
});

test('a fault is not done to a server that does not start on it', () => {
  const [one, two] = CANDIDATES as [Candidate, Candidate];
  const hit = plan(200, 1, [{ ...one, cannot: ['a'] }, two]).filter((planned) => planned.fault === 'a');
  expect([...new Set(hit.map(({ framework }) => framework))]).toEqual(['two']);
  expect(
    names(
      plan(9, 1, [
        { ...one, cannot: ['a', 'b'] },
        { ...two, cannot: ['a', 'b'] },
      ]),
    ),
  ).toEqual(['c']);
});

test('every fault has a name of its own', () => {
  expect(FAULTS.length).toBeGreaterThan(30);
  expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length);
});
