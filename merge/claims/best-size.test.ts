import { bestOf, withKept } from './best-size.ts';
import { judgeStudy, newestAttempt } from './judge-study.ts';
import { makeRow, makeStudy, NEEDS_LITTLE, SATURATED } from './testing/study-runs.ts';
import type { JudgedStudy, Rule } from './types.ts';

const of = (transport: string): Rule => ({
  ...{ kind: 'level', why: 'Made up.', unit: '%', most: 50 },
  ...{ of: `load/alpha/${transport}/serverCpu` },
});
const figures = [{ of: 'alpha', what: 'CPU', value: 40, unit: '%', ours: 'load/alpha/websocket/serverCpu' }];
const study = makeStudy([
  { ...NEEDS_LITTLE, figures },
  { id: 'A-two', says: 'It is unknown.', where: 'page 2', figures: [], untestable: 'no run tells' },
  {
    id: 'A-both',
    says: 'Both need little.',
    where: 'page 3',
    figures,
    rule: { kind: 'all', of: [of('websocket'), of('sse')] },
  },
]);
const judged = (websocket: number[], sse: number[] = [], findings = {}): JudgedStudy => {
  const records = [...makeRow({ cpu: websocket, findings }), ...makeRow({ cpu: sse, transport: 'sse', findings })];
  return judgeStudy(study, newestAttempt('A', records)!);
};
const few = judged([10]);
const noisy = judged([10, 90, 40]);
const little = judged([10, 11, 9]);
const much = judged([90, 91, 92]);

test('a claim is judged by the largest size that has a figure, though that decides nothing', () => {
  expect(bestOf([few, little, much]).claims[0]).toMatchObject({ class: 'holds', evidence: [{ value: 10 }] });
  expect(bestOf([noisy, little]).claims[0]!.class).toBe('not judged');
});

test('each comparison is judged by the largest size that has a figure for it', () => {
  const [, , both] = bestOf([judged([90, 91, 92]), judged([10, 11, 9], [20, 21, 19])]).claims;
  expect(both!.evidence.map(({ value, verdict }) => [value, verdict])).toEqual([
    [91, 'does not hold'],
    [20, 'holds'],
  ]);
  expect(both!.class).toBe('differs now');
});

test('a comparison that no size can judge leaves the claim open', () => {
  const [, , both] = bestOf([judged([10, 11, 9]), judged([10, 11, 9])]).claims;
  expect(both).toMatchObject({ class: 'not judged', reason: 'there are no runs of alpha over sse in "load"' });
});

test('a comparison without a figure has the reason that tells most', () => {
  const short = judged([10, 11, 9], [], { 1: SATURATED });
  expect(bestOf([few, short]).claims[0]!.class).toBe('needs a bigger load machine');
  const disturbed = judged([10, 11, 9], [], {
    1: { ...SATURATED, code: 'cpu-by-others' },
    2: { ...SATURATED, code: 'cpu-by-others' },
  });
  expect(bestOf([short, disturbed]).claims[0]!.reason).toContain('was disturbed: cpu-by-others');
});

test('a figure of the study has that of the largest size beside it', () => {
  expect(bestOf([judged([], [1, 1, 1]), little, much]).claims[0]!.figures[0]!.here!.value).toBe(10);
});

test('claims are counted by their classes', () => {
  expect(bestOf([much, little]).counts).toMatchObject({ holds: 0, 'differs now': 2, 'not judged': 1 });
});

test('figures of the kept runs stand beside those of others', () => {
  const [claim] = withKept(much, bestOf([little])).claims;
  expect(claim!.evidence[0]).toMatchObject({ verdict: 'does not hold', kept: { value: 10 } });
  expect(much.claims[0]!.evidence[0]!.kept).toBeNull();
});
