import type { RunRecord } from '../../protocol/run-record.ts';
import { type Fault, finds } from './fault.ts';
import { judgeEnd, judgeFinished, judgeRecord, judgeResumed, judgeTold, runAt } from './judge.ts';

const START = Date.parse('2026-11-20T10:00:00Z');

function run(changes: Partial<RunRecord> = {}): RunRecord {
  return {
    id: 'a-run',
    when: { startedAt: new Date(START).toISOString(), finishedAt: new Date(START + 3_000).toISOString() },
    plan: { seconds: 2, bucketSeconds: 1 },
    metrics: { sentByClients: { kind: 'count', total: 80, expected: 80 } },
    validity: [],
    notMeasured: {},
    ...changes,
  } as unknown as RunRecord;
}

const counted = (total: number) =>
  ({ sentByClients: { kind: 'count', total, expected: 80 } }) as unknown as RunRecord['metrics'];
const FATAL: RunRecord['validity'] = [{ code: 'server-restarted', level: 'fatal', message: 'it ended' }];

describe('how the command ended', () => {
  test.each([0, 4])('%s is right', (end) => expect(judgeEnd({ end, said: 'outcry: a sentence' })).toEqual([]));

  test.each([1, 2, 'SIGSEGV'])('%s is not', (end) => {
    expect(judgeEnd({ end, said: 'oh' })).toEqual([`it ended with ${end}: oh`]);
  });

  test('a signal that was sent to it is', () => {
    expect(judgeEnd({ end: 'SIGKILL', said: '' }, ['SIGKILL'])).toEqual([]);
  });

  test('an end that never came is told with the last words', () => {
    expect(judgeEnd({ end: null, said: 'one\ntwo\n' })).toEqual(['it hangs; the last that it said: one | two']);
  });

  test('who calls himself a bug is one, whatever the code', () => {
    expect(judgeEnd({ end: 4, said: 'outcry: this is a bug in Outcry; please report' })).toHaveLength(1);
  });
});

describe('a record', () => {
  test('that is valid has every count', () => {
    expect(judgeRecord(run())).toEqual([]);
    expect(judgeRecord(run({ metrics: counted(79) }))).toEqual(['a-run is valid with 79 of 80 sentByClients']);
  });

  test('that is invalid may have any', () => {
    expect(judgeRecord(run({ metrics: counted(79), validity: FATAL }))).toEqual([]);
  });

  test('has no latency longer than its run', () => {
    const metrics = { fromSent: { kind: 'trend', unit: 'ms', distribution: { max: 86_400_000 } } };
    expect(judgeRecord(run({ metrics: metrics as unknown as RunRecord['metrics'] }))).toHaveLength(1);
  });
});

describe('what a run says', () => {
  const fault = { name: 'server killed', told: finds('server-restarted') } as unknown as Fault;

  test('is asked of the run in the middle of whose test it happened', () => {
    expect(runAt([run()], START + 1_000)?.id).toBe('a-run');
    for (const at of [START - 1, START + 100, START + 1_900, Number.NaN]) expect(runAt([run()], at)).toBeUndefined();
  });

  const during = (from: number, until = from) => ({ when: { from, until } });

  test('must be what happened', () => {
    expect(judgeTold(fault, during(START + 1_000), [run()], 'plain')).toEqual({
      told: false,
      problems: ['a-run does not say what happened; it says nothing'],
    });
    const says = judgeTold(fault, during(START + 1_000), [run({ validity: FATAL })], 'plain');
    expect(says).toEqual({ told: true, problems: [] });
  });

  test('is not asked where nothing began in a test, or nothing need be said', () => {
    expect(judgeTold(fault, during(START - 900, START + 1_000), [run()], 'plain')).toBeNull();
    expect(judgeTold(fault, during(START + 5_000), [run()], 'plain')).toBeNull();
    expect(judgeTold({}, during(START + 1_000), [run()], 'plain')).toBeNull();
  });

  test('is not asked in a scene in which it cannot tell', () => {
    const onlyFed = { ...fault, toldIn: ['fed'] as const };
    expect(judgeTold(onlyFed, during(START + 1_000), [run()], 'plain')).toBeNull();
    expect(judgeTold(onlyFed, during(START + 1_000), [run()], 'fed')?.told).toBe(false);
  });

  test('may be asked for by what was left to chance', () => {
    const injected = { ...during(START + 1_000), told: finds('monitor-gaps') };
    expect(judgeTold({}, injected, [run()], 'plain')?.told).toBe(false);
  });
});

test('a session that calls itself finished has all its runs', () => {
  const kept = (records: number, ...finished: boolean[]) => ({
    records: new Map(Array.from({ length: records }, (_, index) => [`${index}`, run()])),
    sessions: finished.map((is) => ({ id: 'one', finished: is })),
  });
  expect(judgeFinished(0, kept(2, true), 2)).toEqual([]);
  expect(judgeFinished(0, kept(1, true), 2)).toEqual(['the session says that it is finished, and has 1 records of 2']);
  expect(judgeFinished(130, kept(1, false), 2)).toEqual([]);
  expect(judgeFinished(4, kept(1), 2)).toEqual(['there are records of no session']);
  expect(judgeFinished(0, kept(0), 2)).toEqual(['it ended with 0, and there is no session']);
  expect(judgeFinished(4, kept(0), 2)).toEqual([]);
});

test('a session that was resumed has all its runs and says that it is finished', () => {
  const ended = { end: 0, said: '' };
  expect(judgeResumed(ended, true, 2, 2)).toEqual([]);
  expect(judgeResumed(ended, true, 1, 2)).toEqual(['resumed, it has 1 records of 2']);
  expect(judgeResumed(ended, false, 2, 2)).toEqual(['resumed, it ended and is not finished']);
  expect(judgeResumed({ end: 2, said: 'no session' }, false, 0, 2)).toEqual(['resumed, it ended with 2: no session']);
});
