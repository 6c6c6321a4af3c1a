import { bestOf, withKept } from '../../merge/claims/best-size.ts';
import { judgeStudy, newestAttempt } from '../../merge/claims/judge-study.ts';
import { makeRow, makeStudy, NEEDS_LITTLE } from '../../merge/claims/testing/study-runs.ts';
import { studyText } from './study-text.ts';

test("a comparison has the study's figure, ours, and that of the runs that come with Outcry", () => {
  const figures = [{ of: 'alpha', what: 'CPU', value: 40, unit: '%', ours: 'load/alpha/websocket/serverCpu' }];
  const study = makeStudy([{ ...NEEDS_LITTLE, figures }]);
  const judged = (...cpu: number[]) => judgeStudy(study, newestAttempt('A', makeRow({ cpu }))!);
  const whole = judgeStudy(study, { ...newestAttempt('A', makeRow({ cpu: [20, 20, 20] }))!, size: 'whole' });
  expect(studyText(withKept(judged(10, 10, 10), bestOf([whole])))).toContain(
    'here 10 % of a core (10 to 10); the runs that come with Outcry (the whole study): 20 % of a core (20 to 20), wanted',
  );
  expect(studyText(withKept(judged(10, 10, 10), bestOf([judged(20, 20, 20)])))).toContain(
    'server CPU of alpha over websocket (load): the study 40 % of a core; here 10 % of a core (10 to 10); the runs that come with Outcry: 20 % of a core (20 to 20), wanted at most 50 % of a core (Made up); 3 rounds: holds',
  );
});

test('plain counts of several rows are one line', () => {
  const every = (of: string) =>
    ({ kind: 'every-run', of: `load/${of}/websocket/serverCpu`, equals: 'measured' }) as const;
  const study = makeStudy([
    {
      id: 'A-once',
      says: 'Once.',
      where: 'page 1',
      figures: [],
      rule: { kind: 'all', of: [every('alpha'), every('beta')] },
    },
  ]);
  const records = [...makeRow({ cpu: [10, 10, 10] }), ...makeRow({ framework: 'beta', cpu: [10, 10, 10, 10] })];
  expect(
    studyText(judgeStudy(study, newestAttempt('A', records)!))
      .split('\n')
      .slice(-2),
  ).toEqual([
    '  A-once (page 1): Once.',
    '      counts and flags of 2 rows, in each run: as the claim requires; 3 rounds',
  ]);
});
