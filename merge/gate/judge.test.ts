import type { RunRecord } from '../../protocol/run-record.ts';
import { effectBetween, runsSay } from '../compare/effect.ts';
import { makeCount, makeRandom, makeRuns } from '../testing/make-run.ts';
import { normal } from '../testing/normal.ts';
import { parseCondition } from './condition.ts';
import { type Row, rowsOf } from './gate-rows.ts';
import { type Judged, judge } from './judge.ts';

type Trend = Extract<RunRecord['metrics'][string], { kind: 'trend' }>;

/** `run` with these mean latencies in its seconds, in ms. */
const withSeconds = (run: RunRecord, ...means: number[]): RunRecord => {
  const fromSent: Trend = {
    ...(run.metrics.fromSent as Trend),
    series: { sum: means, count: means.map(() => 1) },
    distribution: null,
  };
  return { ...run, plan: { ...run.plan, seconds: means.length }, metrics: { ...run.metrics, fromSent } };
};

/** Runs of one session whose mean latencies are `means`, in ms. */
function runsOf(framework: string, means: number[], session = 's'): RunRecord[] {
  const few = { messages: 2, rate: 2, payload: 64, phase: 'together' };
  const runs = makeRuns(means.length, { session, identity: { framework, clients: 2, params: few } });
  return runs.map((run, index) => withSeconds(run, means[index]!));
}

const rowOf = (records: RunRecord[]): Row => rowsOf(records)[0]!;

const FROM_SENT = () => 'fromSent';

/** Judges a condition on runs with these means against a baseline with those. */
function judged(text: string, here: number[], there: number[] = [], session = 's'): Judged {
  const row = rowOf(runsOf('alpha', here));
  const pairs = there.length === 0 ? [] : [{ row, baseline: rowOf(runsOf('beta', there, session)) }];
  const [one, ...more] = judge([parseCondition(text)], pairs, [row], FROM_SENT);
  expect(more).toEqual([]);
  return one!;
}

/** Ten rounds that go up and down together by up to 60 %; a row that is 1.2 times the baseline, give or take 3 %. */
const ROUNDS = [1, 1.3, 1.6, 1.5, 1.2, 1, 1.4, 1.1, 1.3, 1.5];
const BASELINE = ROUNDS.map((round) => 5 * round);
const WORSE = BASELINE.map((value, index) => value * 1.2 * (index % 2 === 0 ? 1.03 : 1 / 1.03));

describe('a condition on the baseline', () => {
  test('fails where it is shown to hold, and says how far the row is off', () => {
    const { outcome, estimate, reason } = judged('fromSent > 1.10 x baseline', WORSE, BASELINE);
    expect([outcome, reason]).toEqual(['fails', null]);
    expect(estimate!.value).toBeCloseTo(1.2, 6);
    expect(estimate!.low).toBeGreaterThan(1.1);
  });

  test('passes where it is shown not to hold', () => {
    expect(judged('fromSent > 1.30 x baseline', WORSE, BASELINE)).toMatchObject({ outcome: 'passes', needed: null });
    expect(judged('fromSent < baseline', WORSE, BASELINE).outcome).toBe('passes');
    expect(judged('fromSent < 1.30 x baseline', WORSE, BASELINE).outcome).toBe('fails');
  });

  test('cannot be told where the limit lies within the noise, and says what it would take', () => {
    const { outcome, reason, needed } = judged('fromSent > 1.21 x baseline', WORSE, BASELINE);
    expect([outcome, reason]).toEqual(['cannot tell', 'the limit lies within the interval']);
    expect(needed).toBeGreaterThan(1);
  });

  test('cannot be told where each side has one session of its own, however many runs and however far apart', () => {
    const far = WORSE.map((value) => 10 * value);
    const { outcome, reason, estimate } = judged('fromSent > 1.10 x baseline', far, BASELINE, 'other');
    expect([outcome, reason, estimate]).toEqual(['cannot tell', expect.stringMatching(/^cannot be told across/), null]);
  });

  test('is judged by the scatter of sessions where there are several, and says how many decide it', () => {
    const sessions = (framework: string, means: number[], name: string) =>
      rowOf(means.flatMap((mean, index) => runsOf(framework, [mean, mean * 1.01, mean * 0.99], `${name}-${index}`)));
    const baseline = sessions('beta', [5, 5.5, 4.6], 'old');
    const ask = (means: number[]) =>
      judge(
        [parseCondition('fromSent > 1.10 x baseline')],
        [{ row: sessions('alpha', means, 'new'), baseline }],
        [],
        FROM_SENT,
      )[0]!;
    expect(ask([10, 11, 9.2]).outcome).toBe('fails');
    // Nine runs of each with 1 % of scatter would show 15 %; three sessions with 10 % do not.
    expect(ask([5.75, 6.3, 5.2])).toMatchObject({
      outcome: 'cannot tell',
      unit: 'sessions',
      needed: expect.any(Number),
    });
    expect(ask([50]).outcome).toBe('fails');
  });

  test('cannot be told with fewer than three runs on either side', () => {
    expect(judged('fromSent > 1.10 x baseline', WORSE.slice(0, 2), BASELINE)).toMatchObject({
      outcome: 'cannot tell',
      estimate: null,
      reason: 'the row has 2 runs with this figure; a test needs 3 or more',
    });
    expect(judged('fromSent > baseline', WORSE, BASELINE.slice(0, 1)).reason).toMatch(/^the baseline has 1 run /);
  });

  test('is asked of each pair, and the correction is for all of them', () => {
    const pairs = ['alpha', 'gamma'].map((framework) => ({
      row: rowOf(runsOf(framework, WORSE)),
      baseline: rowOf(runsOf('beta', BASELINE)),
    }));
    const conditions = ['fromSent > 1.10 x baseline', 'fromSent > 1.25 x baseline'].map(parseCondition);
    const all = judge(conditions, pairs, [], FROM_SENT);
    expect(all.map(({ outcome }) => outcome)).toEqual(['fails', 'fails', 'passes', 'passes']);
    const alone = judged('fromSent > 1.10 x baseline', WORSE, BASELINE).estimate!;
    expect(all[0]!.estimate!.low).toBeLessThan(alone.low);
  });

  test('counts a disturbed slice of interleaved runs as one of many, as the answer of the page does', () => {
    const at = Array.from({ length: 20 }, (_, slice) => 2 * slice);
    const slices = { seconds: 1, servers: 2, readyAfter: 9, at, place: at.map(() => 1) };
    /** Every second round of the odd or the even ones has a slice that took a hundred times as long. */
    const interleaved = (framework: string, means: number[], odd: number): Row =>
      rowOf(
        runsOf(framework, means).map((run, round) => {
          const seconds = at.map((_, slice) => means[round]! * (slice === 7 && round % 2 === odd ? 100 : 1));
          return { ...withSeconds(run, ...seconds), slices };
        }),
      );
    const [row, baseline] = [interleaved('alpha', WORSE, 0), interleaved('beta', BASELINE, 1)];
    const pairs = [{ row, baseline }];
    for (const figure of ['fromSent', 'fromSent.mean', 'mean']) {
      const [one] = judge([parseCondition(`${figure} > 0.8 x baseline`)], pairs, [row], FROM_SENT);
      expect(one!.outcome).toBe('fails');
      expect(Math.log(one!.estimate!.value)).toBeCloseTo(
        effectBetween(runsSay(row.merge, 'fromSent'), runsSay(baseline.merge, 'fromSent'))!.estimate,
      );
    }
    // A limit in ms is about the messages, of which the disturbed slices have some.
    expect(judge([parseCondition('fromSent > 10 ms')], pairs, [row], FROM_SENT)[0]!.estimate!.value).toBeGreaterThan(
      20,
    );
  });

  test('needs no test where no run differs from the next', () => {
    expect(judged('fromSent > 1.10 x baseline', [6, 6, 6], [5, 5, 5])).toMatchObject({
      outcome: 'fails',
      reason: 'no run differs from the next',
    });
    expect(judged('fromSent > 1.30 x baseline', [6, 6, 6], [5, 5, 5]).outcome).toBe('passes');
  });
});

describe('a condition on a number', () => {
  test('cannot be told of a percentile that runs have too few values for', () => {
    const records = makeRuns(3);
    for (const { metrics } of records)
      if (metrics.fromSent?.kind === 'trend') metrics.fromSent.distribution!.count = 999;
    const [one] = judge([parseCondition('fromSent.p999 > 1 ms')], [], [rowOf(records)], FROM_SENT);
    const why = 'it needs 1,000 values, there are 999; send more messages';
    expect(one).toMatchObject({ outcome: 'cannot tell', reason: `a run of the row has too few values: ${why}` });
  });

  test('is about the mean of the runs', () => {
    expect(judged('fromSent > 5 ms', WORSE).outcome).toBe('fails');
    expect(judged('fromSent > 10 ms', WORSE).outcome).toBe('passes');
    const { outcome, estimate } = judged('fromSent > 8 ms', WORSE);
    expect(outcome).toBe('cannot tell');
    expect(estimate!.low).toBeLessThan(8);
    expect(estimate!.high).toBeGreaterThan(8);
  });

  test('cannot be told with two runs', () => {
    expect(judged('fromSent > 5 ms', [7, 7.1]).reason).toBe(
      'the row has 2 runs with this figure; a test needs 3 or more',
    );
  });
});

describe('what was lost', () => {
  const lossy = (short: number): RunRecord[] => {
    const [first, ...others] = runsOf('alpha', WORSE.slice(0, 4));
    const receivedByClients = {
      ...first!.metrics.receivedByClients!,
      ...makeCount([10 - short], 10),
    } as RunRecord['metrics'][string];
    const bad: RunRecord = {
      ...first!,
      metrics: { ...first!.metrics, receivedByClients },
      validity: short > 0 ? [{ code: 'messages-lost', level: 'fatal', message: 'lost' }] : [],
    };
    return [bad, ...others];
  };
  const ask = (text: string, records: RunRecord[]): Judged =>
    judge([parseCondition(text)], [], [rowOf(records)], FROM_SENT)[0]!;

  test('is no matter of chance: one run is enough, also one that is invalid for it', () => {
    expect(ask('lost > 0', lossy(3))).toMatchObject({ outcome: 'fails', reason: 'in 1 of 4 runs' });
    expect(ask('lost > 2', lossy(3)).outcome).toBe('fails');
    expect(ask('receivedByClients.lost > 5', lossy(3)).outcome).toBe('passes');
  });

  test('passes where nothing was', () => {
    expect(ask('lost > 0', lossy(0))).toMatchObject({ outcome: 'passes', reason: 'in 0 of 4 runs' });
  });
});

test('of a figure that no run has nothing can be told', () => {
  expect(judged('wireBytes > 5', WORSE)).toMatchObject({
    outcome: 'cannot tell',
    reason: 'the row has no valid run with this figure; a test needs 3 or more',
  });
  expect(judged('duplicates > 0', WORSE)).toMatchObject({ outcome: 'cannot tell', reason: 'no run has this figure' });
});

test('a row that is exactly at the limit is said to be above or below it in 5 of 100 gates at most', () => {
  const random = makeRandom(4);
  const GATES = 600;
  const runs = runsOf('alpha', [1, 1, 1, 1, 1, 1]);
  const condition = parseCondition('fromSent > 1.10 x baseline');
  let said = 0;
  for (let gate = 0; gate < GATES; gate++) {
    const rounds = runs.map(() => Math.exp(0.3 * normal(random)));
    const [row, baseline] = [1.1, 1].map((factor) =>
      rowOf(runs.map((run, index) => withSeconds(run, factor * rounds[index]! * Math.exp(0.05 * normal(random))))),
    );
    const [one] = judge([condition], [{ row: row!, baseline: baseline! }], [], FROM_SENT);
    if (one!.outcome !== 'cannot tell') said += 1;
  }
  // Three standard errors of a share of 5 % over 5 %.
  expect(said / GATES).toBeLessThan(0.05 + 3 * Math.sqrt((0.05 * 0.95) / GATES));
});
