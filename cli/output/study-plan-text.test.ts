import type { StudyPlan, Task } from '../../loadtests/studies/plan-study.ts';
import { makeStudy } from '../../merge/claims/testing/study-runs.ts';
import type { PartSize } from '../../merge/claims/types.ts';
import { lengthText, planText } from './study-plan-text.ts';

const study = makeStudy();
const [load, long] = study.parts;
const task = (part: Task['part'], seconds: number, more: Partial<Task> = {}): Task => ({
  ...{ part, seconds, searches: false, state: 'to run', session: 's', bytes: false },
  options: part.whole as PartSize as unknown as Task['options'],
  what: { frameworks: ['alpha'], transports: ['websocket'], skipped: [] },
  ...more,
});
const plan: StudyPlan = {
  tasks: [
    task(load!, 3900),
    task(load!, 300, { bytes: true, options: { ...load!.whole, wire: true } as never }),
    task(long!, 600, { searches: true, state: 'interrupted' }),
  ],
  skipped: ['beta: there is no such app'],
};

test('a plan has each part with its size and its time, what is skipped, and the sum', () => {
  expect(planText(study, 'whole', plan, [])).toBe(
    [
      'Study A, whole: Made up',
      '  load: alpha over websocket; 60 console clients, 10 rounds: 1 h 05 min',
      '  load, bytes: alpha over websocket; 60 console clients, 10 rounds, bytes counted: 5 min',
      '  long: alpha over websocket; 60 console clients, 10 rounds: 10 min (a guess: it searches), interrupted',
      'skipped: beta: there is no such app',
      '3 parts, about 1 h 20 min, of which 10 min are searches (a guess). Nothing was run.',
    ].join('\n'),
  );
});

test('a plan says as many rounds as were asked for, where these are fewer', () => {
  const fewer = task(load!, 600, { options: { ...load!.whole, runs: 2 } as unknown as Task['options'] });
  expect(planText(study, 'whole', { tasks: [fewer], skipped: [] }, [])).toContain(
    '60 console clients, 2 rounds: 10 min',
  );
});

test('what takes no time is not called nothing', () => {
  expect(lengthText([task(load!, 5)])).toBe('about 1 min');
});
