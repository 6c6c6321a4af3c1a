import type { Fault } from './fault.ts';
import { markdownOf, summarize } from './fault-table.ts';
import type { Outcome } from './trial.ts';

const FAULT: Fault = { name: 'a | b', about: 'made up', scenes: ['plain'], inject: async () => null };
const GONE: Fault = { ...FAULT, name: 'elsewhere', missing: () => 'this is another machine' };

const outcome = (number: number, over: Partial<Outcome> = {}): Outcome => ({
  trial: {
    number,
    fault: FAULT.name,
    scene: 'plain',
    framework: 'one',
    transport: 'websocket',
    warm: false,
    moment: { after: 'begun', run: 1, ms: 0 },
    seed: 1,
  },
  hit: 'a worker',
  end: 0,
  told: null,
  findings: [],
  resumed: false,
  problems: [],
  ...over,
});

const OUTCOMES = [
  outcome(1, { told: true, findings: ['messages-lost'] }),
  outcome(2, { told: false, resumed: true, findings: ['client-died', 'messages-lost'] }),
  outcome(3, { hit: null, findings: ['cpu-stolen'], problems: ['process 7 was left running'] }),
];
const LANES = [
  { framework: 'one', cannot: [] },
  { framework: 'two', cannot: [FAULT.name] },
  { framework: 'two', cannot: [FAULT.name] },
];

test('a row counts what was hit, what it says and what did not hold', () => {
  const [row, gone] = summarize([FAULT, GONE], OUTCOMES, LANES);
  expect(row).toMatchObject({
    sessions: 3,
    hit: 2,
    asked: 2,
    told: 1,
    flagged: 2,
    resumed: 1,
    failed: 1,
    missing: null,
  });
  expect(row!.findings).toEqual(['client-died', 'messages-lost']);
  expect(row!.notWith).toEqual(['two']);
  expect(gone).toMatchObject({ sessions: 0, missing: 'this is another machine', notWith: [] });
});

test('the page says what was not done and why, and each thing that did not hold', () => {
  const lines = markdownOf(summarize([FAULT, GONE], OUTCOMES, LANES), OUTCOMES).split('\n');
  expect(lines).toContain('| a \\| b | made up | 3 | 2 | 1 of 2 | 2 | client-died, messages-lost | 1 | 1 |');
  expect(lines).toContain('| all |  | 3 | 2 | 1 of 2 | 2 |  | 1 | 1 |');
  expect(lines.slice(-3)).toEqual([
    '- Not here: *elsewhere*, as this is another machine.',
    '- Not done to two: *a | b*, as its server does not come up on it.',
    '- Session 3, *a | b*: process 7 was left running.',
  ]);
});
