/** Makes run records of runs in study A's format, with what their figures say against them. */
import type { CountMetric } from '../../metrics/metric.ts';
import { CLIENT_METRICS, SERVER_METRICS } from '../../metrics/standard-metrics.ts';
import type { Transport } from '../../metrics/transports.ts';
import { FLAG_CODES, type Flag, RUN_SCHEMA, type RunRecord } from '../../protocol/run-record.ts';
import type { ChartRun } from './charts.ts';
import type { ImportPlan, Totals } from './plan-of-counts.ts';
import { hashOf, slug } from './read-names.ts';

export interface RunSource {
  /** The file's name. */
  file: string;
  framework: { id: string; label: string };
  transport: Transport;
  /** A sentence when the transport is a guess. */
  assumed: string | null;
  plan: ImportPlan;
  repetition: number;
  /** 0, 1, 2 ... among runs of the same content. */
  copy: number;
}

export const finding = (code: keyof typeof FLAG_CODES, message: string): Flag => ({
  code,
  level: FLAG_CODES[code],
  message: message.slice(0, 2000),
});

const sum = (series: number[] | null): number | null => series?.reduce((total, value) => total + value, 0) ?? null;
const grouped = (value: number): string => value.toLocaleString('en');
const seconds = (list: number[]): string =>
  list.length > 10 ? `${list.slice(0, 10).join(', ')} ...` : list.join(', ');

/** What a run is summed up to. */
export function totalsOf({ series }: ChartRun): Totals {
  return {
    sentByClients: sum(series.sentByClients),
    receivedByServer: sum(series.receivedByServer),
    sentByServer: sum(series.sentByServer),
  };
}

/** What did not come in full. Each stage is held against the plan, where it is known, and against the stage before it. */
function losses({ sentByClients, receivedByServer, sentByServer }: Totals, plan: ImportPlan): string[] {
  const stage = (what: string, got: number | null, wanted: number) =>
    got !== null && got < wanted ? [`${what} ${grouped(got)} of ${grouped(wanted)}`] : [];
  const planned = plan.sent ?? 0;
  const sent = Math.max(planned, sentByClients ?? 0);
  // How many clients an unknown plan has is read from these counts, so that they cannot be held against each other.
  const out =
    plan.deliveries === null ? 0 : Math.max(plan.deliveries, (receivedByServer ?? 0) * plan.identity.clients!);
  return [
    ...stage('sent by clients', sentByClients, planned),
    ...stage('received by the server', receivedByServer, sent),
    ...stage('sent by the server', sentByServer, out),
  ];
}

/** What was counted more often than the plan has it. */
function surplus({ sentByClients, receivedByServer, sentByServer }: Totals, plan: ImportPlan): string[] {
  const stage = (what: string, got: number | null, planned: number | null) =>
    got !== null && planned !== null && got > planned ? [`${what} ${grouped(got)} instead of ${grouped(planned)}`] : [];
  return [
    ...stage('sent by clients', sentByClients, plan.sent),
    ...stage('received by the server', receivedByServer, plan.sent),
    ...stage('sent by the server', sentByServer, plan.deliveries),
  ];
}

/** What was assumed of series whose axis does not tell when their values were. */
function untimedOf({ untimed }: ChartRun): string[] {
  return untimed.map(
    ({ series, axis }) =>
      `The axis of ${series} does not say when its values were (it names ${axis.length === 0 ? 'no seconds' : `the seconds ${seconds(axis)}`}); they are taken from second 0 on.`,
  );
}

function findingsOf(run: ChartRun, totals: Totals, { assumed, plan }: RunSource): Flag[] {
  const findings: Flag[] = [];
  const given = Object.entries(run.series).filter((entry): entry is [string, number[]] => entry[1] !== null);
  const lengths = given.map(([, values]) => values.length);
  const longest = Math.max(...lengths);
  if (Math.min(...lengths) !== longest) {
    const list = given.map(([name, values]) => `${name} ${values.length}`).join(', ');
    findings.push(finding('import-uneven-series', `The series differ in length (seconds): ${list}.`));
  }
  const planned = plan.seconds ?? 0;
  const short = given.filter(([, values]) => values.length < planned);
  const gaps = [
    ...run.missing.map(({ series, seconds: list }) => `${series} has no second ${seconds(list)}`),
    ...short.map(([name, values]) => `${name} ends after ${values.length} of ${planned} seconds`),
  ];
  if (gaps.length > 0) {
    findings.push(
      finding(
        'import-missing-seconds',
        `${gaps.join('; ')}. Missing counts are taken as 0, missing latencies as none.`,
      ),
    );
  }
  const lost = losses(totals, plan);
  if (lost.length > 0) findings.push(finding('import-counts-lost', `The counts are too low: ${lost.join(', ')}.`));
  const over = surplus(totals, plan);
  if (over.length > 0)
    findings.push(finding('import-counts-over', `The counts are above the plan: ${over.join(', ')}.`));
  if (plan.seconds !== null && longest > planned) {
    const message = `The run goes on for ${longest} seconds, ${longest - planned} more than the ${planned} planned.`;
    findings.push(finding('overtime', message));
  }
  const assumptions = [...untimedOf(run), ...(assumed ? [assumed] : [])];
  if (assumptions.length > 0) findings.push(finding('import-unit-assumed', assumptions.join(' ')));
  if (run.unknown.length > 0) {
    findings.push(finding('import-skipped', `Not known here and skipped: ${run.unknown.slice(0, 10).join(', ')}.`));
  }
  return findings;
}

const NOT_THERE = 'not in the file';

/** Its series may be longer or shorter than those of other metrics: they are kept as the file has them. */
function metricsOf({ series }: ChartRun, totals: Totals, plan: ImportPlan): RunRecord['metrics'] {
  const count = (name: keyof Totals): CountMetric => ({
    ...(name === 'sentByClients' ? CLIENT_METRICS[name] : SERVER_METRICS[name]),
    kind: 'count',
    total: totals[name],
    expected: null,
    series: series[name],
  });
  const counts = (['sentByClients', 'receivedByServer', 'sentByServer'] as const).filter(
    (name) => series[name] !== null,
  );
  return {
    ...Object.fromEntries(counts.map((name) => [name, count(name)])),
    receivedByClients: {
      ...CLIENT_METRICS.receivedByClients,
      kind: 'count',
      total: null,
      expected: plan.deliveries,
      series: null,
    },
    ...(series.latencyMean === null
      ? {}
      : { fromSent: { ...CLIENT_METRICS.fromSent, ...meansAlone(series.latencyMean) } }),
  };
}

const meansAlone = (mean: (number | null)[]) => ({ kind: 'trend' as const, series: { mean }, distribution: null });

function notMeasuredOf({ series }: ChartRun, plan: ImportPlan): Record<string, string> {
  const names = { ...series, fromSent: series.latencyMean };
  const absent = (['sentByClients', 'receivedByServer', 'sentByServer', 'fromSent'] as const).filter(
    (name) => names[name] === null,
  );
  return {
    ...plan.unknown,
    'when.startedAt': NOT_THERE,
    'when.finishedAt': NOT_THERE,
    machine: NOT_THERE,
    versions: NOT_THERE,
    ...Object.fromEntries(absent.map((name) => [`metrics.${name}`, NOT_THERE])),
    'metrics.receivedByClients.total': 'study A did not count deliveries',
    'metrics.receivedByClients.series': 'study A did not count deliveries',
    ...(series.latencyMean === null ? {} : { 'metrics.fromSent.distribution': 'study A kept means per second only' }),
    'metrics.fromDue': 'study A did not keep when messages were due',
    'metrics.delivery': 'study A measured own messages only',
    'metrics.lateness': 'study A did not keep when messages were due',
    'metrics.serverCpu': NOT_THERE,
    'metrics.serverMemory': NOT_THERE,
    'metrics.swarmCpu': NOT_THERE,
    'metrics.swarmMemory': NOT_THERE,
    'metrics.machineCpu': NOT_THERE,
    'metrics.wireBytes': NOT_THERE,
    'metrics.httpRequests': NOT_THERE,
  };
}

/** The record of a run. Its id depends on the file's name and the run's content alone, so it is the same every time. */
export function recordOf(run: ChartRun, source: RunSource): RunRecord {
  const { file, framework, transport, plan, repetition } = source;
  const { series } = run;
  const totals = totalsOf(run);
  const content = JSON.stringify([series, run.framework, source.copy]);
  return {
    schema: RUN_SCHEMA,
    id: `import-${slug(framework.id, 60)}-${transport}-${hashOf(file, transport, content)}`,
    kind: 'imported',
    session: { id: sessionOf(file), profile: null, note: `imported from ${file}`.slice(0, 4000), search: null },
    identity: {
      ...plan.identity,
      framework: framework.id,
      frameworkLabel: framework.label,
      transport,
      repetition,
    },
    when: { startedAt: null, finishedAt: null },
    machine: null,
    versions: { framework: null, client: null, runtime: null, browser: null, driver: null, node: null, outcry: null },
    plan: { seconds: plan.seconds, bucketSeconds: 1 },
    metrics: metricsOf(run, totals, plan),
    validity: findingsOf(run, totals, source),
    notMeasured: notMeasuredOf(run, plan),
  };
}

/** The session that the runs of a file belong to. */
export function sessionOf(file: string): string {
  return `import-${slug(file.replace(/\.json$/i, ''), 80)}`;
}
