import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CountMetric, GaugeMetric, TrendMetric } from '../../protocol/metrics.ts';
import { sampleRecord1 } from '../../protocol/testing/sample-record-1.ts';
import { type KeptRecord, upgrade } from '../../protocol/upgrade.ts';
import { checkRecord } from '../check-record.ts';
import { RunStore } from '../store.ts';
import { sampleRecord } from '../testing/sample-record.ts';
import { importFiles } from './index.ts';
import { importInto } from './store-step.ts';
import { asPlanned, sampleFigures, sampleRun } from './testing/sample-files.ts';

const read = (data: unknown, name = 'websockets.json') =>
  importFiles([{ name, text: typeof data === 'string' ? data : JSON.stringify(data) }]);
const count = (run: KeptRecord | undefined, name: string) => upgrade(run!).metrics[name] as CountMetric | undefined;
const meansOf = (run: KeptRecord | undefined) => {
  const { series } = upgrade(run!).metrics.fromSent as TrendMetric;
  return series && 'mean' in series ? series.mean : null;
};
const gauge = (run: KeptRecord | undefined, name: string) => upgrade(run!).metrics[name] as GaugeMetric | undefined;
const codes = (run: KeptRecord | undefined) => run?.validity.map(({ code }) => code);

describe('a run of study A', () => {
  test('becomes a record of its own kind, as it is', () => {
    const { runs } = read([sampleRun('Shout!')]);
    expect(runs).toHaveLength(1);
    const run = upgrade(checkRecord(runs[0]));
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
    const series = [0, 1, 2]
      .map((rotate) => read([sampleRun('Shout', {}, rotate)]).runs[0]!)
      .map((run) => upgrade(run).metrics);
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

  test('with seconds left out keeps the others in their place', () => {
    const run = sampleRun('Shout');
    const [counts, , latency] = run.Charts;
    for (const series of counts!.Series) series.Data.splice(3, 1);
    counts!.XAxis.splice(3, 1);
    latency!.Series[0]!.Data[7] = null;
    const { runs } = read([run]);
    expect(count(runs[0], 'sentByClients')!.series!.slice(2, 5)).toEqual([120, 0, 120]);
    expect(meansOf(runs[0])!.slice(6, 9)).toEqual([10.6, null, 10.8]);
    expect(codes(runs[0])).toEqual(['import-missing-seconds', 'import-counts-lost']);
    expect(runs[0]!.validity[0]!.message).toContain('sentByClients has no second 3; latencyMean has no second 7');
  });

  test('whose axis is one label over many values counts its seconds from the start, and says so', () => {
    const run = sampleRun('Shout');
    for (const chart of run.Charts) chart.XAxis = ['16'];
    const { runs } = read([run]);
    expect(count(runs[0], 'sentByClients')!.series).toEqual(asPlanned().sent);
    expect(meansOf(runs[0])).toEqual(asPlanned().latency);
    expect(codes(runs[0])).toEqual(['import-unit-assumed']);
    expect(runs[0]!.validity[0]!.message).toContain('latencyMean does not say when its values were');
  });

  test('that is longer than its axis goes on after it', () => {
    const run = sampleRun('Shout');
    for (const chart of run.Charts) chart.XAxis = chart.XAxis.slice(0, 14);
    const { runs } = read([run]);
    expect(meansOf(runs[0])).toEqual(asPlanned().latency);
    expect(codes(runs[0])).toEqual([]);
  });

  test('of another plan than the one that study A printed is not held against that one', () => {
    const all = (count: number) => ({ sent: [count], received: [count] });
    const echo = sampleRun('Shout', { ...all(1000), out: [1000] });
    const broadcast = sampleRun('Shout', { ...all(4500), out: [4500 ** 2] });
    const { runs, notes } = read([echo, broadcast]);
    for (const [i, clients] of [null, 4500].entries()) {
      const run = upgrade(checkRecord(runs[i]));
      const unknown = { scenario: 'unknown', params: {}, swarm: null, browser: null, members: null };
      expect(run.identity).toMatchObject({ ...unknown, clients, repetition: 1 });
      expect(run.plan).toEqual({ seconds: null, bucketSeconds: 1 });
      expect(count(run, 'receivedByClients')!.expected).toBeNull();
      expect(run.notMeasured).toMatchObject({ 'identity.scenario': expect.stringContaining('not those of study A') });
      expect(codes(run)).toEqual(['import-uneven-series']);
    }
    expect(runs[0]!.notMeasured['identity.clients']).toContain('neither the counts');
    expect(notes.at(-1)).toContain("2 runs: the counts are not those of study A's plan");
  });

  test.each([
    ['websockets 1,000 clients.json', 1000],
    ['4500-connections.json', 4500],
    ['websockets.json', null],
  ])('in the file "%s" has %s clients where its counts do not say', (name, clients) => {
    const { runs } = read([sampleRun('Shout', { sent: [1000], received: [1000], out: [1000] })], name);
    expect(runs[0]!.identity.clients).toBe(clients);
  });

  test('of another plan that lost messages on the way still says so', () => {
    const { runs } = read([sampleRun('Shout', { sent: [1000], received: [990], out: [990_000] })]);
    expect(runs[0]!.identity.clients).toBe(1000);
    expect(runs[0]!.validity.map(({ message }) => message).join()).toContain('received by the server 990 of 1,000');
  });

  test('of sixty clients that lost half of their messages is still held against its plan', () => {
    const half = Array(15).fill(60);
    const { runs } = read([sampleRun('Shout', { sent: half, received: half, out: half.map((count) => count * 60) })]);
    expect(runs[0]!.identity).toMatchObject({ scenario: 'study-a', clients: 60 });
    expect(runs[0]!.validity[0]!.message).toContain('sent by clients 900 of 1,800');
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
    expect(upgrade(runs[0]!).metrics.fromSent).toBeUndefined();
    expect(runs[0]!.notMeasured['metrics.fromSent']).toBe('not in the file');
    expect(codes(runs[0])).toEqual(['import-skipped']);
  });
});

describe('what cannot be a run is skipped, named, and the rest is taken', () => {
  // biome-ignore lint/suspicious/noExplicitAny: tests put wrong things into runs
  const damaged = (change: (run: any) => void) => {
    const run = sampleRun('Murmur');
    change(run);
    return run;
  };
  test.each<[string, unknown, string]>([
    ['no object', 7, 'element [1] skipped: must be an object'],
    ['nothing known', { Framework: 'x' }, 'element [1] skipped: is neither a run of study A'],
    ['no name', damaged((r) => (r.Framework = 7)), 'Framework: must be a text'],
    ['no charts', damaged((r) => (r.Charts = 'none')), 'Charts: must be an array'],
    ['a negative count', damaged((r) => (r.Charts[0].Series[0].Data[4] = -5)), 'Charts[0].Series[0].Data[4]: must be'],
    ['half a message', damaged((r) => (r.Charts[1].Series[0].Data[0] = 0.5)), 'must be a whole number >= 0, is 0.5'],
    [
      'a text as number',
      damaged((r) => (r.Charts[2].Series[0].Data[0] = '12')),
      'Charts[2].Series[0].Data[0]: must be',
    ],
    ['a second from afar', damaged((r) => (r.Charts[2].XAxis[14] = '999999')), 'Charts[2].XAxis[14]: must be a whole'],
    ['time that goes back', damaged((r) => (r.Charts[2].XAxis[14] = '2')), 'Charts[2].XAxis[14]: must be later'],
    ['endless data', damaged((r) => (r.Charts[0].Series[0].Data = Array(1e6).fill(1))), 'has 1000000 elements'],
    ['one series twice', damaged((r) => r.Charts.push(r.Charts[1])), 'Charts[3].Series[0]: is a second series'],
    ['sums beyond exactness', damaged((r) => r.Charts[0].Series[0].Data.fill(2 ** 53 - 1)), 'is too large to be exact'],
    ['a record of nothing', { schema: 'outcry/run@2' }, 'id: is missing'],
    ['an old record of nothing', { schema: 'outcry/run@1' }, 'id: is missing'],
    ['a record of no schema', { schema: 'outcry/run@3' }, 'is neither a run of study A'],
  ])('%s', (_, element, message) => {
    const { runs, notes } = read([sampleRun('Shout'), element, sampleRun('Shout')]);
    expect(runs.map(({ identity }) => identity.framework)).toEqual(['shout', 'shout']);
    expect(notes.join('\n')).toContain(message);
  });

  test('keys that mean something to JavaScript are names like others', () => {
    const text = '[{"Framework":"__proto__","constructor":{"prototype":1},"__proto__":{"polluted":true},"Charts":[]}]';
    const { runs, notes } = read(text);
    expect(runs).toEqual([]);
    expect(notes.join()).toContain('Charts: none of them is known here');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    const { runs: odd } = read([sampleRun('constructor')]);
    expect(odd[0]!.identity.framework).toBe('constructor');
  });

  test('many bad elements make few notes, with their number', () => {
    const { notes } = read(Array(500).fill(7));
    expect(notes).toHaveLength(51);
    expect(notes.at(-1)).toBe('websockets.json: and 450 more notes like these');
  });
});

describe('run records', () => {
  test('are taken as they are, alone and in arrays', () => {
    const record = sampleRecord();
    expect(read(record, 'any.json')).toEqual({ runs: [record], notes: [] });
    expect(read([record, { ...record, id: 'another' }]).runs.map(({ id }) => id)).toEqual([record.id, 'another']);
  });

  test('of the first schema are taken as they are too', () => {
    expect(read(sampleRecord1(), 'any.json')).toEqual({ runs: [sampleRecord1()], notes: [] });
  });

  test('that are wrong are skipped with the field named', () => {
    const { runs, notes } = read([sampleRecord((r) => Object.assign(r.identity, { clients: -2 }))]);
    expect(runs).toEqual([]);
    expect(notes).toEqual(['websockets.json: element [0] skipped: identity.clients: must be >= 1']);
  });
});

describe('figures taken by hand', () => {
  const runs = { name: 'websockets.json', text: JSON.stringify([sampleRun('Shout'), sampleRun('Shout')]) };
  const figures = (...list: unknown[]) => ({ name: 'manualData.json', text: JSON.stringify(list) });
  const cpu = sampleFigures('Shout', 'Websockets', 'Median processor usage', [31, 33]);

  test('go into the runs of the same import, in their order', () => {
    const memory = sampleFigures('Shout', 'Websockets', 'Max memory consumption', [1000, 2000]);
    const bytes = sampleFigures('Shout', 'Websockets', 'Bytes sent/received', [7, 8]);
    const { runs: records, notes } = importFiles([figures(cpu, memory, bytes), runs]);
    expect(
      records.map((run) => [
        gauge(run, 'serverCpu')!.median,
        gauge(run, 'serverMemory')!.max,
        count(run, 'wireBytes')!.total,
      ]),
    ).toEqual([
      [31, 1_024_000, 7],
      [33, 2_048_000, 8],
    ]);
    expect(codes(records[0])).toEqual(['import-unit-assumed']);
    expect(records[0]!.validity[0]!.message).toContain('1000 in the file, whose unit is printed as KB');
    expect(Object.keys(records[0]!.notMeasured)).not.toContain('metrics.wireBytes');
    expect(records.map(checkRecord)).toHaveLength(2);
    expect(notes.filter((note) => note.startsWith('manual'))).toEqual([]);
  });

  test('reach a transport that the name of the framework says', () => {
    const poll = { name: 'polling.json', text: JSON.stringify([sampleRun('Shout WSP'), sampleRun('Shout')]) };
    const wsp = sampleFigures('Shout', 'WS-Polling', 'Median processor usage', [50]);
    const { runs: records } = importFiles([poll, figures(wsp)]);
    expect(records.map((run) => gauge(run, 'serverCpu')?.median)).toEqual([50, undefined]);
  });

  test('without their runs are not taken, and it is said what is missing', () => {
    const { runs: records, notes } = importFiles([figures(cpu)]);
    expect(records).toEqual([]);
    expect(notes[0]).toMatch(
      /^manualData.json: median CPU of Shout over websocket: not taken.* together with this one$/,
    );
  });

  test.each<[string, unknown[], string]>([
    ['more figures than runs', [{ ...cpu, Data: [1, 2, 3] }], '3 figures for 2 runs'],
    ['the same twice', [cpu, cpu], 'given twice, only the first is used'],
    ['an unknown kind', [{ ...cpu, Type: 'Mood' }], 'Type: "Mood" is not known'],
    ['an unknown transport', [{ ...cpu, Transport: 'Pigeon' }], 'Transport: "Pigeon" is not known'],
    ['no number', [{ ...cpu, Data: [1, 'x'] }], 'Data[1]: must be a number'],
  ])('that do not fit are named: %s', (_, list, message) => {
    expect(importFiles([runs, figures(...list)]).notes.join('\n')).toContain(message);
  });

  test('that fit runs of two files are given to neither', () => {
    const other = { ...runs, name: 'websockets-2.json' };
    const { runs: records, notes } = importFiles([runs, other, figures(cpu)]);
    expect(records.every((run) => gauge(run, 'serverCpu') === undefined)).toBe(true);
    expect(notes.at(-1)).toContain('runs of it come from 2 files');
  });
});

describe('importing into the store', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'outcry-import-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const text = JSON.stringify([sampleRun('Shout'), sampleRun('Shout'), sampleRun('Murmur')]);
  const file = { name: 'websockets.json', text };

  test('twice keeps each run once and says so', async () => {
    const store = new RunStore(folder);
    const first = await importInto(store, [file]);
    expect(first).toMatchObject({ already: [], sessions: ['import-websockets'] });
    const second = await importInto(store, [file]);
    expect(second).toMatchObject({ taken: [], already: first.taken });
    expect(await store.list({ kind: 'imported' })).toHaveLength(3);
    expect(await store.problems()).toEqual([]);
  });

  test('says that figures came too late for runs that are kept', async () => {
    const store = new RunStore(folder);
    await importInto(store, [file]);
    const figures = JSON.stringify([sampleFigures('Murmur', 'Websockets', 'Median processor usage', [31])]);
    const { taken, notes } = await importInto(store, [file, { name: 'manualData.json', text: figures }]);
    expect(taken).toEqual([]);
    expect(notes.at(-1)).toMatch(/^1 runs were already kept without these figures/);
  });
});
