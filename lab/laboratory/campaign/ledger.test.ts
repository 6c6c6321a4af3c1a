import type { RunRecord } from '../../../protocol/run-record.ts';
import { hasFlag } from './fault.ts';
import { changedRecords, judgeEnd, judgeFinished, judgeRecord, judgeReported, judgeResumed, runAt } from './ledger.ts';

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
  test.each([0, 4])('%s is right', (end) => expect(judgeEnd({ end, stderr: 'outcry: a sentence' })).toEqual([]));

  test.each([1, 2, 'SIGSEGV'])('%s is not', (end) => {
    expect(judgeEnd({ end, stderr: 'oh' })).toEqual([`it ended with ${end}: oh`]);
  });

  test('a signal that was sent to it is', () => {
    expect(judgeEnd({ end: 'SIGKILL', stderr: '' }, ['SIGKILL'])).toEqual([]);
  });

  test('an end that never came is told with the last words', () => {
    expect(judgeEnd({ end: null, stderr: 'one\ntwo\n' })).toEqual(['it hangs; its last lines: one | two']);
  });

  test('who calls himself a bug is one, whatever the code', () => {
    expect(judgeEnd({ end: 4, stderr: 'outcry: this is a bug in Outcry; please report' })).toHaveLength(1);
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

describe('a run that was damaged', () => {
  const reported = hasFlag('server-restarted');
  const at = (from: number) => ({ when: { from, until: from } });

  test('is the one in the middle of whose test it happened', () => {
    expect(runAt([run()], START + 1_000)?.id).toBe('a-run');
    for (const ms of [START - 1, START + 100, START + 1_900, Number.NaN]) expect(runAt([run()], ms)).toBeUndefined();
  });

  test('must report it', () => {
    expect(judgeReported({ ...at(START + 1_000), reported }, [run()])).toEqual({
      reported: false,
      problems: ['a-run does not report what happened; it reports nothing'],
    });
    const damaged = run({ validity: FATAL });
    expect(judgeReported({ ...at(START + 1_000), reported }, [damaged])).toEqual({ reported: true, problems: [] });
  });

  test('need not where nothing began in a test, or nothing must be reported', () => {
    const lasting = { when: { from: START - 900, until: START + 1_000 }, reported };
    expect(judgeReported(lasting, [run()])).toBeNull();
    expect(judgeReported({ ...at(START + 5_000), reported }, [run()])).toBeNull();
    expect(judgeReported(at(START + 1_000), [run()])).toBeNull();
  });
});

const ledger = (records: number, ...finished: boolean[]) => ({
  records: new Map(Array.from({ length: records }, (_, index) => [`${index}`, run()])),
  sessions: finished.map((is) => ({ id: 'one', finished: is })),
});

test('a session that calls itself finished has all its runs', () => {
  expect(judgeFinished(0, ledger(2, true), 2)).toEqual([]);
  expect(judgeFinished(0, ledger(1, true), 2)).toEqual([
    'the session says that it is finished, and has 1 records of 2',
  ]);
  expect(judgeFinished(130, ledger(1, false), 2)).toEqual([]);
  expect(judgeFinished(4, ledger(1), 2)).toEqual(['there are records of no session']);
  expect(judgeFinished(0, ledger(0), 2)).toEqual(['it ended with 0, and there is no session']);
  expect(judgeFinished(4, ledger(0), 2)).toEqual([]);
});

test('a session that was resumed has all its runs and says that it is finished', () => {
  const ended = { end: 0, stderr: '' };
  expect(judgeResumed(ended, ledger(2, true), 2)).toEqual([]);
  expect(judgeResumed(ended, ledger(1, true), 2)).toEqual(['resumed, it has 1 records of 2']);
  expect(judgeResumed(ended, ledger(2, false), 2)).toEqual(['resumed, it ended and is not finished']);
  const refused = { end: 2, stderr: 'no session' };
  expect(judgeResumed(refused, ledger(0, false), 2)).toEqual(['resumed, it ended with 2: no session']);
});

test('a record that is gone or another one is a problem', () => {
  const hashes = (text: string) => ({
    hashes: new Map(text.split(' ').map((pair) => pair.split('=') as [string, string])),
  });
  expect(changedRecords(hashes('a=1 b=2 c=3'), hashes('a=1 b=9'))).toEqual([
    'b was finished, and is another now',
    'c was finished, and is gone now',
  ]);
});
