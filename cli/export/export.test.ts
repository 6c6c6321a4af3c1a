import { Ajv } from 'ajv';
import { mergeRuns } from '../../merge/index.ts';
import { makeGauge, makeRun } from '../../merge/testing/make-run.ts';
import type { Metric } from '../../metrics/metric.ts';
import { CLIENT_METRICS, RESOURCE_METRICS } from '../../metrics/standard-metrics.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import bencher from './formats/bencher.ts';
import csv from './formats/csv.ts';
import otlp from './formats/otlp.ts';
import prometheus from './formats/prometheus.ts';
import { otlpSchema } from './testing/otlp-schema.ts';

const count = { count: 500, mean: 4, min: 1, p50: 2, p90: 8, p99: 16, p999: 30, max: 32, hdr: '' };

const METRICS: Record<string, Metric> = {
  receivedByClients: { ...CLIENT_METRICS.receivedByClients, kind: 'count', total: 59, expected: 60, series: null },
  wireBytes: { ...RESOURCE_METRICS.wireBytes!, kind: 'count', total: 2048, expected: null, series: null },
  fromDue: { ...CLIENT_METRICS.fromDue, kind: 'trend', series: null, distribution: count },
  serverCpu: { ...RESOURCE_METRICS.serverCpu!, ...makeGauge([10, 30]) },
  serverMemory: { ...RESOURCE_METRICS.serverMemory!, ...makeGauge([100, 300, 200]) },
};

/** A run with a quote, a backslash and a line end in a text, and a value that is not known. */
function made(): RunRecord {
  const run = makeRun({ id: 'a-1' });
  const identity = {
    ...run.identity,
    params: { rate: 2.5, phase: 'to"ge\\ther\n', tls: true },
    browser: null,
    conditions: { 'slow-net': { value: 60, text: '60 ms' } },
  };
  return { ...run, identity, when: { startedAt: '2026-01-01T10:00:00.000Z', finishedAt: null }, metrics: METRICS };
}

const written = (exporter: typeof otlp) => exporter.write({ records: [made()], merges: [], scenarios: [] });

test('Prometheus: base units in names, escaped labels, each metric in one group', () => {
  const labels = String.raw`framework="alpha",framework_version="1.2.3",transport="websocket",scenario="auction-broadcast",swarm="browser",members="10",clients="20",param_rate="2.5",param_phase="to\"ge\\ther\n",param_tls="true",condition_slow_net="60 ms",session="session-a",repetition="1",run="a-1"`;
  expect(
    written(prometheus).replaceAll(labels, 'L'),
  ).toBe(`# HELP outcry_received_by_clients_messages_total Messages that reached a client, each copy counted.
# TYPE outcry_received_by_clients_messages_total counter
outcry_received_by_clients_messages_total{L} 59
# HELP outcry_received_by_clients_expected_messages Expected: Messages that reached a client, each copy counted.
# TYPE outcry_received_by_clients_expected_messages gauge
outcry_received_by_clients_expected_messages{L} 60
# HELP outcry_wire_bytes_total TCP payload both ways between clients and server.
# TYPE outcry_wire_bytes_total counter
outcry_wire_bytes_total{L} 2048
# HELP outcry_from_due_seconds From when the schedule wanted a message sent to getting it back, own messages.
# TYPE outcry_from_due_seconds summary
outcry_from_due_seconds{L,quantile="0"} 0.001
outcry_from_due_seconds{L,quantile="0.5"} 0.002
outcry_from_due_seconds{L,quantile="0.9"} 0.008
outcry_from_due_seconds{L,quantile="0.99"} 0.016
outcry_from_due_seconds{L,quantile="1"} 0.032
outcry_from_due_seconds_sum{L} 2
outcry_from_due_seconds_count{L} 500
# HELP outcry_server_cpu_mean_ratio Mean: CPU of the server's process tree; 200 means two cores busy.
# TYPE outcry_server_cpu_mean_ratio gauge
outcry_server_cpu_mean_ratio{L} 0.2
# HELP outcry_server_cpu_max_ratio Highest: CPU of the server's process tree; 200 means two cores busy.
# TYPE outcry_server_cpu_max_ratio gauge
outcry_server_cpu_max_ratio{L} 0.3
# HELP outcry_server_memory_median_bytes Median: Resident memory of the server's process tree.
# TYPE outcry_server_memory_median_bytes gauge
outcry_server_memory_median_bytes{L} 200
# HELP outcry_server_memory_max_bytes Highest: Resident memory of the server's process tree.
# TYPE outcry_server_memory_max_bytes gauge
outcry_server_memory_max_bytes{L} 300
`);
});

describe('OpenTelemetry', () => {
  const data = JSON.parse(written(otlp));
  const { metrics } = data.resourceMetrics[0].scopeMetrics[0];

  test('is MetricsData by the JSON mapping of its proto', () => {
    const isValid = new Ajv({ strict: false }).compile(otlpSchema);
    isValid(data);
    expect(isValid.errors).toBeNull();
  });

  test('has a metric per figure, with units of UCUM', () => {
    expect(metrics.map(({ name, unit }: { name: string; unit: string }) => [name, unit])).toEqual([
      ['outcry.received_by_clients', '{messages}'],
      ['outcry.received_by_clients.expected', '{messages}'],
      ['outcry.wire_bytes', 'By'],
      ['outcry.from_due', 'ms'],
      ['outcry.server_cpu.mean', '%'],
      ['outcry.server_cpu.max', '%'],
      ['outcry.server_memory.median', 'By'],
      ['outcry.server_memory.max', 'By'],
    ]);
  });

  test('has a point per run, with typed attributes and its start', () => {
    const [point] = metrics[0].sum.dataPoints;
    expect(point).toMatchObject({ asInt: '59', startTimeUnixNano: '1767261600000000000' });
    expect(point.timeUnixNano).toBeUndefined();
    const attributes = point.attributes as { key: string; value: object }[];
    expect(attributes.filter(({ key }) => key.startsWith('outcry.param_'))).toEqual([
      { key: 'outcry.param_rate', value: { doubleValue: 2.5 } },
      { key: 'outcry.param_phase', value: { stringValue: 'to"ge\\ther\n' } },
      { key: 'outcry.param_tls', value: { boolValue: true } },
    ]);
    expect(metrics[3].summary.dataPoints[0]).toMatchObject({
      count: '500',
      sum: 2000,
      quantileValues: [
        { quantile: 0, value: 1 },
        { quantile: 0.5, value: 2 },
        { quantile: 0.9, value: 8 },
        { quantile: 0.99, value: 16 },
        { quantile: 1, value: 32 },
      ],
    });
  });
});

describe('rows', () => {
  const two = [made(), { ...made(), id: 'a-2', identity: { ...made().identity, repetition: 2 } }];
  const merges = mergeRuns(two.map((run) => ({ ...run, metrics: { ...METRICS, fromDue: makeRun().metrics.fromDue } })));

  test('Bencher: a benchmark by all that tells the row from others, bounds where there is an interval', () => {
    const [[name, measures]] = Object.entries(JSON.parse(bencher.write({ records: [], merges, scenarios: [] }))) as [
      [string, Record<string, object>],
    ];
    expect(name).toBe(
      'alpha websocket auction-broadcast browser 20 clients 10 members rate=2.5 phase=to"ge\\ther\n tls=true slow-net=60',
    );
    expect(Object.keys(measures)).toEqual([
      'received-by-clients-mean-messages',
      'wire-bytes-mean-bytes',
      'from-due-mean-ms',
      'from-due-p50-ms',
      'from-due-p99-ms',
      'from-due-max-ms',
      'server-cpu-mean-percent-of-one-core',
      'server-cpu-max-percent-of-one-core',
      'server-memory-median-bytes',
      'server-memory-max-bytes',
    ]);
    expect(measures['wire-bytes-mean-bytes']).toEqual({ value: 2048, lower_value: 2048, upper_value: 2048 });
    expect(measures['from-due-max-ms']).toEqual({ value: expect.any(Number) });
  });

  test('two rows of one name keep both', () => {
    const text = bencher.write({ records: [], merges: [...merges, ...merges], scenarios: [] });
    expect(Object.keys(JSON.parse(text))).toHaveLength(2);
  });

  test('CSV: the file of the charts page', () => {
    const [head, row, ...more] = csv.write({ records: [], merges, scenarios: [] }).split('\r\n');
    expect(head).toMatch(/^framework,transport,scenario,/);
    expect(row).toMatch(/^alpha,websocket,auction-broadcast,browser,measured,20,2,0,session-a,/);
    expect(more).toEqual(['']);
  });
});
