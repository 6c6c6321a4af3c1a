import { bestOf, withKept } from '../../merge/claims/best-size.ts';
import { judgeStudy, newestAttempt } from '../../merge/claims/judge-study.ts';
import { makeRow, makeStudy, NEEDS_LITTLE } from '../../merge/claims/testing/study-runs.ts';
import { studyText } from './study-text.ts';

test("a comparison has the study's figure, ours, and that of the runs that come with Outcry", () => {
  const figures = [{ of: 'alpha', what: 'CPU', value: 40, unit: '%', ours: 'load/alpha/websocket/serverCpu' }];
  const study = makeStudy([{ ...NEEDS_LITTLE, figures }]);
  const judged = (...cpu: number[]) => judgeStudy(study, newestAttempt('A', makeRow({ cpu }))!);
  expect(studyText(withKept(judged(10, 10, 10), bestOf([judged(20, 20, 20)])))).toContain(
    'server CPU of alpha over websocket (load): the study 40 % of a core; here 10 % of a core (10 to 10); the runs that come with Outcry: 20 % of a core (20 to 20), wanted at most 50 % of a core (Made up); 3 rounds: holds',
  );
});
