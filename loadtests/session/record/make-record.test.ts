import type { CountMetric, Measured, Metric } from '../../../metrics/metric.ts';
import { BACKEND_METRICS } from '../../../metrics/standard-metrics.ts';
import type { SwarmKind } from '../../../protocol/run-record.ts';
import { madeUpApp } from '../../../setup/apps/manifest/testing/made-up-app.ts';
import { STARTED_AT } from '../testing/faultless-run.ts';
import { histogramOf } from '../testing/histogram-of.ts';
import { codes, recordOf } from '../testing/record-of.ts';

describe('a run record', () => {
  test('has the identity of the run, and no findings where there is no fault', () => {
    const record = recordOf();
    expect(record.id).toBe('s1-alpha-websocket-01');
    expect(record.identity).toMatchObject({
      scenario: 'made-up',
      params: { rate: 1, messages: 2 },
      members: 1,
      clients: 2,
    });
    expect(record.plan).toEqual({ seconds: 2, bucketSeconds: 1 });
    expect(record.validity).toEqual([]);
  });

  test('keeps what must be said with its figures', () => {
    const record = recordOf((run) => {
      run.notice = 'ask before you publish';
    });
    expect(record.notice).toBe('ask before you publish');
    expect(recordOf()).not.toHaveProperty('notice');
  });

  test('says which version was asked for, in its identity and its id, and nothing where none was', () => {
    const record = recordOf((run) => {
      run.app = { ...madeUpApp('alpha'), version: '1.2.3' };
    });
    expect([record.id, record.identity.version]).toEqual(['s1-alpha_1.2.3-websocket-01', '1.2.3']);
    expect(recordOf().identity).not.toHaveProperty('version');
  });

  test('names the version of the library that its own kind of clients use', () => {
    const app = madeUpApp('alpha', { clientVersion: '9.2.3', consoleClientVersion: '9.2.2' });
    const clientOf = (swarm: SwarmKind) =>
      recordOf((run) => {
        run.app = app;
        run.session.swarm = swarm;
      }).versions.client;
    expect([clientOf('browser'), clientOf('console')]).toEqual(['9.2.3', '9.2.2']);
  });

  test('has what clients and server counted, with what it should have been', () => {
    const { metrics } = recordOf();
    expect(metrics.sentByClients).toMatchObject({ total: 4, expected: 4, series: [2, 2] });
    expect(metrics.receivedByServer).toMatchObject({ total: 4, expected: 4, series: [2, 2] });
    expect(metrics.sentByServer).toMatchObject({ total: 8, expected: 8, series: [4, 4] });
    expect(metrics.receivedByClients).toMatchObject({ total: 8, expected: 8, series: [4, 4] });
  });

  test('has latencies by bucket and as a distribution', () => {
    const { fromSent } = recordOf().metrics;
    expect(fromSent).toMatchObject({ series: { sum: [6, 10], count: [2, 2] }, distribution: { count: 4, p50: 4.001 } });
  });

  test('keeps only the samples taken while the test ran', () => {
    const { metrics } = recordOf();
    expect(metrics.serverCpu).toMatchObject({ samples: [10, 20], intervalMs: 100 });
    expect(metrics.serverMemory).toMatchObject({ samples: [2, 3] });
    expect(metrics.serverCpuWait).toMatchObject({ samples: [1, 2], intervalMs: 1000 });
    expect(metrics.serverTurnWait).toMatchObject({ samples: [0.01, 0.02] });
    expect(metrics.serverCpuWaitAll).toMatchObject({ samples: [2, 4] });
    expect(metrics.machineCpu).toMatchObject({ samples: [30, 40] });
  });

  test('says why what is null was not measured', () => {
    const { metrics, notMeasured } = recordOf();
    expect(metrics.delivery).toMatchObject({ series: null, distribution: null });
    expect(metrics.swarmCpu).toMatchObject({ samples: null, intervalMs: null });
    expect(metrics.wireBytes).toMatchObject({ total: null });
    expect(notMeasured).toEqual({
      'metrics.delivery': 'senders and receivers in different browsers do not share a clock',
      'metrics.swarmCpu': 'the swarm does not run on this machine',
      'metrics.swarmCpuWait': 'the swarm does not run on this machine',
      'metrics.swarmTurnWait': 'the swarm does not run on this machine',
      'metrics.swarmMemory': 'the swarm does not run on this machine',
      'metrics.wireBytes': 'counted only with --wire',
      'metrics.httpRequests': 'counted only with --wire',
    });
  });

  test('has CPU and memory of a container in the rhythm of its engine, and says whose figures they are', () => {
    const { metrics } = recordOf((run) => {
      const at = [STARTED_AT + 900, STARTED_AT + 1900];
      run.samples!.server = { intervalMs: 1000, at, cpuPercent: [40, 60], memoryBytes: [7, 8] };
      run.samples!.byEngine = true;
    });
    const about = expect.stringContaining('as its engine counts it');
    expect(metrics.serverCpu).toMatchObject({ samples: [40, 60], intervalMs: 1000, about });
    expect(metrics.serverMemory).toMatchObject({ samples: [7, 8], intervalMs: 1000, about });
    expect(recordOf().metrics.serverCpu!.about).not.toContain('engine');
  });

  test('says that an engine gave no figures', () => {
    const { notMeasured } = recordOf((run) => {
      run.samples!.server = null;
      run.samples!.byEngine = true;
    });
    expect(notMeasured['metrics.serverCpu']).toBe('the engine gave no figures of the container');
  });

  test('is invalid when the backend failed, and warns of one that was late', () => {
    const failed = recordOf((run) => {
      run.backend = { metrics: {}, error: 'its process was ended by SIGKILL' };
    });
    expect(failed.validity).toMatchObject([{ code: 'backend-failed', level: 'fatal' }]);
    const late = recordOf((run) => {
      run.scenario = { ...run.scenario, metrics: { ...run.scenario.metrics, ...BACKEND_METRICS } };
      run.roles = { feedLateness: 'backendLateness' };
      const lateness: Measured = { kind: 'trend', sum: [60], count: [1], hdr: histogramOf([60]), negative: 0 };
      run.backend = { metrics: { backendLateness: lateness }, error: null };
    });
    expect(late.metrics.backendLateness).toMatchObject({ distribution: { count: 1 } });
    expect(late.validity).toMatchObject([{ code: 'backend-late', level: 'warning' }]);
  });

  test('is made, and invalid, when no report came back', () => {
    const record = recordOf((run) => {
      run.outcome = { reports: [], died: [{ member: 1, reason: 'killed' }], error: 'the coordinator member died' };
      run.samples = null;
    });
    expect(codes(record)).toEqual(['client-died', 'messages-lost']);
    expect(record.metrics.fromSent).toMatchObject({ series: null, distribution: null });
    expect(record.notMeasured['metrics.fromSent']).toContain('the coordinator member died');
    expect(record.metrics.sentByClients).toMatchObject({ total: null, expected: 4 });
  });

  test('says so when the server could not be asked what it counted', () => {
    const record = recordOf((run) => {
      run.counts = null;
      run.countsMissing = 'the server answered with 500';
    });
    expect(record.metrics.receivedByServer).toMatchObject({ total: null, expected: 4 });
    expect(record.notMeasured['metrics.receivedByServer']).toBe('the server answered with 500');
  });

  test('lines up series of different lengths', () => {
    const { metrics } = recordOf((run) => {
      run.counts!.verbs.publish.received = [2, 1, 1];
    });
    expect(metrics.sentByClients).toMatchObject({ series: [2, 2, 0] });
    expect(metrics.fromSent).toMatchObject({ series: { sum: [6, 10, 0], count: [2, 2, 0] } });
  });

  test('names the search that the run was a step of, and has an id that no other step has', () => {
    const search = { name: 'ramp', params: { to: 100 } };
    const stepOf = (clients: number) =>
      recordOf((run) => {
        run.session = { ...run.session, search };
        run.step = { ...run.step, clients };
      });
    expect(stepOf(2).session.search).toEqual(search);
    expect(stepOf(3).id).toMatch(/^s1-alpha-websocket-c3\.[0-9a-f]{10}-01$/);
    expect(stepOf(4).id).not.toBe(stepOf(3).id);
  });

  test('has what its scenario makes of the other metrics, or why it cannot', () => {
    const spec = { kind: 'gauge', unit: 'messages', label: 'half', about: 'Half of what was sent.' } as const;
    const { metrics, notMeasured } = recordOf((run) => {
      const half = {
        ...spec,
        from: ({ sentByClients }: Record<string, Metric>) => [(sentByClients as CountMetric).total! / 2],
      };
      run.scenario = { ...run.scenario, derived: { half, whole: { ...spec, from: () => 'it is unknown' } } };
    });
    expect(metrics.half).toEqual({ ...spec, samples: [2], intervalMs: 1000, median: null, max: null });
    expect(metrics.whole).toMatchObject({ samples: null, intervalMs: null });
    expect(notMeasured['metrics.whole']).toBe('it is unknown');
  });

  test('has no planned time where the scenario has no schedule', () => {
    const record = recordOf((run) => {
      run.scenario = { ...run.scenario, mostSeconds: () => 60 };
    });
    expect(record.plan).toEqual({ seconds: null, bucketSeconds: 1 });
  });

  test('says which arm it is of a framework that is measured as two', () => {
    const { id, identity } = recordOf((run) => {
      run.arm = 'b';
    });
    expect(identity).toMatchObject({ framework: 'alpha', frameworkLabel: expect.stringMatching(/ \(b\)$/), arm: 'b' });
    expect(id).toContain('-alpha_b-');
  });

  test('has what was seen of the machine before the session, and what the bench itself adds', () => {
    const spread = { p50: 0.2, p99: 1, max: 2 };
    const at = '2026-11-22T00:00:00.000Z';
    const preflight = {
      at,
      seconds: 10,
      othersCpuPercent: 1,
      timerLateness: spread,
      loopback: spread,
      unfit: ['made up'],
    };
    const timers = { clockStep: 0.0001, lateness: spread };
    const harnessOverhead = {
      at,
      outcry: null,
      node: 'v20',
      roundTrip: spread,
      throughProxy: spread,
      worker: timers,
      page: { ...timers, browser: 'Firefox 1' },
      monitorCpuPercent: 0.5,
    };
    const record = recordOf((run) => {
      run.session = { ...run.session, preflight, harnessOverhead };
    });
    expect(record).toMatchObject({ preflight, harnessOverhead });
    expect(recordOf()).not.toHaveProperty('preflight');
  });

  test('counts only the members that hold clients', () => {
    const record = recordOf((run) => {
      run.members = 30;
    });
    expect(record.identity.members).toBe(2);
  });
});
