import { judgeStudy, newestAttempt } from './judge-study.ts';
import { makeRow, makeStudy, NEEDS_LITTLE, SATURATED } from './testing/study-runs.ts';
import type { Claim } from './types.ts';

const figure = (value: number) => ({
  of: 'alpha',
  what: 'CPU',
  value,
  unit: '%',
  ours: 'load/alpha/websocket/serverCpu',
});
const classOf = (claim: Partial<Claim>, cpu: number[], findings = {}) =>
  judgeStudy(makeStudy([{ ...NEEDS_LITTLE, ...claim }]), newestAttempt('A', makeRow({ cpu, findings }))!).claims[0]!
    .class;

const [little, much, scattered] = [
  [10, 11, 9],
  [90, 91, 92],
  [10, 90, 40],
];

test.each([
  ['ours and the study agree with it', { figures: [figure(40)] }, little, 'holds'],
  ['ours agree, and the study has none', {}, little, 'holds'],
  ["the study's own figure agrees, and ours does not", { figures: [figure(40)] }, much, 'differs now'],
  ['the study has no figure, and ours do not agree', {}, much, 'refuted'],
  [
    'its own app made it so, and ours do not agree',
    { figures: [figure(40)], doubt: 'Its app.', unfounded: true },
    much,
    'refuted',
  ],
  [
    "the study's own figure fails it, whatever ours say",
    { figures: [figure(60)] },
    little,
    'the study contradicts itself',
  ],
  ["the study's own figure fails it, and so do ours", { figures: [figure(60)] }, much, 'the study contradicts itself'],
  ['the interval crosses the bound', { figures: [figure(40)] }, scattered, 'not judged'],
  ['there are too few runs', { figures: [figure(40)] }, [10, 10], 'not judged'],
] as [string, Partial<Claim>, number[], string][])('%s: %s', (_, claim, cpu, expected) => {
  expect(classOf(claim, cpu)).toBe(expected);
});

test('clients that are short of CPU need a bigger load machine, and so does what no search here could break', () => {
  expect(classOf({}, little, { 2: SATURATED })).toBe('needs a bigger load machine');
  const open = { rule: undefined, untestable: 'no break was found' } as Partial<Claim>;
  expect(classOf({ ...open, needsLoadMachine: true }, little)).toBe('needs a bigger load machine');
  expect(classOf(open, little)).toBe('not judged');
});

test('of how much it is the same is asked', () => {
  const factor = { ...NEEDS_LITTLE.rule, most: 5 } as Claim['rule'];
  const study = makeStudy([{ ...NEEDS_LITTLE, figures: [figure(40)], factor: factor! }]);
  const [claim] = judgeStudy(study, newestAttempt('A', makeRow({ cpu: little }))!).claims;
  expect([claim!.class, claim!.factor!.class]).toEqual(['holds', 'the study contradicts itself']);
});
