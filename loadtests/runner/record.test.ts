import { checkRecord } from '../../web-api/check-record.ts';
import { planSession } from './plan.ts';
import { addArrays, makeRecord, type RunContext } from './record.ts';
import { faultlessDataset } from './testing/evidence.ts';
import { madeUpApp } from './testing/made-up-app.ts';

function context(): RunContext {
  const app = madeUpApp('alpha');
  const plan = planSession(
    { frameworks: ['alpha'], rate: 1, messages: 2, browsers: 1, clientsPerBrowser: 2, runs: 1 },
    [app],
    2,
  );
  const { startedAt } = faultlessDataset().server;
  return {
    sessionId: 's1',
    note: null,
    plan,
    run: plan.runs[0]!,
    members: 1,
    browser: 'firefox',
    startedAt: new Date(startedAt),
    finishedAt: new Date(startedAt + 3000),
    machine: { cpu: 'made up', cores: 2, memoryBytes: 8e9, kernel: 'Linux 0' },
    serverVersions: { framework: '1.2.3', runtime: 'Node.js 20' },
    swarmVersions: { browser: '140.0', driver: '0.37' },
    outcry: 'abc',
    outcome: { dataset: faultlessDataset(), died: [], error: null, busiestLoop: null },
    serverEnded: null,
    standIn: null,
    limits: null,
    otherPort: null,
    otherProcess: null,
    warmupSeconds: 3,
    samples: {
      intervalMs: 100,
      at: [startedAt - 50, startedAt + 50, startedAt + 1950, startedAt + 2050],
      server: { cpuPercent: [900, 10, 20, 900], memoryBytes: [1, 2, 3, 4] },
      swarm: null,
      machineCpuPercent: [900, 30, 40, 900],
      gaps: 0,
    },
    samplesMissing: null,
    wire: null,
    throughProxy: false,
  };
}

describe('a run record', () => {
  test('is one that the store takes', () => {
    const record = makeRecord(context());
    expect(checkRecord(JSON.parse(JSON.stringify(record)))).toEqual(record);
  });

  test('has the counts, the latencies and the identity of the run', () => {
    const record = makeRecord(context());
    expect(record.id).toBe('s1-alpha-websocket-01');
    expect(record.totals).toEqual({
      sentByClients: 4,
      receivedByServer: 4,
      sentByServer: 8,
      receivedByClients: 8,
      expectedDeliveries: 8,
    });
    expect(record.perSecond).toMatchObject({ latencySum: [6, 10], latencyCount: [2, 2] });
    expect(record.latency.fromSent).toMatchObject({ count: 4, p50: 4.001 });
    expect(record.latency.fromDue!.mean).toBeCloseTo(5, 1);
    expect(record.validity).toEqual([]);
  });

  test('keeps only the samples taken while the test ran', () => {
    const { resources } = makeRecord(context());
    expect(resources.server).toEqual({ intervalMs: 100, cpuPercent: [10, 20], memoryBytes: [2, 3] });
    expect(resources.machineCpuPercent).toEqual([30, 40]);
  });

  test('says why what is null was not measured', () => {
    const { latency, resources, wire, notMeasured } = makeRecord(context());
    expect([latency.delivery, resources.swarm, wire.bytes]).toEqual([null, null, null]);
    expect(Object.keys(notMeasured)).toEqual(
      expect.arrayContaining(['latency.delivery', 'resources.swarm', 'wire.bytes', 'wire.httpRequests']),
    );
  });

  test('has bytes and requests when they were counted, and then warns that the proxy was in the way', () => {
    const record = makeRecord({ ...context(), wire: { bytes: 1234, httpRequests: 5 }, throughProxy: true });
    expect(record.wire).toEqual({ bytes: 1234, httpRequests: 5 });
    expect(record.validity.map((finding) => finding.code)).toEqual(['wire-proxy']);
  });

  test('says with the figures what stood in for a part of the framework, and what its edition limits', () => {
    const record = makeRecord({ ...context(), standIn: 'an open broker', limits: 'free edition: 1 update per second' });
    expect(record.identity.standIn).toBe('an open broker');
    expect(record.validity).toEqual([
      { code: 'stand-in', level: 'warning', message: 'an open broker' },
      { code: 'edition-limits', level: 'warning', message: 'free edition: 1 update per second' },
    ]);
    expect(checkRecord(JSON.parse(JSON.stringify(record)))).toEqual(record);
  });

  test('has no bytes where clients connect to another port, and no CPU of a server that is another process', () => {
    const otherPort = 'the broker has a port of its own';
    const otherProcess = 'the broker runs by itself';
    const record = makeRecord({ ...context(), otherPort, otherProcess });
    expect(record.wire).toEqual({ bytes: null, httpRequests: null });
    expect(record.resources.server).toBeNull();
    expect(record.notMeasured).toMatchObject({
      'wire.bytes': otherPort,
      'wire.httpRequests': otherPort,
      'resources.server': otherProcess,
    });
    expect(record.validity).toEqual([]);
    expect(checkRecord(JSON.parse(JSON.stringify(record)))).toEqual(record);
  });

  test('is made, and invalid, when no dataset came back', () => {
    const failed = context();
    failed.outcome = {
      dataset: null,
      died: [{ member: 0, reason: 'killed' }],
      error: 'the master died',
      busiestLoop: null,
    };
    failed.samples = null;
    const record = makeRecord(failed);
    expect(checkRecord(JSON.parse(JSON.stringify(record)))).toEqual(record);
    expect(record.validity.map((finding) => finding.code)).toEqual(['client-died', 'messages-lost']);
    expect(record.notMeasured.perSecond).toContain('the master died');
  });

  test('lines up series of different lengths', () => {
    const uneven = context();
    uneven.outcome.dataset!.server.receivedByServer = [2, 1, 1];
    const { perSecond } = makeRecord(uneven);
    expect(perSecond.sentByClients).toEqual([2, 2, 0]);
    expect(perSecond.receivedByServer).toEqual([2, 1, 1]);
  });
});

test('arrays of different lengths are added index by index', () => {
  expect(addArrays([[1, 2], [10, 20, 30], []])).toEqual([11, 22, 30]);
});
