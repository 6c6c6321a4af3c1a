/** Makes run records of study A's runs: its plan, and what a run's figures say against it. */
import {
  FINDING_CODES,
  type Finding,
  type FindingCode,
  RUN_SCHEMA,
  type RunRecord,
} from '../../protocol/run-record.ts';
import type { Transport } from '../../protocol/socket.ts';
import type { ChartRun } from './charts.ts';
import { hashOf, slug } from './names.ts';

/** What every run of study A was meant to be: 30 browsers x 2 clients, a message each 500 ms, 30 of them, to all. */
export const PLAN = {
  scenario: 'study-a',
  testType: 'broadcast',
  swarm: 'browser',
  browser: 'firefox',
  members: 30,
  clients: 60,
  rate: 2,
  messages: 30,
  payloadBytes: 0,
  phase: 'together',
  standIn: null,
} as const;

const PLANNED_SECONDS = PLAN.messages / PLAN.rate;
const PLANNED_SENT = PLAN.clients * PLAN.messages;
const PLANNED_DELIVERIES = PLANNED_SENT * PLAN.clients;

export interface RunSource {
  /** The file's name. */
  file: string;
  framework: { id: string; label: string };
  transport: Transport;
  /** A sentence when the transport is a guess. */
  assumed: string | null;
  repetition: number;
  /** 0, 1, 2 ... among runs of the same content. */
  copy: number;
}

export const finding = (code: FindingCode, message: string): Finding => ({
  code,
  level: FINDING_CODES[code],
  message: message.slice(0, 2000),
});

const sum = (series: number[] | null): number | null => series?.reduce((total, value) => total + value, 0) ?? null;
const grouped = (value: number): string => value.toLocaleString('en');
const seconds = (list: number[]): string =>
  list.length > 10 ? `${list.slice(0, 10).join(', ')} ...` : list.join(', ');

/** What did not come in full. Each stage is held against the plan and against the stage before it. */
function losses({ sentByClients, receivedByServer, sentByServer }: RunRecord['totals']): string[] {
  const stage = (what: string, got: number | null, wanted: number) =>
    got !== null && got < wanted ? [`${what} ${grouped(got)} of ${grouped(wanted)}`] : [];
  const sent = Math.max(PLANNED_SENT, sentByClients ?? 0);
  const out = Math.max(PLANNED_DELIVERIES, (receivedByServer ?? 0) * PLAN.clients);
  return [
    ...stage('sent by clients', sentByClients, PLANNED_SENT),
    ...stage('received by the server', receivedByServer, sent),
    ...stage('sent by the server', sentByServer, out),
  ];
}

/** What was counted more often than the plan has it. */
function surplus({ sentByClients, receivedByServer, sentByServer }: RunRecord['totals']): string[] {
  const stage = (what: string, got: number | null, planned: number) =>
    got !== null && got > planned ? [`${what} ${grouped(got)} instead of ${grouped(planned)}`] : [];
  return [
    ...stage('sent by clients', sentByClients, PLANNED_SENT),
    ...stage('received by the server', receivedByServer, PLANNED_SENT),
    ...stage('sent by the server', sentByServer, PLANNED_DELIVERIES),
  ];
}

function findingsOf(run: ChartRun, totals: RunRecord['totals'], assumed: string | null): Finding[] {
  const findings: Finding[] = [];
  const given = Object.entries(run.series).filter((entry): entry is [string, number[]] => entry[1] !== null);
  const lengths = given.map(([, values]) => values.length);
  const longest = Math.max(...lengths);
  if (Math.min(...lengths) !== longest) {
    const list = given.map(([name, values]) => `${name} ${values.length}`).join(', ');
    findings.push(finding('import-uneven-series', `The series differ in length (seconds): ${list}.`));
  }
  const short = given.filter(([, values]) => values.length < PLANNED_SECONDS);
  const gaps = [
    ...run.missing.map(({ series, seconds: list }) => `${series} has no second ${seconds(list)}`),
    ...short.map(([name, values]) => `${name} ends after ${values.length} of ${PLANNED_SECONDS} seconds`),
  ];
  if (gaps.length > 0) {
    findings.push(
      finding(
        'import-missing-seconds',
        `${gaps.join('; ')}. Missing counts are taken as 0, missing latencies as none.`,
      ),
    );
  }
  const lost = losses(totals);
  if (lost.length > 0) findings.push(finding('import-counts-lost', `The counts are too low: ${lost.join(', ')}.`));
  const over = surplus(totals);
  if (over.length > 0)
    findings.push(finding('import-counts-over', `The counts are above the plan: ${over.join(', ')}.`));
  if (longest > PLANNED_SECONDS) {
    const message = `The run goes on for ${longest} seconds, ${longest - PLANNED_SECONDS} more than the ${PLANNED_SECONDS} planned.`;
    findings.push(finding('overtime', message));
  }
  if (assumed) findings.push(finding('import-unit-assumed', assumed));
  if (run.unknown.length > 0) {
    findings.push(finding('import-skipped', `Not known here and left out: ${run.unknown.slice(0, 10).join(', ')}.`));
  }
  return findings;
}

/** The record of a run. Its id depends on the file's name and the run's content alone, so it is the same every time. */
export function recordOf(run: ChartRun, source: RunSource): RunRecord {
  const { file, framework, transport, repetition } = source;
  const { series } = run;
  const totals: RunRecord['totals'] = {
    sentByClients: sum(series.sentByClients),
    receivedByServer: sum(series.receivedByServer),
    sentByServer: sum(series.sentByServer),
    receivedByClients: null,
    expectedDeliveries: PLANNED_DELIVERIES,
  };
  const notThere = 'not in the file';
  const absent = Object.entries(series).filter(([, values]) => values === null);
  const content = JSON.stringify([series, run.framework, source.copy]);
  return {
    schema: RUN_SCHEMA,
    id: `import-${slug(framework.id, 60)}-${transport}-${hashOf(file, transport, content)}`,
    kind: 'imported',
    session: { id: sessionOf(file), profile: null, note: `imported from ${file}`.slice(0, 4000) },
    identity: { ...PLAN, framework: framework.id, frameworkLabel: framework.label, transport, repetition },
    when: { startedAt: null, finishedAt: null },
    machine: null,
    versions: { framework: null, client: null, runtime: null, browser: null, driver: null, node: null, outcry: null },
    perSecond: { bucketSeconds: 1, ...series, receivedByClients: null, latencySum: null, latencyCount: null },
    totals,
    latency: { fromSent: null, fromDue: null, delivery: null, lateness: null },
    resources: { server: null, swarm: null, machineCpuPercent: null, serverCpuMedian: null, serverMemoryMax: null },
    wire: { bytes: null, httpRequests: null },
    validity: findingsOf(run, totals, source.assumed),
    notMeasured: {
      'identity.payloadBytes': `${notThere}; 0 stands for unknown`,
      'when.startedAt': notThere,
      'when.finishedAt': notThere,
      machine: notThere,
      versions: notThere,
      ...Object.fromEntries(absent.map(([name]) => [`perSecond.${name}`, notThere])),
      'perSecond.receivedByClients': 'study A did not count deliveries',
      'perSecond.latencySum': 'the file has means only, in perSecond.latencyMean',
      'perSecond.latencyCount': 'the file has means only, in perSecond.latencyMean',
      'totals.receivedByClients': 'study A did not count deliveries',
      'latency.fromSent': 'study A kept means per second only',
      'latency.fromDue': 'study A did not keep when messages were due',
      'latency.delivery': 'study A measured own messages only',
      'latency.lateness': 'study A did not keep when messages were due',
      'resources.server': 'study A kept no samples',
      'resources.swarm': notThere,
      'resources.machineCpuPercent': notThere,
      'resources.serverCpuMedian': notThere,
      'resources.serverMemoryMax': notThere,
      'wire.bytes': notThere,
      'wire.httpRequests': notThere,
    },
  };
}

/** The session that the runs of a file belong to. */
export function sessionOf(file: string): string {
  return `import-${slug(file.replace(/\.json$/i, ''), 80)}`;
}
