import { madeUpScenario } from '../../session/testing/made-up-scenario.ts';
import type { Plan, PlanContext, Scenario, StepDone } from '../scenario.ts';
import type { RampParams } from './params.ts';
import { rampPlan } from './ramp-search.ts';
import ramp from './scenario.ts';

const DEFAULTS = Object.fromEntries(
  Object.entries(ramp.params).map(([name, spec]) => [name, spec.default]),
) as RampParams;

const context: PlanContext = {
  ranked: () => ['fromSent'],
  runs: 1,
  clients: 60,
  room: 5000,
  scenario: (name) => (name === 'ramp' ? (ramp as unknown as Scenario) : madeUpScenario().scenario),
  given: { rate: 1, messages: 2 },
};

const planOf = (params: Partial<RampParams>, change: Partial<PlanContext> = {}): Plan =>
  rampPlan({ ...DEFAULTS, of: 'made-up', ...params }, { ...context, ...change });

type Run = Partial<Pick<StepDone, 'valid' | 'fatal' | 'saturated'>> & { figures?: Record<string, number> };

/** Does all runs of a plan; `run` says what came of each. */
function ramped(plan: Plan, run: (step: { clients: number; rate: number; repetition: number }) => Run): StepDone[] {
  const done: StepDone[] = [];
  for (let step = plan.next(done); step !== null; step = plan.next(done)) {
    const {
      figures = {},
      valid = true,
      fatal = null,
      saturated = null,
    } = run({
      clients: step.clients,
      rate: Number(step.params.rate),
      repetition: step.repetition,
    });
    done.push({ ...step, valid, fatal, saturated, figure: (path) => figures[path] ?? null });
  }
  return done;
}

const p99 = (value: number): Run => ({ figures: { p99: value } });

describe('a ramp', () => {
  test('finds how many clients it takes to break a limit', () => {
    const plan = planOf({});
    const done = ramped(plan, ({ clients }) => p99(clients / 4));
    const { sentence, figures } = plan.found!(done);
    expect(figures.held as number).toBeLessThanOrEqual(400);
    expect(figures.broke as number).toBeGreaterThan(400);
    expect(figures.low as number).toBeLessThan(400);
    expect(figures.high as number).toBeGreaterThan(400);
    expect(sentence).toMatch(
      /^breaks at \d+ clients \(95 %: \d+ to \d+; held \d+, broke \d+\): p99 > 100 ms \(1\d\d\); \d+ runs$/,
    );
  });

  test('grows a parameter of the scenario as well, with the clients as they are', () => {
    const plan = planOf({ grow: 'rate', from: 1, to: 500 });
    const done = ramped(plan, ({ rate }) => p99(rate));
    expect(done.every(({ clients }) => clients === 60)).toBe(true);
    expect(plan.found!(done).figures.point as number).toBeCloseTo(100, -1);
    expect(plan.mostClients).toBe(60);
  });

  test('has every run but once, told apart by value and repetition', () => {
    const done = ramped(planOf({}), ({ clients }) => p99(clients));
    const names = done.map(({ clients, repetition }) => `${clients} ${repetition}`);
    expect(new Set(names).size).toBe(names.length);
  });

  test('never begins a run that the swarm cannot hold', () => {
    const plan = planOf({ to: 1000 }, { room: 150 });
    const done = ramped(plan, () => p99(1));
    expect(plan.mostClients).toBe(150);
    expect(Math.max(...done.map(({ clients }) => clients))).toBe(150);
    expect(plan.found!(done).sentence).toMatch(/^did not break up to 150 clients/);
  });

  test('runs an invalid step again, and takes it for broken with its reason when it stays invalid', () => {
    const plan = planOf({});
    const done = ramped(plan, ({ clients }) =>
      clients < 100 ? p99(1) : { valid: false, fatal: 'client-died: member 1 died', ...p99(1) },
    );
    const { figures } = plan.found!(done);
    expect(figures.held as number).toBeLessThan(100);
    expect(figures.broke as number).toBeGreaterThanOrEqual(100);
    expect(figures.why).toBe('client-died: member 1 died');
  });

  test('forgives a step that was invalid once', () => {
    const done = ramped(planOf({ to: 80 }), ({ clients, repetition }) =>
      clients === 40 && repetition === 1 ? { valid: false, fatal: 'client-died' } : p99(1),
    );
    expect(done.filter(({ clients }) => clients === 40)).toHaveLength(2);
    expect(Math.max(...done.map(({ clients }) => clients))).toBe(80);
  });

  test('takes a break of the swarm for none of the server, and says where the swarm was the bottleneck', () => {
    const plan = planOf({});
    const saturated = 'the load machine was a bottleneck: made up';
    const done = ramped(plan, ({ clients }) => (clients < 100 ? p99(1) : { saturated, ...p99(900) }));
    const { sentence, figures } = plan.found!(done);
    expect(figures).toMatchObject({ point: null, broke: null, high: null, why: saturated });
    expect(figures.held as number).toBeLessThan(100);
    expect(figures.ceiling as number).toBeGreaterThanOrEqual(100);
    expect(sentence).toMatch(
      /^did not break up to \d+ clients \(p99 > 100 ms\); the swarm cannot give 1\d\d: .*made up; \d+ runs$/,
    );
  });

  test('says nothing of the server where the swarm is the bottleneck from the beginning', () => {
    const plan = planOf({});
    const done = ramped(plan, () => ({ saturated: 'made up', ...p99(1) }));
    expect(plan.found!(done).sentence).toBe('cannot be told; the swarm cannot give 10: made up; 3 runs');
  });

  test('judges memory by a saturated swarm as well', () => {
    const plan = planOf({ until: 'serverMemory.max > 500 MB' });
    const done = ramped(plan, ({ clients }) => ({
      saturated: 'made up',
      figures: { 'serverMemory.max': clients * 5_000_000 },
    }));
    expect(plan.found!(done).figures.point as number).toBeCloseTo(100, -1);
  });

  test('takes loss for what it looks for where that is the limit, though it makes a run invalid', () => {
    const plan = planOf({ until: 'lost > 0' });
    const done = ramped(plan, ({ clients }) => ({
      valid: clients < 200,
      fatal: clients < 200 ? null : 'messages-lost',
      figures: { lost: clients < 200 ? 0 : 7 },
    }));
    expect(plan.found!(done).figures.why).toBe('lost > 0 (7)');
  });

  test.each<[string, Partial<RampParams>, RegExp]>([
    [
      'what cannot grow',
      { grow: 'phase' },
      /--grow: "phase" cannot grow in made-up; there is: clients, rate, messages/,
    ],
    ['a beginning that is no number of clients', { from: 0.5 }, /--from: clients begins at a whole number from 1/],
    ['a beginning past the end', { from: 1000 }, /--from: must be below where it stops/],
    [
      'a limit on what is not measured',
      { until: 'held > 3' },
      /--until: made-up does not measure what "held > 3" asks for/,
    ],
    [
      'a figure that the metric does not have',
      { until: 'serverCpu.p99 > 3' },
      /"serverCpu" has no figure "p99"; it has: typical, max/,
    ],
    ['a unit that does not fit', { until: 'p99 > 5 MB' }, /--until: "p99 > 5 MB": "fromSent\.p99" is in ms, not in MB/],
    ['a limit that cannot be read', { until: 'slow' }, /--until: cannot read "slow"/],
    ['to wrap itself', { of: 'ramp' }, /--of: ramp wraps a scenario itself/],
  ])('refuses %s', (_, params, message) => {
    expect(() => planOf(params)).toThrow(message);
  });
});
