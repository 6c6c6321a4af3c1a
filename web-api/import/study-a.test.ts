import type { CountMetric } from '../../metrics/metric.ts';
import type { Transport } from '../../metrics/transports.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import { checkRecord } from '../../records/check-record.ts';
import { readStudyRun, recordsOf } from './study-a.ts';
import { asPlanned, sampleRun } from './testing/sample-files.ts';

const read = (runs: unknown[], transport: Transport | null = 'websocket', file = 'websockets.json') =>
  recordsOf(file, runs.map(readStudyRun), transport);
const count = (run: RunRecord | undefined, name: string) => run!.metrics[name] as CountMetric;
const codes = (run: RunRecord | undefined) => run!.validity.map(({ code }) => code);

describe('a run of study A', () => {
  test('becomes a record of its own kind, as it is', () => {
    const [run] = read([sampleRun('Shout!')]);
    expect(checkRecord(run)).toMatchObject({
      kind: 'imported',
      session: { id: 'import-websockets' },
      identity: { framework: 'shout', frameworkLabel: 'Shout!', transport: 'websocket', clients: 60, repetition: 1 },
      validity: [],
    });
    const planned = asPlanned();
    expect(run!.metrics).toMatchObject({
      sentByClients: { total: 1800, series: planned.sent },
      receivedByServer: { total: 1800, series: planned.received },
      sentByServer: { total: 108_000, series: planned.out },
      receivedByClients: { total: null, expected: 108_000, series: null },
      fromSent: { series: { mean: planned.latency }, distribution: null },
    });
    expect(run!.plan).toEqual({ seconds: 15, bucketSeconds: 1 });
    expect(run!.identity.params).toEqual({ rate: 2, messages: 30, payload: 0, phase: 'together' });
    expect(run!.notMeasured['metrics.fromSent.distribution']).toBeDefined();
  });

  test('is the same in whatever order its charts come', () => {
    const [first, ...others] = [0, 1, 2].map((rotate) => read([sampleRun('Shout', {}, rotate)]));
    expect(others).toEqual([first, first]);
  });

  test('is counted per framework and transport', () => {
    const runs = read([sampleRun('Shout'), sampleRun('Murmur'), sampleRun('Shout'), sampleRun('Shout WSP')]);
    expect(runs.map(({ identity: i }) => [i.framework, i.frameworkLabel, i.transport, i.repetition])).toEqual([
      ['shout', 'Shout', 'websocket', 1],
      ['murmur', 'Murmur', 'websocket', 1],
      ['shout', 'Shout', 'websocket', 2],
      ['shout', 'Shout', 'ws-polling', 1],
    ]);
    expect(new Set(runs.map(({ id }) => id)).size).toBe(4);
  });

  test('has the same id in another file, and another id over another transport', () => {
    const ids = (...given: [Transport, string]) =>
      read([sampleRun('Shout'), sampleRun('Shout')], ...given).map(({ id }) => id);
    expect(ids('sse', 'a.json')).toEqual(ids('sse', 'b.json'));
    expect(ids('sse', 'a.json')).not.toEqual(ids('polling', 'a.json'));
  });

  test('of no known transport is refused with the option that says it', () => {
    expect(() => read([sampleRun('Shout')], null)).toThrow(/--transport NAME, one of websocket, /);
    expect(read([sampleRun('Shout WSP')], null)).toHaveLength(1);
  });

  test.each([
    ['Open Outcry.JS', 'open-outcry.js'],
    ['  ../../etc  ', 'etc'],
    ['A'.repeat(100), 'a'.repeat(60)],
    ['呼', expect.stringMatching(/^x[0-9a-f]{12}$/)],
  ])('called %j is of the framework %s', (name, id) => {
    expect((checkRecord(read([sampleRun(name)])[0]) as RunRecord).identity.framework).toEqual(id);
  });

  test('whose series differ in length is kept so, and flagged', () => {
    const sent = [...asPlanned().sent.slice(0, 14), 114, 6];
    const [run] = read([sampleRun('Shout', { sent })]);
    expect(count(run, 'sentByClients').series).toEqual(sent);
    expect(count(run, 'receivedByServer').series).toHaveLength(15);
    expect(codes(run)).toEqual(['import-uneven-series', 'overtime']);
    expect(run!.validity[1]!.message).toBe('The run goes on for 16 seconds, 1 more than the 15 planned.');
  });

  test('that is longer than its axis goes on after it', () => {
    const run = sampleRun('Shout');
    for (const chart of run.Charts) chart.XAxis = chart.XAxis.slice(0, 14);
    expect(codes(read([run])[0])).toEqual([]);
  });

  test('that lost counts is flagged with what is missing', () => {
    const received = [...asPlanned().received.slice(0, 14), 110];
    const [run] = read([sampleRun('Shout', { received })]);
    expect(codes(run)).toEqual(['import-counts-lost']);
    expect(run!.validity[0]!.message).toContain('received by the server 1,790 of 1,800');
  });

  test('whose server counted less than its clients sent is flagged even above the plan', () => {
    const sent = [...asPlanned().sent.slice(0, 14), 160];
    const [run] = read([sampleRun('Shout', { sent })]);
    expect(codes(run)).toEqual(['import-counts-lost', 'import-counts-over']);
    expect(run!.validity[0]!.message).toContain('received by the server 1,800 of 1,840');
    expect(run!.validity[1]!.message).toContain('sent by clients 1,840 instead of 1,800');
  });
});
