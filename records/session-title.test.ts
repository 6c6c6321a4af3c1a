import { makeRun, makeRuns } from '../merge/testing/make-run.ts';
import type { RunRecord } from '../protocol/run-record.ts';
import { headOf } from './run-summary.ts';
import { summarizeSessions } from './session-summary.ts';
import { detailsOf, titleOf } from './session-title.ts';

const at = (name: string, more: Partial<RunRecord['identity']> = {}) => ({
  framework: name,
  frameworkLabel: name,
  scenario: 'broadcast',
  ...more,
});

const session = (records: RunRecord[], example = false) =>
  summarizeSessions(records.map((record) => headOf(record, example)))[0]!;

const of = (count: number, ...names: string[]): RunRecord[] =>
  names.flatMap((name) => makeRuns(count, { session: 's1', identity: at(name) }));

/** The same runs as steps of a search, imported, or under another condition. */
const changed = (records: RunRecord[], change: Partial<RunRecord>): RunRecord[] =>
  records.map((record) => ({ ...record, ...change }));

const CONSOLE = { swarm: 'console', browser: null } as const;
const TURNS = { interleaved: { value: 1, text: 'in turn', mark: 'interleaved', otherwise: 'one at a time' } };

test.each<[string, RunRecord[]]>([
  ['5 Jan 2026, 10:00 UTC: broadcast, one and two, 20 Firefox clients, 3 rounds; 2 rows ranked', of(3, 'one', 'two')],
  [
    '5 Jan 2026, 10:00 UTC: broadcast, 3 frameworks, 20 Firefox clients, 2 rounds; no ranking: too few rounds',
    of(2, 'one', 'two', 'three'),
  ],
  [
    '5 Jan 2026, 10:00 UTC: broadcast, 3 frameworks, 20 Firefox clients, 4 rounds; 2 of 3 rows ranked',
    [...of(4, 'one', 'two'), ...of(2, 'three')],
  ],
  ['5 Jan 2026, 10:00 UTC: broadcast, one, 20 Firefox clients, 3 rounds; no ranking: one row', of(3, 'one')],
  [
    '5 Jan 2026, 10:00 UTC: broadcast, one and two, 20 Firefox clients, 3 rounds; no ranking: the load generator was overloaded',
    ['one', 'two'].flatMap((name) => makeRuns(3, { session: 's1', identity: at(name), findings: ['swarm-saturated'] })),
  ],
  [
    '5 Jan 2026, 10:00 UTC: broadcast, one and two, 20 Firefox clients, 3 rounds; no ranking: no valid run',
    ['one', 'two'].flatMap((name) => makeRuns(3, { session: 's1', identity: at(name), findings: ['messages-lost'] })),
  ],
  [
    '5 Jan 2026, 10:00 UTC: broadcast, one, 2 transports, 8 to 1,000 console clients, interleaved, 3 rounds; 2 rows ranked',
    (['websocket', 'sse'] as const).flatMap((transport, index) =>
      makeRuns(3, {
        session: 's1',
        identity: at('one', { ...CONSOLE, transport, clients: [8, 1_000][index]!, conditions: TURNS }),
      }),
    ),
  ],
  [
    'Search (ramp), 5 Jan 2026, 10:00 UTC: a and b, one, 20 Firefox clients, 1 round',
    ['a', 'b'].flatMap((scenario) =>
      makeRuns(1, { session: 's1', search: { name: 'ramp', params: {} }, identity: at('one', { scenario }) }),
    ),
  ],
  [
    'Imported: broadcast, one, 1 round; no ranking: too few rounds',
    changed([makeRun({ session: 's1', identity: at('one', { swarm: null, browser: null, clients: null }) })], {
      kind: 'imported',
      when: { startedAt: null, finishedAt: null },
    }),
  ],
])('%s', (title, records) => {
  expect(titleOf(session(records))).toBe(title);
});

test('an example is called one', () => {
  expect(titleOf(session(of(3, 'one', 'two'), true))).toMatch(/^Example, 5 Jan 2026, 10:00 UTC: /);
});

test('says of the runs how many there are, and of the session its id', () => {
  const records = [...of(3, 'one'), makeRun({ session: 's1', identity: at('two'), findings: ['messages-lost'] })];
  expect(detailsOf(session(records))).toBe('quick, 4 runs, 1 invalid, s1');
});
