import type { PlanContext, StepDone } from '../scenario.ts';
import { idlePlan } from './client-count-search.ts';
import { leastSquares } from './slope.ts';

const context: PlanContext = {
  ranked: () => ['fromSent'],
  runs: 2,
  clients: 60,
  room: 1000,
  scenario: () => {
    throw new Error('idle wraps nothing');
  },
  given: {},
};

/** Does all runs of a plan; memory is what `memory` says of that many clients. */
function done(steps: string, memory: (clients: number) => number | null, valid = true): StepDone[] {
  const plan = idlePlan({ seconds: 5, steps }, context);
  const all: StepDone[] = [];
  for (let step = plan.next(all); step !== null; step = plan.next(all)) {
    const { clients } = step;
    all.push({
      ...step,
      valid,
      fatal: null,
      saturated: null,
      figure: (path) => (path === 'serverMemory.max' ? memory(clients) : 1),
    });
  }
  return all;
}

describe('idle runs', () => {
  test('have the clients that were asked for, or each of the steps in turn', () => {
    expect(done('', () => 0).map(({ clients }) => clients)).toEqual([60, 60]);
    expect(done('500, 100,1000', () => 0).map(({ clients }) => clients)).toEqual([100, 500, 1000, 100, 500, 1000]);
  });

  test('of a step are the same as without steps', () => {
    expect(done('100,500', () => 0)[0]!.params).toEqual({ seconds: 5, steps: '' });
  });

  test.each(['100,', 'many', '0,5', '-3'])('refuse the steps "%s"', (steps) => {
    expect(() => idlePlan({ seconds: 5, steps }, context)).toThrow(/--steps: expected client counts/);
  });

  test('never have more clients than the swarm holds', () => {
    expect(() => idlePlan({ seconds: 5, steps: '10,2000' }, context)).toThrow(/2000 clients are more .* 1000/);
  });
});

describe('what a connection needs', () => {
  const found = (steps: string, memory: (clients: number) => number | null, valid = true) =>
    idlePlan({ seconds: 5, steps }, context).found?.(done(steps, memory, valid));

  test('is the slope over the steps', () => {
    const result = found('100,500,1000', (clients) => 50e6 + 8000 * clients)!;
    expect(result.figures.memoryPerConnection).toBeCloseTo(8000, 3);
    expect(result.figures.memoryWithout).toBeCloseTo(50e6, 0);
    expect(result.figures.cpuPerConnection).toBe(0);
    expect(result.sentence).toMatch(/server memory per connection 8,000 bytes \(95 %: /);
  });

  test('is not given by invalid runs, nor by one number of clients alone', () => {
    expect(found('100,500', () => 5, false)!.figures.memoryPerConnection).toBeNull();
    expect(found('', () => 5)).toBeUndefined();
  });
});

describe('a slope by least squares', () => {
  test('has the interval of the textbook', () => {
    // y = x with residuals +1 -1 -1 +1, which leave the slope at 1: SSR 4, Sxx 5, t(0.975, 2) = 4.303.
    const points = [1, 2, 3, 4].map((x, index) => ({ x, y: x + [1, -1, -1, 1][index]! }));
    const { slope, low, high } = leastSquares(points)!;
    expect(slope).toBeCloseTo(1, 10);
    expect(high! - low!).toBeCloseTo(2 * 4.30265 * Math.sqrt(4 / 2 / 5), 3);
  });

  test('has none for two points, and is nothing for one', () => {
    const one = { x: 1, y: 1 };
    expect(leastSquares([one, { x: 2, y: 3 }])).toMatchObject({ slope: 2, low: null, high: null });
    expect(leastSquares([one])).toBeNull();
    expect(leastSquares([one, one, one])).toBeNull();
  });
});
