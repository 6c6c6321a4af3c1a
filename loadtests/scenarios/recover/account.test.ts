import type { MemberReport } from '../../../member/contract.ts';
import type { Told } from '../backend-script.ts';
import type { AccountInput } from '../disturbance-script.ts';
import { accountOf } from './account.ts';
import type { BodyLine, ClientLine } from './log.ts';
import type { RecoverParams } from './params.ts';

/** Ten bodies, one every 100 ms from 1000 on; clients are offline from 1200 to 1500. */
const PARAMS: RecoverParams = { disturbance: 'cut', window: 0.3, interval: 100, payload: 0, before: 0.2, after: 0.5 };
const WINDOW = { from: 1200, to: 1500 };

const body = (seq: number, told: Told = 'taken'): BodyLine => ({ line: 'body', seq, fed: 1000 + seq * 100, told });

/** A client that had these bodies, each this long after it was fed. */
function client(id: number, deliveries: [seq: number, after: number][], change: Partial<ClientLine> = {}): ClientLine {
  const seq = deliveries.map(([one]) => one);
  const at = deliveries.map(([one, after]) => 1000 + one * 100 + after);
  const missing = Array.from({ length: 10 }, (_, one) => one).filter((one) => !seq.includes(one));
  return { line: 'client', client: id, ahead: 0, seq, at, events: [], missing, until: 9000, ...change };
}

const each = (...seqs: number[]): [number, number][] => seqs.map((seq) => [seq, 5]);
const kept = client(1, [[0, 20], [1, 5], [2, 310], [3, 211], [4, 112], [5, 13], ...each(6, 7, 8, 9)]);
const losing = client(2, each(0, 1, 6, 7, 8, 9));

function account(lines: ClientLine[], change: Partial<AccountInput<RecoverParams>> = {}, bodies?: BodyLine[]) {
  const deliveries = lines.reduce((sum, { seq }) => sum + seq.length, 0);
  const metrics: MemberReport['metrics'] = { receivedByClients: { kind: 'count', series: [deliveries] } };
  const reports = [{ metrics, log: lines } as unknown as MemberReport];
  return accountOf({
    params: PARAMS,
    clients: lines.length,
    startedAt: 1000,
    disturbed: { window: WINDOW, flags: [] },
    reports,
    backend: { metrics: {}, error: null, log: bodies ?? Array.from({ length: 10 }, (_, seq) => body(seq)) },
    ...change,
  });
}

const figure = (value: unknown): unknown => (value as { samples?: number[] }).samples?.[0] ?? value;

test('lost bodies are counted when they were fed, and times from the end of the window', () => {
  const { metrics, flags } = account([kept, losing]);
  expect(flags).toEqual([]);
  expect(metrics.lostMessages).toEqual({ kind: 'count', series: [4] });
  expect(figure(metrics.offline)).toBe(300);
  expect(figure(metrics.cutAfter)).toBe(200);
  expect(figure(metrics.back50)).toBe(10);
  expect(figure(metrics.back100)).toBe(105);
  expect(figure(metrics.backlogLevel)).toBe(105);
});

test('the backlog is what was fed at the end of a second and came later, once for each client, without what was lost', () => {
  const late = client(1, [...each(0, 1), [2, 2500], [3, 900], [3, 1500], [9, 3]]);
  const punctual = client(2, [...each(0, 1, 2, 3, 9)]);
  const bodies = Array.from({ length: 10 }, (_, seq) => body(seq));
  const params = { ...PARAMS, after: 2.5 };
  expect(account([late, punctual], { params }, bodies).metrics.backlog).toEqual({
    kind: 'gauge',
    intervalMs: 1000,
    samples: [2, 1, 0],
  });
});

test('a client is hit if it noticed a loss from the disturbance on, each once', () => {
  const events = (...all: ClientLine['events']): Partial<ClientLine> => ({ events: all });
  const { metrics } = account([
    { ...kept, ...events([1150, 'lost', ''], [1160, 'back', 'new']) },
    { ...kept, client: 2, ...events([1200, 'lost', ''], [1300, 'back', 'new'], [1400, 'lost', '']) },
    { ...kept, client: 3, ...events([2300, 'ended', '']) },
  ]);
  expect(metrics.hit).toEqual({ kind: 'count', series: [1, 1] });
});

test('bodies that the server did not take are not lost', () => {
  const bodies = Array.from({ length: 10 }, (_, seq) =>
    body(seq, seq === 2 ? 'refused' : seq === 3 ? 'unknown' : 'taken'),
  );
  expect(account([losing], {}, bodies).metrics.lostMessages).toEqual({ kind: 'count', series: [2] });
});

test('a client that never comes back leaves times without a figure, with the reason', () => {
  const { metrics } = account([kept, client(2, each(0, 1), { events: [[1300, 'ended', 'gave up']] })]);
  expect(figure(metrics.back50)).toBe(10);
  expect(metrics.back100).toBe('1 of 2 clients had a delivery after the disturbance');
  expect(metrics.backlogLevel).toMatch(/^deliveries to 1 of 2 clients never/);
  expect((metrics.connected as { samples: number[] }).samples).toEqual([1]);
});

test('times of a client with another clock are put on that of the log', () => {
  const { at, ...other } = kept;
  const { metrics } = account([{ ...other, at: at.map((time) => time - 70_000), until: 9000 - 70_000, ahead: 70_000 }]);
  expect(figure(metrics.back100)).toBe(10);
});

test('a client that gave up before the backend had fed its last body leaves a run that is not valid', () => {
  const { flags } = account([kept, { ...losing, until: 1950 }]);
  expect(flags).toEqual([expect.objectContaining({ code: 'backend-failed', level: 'fatal' })]);
  const ended = { ...losing, until: 1950, events: [[1300, 'ended', '']] } satisfies ClientLine;
  expect(account([kept, ended as ClientLine]).flags).toEqual([]);
});

test('a client without a log, or without a related clock, leaves no figure', () => {
  expect(account([kept], { clients: 2 }).metrics.lostMessages).toMatch(/1 of 2 clients have left no log/);
  expect(account([{ ...kept, ahead: null }]).metrics.back50).toMatch(/could not be related/);
});

test.each<[string, ClientLine]>([
  ['a body that the client counts as missing and has had', { ...kept, missing: [3] }],
  ['a lost body that the client does not count', { ...losing, missing: [2, 3, 4] }],
])('the ledger differs where there is %s', (_, line) => {
  expect(account([line]).flags).toEqual([expect.objectContaining({ code: 'ledger-differs', level: 'fatal' })]);
});

test('the ledger differs where the totals of clients are others than their logs', () => {
  const metrics: MemberReport['metrics'] = { duplicates: { kind: 'count', series: [1] } };
  const { flags } = account([kept], { reports: [{ metrics, log: [kept] } as unknown as MemberReport] });
  expect(flags[0]!.message).toMatch(/deliveries: 0 by what clients counted, 10 in the ledger; doubled: 1/);
});
