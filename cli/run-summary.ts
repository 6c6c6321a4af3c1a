/** What `run --json` gives for each run: the standard metrics in fields of their own, and all metrics by name. */
import { figureOf } from '../loadtests/runner/figures.ts';
import type { Distribution, TrendMetric } from '../protocol/metrics.ts';
import { networkName } from '../protocol/network.ts';
import type { RunRecord } from '../protocol/run-record.ts';
import { summarizeMetrics } from '../web-api/run-summary.ts';

/** A trend's figures without its histogram; null when it was not measured. */
function plain({ metrics }: RunRecord, name: string): Omit<Distribution, 'hdr'> | null {
  const metric = metrics[name];
  if (metric?.kind !== 'trend') return null;
  const { distribution } = metric as TrendMetric;
  if (distribution === null) return null;
  const { hdr: _, ...figures } = distribution;
  return figures;
}

function expectedOf({ metrics }: RunRecord, name: string): number | null {
  const metric = metrics[name];
  return metric?.kind === 'count' ? metric.expected : null;
}

export function runSummary(record: RunRecord): Record<string, unknown> {
  const { identity } = record;
  return {
    id: record.id,
    scenario: identity.scenario,
    params: identity.params,
    framework: identity.framework,
    transport: identity.transport,
    swarm: identity.swarm,
    clients: identity.clients,
    repetition: identity.repetition,
    standIn: identity.standIn,
    ...(record.notice === undefined ? {} : { notice: record.notice }),
    network: networkName(identity.network),
    ...(identity.placement === undefined ? {} : { placement: identity.placement }),
    ...(identity.conditions === undefined ? {} : { conditions: identity.conditions }),
    ...(record.networkMeasured === undefined ? {} : { networkMeasured: record.networkMeasured }),
    sentByClients: figureOf(record, 'sentByClients.total'),
    receivedByServer: figureOf(record, 'receivedByServer.total'),
    sentByServer: figureOf(record, 'sentByServer.total'),
    deliveredToClients: figureOf(record, 'receivedByClients.total'),
    expectedDeliveries: expectedOf(record, 'receivedByClients'),
    latencyMs: {
      fromSent: plain(record, 'fromSent'),
      fromDue: plain(record, 'fromDue'),
      delivery: plain(record, 'delivery'),
      lateness: plain(record, 'lateness'),
    },
    server: {
      cpuPercentMedian: figureOf(record, 'serverCpu.typical'),
      memoryBytesMax: figureOf(record, 'serverMemory.max'),
    },
    metrics: summarizeMetrics(record),
    validity: record.validity,
    valid: !record.validity.some((finding) => finding.level === 'fatal'),
  };
}
