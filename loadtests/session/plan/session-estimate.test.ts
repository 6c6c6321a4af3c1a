import { findScenarios } from '../../scenarios/find.ts';
import { announcement } from './session-estimate.ts';
import type { SessionPlan } from './session-plan.ts';

const scenarios = await findScenarios();

/** A session of two frameworks whose runs take 5 s of warm-up, 12 s of load and 4 s around it. */
const plan = (more: Partial<SessionPlan>): SessionPlan => ({
  profile: 'quick',
  asked: { scenario: 'broadcast', params: { rate: 2, messages: 24, payload: 64, phase: 'together' }, clients: 4 },
  search: null,
  swarm: 'console',
  browsers: 0,
  clients: 4,
  combinations: ['one', 'two'].map((id) => ({ app: { id, warmupSeconds: 7 }, transport: 'websocket' })) as never,
  plan: { most: 10, next: () => null } as never,
  until: null,
  warmupSeconds: 5,
  ...more,
});

const announced = (more: Partial<SessionPlan>) => announcement(plan(more), scenarios, 720, './outcry again');

test('a session with a fixed number of runs announces its minutes', () => {
  expect(announced({})).toBe(
    'Measures one, two: 10 runs of each at most, about 7 min. Ctrl-C stops; ./outcry again goes on.',
  );
});

test('a session whose rounds go on says when they end', () => {
  expect(announced({ until: { percent: 10 } })).toContain('at most for 12 min (three rounds');
});

test('of a search the length is unknown', () => {
  const search = { name: 'ramp', params: {} };
  expect(announced({ search })).toMatch(/: 10 runs of each at most\. /);
});

test('requests count once, for the test: a warm-up cuts it', () => {
  const minutes = (requests: number, warmupSeconds: number | null) => {
    const params = { requests, mode: 'one-after-the-other', bytes: 10, connect: 'themselves' };
    const asked = { scenario: 'request-response', params, clients: 100 };
    const text = announced({ asked, warmupSeconds });
    return Number(/about (\d+) min/.exec(text)![1]);
  };
  expect(minutes(10, null)).toBe(5); // 20 runs of 13 s
  expect(minutes(500, null)).toBe(12); // of 34 s
  expect(minutes(500, 1)).toBe(10); // of 29 s
});
