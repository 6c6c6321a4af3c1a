/** A run without fault, for tests to break: two clients in one member, two messages each at 1 per second, to all. */
import type { MemberReport } from '../../../member/contract.ts';
import { standardRoles } from '../../../metrics/standard-metrics.ts';
import type { Counts } from '../../../protocol/control.ts';
import { COUNTED, type Counted } from '../../../protocol/verbs.ts';
import { madeUpApp } from '../../../setup/apps/manifest/testing/made-up-app.ts';
import type { RunContext } from '../measure/run-context.ts';
import { histogramOf } from './histogram-of.ts';
import { madeUpScenario } from './made-up-scenario.ts';

/** The server's clock when the test began, ms. */
export const STARTED_AT = 50_000;

export function faultlessReport(): MemberReport {
  return {
    clientIds: [1, 2],
    metrics: {
      sentByClients: { kind: 'count', series: [2, 2] },
      receivedByClients: { kind: 'count', series: [4, 4] },
      fromSent: { kind: 'trend', sum: [6, 10], count: [2, 2], hdr: histogramOf([2, 4, 4, 6]), negative: 0 },
      lateness: { kind: 'trend', sum: [2, 2], count: [2, 2], hdr: histogramOf([1, 1, 1, 1]), negative: 0 },
      toServer: { kind: 'trend', sum: [3, 5], count: [2, 2], hdr: histogramOf([1, 2, 2, 3]), negative: 0 },
      inServer: { kind: 'trend', sum: [1, 1], count: [2, 2], hdr: histogramOf([0.5, 0.5, 0.5, 0.5]), negative: 0 },
    },
    refusals: 0,
    refused: [],
    closed: [],
    gaveUp: 0,
    transports: { websocket: 2 },
    started: { atServer: STARTED_AT },
    clock: { offsetMs: 0, errorMs: 0 },
    loopDelay: { p99: 1, max: 2 },
    busy: 0.2,
    error: null,
  };
}

/** Makes the server's counts of it, without what began the test. */
export function faultlessCounts(): Counts {
  const none = Object.fromEntries(COUNTED.map((verb) => [verb, { received: [], sent: [] }]));
  const verbs = { ...none, publish: { received: [2, 2], sent: [4, 4] } } as unknown as Record<
    Counted,
    { received: number[]; sent: number[] }
  >;
  return { clock: STARTED_AT + 3000, startedAt: STARTED_AT, bucketMs: 1000, connections: 2, refused: 0, verbs };
}

export function faultlessRun(): RunContext {
  const { scenario, parts } = madeUpScenario();
  const step = { scenario: scenario.name, params: { rate: 1, messages: 2 }, clients: 2, repetition: 1 };
  return {
    session: {
      id: 's1',
      profile: 'quick',
      note: null,
      search: null,
      until: null,
      look: 1,
      asked: step,
      swarm: 'browser',
      browser: 'firefox',
      members: 1,
      machine: { cpu: 'made up', cores: 2, memoryBytes: 8e9, kernel: 'Linux 0' },
      conditions: new Map(),
      preflight: null,
      harnessOverhead: null,
      swarmVersions: { browser: '140.0', driver: '0.37' },
      outcry: 'abc',
    },
    app: madeUpApp('alpha'),
    transport: 'websocket',
    step,
    members: 1,
    scenario,
    judge: parts!.judge,
    ranked: ['fromSent'],
    roles: standardRoles(scenario.metrics),
    backendEntry: null,
    startedAt: new Date(1_700_000_000_000),
    finishedAt: new Date(1_700_000_003_000),
    serverVersions: { framework: '1.2.3', runtime: 'Node.js 20' },
    outcome: { reports: [faultlessReport()], died: [], error: null },
    hosts: [],
    backend: null,
    counts: faultlessCounts(),
    countsMissing: null,
    window: { from: STARTED_AT, to: STARTED_AT + 2000 },
    found: new Map(),
    serverHost: 'this',
    serverEnded: null,
    notice: null,
    otherPort: null,
    otherProcess: null,
    warmedUp: { seconds: 6, wanted: 3, unlevel: null, error: null },
    samples: {
      server: {
        intervalMs: 100,
        at: [STARTED_AT - 50, STARTED_AT + 50, STARTED_AT + 1950, STARTED_AT + 2050],
        cpuPercent: [900, 10, 20, 900],
        memoryBytes: [1, 2, 3, 4],
      },
      swarm: null,
      machine: { intervalMs: 100, at: [STARTED_AT + 50, STARTED_AT + 1950], cpuPercent: [30, 40] },
      surroundings: { readings: [], stopped: [], others: [] },
      serverWait: {
        intervalMs: 1000,
        at: [STARTED_AT - 50, STARTED_AT + 950, STARTED_AT + 1950],
        busiestPercent: [90, 1, 2],
        busiestPerTurnMs: [9, 0.01, 0.02],
        mostRanPercent: 10,
        allPercent: [95, 2, 4],
        allPerTurnMs: [8, 0.1, 0.2],
      },
      swarmWait: null,
      gaps: 0,
      groups: false,
      ownCpuPercent: 0.5,
    },
    samplesMissing: null,
    wire: null,
    slices: null,
    idle: null,
  };
}
