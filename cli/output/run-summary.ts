/** The JSON of one run in `run --json`: standard metrics in fields of their own, and all metrics by name. */
import { recordFigure as figureOf } from '../../merge/record-figures.ts';
import type { Distribution, MetricRoles, TrendMetric } from '../../metrics/metric.ts';
import { standardNames } from '../../metrics/standard-metrics.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import { summarizeMetrics } from '../../records/run-summary.ts';

/** The conditions of a run and what was measured of them; nothing where all are at their default. */
export function conditionsIn({ identity: { conditions }, conditionsMeasured }: RunRecord): Record<string, unknown> {
  return { ...(conditions && { conditions }), ...(conditionsMeasured && { conditionsMeasured }) };
}

/** A trend's figures without its histogram; null when it was not measured. */
function plain({ metrics }: RunRecord, name: string): Omit<Distribution, 'hdr'> | null {
  const metric = metrics[name];
  if (metric?.kind !== 'trend') return null;
  const { distribution } = metric as TrendMetric;
  if (distribution === null) return null;
  const { hdr: _, ...figures } = distribution;
  return figures;
}

/** Of every standard latency, measured or not, and of the run's own. */
function latenciesOf(record: RunRecord): Record<string, Omit<Distribution, 'hdr'> | null> {
  const own = Object.entries(record.metrics).filter(([, { kind, unit }]) => kind === 'trend' && unit === 'ms');
  const names = [...standardNames('trend'), ...own.map(([name]) => name)];
  return Object.fromEntries(names.map((name) => [name, plain(record, name)]));
}

/** @param roles the metrics that have a role in the run's scenario */
export function runSummary(record: RunRecord, { delivered = '' }: MetricRoles): Record<string, unknown> {
  const { identity } = record;
  const count = record.metrics[delivered];
  return {
    id: record.id,
    scenario: identity.scenario,
    params: identity.params,
    framework: identity.framework,
    transport: identity.transport,
    swarm: identity.swarm,
    clients: identity.clients,
    repetition: identity.repetition,
    ...(record.notice === undefined ? {} : { notice: record.notice }),
    ...conditionsIn(record),
    ...Object.fromEntries(standardNames('count').map((name) => [name, figureOf(record, `${name}.total`)])),
    deliveredToClients: figureOf(record, `${delivered}.total`),
    expectedDeliveries: count?.kind === 'count' ? count.expected : null,
    latencyMs: latenciesOf(record),
    server: {
      cpuPercentMean: figureOf(record, 'serverCpu.typical'),
      memoryBytesMax: figureOf(record, 'serverMemory.max'),
    },
    metrics: summarizeMetrics(record),
    validity: record.validity,
    valid: !record.validity.some((finding) => finding.level === 'fatal'),
  };
}
