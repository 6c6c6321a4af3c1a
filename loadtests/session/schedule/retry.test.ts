import type { RunRecord } from '../../../protocol/run-record.ts';
import { makeRecord } from '../record/make-record.ts';
import { faultlessRun } from '../testing/faultless-run.ts';
import { undisturbed } from './retry.ts';

const faultless = makeRecord(faultlessRun());

/** A run with these findings, which began this many seconds after the first. */
const attempt = (seconds: number, ...codes: string[]): RunRecord => ({
  ...faultless,
  when: { ...faultless.when, startedAt: new Date(seconds * 1000).toISOString() },
  validity: codes.map((code) => ({ code, level: 'warning', message: `found: ${code}` })),
});

/** Does these attempts in turn, again `most` times at most, and notes which were discarded. */
async function done(attempts: RunRecord[], most: number, before: RunRecord[] = []) {
  const aside: RunRecord[] = [];
  const left = [...attempts];
  const record = await undisturbed({
    run: async () => left.shift()!,
    most,
    before,
    setAside: async (each) => void aside.push(each),
  });
  return { record, aside, runs: attempts.length - left.length };
}

describe('a run that is done again where something disturbed it', () => {
  test('is done once where nothing did, and says nothing of other attempts', async () => {
    const { record, runs } = await done([attempt(0, 'few-runs')], 3);
    expect(runs).toBe(1);
    expect(record).not.toHaveProperty('setAside');
  });

  test('is the first attempt that nothing disturbed, with what was discarded before it', async () => {
    const attempts = [
      attempt(0, 'cpu-stolen'),
      attempt(20, 'swapped', 'few-runs'),
      attempt(40, 'few-runs'),
      attempt(60),
    ];
    const { record, aside, runs } = await done(attempts, 3);
    expect(runs).toBe(3);
    expect(aside).toEqual(attempts.slice(0, 2));
    expect(record).toEqual({
      ...attempts[2],
      setAside: [
        { startedAt: '1970-01-01T00:00:00.000Z', because: attempts[0]!.validity },
        { startedAt: '1970-01-01T00:00:20.000Z', because: attempts[1]!.validity.slice(0, 1) },
      ],
    });
  });

  test('is the last one allowed, disturbed or not, which still says so itself', async () => {
    const { record, runs } = await done([attempt(0, 'cpu-by-others'), attempt(9, 'cpu-by-others'), attempt(18)], 1);
    expect(runs).toBe(2);
    expect(record.validity.map(({ code }) => code)).toEqual(['cpu-by-others']);
    expect(record.setAside).toHaveLength(1);
  });

  test('tells of attempts from before the session was interrupted, and counts them', async () => {
    const before = [attempt(0, 'cpu-stolen')];
    const { record, runs } = await done([attempt(20, 'swapped'), attempt(40, 'swapped'), attempt(60)], 2, before);
    expect(runs).toBe(2);
    expect(record.setAside!.map(({ because }) => because.map(({ code }) => code))).toEqual([
      ['cpu-stolen'],
      ['swapped'],
    ]);
  });

  test('is not done again for what the run itself did wrong', async () => {
    expect((await done([attempt(0, 'messages-lost', 'swarm-saturated'), attempt(9)], 5)).runs).toBe(1);
  });
});
