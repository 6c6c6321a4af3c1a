import { bestOf, tallyOf, withKept } from './best-size.ts';
import { judgeStudy, newestAttempt } from './judge-study.ts';
import { makeRow, makeStudy, NEEDS_LITTLE } from './testing/study-runs.ts';
import type { JudgedStudy } from './types.ts';

const study = makeStudy([
  NEEDS_LITTLE,
  { id: 'A-two', says: 'It is unknown.', where: 'page 2', figures: [], untestable: 'no run tells' },
]);
const judged = (cpu: number[]): JudgedStudy => judgeStudy(study, newestAttempt('A', makeRow({ cpu }))!);
const few = judged([10]);
const noisy = judged([10, 90, 40]);
const little = judged([10, 11, 9]);
const much = judged([90, 91, 92]);

test('a claim takes its verdict from the largest size that has one', () => {
  const best = bestOf([noisy, little, much]);
  expect(best.claims[0]).toMatchObject({ claim: { verdict: 'holds' }, against: { verdict: 'does not hold' } });
  expect(best.claims[0]!.from).toBe(little);
});

test('a claim without a verdict is open for the reason nearest to one', () => {
  expect(few.claims[0]!.open).toBe('not run');
  expect(bestOf([few, noisy]).claims[0]).toMatchObject({ claim: { open: 'too noisy' }, against: null });
});

test.each(['too noisy', 'impossible here'] as const)(
  'of open claims the one with figures is shown, though it is %s',
  (open) => {
    const [claim, ...others] = noisy.claims;
    const evidence = claim!.evidence.map((each) => ({ ...each, value: null }));
    const disturbed = { ...noisy, claims: [{ ...claim!, evidence }, ...others] };
    const shown = { ...noisy, claims: [{ ...claim!, open }, ...others] };
    expect(bestOf([disturbed, shown]).claims[0]!.from).toBe(shown);
  },
);

test('claims are counted by their verdicts and by why they are open', () => {
  expect(tallyOf(bestOf([noisy]))).toEqual({
    ...{ holds: 0, 'does not hold': 0, 'cannot be tested here': 2 },
    ...{ 'not run': 0, 'too noisy': 1, 'impossible here': 1 },
  });
});

test('figures of the kept runs stand beside those of others', () => {
  const [claim] = withKept(much, bestOf([little])).claims;
  expect(claim!.evidence[0]).toMatchObject({ verdict: 'does not hold', kept: { value: 10 } });
  expect(much.claims[0]!.evidence[0]!.kept).toBeNull();
});
