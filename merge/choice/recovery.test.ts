import type { Metric } from '../../metrics/metric.ts';
import type { RunRecord, SwarmKind } from '../../protocol/run-record.ts';
import { Rows } from '../claims/study-rows.ts';
import { FATAL, makeRow, makeStudy, SATURATED } from '../claims/testing/study-runs.ts';
import { makeCount } from '../testing/make-run.ts';
import { missedIn, missedNote, recoveryTables } from './recovery.ts';
import type { RecoveryTable } from './types.ts';

type Counts = Partial<Record<'lostMessages' | 'duplicates' | 'outOfOrder' | 'gaveUp', number>>;

/** Runs of 10 clients to which a server that took 50 bodies owed 500 messages, one for each of `counts`. */
function disturbed(part: string, framework: string, counts: Counts[], fatal: number[] = []): RunRecord[] {
  const findings = Object.fromEntries(fatal.map((run) => [run, FATAL]));
  return makeRow({ part, framework, clients: 10, cpu: counts.map(() => 1), findings }).map((run, index) => {
    const given: Record<string, number> = { lostMessages: 0, duplicates: 0, outOfOrder: 0, gaveUp: 0, fedTaken: 50 };
    for (const [name, total] of Object.entries({ ...given, ...counts[index] })) {
      run.metrics[name] = { ...makeCount(null), unit: 'messages', label: name, about: '', total };
    }
    run.metrics.back100 = {
      kind: 'gauge',
      unit: 'ms',
      label: 'back',
      about: '',
      intervalMs: 1_000,
      samples: [5],
    } as Metric;
    return { ...run, identity: { ...run.identity, params: { before: 3, window: 2, after: 10 } } };
  });
}

const [load] = makeStudy().parts;
const plan = (id: string, about: string, window: number, recovery = false, swarm: SwarmKind = 'console') => ({
  ...{ ...load!, id, about },
  whole: {
    ...load!.whole,
    swarm,
    browsers: 2,
    clientsPerBrowser: 1,
    params: { window },
    ...(recovery && { conditions: { recovery: 'on' } }),
  },
});
const study = {
  ...makeStudy(),
  parts: [
    ...[plan('restart', 'restarted', 2), plan('cut', 'not run', 5)],
    ...[plan('herd', 'reset', 1), plan('herd-recovery', 'reset again', 1, true)],
    ...[plan('page-herd', 'pages reset', 1, false, 'browser'), plan('page-cut', 'not run either', 5, false, 'browser')],
  ],
};
const when = { first: null, last: null };
const kept = {
  ...{ study, when },
  rows: new Rows([
    ...disturbed('restart', 'alpha', [{ lostMessages: 3 }, {}, { lostMessages: 1, duplicates: 2 }]),
    ...disturbed('herd', 'alpha', [{}, { lostMessages: 400 }], [2]),
    ...disturbed('herd-recovery', 'alpha', [{ outOfOrder: 1, gaveUp: 4 }]),
    ...disturbed('restart', 'beta', [{ lostMessages: 9 }], [1]),
  ]),
};

test('the table says what was lost of what was due, in how many disturbances, and what else befell, by valid runs', () => {
  const [{ heads, rows }] = recoveryTables(kept) as [RecoveryTable];
  expect(heads).toEqual(['over WebSocket', 'restarted', 'reset']);
  expect(rows).toEqual([
    { name: 'alpha', figures: ['lost 4 of 1,500 (2/3); 2 doubled', 'all kept (1)'] },
    { name: 'alpha, with recovery', figures: [null, 'all kept (1); 1 out of order; 4 clients given up'] },
    { name: 'beta', figures: [null, null] },
  ]);
});

test('a sentence on each kind says who lost nothing, and which share the others lost', () => {
  const [{ lead }] = recoveryTables(kept) as [RecoveryTable];
  expect(lead).toEqual([
    '**restarted** (3 times each): all 1 lost 0.27 % of the messages.',
    '**reset** (1 time each): none of 2 lost a message.',
    'Every client was back before the end of the test.',
  ]);
  const losing = (part: string, framework: string, ...lost: number[]): RunRecord[] =>
    disturbed(
      part,
      framework,
      lost.map((lostMessages) => ({ lostMessages })),
    );
  const leadOf = (...runs: RunRecord[][]): string[] =>
    recoveryTables({ ...kept, rows: new Rows(runs.flat()) })[0]!.lead;
  const unharmed = [
    'In none of these did a message come twice or out of order.',
    'Every client was back before the end of the test.',
  ];
  const [alpha, recovering] = [losing('herd', 'alpha', 100), losing('herd-recovery', 'alpha', 0)];
  expect(leadOf(alpha, losing('herd', 'beta', 50, 0), recovering)).toEqual([
    '**reset** (1 to 2 times each): 1 of 3 lost nothing (alpha with recovery), the others 5 to 20 % of the messages.',
    ...unharmed,
  ]);
  expect(leadOf(alpha, losing('herd', 'beta', 0), recovering)).toEqual([
    '**reset** (1 time each): 1 of 3 lost some of the messages: alpha (20 %).',
    ...unharmed,
  ]);
});

test('clients that were still away at the end are told of', () => {
  const runs = disturbed('herd', 'alpha', [{}, { lostMessages: 5 }]);
  delete runs[1]!.metrics.back100;
  const [{ lead }] = recoveryTables({ ...kept, rows: new Rows(runs) }) as [RecoveryTable];
  expect(lead.at(-1)).toBe('In 1 of 2 a client was still away at the end of the test (alpha).');
});

test('where messages were lost, clients that were too slow themselves do not tell how many, and the note says so', () => {
  const [keeping, losing] = [
    disturbed('herd', 'alpha', [{}, {}]),
    disturbed('restart', 'beta', [{}, {}, { lostMessages: 5 }]),
  ];
  const alone = disturbed('herd', 'beta', [{ lostMessages: 7 }]);
  for (const run of [keeping[0]!, losing[2]!, alone[0]!]) run.validity.push(SATURATED);
  const [{ rows, note }] = recoveryTables({
    ...kept,
    rows: new Rows([...keeping, ...losing, ...alone], new Map(), ['lostMessages']),
  }) as [RecoveryTable];
  expect(rows).toEqual([
    { name: 'alpha', figures: [null, 'all kept (2)'] },
    { name: 'beta', figures: ['all kept (2)', 'saturated (1)'] },
  ]);
  expect(note).toMatch(
    /the swarm was saturated are left out \(2\): .* These rows lost messages in no others: beta \(restarted\)\.$/,
  );
});

test('clients in browsers have a table of their own, where there are runs of them', () => {
  expect(recoveryTables(kept)).toHaveLength(1);
  const run = disturbed('page-herd', 'beta', [{ lostMessages: 5 }, {}]);
  const [{ id, heads, rows, note }] = recoveryTables({ ...kept, rows: new Rows(run) }) as [RecoveryTable];
  expect(id).toBe('recovery-browsers');
  expect(note).toMatch(/There was one client in each of 2 browsers\.$/);
  expect(heads).toEqual(['over WebSocket', 'pages reset']);
  expect(rows).toEqual([{ name: 'beta', figures: ['lost 5 of 1,000 (1/2)'] }]);
});

test('what is missed in a deployment is a share of what was due in each run of the first disturbance', () => {
  const { value, low, high } = missedIn(kept, 'alpha', 'websocket')!;
  expect(value).toBeCloseTo((100 * (3 + 0 + 1)) / 500 / 3);
  expect(low).toBeLessThan(value);
  expect(high).toBeGreaterThan(value);
  expect(missedIn(kept, 'gamma', 'websocket')).toBeNull();
});

test('what rows missed in a deployment is compared by runs on the one machine on which the row with the fewest has most', () => {
  const elsewhere = [...[40, 60, 80], 300].flatMap((lostMessages, run) =>
    disturbed('restart', run === 3 ? 'beta' : 'alpha', [{ lostMessages }]),
  );
  for (const run of elsewhere) run.machine = { ...run.machine!, cpu: 'Another CPU' };
  const here = ['alpha', 'beta', 'beta'].flatMap((framework) => disturbed('restart', framework, [{ lostMessages: 5 }]));
  here[0]!.machine = { ...here[0]!.machine!, kernel: 'Linux 6.2-later' };
  const both = {
    ...kept,
    rows: new Rows([...elsewhere, ...here, ...disturbed('restart', 'alpha', [{ lostMessages: 15 }])]),
  };
  expect(['alpha', 'beta'].map((row) => missedIn(both, row, 'websocket')?.value)).toEqual([2, 1]);
  expect(missedNote(both)).toMatch(/\(Made-up CPU, .* Linux 6\.1, 6\.2\)/);
  const notes = [kept, both].map((runs) => recoveryTables(runs)[0]!.note);
  expect(notes.map((note) => note.includes('from 2 machines'))).toEqual([false, true]);
});

test('the shares of what is missed say of how much they are', () => {
  expect(missedNote(kept)).toBe(
    'Missed in a deployment: of the messages that the server took in 15 s, in 2 s of which every client was offline, without recovery, by runs on one machine (Made-up CPU, 4 cores, 8.0 GiB, Linux 6.1). A server that starts for longer takes fewer.',
  );
  expect(missedNote({ ...kept, rows: new Rows([]) })).toBeNull();
});
