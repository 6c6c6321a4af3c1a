import { JsonLines } from '../json-lines.ts';
import { checkLog, markdownOf } from './campaign.ts';
import type { Fault } from './fault.ts';
import type { Outcome } from './faulted-session.ts';

const FAULT: Fault = { name: 'cut', kinds: ['plain'], inject: async () => null };
const GONE: Fault = { ...FAULT, name: 'elsewhere', missing: () => 'this is another machine' };

const outcome = (number: number, over: Partial<Outcome> = {}): Outcome => ({
  planned: {
    ...{ number, fault: FAULT.name, kind: 'plain', framework: 'one', transport: 'websocket', warm: false, seed: 1 },
    moment: { after: 'begun', run: 1, ms: 0 },
  },
  ...{ hit: 'a worker', end: 0, reported: null, resumed: false, problems: [] },
  ...over,
});

test('a row counts what was hit, what reports it and what did not hold; lists say what was not done and why', () => {
  const outcomes = [
    outcome(1, { reported: true }),
    outcome(2, { reported: false, resumed: true }),
    outcome(3, { hit: null, problems: ['process 7 was left running'] }),
  ];
  const two = { framework: 'two', cannot: [FAULT.name] };
  expect(markdownOf(outcomes, [FAULT, GONE], [two, two]).split('\n').slice(2)).toEqual([
    '| cut | 3 | 2 | 1 of 2 | 1 |',
    '| all faults | 3 | 2 | 1 of 2 | 1 |',
    '',
    '- Not here: *elsewhere*, as this is another machine.',
    '- Not done to two: *cut*, as its server does not start on it.',
    '- Session 3, *cut*: process 7 was left running.',
  ]);
});

test('faults with the same counts share a row', () => {
  const burn = outcome(2);
  burn.planned.fault = 'burn';
  const rows = markdownOf([outcome(1), burn], [FAULT, { ...FAULT, name: 'burn' }], [])
    .split('\n')
    .slice(2);
  expect(rows).toEqual(['| cut, burn | 1 | 1 |  | 0 |', '| all faults | 2 | 2 |  | 0 |']);
});

test('the log of another campaign is refused', () => {
  const log = new JsonLines<{ outcome: Outcome; seconds: number; where: string }>(null, ['{"outcome":'], 'a campaign');
  log.add({ outcome: outcome(1), seconds: 7, where: 'here' });
  expect(() => checkLog(log, [outcome(1).planned])).not.toThrow();
  expect(() => checkLog(log, [{ ...outcome(1).planned, fault: 'other' }])).toThrow(/another campaign: its fault 1/);
  expect(() => checkLog(log, [])).toThrow(/another campaign/);
});
