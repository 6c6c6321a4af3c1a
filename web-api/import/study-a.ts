/**
 * Makes run records of study A's raw runs: `{Framework, Charts: [{Title, XAxis, Series: [{Name, Data}]}]}`. The order of charts and series
 * varies, so both are found by name. The format has no place for the plan: all runs are of one.
 */
import { createHash } from 'node:crypto';
import { Ajv, type ValidateFunction } from 'ajv';
import { sum } from 'simple-statistics';
import type { CountMetric } from '../../metrics/metric.ts';
import { CLIENT_METRICS, SERVER_METRICS } from '../../metrics/standard-metrics.ts';
import { TRANSPORTS, type Transport } from '../../metrics/transports.ts';
import { FLAG_CODES, type Flag, RUN_SCHEMA, type RunRecord } from '../../protocol/run-record.ts';
import { RecordError } from '../../records/record-errors.ts';

const RATE = 2;
const MESSAGES = 30;
const CLIENTS = 60;
const SECONDS = MESSAGES / RATE;
const SENT = CLIENTS * MESSAGES;
const DELIVERIES = SENT * CLIENTS;

/** Counters of study A's runs went wrong by up to a seventh; runs of another plan are further off. */
const TOLERANCE = 0.2;

/** Study A's runs have up to 25 seconds. */
const MAX_SECONDS = 3_600;

const COUNTS = ['sentByClients', 'receivedByServer', 'sentByServer'] as const;
type CountName = (typeof COUNTS)[number];
type SeriesName = CountName | 'latencyMean';

export interface StudyRun {
  framework: string;
  /** Index = second. Lengths are those of the file. */
  series: Record<SeriesName, number[]>;
  totals: Record<CountName, number>;
}

const IN_AND_OUT = 'Messages sent from clients and received by server pr. second';

/** The place of each series: the chart's title, and the name in it. */
const PLACES: Record<SeriesName, [title: string, name: string]> = {
  sentByClients: [IN_AND_OUT, 'Sent from clients'],
  receivedByServer: [IN_AND_OUT, 'Received by server'],
  sentByServer: ['Messages sent from server pr. second', 'Messages'],
  latencyMean: ['Average Latency', 'Average latency (ms)'],
};

interface RawRun {
  Framework: string;
  Charts: { Title: string; XAxis: string[]; Series: { Name: string; Data: number[] }[] }[];
}

const text = { type: 'string', pattern: '\\S', maxLength: 160 };
export const list = (items: object, maxItems: number, minItems = 0) => ({ type: 'array', items, maxItems, minItems });
export const object = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});
const values = list({ type: 'number', minimum: 0, maximum: 1e9 }, MAX_SECONDS, SECONDS);
const series = object({ Name: text, Data: values });
const chart = object({ Title: text, XAxis: list(text, MAX_SECONDS), Series: list(series, 2, 1) });

const ajv = new Ajv();
let rawRun: ValidateFunction<RawRun> | undefined;

/** @throws RecordError that says where `data` does not fit */
export function demand<T>(validate: ValidateFunction<T>, data: unknown): asserts data is T {
  if (validate(data)) return;
  const { instancePath, message } = validate.errors![0]!;
  throw new RecordError(instancePath.slice(1).replaceAll('/', '.'), message!);
}

export const compile = <T>(schema: object): ValidateFunction<T> => ajv.compile<T>(schema);

function seriesOf({ Charts }: RawRun, [title, name]: [title: string, name: string]): number[] {
  const chart = Charts.find(({ Title }) => Title === title);
  const found = chart?.Series.find(({ Name }) => Name === name);
  if (!found) throw new RecordError('Charts', `has no series "${name}" in a chart "${title}"`);
  if (chart!.XAxis.some((label, second) => label !== String(second))) {
    throw new RecordError('Charts', `the XAxis of "${title}" must count the seconds "0", "1", "2" and so on`);
  }
  return found.Data;
}

const grouped = (value: number): string => value.toLocaleString('en');

/** @throws RecordError when the counts cannot be of study A's plan */
function checkPlan(totals: StudyRun['totals']): void {
  for (const name of COUNTS) {
    const planned = name === 'sentByServer' ? DELIVERIES : SENT;
    if (Math.abs(totals[name] - planned) <= planned * TOLERANCE) continue;
    const problem = `"${PLACES[name][1]}" adds up to ${grouped(totals[name])}; a run of study A has about ${grouped(planned)}: ${CLIENTS} clients with ${MESSAGES} messages each, to all. The file does not say another plan, so the run cannot be imported`;
    throw new RecordError('Charts', problem);
  }
}

/** @throws RecordError that names the field */
export function readStudyRun(data: unknown): StudyRun {
  rawRun ??= compile<RawRun>(object({ Framework: text, Charts: list(chart, 3, 3) }));
  demand(rawRun, data);
  const found = Object.fromEntries(
    Object.entries(PLACES).map(([name, place]) => [name, seriesOf(data, place)]),
  ) as StudyRun['series'];
  const broken = COUNTS.find((name) => !found[name].every(Number.isInteger));
  if (broken) throw new RecordError('Charts', `"${PLACES[broken][1]}" must have whole numbers`);
  const totals = Object.fromEntries(COUNTS.map((name) => [name, sum(found[name])])) as StudyRun['totals'];
  checkPlan(totals);
  return { framework: data.Framework, series: found, totals };
}

export const flag = (code: keyof typeof FLAG_CODES, message: string): Flag => ({
  code,
  level: FLAG_CODES[code],
  message,
});

/** The stages of the messages, each with its plan, and with what is due after the stage before it. */
function stagesOf({ sentByClients, receivedByServer, sentByServer }: StudyRun['totals']) {
  const due = Math.max(DELIVERIES, receivedByServer * CLIENTS);
  return [
    { what: 'sent by clients', got: sentByClients, planned: SENT, due: SENT },
    { what: 'received by the server', got: receivedByServer, planned: SENT, due: Math.max(SENT, sentByClients) },
    { what: 'sent by the server', got: sentByServer, planned: DELIVERIES, due },
  ];
}

function flagsOf({ series, totals }: StudyRun): Flag[] {
  const flags: Flag[] = [];
  const lengths = Object.values(series).map(({ length }) => length);
  const longest = Math.max(...lengths);
  if (Math.min(...lengths) !== longest) {
    const each = Object.entries(series).map(([name, { length }]) => `${name} ${length}`);
    flags.push(flag('import-uneven-series', `The series differ in length (seconds): ${each.join(', ')}.`));
  }
  const stages = stagesOf(totals);
  const lost = stages.filter(({ got, due }) => got < due);
  if (lost.length > 0) {
    const each = lost.map(({ what, got, due }) => `${what} ${grouped(got)} of ${grouped(due)}`);
    flags.push(flag('import-counts-lost', `The counts are too low: ${each.join(', ')}.`));
  }
  const over = stages.filter(({ got, planned }) => got > planned);
  if (over.length > 0) {
    const each = over.map(({ what, got, planned }) => `${what} ${grouped(got)} instead of ${grouped(planned)}`);
    flags.push(flag('import-counts-over', `The counts are above the plan: ${each.join(', ')}.`));
  }
  if (longest > SECONDS) {
    const more = `${longest - SECONDS} more than the ${SECONDS} planned`;
    flags.push(flag('overtime', `The run goes on for ${longest} seconds, ${more}.`));
  }
  return flags;
}

/** Its series may be longer or shorter than those of other metrics: they are kept as the file has them. */
function metricsOf({ series, totals }: StudyRun): RunRecord['metrics'] {
  const count = (name: CountName): CountMetric => ({
    ...(name === 'sentByClients' ? CLIENT_METRICS[name] : SERVER_METRICS[name]),
    kind: 'count',
    total: totals[name],
    expected: null,
    series: series[name],
  });
  return {
    ...Object.fromEntries(COUNTS.map((name) => [name, count(name)])),
    receivedByClients: {
      ...CLIENT_METRICS.receivedByClients,
      kind: 'count',
      total: null,
      expected: DELIVERIES,
      series: null,
    },
    fromSent: { ...CLIENT_METRICS.fromSent, kind: 'trend', series: { mean: series.latencyMean }, distribution: null },
  };
}

const NOT_THERE = 'not in the file';
const NOT_MEASURED = {
  'identity.params.payload': 'not in the file; 0 stands for unknown',
  'when.startedAt': NOT_THERE,
  'when.finishedAt': NOT_THERE,
  machine: NOT_THERE,
  versions: NOT_THERE,
  'metrics.receivedByClients.total': 'study A did not count deliveries',
  'metrics.receivedByClients.series': 'study A did not count deliveries',
  'metrics.fromSent.distribution': 'study A kept means per second only',
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

const hashOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 12);

export function slug(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .slice(0, 60)
    .replace(/^[-.]+|[-.]+$/g, '');
  return plain || `x${hashOf(name)}`;
}

/** Study A marks one transport in a framework's name: one that ends in ` WSP` had its clients on WS-polling. */
const WS_POLLING = / WSP$/;

function transportOf({ framework }: StudyRun, transport: Transport | null): Transport {
  if (WS_POLLING.test(framework)) return 'ws-polling';
  if (transport !== null) return transport;
  const names = TRANSPORTS.join(', ');
  const problem = `raw runs of study A do not say it; give it with ./outcry import FILE --transport NAME, one of ${names}`;
  throw new RecordError('transport', problem);
}

/** Counts occurrences: 1 for the first of a key. */
function counter(): (key: string) => number {
  const counts = new Map<string, number>();
  return (key) => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count;
  };
}

/**
 * The records of the runs of one file, in their order. Their ids depend on their content, so a run that lies in two files is one run; the
 * second of two equal runs of one file is the second in another file too.
 * @throws RecordError when the transport is not known
 */
export function recordsOf(file: string, runs: StudyRun[], transport: Transport | null): RunRecord[] {
  const repetition = counter();
  const copy = counter();
  const session = `import-${slug(file.replace(/\.json$/i, ''))}`;
  return runs.map((run) => {
    const over = transportOf(run, transport);
    const label = run.framework.replace(WS_POLLING, '').trim();
    const framework = slug(label);
    const content = JSON.stringify([framework, over, run.series]);
    return {
      schema: RUN_SCHEMA,
      id: `import-${framework}-${over}-${hashOf([content, copy(content)])}`,
      kind: 'imported',
      session: { id: session, profile: null, note: `imported from ${file}`.slice(0, 4000), search: null },
      identity: {
        scenario: 'study-a',
        params: { rate: RATE, messages: MESSAGES, payload: 0, phase: 'together' },
        framework,
        frameworkLabel: label,
        transport: over,
        swarm: 'browser',
        browser: 'firefox',
        members: 30,
        clients: CLIENTS,
        repetition: repetition(`${framework} ${over}`),
      },
      when: { startedAt: null, finishedAt: null },
      machine: null,
      versions: { framework: null, client: null, runtime: null, browser: null, driver: null, node: null, outcry: null },
      plan: { seconds: SECONDS, bucketSeconds: 1 },
      metrics: metricsOf(run),
      validity: flagsOf(run),
      notMeasured: { ...NOT_MEASURED },
    };
  });
}
