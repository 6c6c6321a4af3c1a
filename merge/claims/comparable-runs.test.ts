import type { Flag } from '../../protocol/run-record.ts';
import { judgeRule } from './judge-rule.ts';
import { Rows } from './study-rows.ts';
import { makeRow, rowsOf, SATURATED } from './testing/study-runs.ts';
import type { Evidence, Rule } from './types.ts';

const CPU = { alpha: 'load/alpha/websocket/serverCpu', beta: 'load/beta/websocket/serverCpu' };
const MEMORY = { alpha: 'load/alpha/websocket/serverMemory.max', beta: 'load/beta/websocket/serverMemory.max' };
const isMore = ({ alpha, beta } = CPU): Rule => ({ kind: 'order', rising: [alpha, beta] });
const judged = (rule: Rule, rows: Rows): Evidence => judgeRule(rule, rows)[0]!;

/** Flags of the first `count` runs. */
const first = (count: number, flag: Flag = SATURATED): Record<number, Flag> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [index + 1, flag]));
const ten = (from: number) => Array.from({ length: 10 }, (_, index) => from + index / 100);
const alpha = { framework: 'alpha', cpu: ten(10), memory: 100 };
const beta = { framework: 'beta', cpu: ten(20), memory: 200 };

describe('runs whose clients were short of CPU', () => {
  test('are left out, and the rest is compared round by round', () => {
    const rows = rowsOf({ ...alpha, findings: first(3) }, { ...beta, findings: { 9: SATURATED, 10: SATURATED } });
    expect(judged(isMore(), rows)).toMatchObject({ verdict: 'holds', runs: 5 });
  });

  test('leave no verdict where fewer than five rounds have neither row short of CPU', () => {
    const rows = rowsOf(
      { ...alpha, findings: first(3) },
      { ...beta, findings: { 8: SATURATED, 9: SATURATED, 10: SATURATED } },
    );
    expect(judged(isMore(), rows)).toMatchObject({
      verdict: 'cannot be tested here',
      open: 'needs a bigger load machine',
      reason: expect.stringMatching(
        /^server CPU of beta .* \/ server CPU of alpha .*: 4 rounds had clients with the CPU/,
      ),
    });
  });

  test('leave no verdict where fewer than five runs of a row are left', () => {
    for (const rule of [
      isMore(),
      isMore(MEMORY),
      { kind: 'level', of: CPU.beta, most: 90, unit: '%', why: '' } as Rule,
    ]) {
      expect(judged(rule, rowsOf(alpha, { ...beta, findings: first(6) }))).toMatchObject({
        verdict: 'cannot be tested here',
        value: null,
        open: 'needs a bigger load machine',
        reason: expect.stringContaining('beta over websocket (load): the clients were short of CPU in 6 of 10 runs'),
      });
    }
  });

  test('say nothing against three rounds of which none is short of CPU', () => {
    const three = (row: typeof alpha) => ({ ...row, cpu: row.cpu.slice(0, 3) });
    expect(judged(isMore(), rowsOf(three(alpha), three(beta))).verdict).toBe('holds');
  });

  test('count for the work of a message where a disturbance made them late for all servers alike', () => {
    const stolen: Flag = { code: 'cpu-stolen', level: 'warning', message: 'Made up: 3 % were kept.' };
    const perDelivery = { alpha: `${CPU.alpha}.perDelivery`, beta: `${CPU.beta}.perDelivery` };
    const rows = (findings: Flag[], sliced: { sliced?: true }) => {
      const more = { ...sliced, findings: Object.fromEntries(ten(0).map((_, index) => [index + 1, findings])) };
      return rowsOf({ ...alpha, ...more }, { ...beta, ...more });
    };
    expect(judged(isMore(perDelivery), rows([stolen, SATURATED], { sliced: true }))).toMatchObject({
      verdict: 'holds',
      runs: 10,
    });
    for (const [rule, findings, sliced] of [
      [isMore(perDelivery), [stolen, SATURATED], {}],
      [isMore(perDelivery), [SATURATED], { sliced: true }],
      [isMore(), [stolen, SATURATED], { sliced: true }],
    ] as const)
      expect(judged(rule, rows([...findings], sliced))).toMatchObject({ open: 'needs a bigger load machine' });
  });

  test('count where the protocol fixes the figure', () => {
    const rule: Rule = { kind: 'level', of: 'load/alpha/websocket/receivedByClients', least: 0, unit: '', why: '' };
    expect(judged(rule, rowsOf({ ...alpha, findings: first(10) })).verdict).toBe('holds');
  });
});

describe('rows that are compared', () => {
  const reasonOf = (a: Partial<Parameters<typeof makeRow>[0]>, b: typeof a, rule = isMore()) => {
    const { verdict, open, reason } = judged(rule, rowsOf({ ...alpha, ...a }, { ...beta, ...b }));
    return verdict === 'cannot be tested here' ? [open, reason] : verdict;
  };

  test('have their clients in as many processes, but where it is their memory that is compared', () => {
    expect(reasonOf({ members: 1 }, { members: 2 })).toEqual([
      'not judged',
      'the clients of beta over websocket (load) were in 2 processes, and those of alpha over websocket (load) in 1',
    ]);
    expect(reasonOf({ members: 1 }, { members: 2 }, isMore(MEMORY))).toBe('holds');
  });

  test('of more clients may have more processes', () => {
    const rows = rowsOf({ ...alpha, clients: 10, members: 1 }, { ...alpha, cpu: ten(20), clients: 90, members: 3 });
    const rule: Rule = {
      kind: 'order',
      rising: ['load@fewest/alpha/websocket/serverCpu', 'load@most/alpha/websocket/serverCpu'],
    };
    expect(judged(rule, rows).verdict).toBe('holds');
  });

  test('have their clients in one kind of browser', () => {
    expect(reasonOf({ browser: 'firefox' }, { browser: 'chrome' })).toEqual([
      'not judged',
      'the clients of beta over websocket (load) were in chrome, and those of alpha over websocket (load) in firefox',
    ]);
  });

  test.each([
    ['CPU', CPU],
    ['memory', MEMORY],
  ])('were run on one machine: %s', (_, figures) => {
    expect(reasonOf({ machine: 'One' }, { machine: 'Other' }, isMore(figures))).toEqual([
      'not judged',
      expect.stringMatching(/^its runs were made on 2 machines: One, .*; Other, /),
    ]);
  });

  test('of which one was run on two machines are not judged by themselves either', () => {
    const records = [...makeRow(alpha), ...makeRow({ ...alpha, machine: 'Other' })];
    const rule: Rule = { kind: 'level', of: CPU.alpha, most: 90, unit: '%', why: '' };
    expect(judged(rule, new Rows(records)).reason).toMatch(/^its runs were made on 2 machines/);
  });
});

describe('rows of different sessions', () => {
  const attempts = ['20260101t100000z-00aa', '20260102t100000z-00aa', '20260103t100000z-00aa'];
  const rule: Rule = { kind: 'order', rising: [CPU.alpha, 'long/alpha/websocket/serverCpu'] };
  const inStarts = (count: number) =>
    rowsOf(
      ...attempts.slice(0, count).flatMap((attempt, index) => [
        { ...alpha, attempt, cpu: [10, 11, 12] },
        { ...alpha, attempt, part: 'long', cpu: [20, 21, 22 + index] },
      ]),
    );

  test('are not judged by one session of each', () => {
    expect(judged(rule, inStarts(1))).toMatchObject({
      verdict: 'cannot be tested here',
      open: 'not judged',
      reason: expect.stringContaining('cannot be told across sessions'),
    });
  });

  test('are judged by the means of several', () => {
    expect(judged(rule, inStarts(3))).toMatchObject({ verdict: 'holds', runs: 3 });
  });

  test('can be compared by figures that the protocol fixes', () => {
    const counts: Rule = {
      ...{ kind: 'ratio', why: 'Made up.', least: 0.9, most: 1.1 },
      ...{ over: 'load/alpha/websocket/receivedByClients', under: 'long/alpha/websocket/receivedByClients' },
    };
    expect(judged(counts, inStarts(1)).verdict).toBe('holds');
  });

  test('differ by the means of each start', () => {
    const difference: Rule = { ...rule, fixed: 'Both have it.' } as Rule;
    expect(judged(difference, inStarts(3))).toMatchObject({ verdict: 'holds', runs: 3 });
    expect(judged(difference, inStarts(1)).reason).toContain('cannot be told across sessions');
  });
});
