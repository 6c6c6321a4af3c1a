import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CountMetric, GaugeMetric, TrendMetric } from './metrics.ts';
import type { RunRecord } from './run-record.ts';
import type { RunRecord1 } from './run-record-1.ts';
import { sampleRecord1 } from './testing/sample-record-1.ts';
import { formerIdentity, upgrade } from './upgrade.ts';

const metrics = (record: RunRecord) => record.metrics as Record<string, unknown>;
const count = (record: RunRecord, name: string) => metrics(record)[name] as CountMetric | undefined;
const trend = (record: RunRecord, name: string) => metrics(record)[name] as TrendMetric | undefined;
const gauge = (record: RunRecord, name: string) => metrics(record)[name] as GaugeMetric | undefined;

/** What the first schema would say of an upgraded record; what its `notMeasured` said is told elsewhere. */
function downgraded(record: RunRecord): Omit<RunRecord1, 'notMeasured' | 'schema'> {
  const { session, plan } = record;
  const latency = trend(record, 'fromSent')?.series ?? null;
  const sums = latency && 'sum' in latency ? latency : null;
  const total = (name: string) => count(record, name)?.total ?? null;
  const series = (name: string) => count(record, name)?.series ?? null;
  const distribution = (name: string) => trend(record, name)?.distribution ?? null;
  const tree = (name: string) => {
    const [cpu, memory] = [gauge(record, `${name}Cpu`), gauge(record, `${name}Memory`)];
    if (!cpu?.samples || !memory?.samples) return null;
    return { intervalMs: cpu.intervalMs!, cpuPercent: cpu.samples, memoryBytes: memory.samples };
  };
  return {
    id: record.id,
    kind: record.kind,
    session: { id: session.id, profile: session.profile, note: session.note },
    identity: formerIdentity(record.identity)!,
    when: record.when,
    machine: record.machine,
    versions: record.versions,
    perSecond: {
      bucketSeconds: plan.bucketSeconds,
      sentByClients: series('sentByClients'),
      receivedByServer: series('receivedByServer'),
      sentByServer: series('sentByServer'),
      receivedByClients: series('receivedByClients'),
      latencySum: sums?.sum ?? null,
      latencyCount: sums?.count ?? null,
      latencyMean: latency && 'mean' in latency ? latency.mean : null,
    },
    totals: {
      sentByClients: total('sentByClients'),
      receivedByServer: total('receivedByServer'),
      sentByServer: total('sentByServer'),
      receivedByClients: total('receivedByClients'),
      expectedDeliveries: count(record, 'receivedByClients')?.expected ?? null,
    },
    latency: {
      fromSent: distribution('fromSent'),
      fromDue: distribution('fromDue'),
      delivery: distribution('delivery'),
      lateness: distribution('lateness'),
    },
    resources: {
      server: tree('server'),
      swarm: tree('swarm'),
      machineCpuPercent: gauge(record, 'machineCpu')?.samples ?? null,
      serverCpuMedian: gauge(record, 'serverCpu')?.median ?? null,
      serverMemoryMax: gauge(record, 'serverMemory')?.max ?? null,
    },
    wire: { bytes: total('wireBytes'), httpRequests: total('httpRequests') },
    validity: record.validity,
  };
}

const FOLDER = join(import.meta.dirname, 'testing/vectors/first-schema-session');
const measured = readdirSync(FOLDER).map((name) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as RunRecord1);

const imported = sampleRecord1((r) => {
  r.kind = 'imported';
  Object.assign(r.perSecond, { latencySum: null, latencyCount: null, latencyMean: [4, null, 5] });
  r.latency = { fromSent: null, fromDue: null, delivery: null, lateness: null };
  Object.assign(r.resources, { server: null, machineCpuPercent: null, serverCpuMedian: 30, serverMemoryMax: 4096 });
  Object.assign(r.totals, { receivedByClients: null });
  Object.assign(r.perSecond, { receivedByClients: null });
  r.wire.bytes = 700;
});
const nothing = sampleRecord1((r) => {
  for (const part of [r.perSecond, r.totals, r.latency, r.resources, r.wire]) {
    for (const name of Object.keys(part)) if (name !== 'bucketSeconds') Object.assign(part, { [name]: null });
  }
});

describe('a record of the first schema', () => {
  test.each<[string, RunRecord1]>([
    ...measured.map((record): [string, RunRecord1] => [record.id, record]),
    ['a made-up one', sampleRecord1()],
    ['an imported one', imported],
    ['one that measured nothing', nothing],
    ['an echo of another name', sampleRecord1((r) => Object.assign(r.identity, { testType: 'echo' }))],
    ['an echo', sampleRecord1((r) => Object.assign(r.identity, { scenario: 'echo', testType: 'echo' }))],
    ['a broadcast called echo', sampleRecord1((r) => Object.assign(r.identity, { scenario: 'echo' }))],
  ])('loses nothing: %s', (_, record) => {
    const { schema: _schema, notMeasured: _reasons, ...all } = record;
    expect(downgraded(upgrade(record))).toEqual(all);
  });

  test('is left as it is itself', () => {
    const record = sampleRecord1();
    upgrade(record);
    expect(record).toEqual(sampleRecord1());
  });

  test('has parameters where its identity had fields, and the type of test only where the scenario does not say it', () => {
    expect(upgrade(sampleRecord1()).identity.params).toEqual({ rate: 1, messages: 3, payload: 16, phase: 'together' });
    const odd = upgrade(sampleRecord1((r) => Object.assign(r.identity, { testType: 'echo' })));
    expect(odd.identity.params).toMatchObject({ testType: 'echo' });
    expect(upgrade(sampleRecord1()).plan).toEqual({ seconds: 3, bucketSeconds: 1 });
  });

  test('leaves out metrics that were not measured at all, with the reason it gave', () => {
    const { metrics: upgraded, notMeasured } = upgrade(sampleRecord1());
    expect(Object.keys(upgraded)).not.toContain('delivery');
    expect(notMeasured).toMatchObject({
      'metrics.delivery': 'browsers share no clock',
      'metrics.swarmCpu': 'not asked for',
      'metrics.swarmMemory': 'not asked for',
      'metrics.wireBytes': 'no proxy was between clients and server',
    });
  });

  test('gives a reason for every part of a metric that it lacks', () => {
    const reasons = { 'latency.fromSent': 'means only', 'totals.receivedByClients': 'not counted', machine: 'unknown' };
    const upgraded = upgrade({
      ...imported,
      notMeasured: { ...reasons, 'perSecond.receivedByClients': 'not by second' },
    });
    expect(upgraded.notMeasured).toMatchObject({
      'metrics.fromSent.distribution': 'means only',
      'metrics.receivedByClients.total': 'not counted',
      'metrics.receivedByClients.series': 'not by second',
      machine: 'unknown',
    });
  });

  test('says that nothing came, not how records differ in their shape', () => {
    const notMeasured = {
      'perSecond.latencyMean': 'a measured run keeps sum and count instead',
      'resources.serverCpuMedian': 'a measured run keeps the samples instead',
      'resources.server': 'no samples',
      perSecond: 'no dataset came back',
    };
    expect(upgrade({ ...nothing, notMeasured }).notMeasured).toMatchObject({
      'metrics.sentByClients': 'no dataset came back',
      'metrics.fromSent': 'no dataset came back',
      'metrics.serverCpu': 'no samples',
    });
  });
});

describe('what the first schema could have told of', () => {
  const { identity } = upgrade(sampleRecord1());

  test('is a run with its parameters and no others', () => {
    expect(formerIdentity(identity)).toEqual(sampleRecord1().identity);
    expect(formerIdentity({ ...identity, params: { ...identity.params, depth: 2 } })).toBeNull();
    expect(formerIdentity({ ...identity, params: {} })).toBeNull();
    expect(formerIdentity({ ...identity, transport: 'rest' })).toBeNull();
  });
});
