import { EventEmitter } from 'node:events';
import { findScenarios } from '../../loadtests/scenarios/find.ts';
import type { SessionPlan } from '../../loadtests/session/plan/session-plan.ts';
import { TimeEstimate } from '../../loadtests/session/plan/time-estimate.ts';
import type { SessionEvents } from '../../loadtests/session/session-events.ts';
import { makeCount, makeRun } from '../../merge/testing/make-run.ts';
import { StepBar } from './progress-bar.ts';
import { announcement, printNotices, showProgress } from './session-progress.ts';

test('a preflight check that found nothing says why', () => {
  const written: string[] = [];
  const bar = new StepBar(new TimeEstimate(), { write: (text) => written.push(text) });
  const events = new EventEmitter<SessionEvents>();
  showProgress(events, bar, { scenarios: [], charts: false });
  events.emit('checking', 5);
  events.emit('notChecked', "the monitor's process ended (exit code 1)");
  expect(written).toContain("No preflight check: the monitor's process ended (exit code 1)\n");
});

test('a session’s notices are said once each, with the first record that has them', () => {
  const events = new EventEmitter<SessionEvents>();
  const said: string[] = [];
  const notices = printNotices(events, (line) => said.push(line));
  events.emit('record', makeRun());
  expect(said).toEqual([]);
  events.emit('record', { ...makeRun(), notice: 'ask before you publish' });
  events.emit('record', { ...makeRun(), notice: 'ask before you publish' });
  events.emit('record', { ...makeRun(), notice: 'and \u001b[31mthis' });
  expect(said).toEqual(['Notice: ask before you publish', expect.not.stringContaining('\u001b')]);
  expect([...notices]).toEqual(['ask before you publish', 'and \u001b[31mthis']);
});

const scenarios = await findScenarios();

test.each([
  [1, 'lost 1 message,'],
  [2_093, 'lost 2,093 messages,'],
])('messages are counted whole', (lost, text) => {
  const written: string[] = [];
  const bar = new StepBar(new TimeEstimate(), { write: (line) => written.push(line) });
  const events = new EventEmitter<SessionEvents>();
  showProgress(events, bar, { scenarios, charts: false });
  const run = makeRun();
  const lostMessages = { ...makeCount([lost]), unit: 'messages', label: 'lost', about: 'made up' };
  const { metrics, identity } = run;
  events.emit('record', {
    ...run,
    identity: { ...identity, scenario: 'recover' },
    metrics: { ...metrics, lostMessages },
  });
  expect(written.join('')).toContain(text);
});

/** A session of two frameworks whose runs take 5 s of warm-up, 12 s of load and 4 s around it. */
const announced = (more: Partial<SessionPlan>) => {
  const plan = {
    asked: { scenario: 'broadcast', params: { rate: 2, messages: 24, payload: 64, phase: 'together' }, clients: 4 },
    combinations: ['one', 'two'].map((id) => ({ app: { id, warmupSeconds: 7 }, transport: 'websocket' })),
    ...{ search: null, mostRuns: 10, until: null, warmupSeconds: 5 },
    ...more,
  } as SessionPlan;
  return announcement(plan, scenarios, './outcry again');
};

test('a session with a fixed number of runs announces its minutes', () => {
  expect(announced({})).toBe(
    'Measures one, two: 10 runs of each at most, about 7 min. Ctrl-C stops; ./outcry again goes on.',
  );
});

test('a session whose rounds go on says when they end', () => {
  expect(announced({ until: { percent: 10, seconds: 360, decided: false } })).toContain(': rounds for 6 min. ');
  const decided = announced({ until: { percent: 10, seconds: 360, decided: true } });
  expect(decided).toContain(': rounds for 6 min at most, until the order is decided. ');
});

test('too few rounds for a ranking are said before they are made', () => {
  expect(announced({ mostRuns: 2 })).toContain('Rows are ranked after 3 rounds.');
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
