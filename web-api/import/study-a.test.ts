import { checkRecord } from '../../records/check-record.ts';
import { codes, count, read } from './testing/reading.ts';
import { asPlanned, sampleRun } from './testing/sample-files.ts';

describe('a run of study A', () => {
  test('becomes a record of its own kind, as it is', () => {
    const { runs } = read([sampleRun('Shout!')]);
    expect(runs).toHaveLength(1);
    const run = checkRecord(runs[0]);
    expect(run).toMatchObject({
      kind: 'imported',
      session: { id: 'import-websockets' },
      identity: { framework: 'shout', frameworkLabel: 'Shout!', transport: 'websocket', clients: 60, repetition: 1 },
      validity: [],
    });
    const planned = asPlanned();
    expect(run.metrics).toMatchObject({
      sentByClients: { total: 1800, series: planned.sent },
      receivedByServer: { total: 1800, series: planned.received },
      sentByServer: { total: 108_000, series: planned.out },
      receivedByClients: { total: null, expected: 108_000, series: null },
      fromSent: { series: { mean: planned.latency }, distribution: null },
    });
    expect(run.plan).toEqual({ seconds: 15, bucketSeconds: 1 });
    expect(run.identity.params).toEqual({ rate: 2, messages: 30, payload: 0, phase: 'together' });
    expect(run.notMeasured['metrics.fromSent.distribution']).toBeDefined();
  });

  test('is the same in whatever order its charts come', () => {
    const series = [0, 1, 2].map((rotate) => read([sampleRun('Shout', {}, rotate)]).runs[0]!).map((run) => run.metrics);
    expect(series[1]).toEqual(series[0]);
    expect(series[2]).toEqual(series[0]);
  });

  test('is counted per framework and transport', () => {
    const { runs } = read([sampleRun('Shout'), sampleRun('Murmur'), sampleRun('Shout'), sampleRun('Shout WSP')]);
    expect(runs.map(({ identity: i }) => [i.framework, i.transport, i.repetition])).toEqual([
      ['shout', 'websocket', 1],
      ['murmur', 'websocket', 1],
      ['shout', 'websocket', 2],
      ['shout', 'ws-polling', 1],
    ]);
    expect(new Set(runs.map(({ id }) => id)).size).toBe(4);
  });

  test('has the transport that the file is named after; otherwise it says what was assumed', () => {
    expect(read([sampleRun('Shout')], 'polling.json').runs[0]!.identity.transport).toBe('polling');
    const { runs, notes } = read([sampleRun('Shout')], 'tuesday.json');
    expect(runs[0]!.identity.transport).toBe('websocket');
    expect(codes(runs[0])).toEqual(['import-unit-assumed']);
    expect(notes).toEqual([expect.stringContaining('tuesday.json: 1 runs: the transport is assumed to be websocket')]);
  });

  test('has the transport that its series is named after, whatever the file is called', () => {
    const marked = ['Shout SSE', 'Shout LP', 'Shout Stream', 'Shout Polling', 'Shout WSP', 'Shout'];
    const mixed = read(
      marked.map((name) => sampleRun(name)),
      'tuesday.json',
    );
    expect(mixed.runs.map(({ identity: i }) => `${i.frameworkLabel} ${i.framework} ${i.transport}`)).toEqual([
      'Shout shout sse',
      'Shout shout long-polling',
      'Shout shout http-streaming',
      'Shout shout polling',
      'Shout shout ws-polling',
      'Shout shout websocket',
    ]);
    expect(mixed.runs.map(codes)).toEqual([[], [], [], [], [], ['import-unit-assumed']]);
    const named = read([sampleRun('Shout SSE'), sampleRun('Shout')], 'polling.json');
    expect(named.runs.map(({ identity }) => identity.transport)).toEqual(['sse', 'polling']);
    expect(named.notes).toEqual(["polling.json: the transport of 1 runs, polling, is read from the file's name"]);
  });

  test('is of no transport that the name of a file only holds by chance, or beside another', () => {
    const mixed = read([sampleRun('Loudstreamer WSP'), sampleRun('Loudstreamer')], 'LoudstreamerWSPvsWS.json');
    expect(mixed.runs.map(({ identity }) => identity.transport)).toEqual(['ws-polling', 'websocket']);
    expect(mixed.runs.map(codes)).toEqual([[], ['import-unit-assumed']]);
    expect(mixed.notes.join()).toContain('1 runs: the transport is assumed to be websocket');
    const named = read([sampleRun('Loudstreamer')], 'loudstreamer polling.json');
    expect(named.runs[0]!.identity.transport).toBe('polling');
    expect(named.runs.map(codes)).toEqual([[]]);
  });

  test('whose series differ in length is kept so, and flagged', () => {
    const sent = [...asPlanned().sent.slice(0, 14), 114, 6];
    const { runs } = read([sampleRun('Shout', { sent })]);
    expect(count(runs[0], 'sentByClients')!.series).toEqual(sent);
    expect(count(runs[0], 'receivedByServer')!.series).toHaveLength(15);
    expect(codes(runs[0])).toEqual(['import-uneven-series', 'overtime']);
    expect(runs[0]!.validity[1]!.message).toBe('The run goes on for 16 seconds, 1 more than the 15 planned.');
  });

  test('that lost counts is flagged with what is missing', () => {
    const received = [...asPlanned().received.slice(0, 14), 110];
    const { runs } = read([sampleRun('Shout', { received })]);
    expect(codes(runs[0])).toEqual(['import-counts-lost']);
    expect(runs[0]!.validity[0]!.message).toContain('received by the server 1,790 of 1,800');
  });

  test('whose server counted less than its clients sent is flagged even above the plan', () => {
    const sent = [...asPlanned().sent.slice(0, 14), 160];
    const { runs } = read([sampleRun('Shout', { sent })]);
    expect(codes(runs[0])).toEqual(['import-counts-lost', 'import-counts-over']);
    expect(runs[0]!.validity[0]!.message).toContain('received by the server 1,800 of 1,840');
    expect(runs[0]!.validity[1]!.message).toContain('sent by clients 1,840 instead of 1,800');
  });

  test('that ends early is flagged', () => {
    const { runs } = read([sampleRun('Shout', { latency: [1, 2, 3] })]);
    expect(codes(runs[0])).toContain('import-missing-seconds');
    expect(runs[0]!.validity[1]!.message).toContain('latencyMean ends after 3 of 15 seconds');
  });

  test('without one of its charts says what was not measured; with an unknown one says so', () => {
    const run = sampleRun('Shout');
    run.Charts[2]!.Title = 'Mood';
    const { runs } = read([run]);
    expect(runs[0]!.metrics.fromSent).toBeUndefined();
    expect(runs[0]!.notMeasured['metrics.fromSent']).toBe('not in the file');
    expect(codes(runs[0])).toEqual(['import-skipped']);
  });
});
