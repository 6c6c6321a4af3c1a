/** All metrics of a run: what clients measured, what the server counted, what was sampled, what went over the wire. Pure. */
import { clientMetrics, countMetric, type OnMissing } from '../../../member/client-metrics.ts';
import type { MemberReport } from '../../../member/contract.ts';
import { judgeHops } from '../../../member/hop-error.ts';
import { padMetrics } from '../../../member/pad-metrics.ts';
import type { WireMetric } from '../../../metrics/entries.ts';
import type { CountMetric, GaugeMetric, Measured, Metric } from '../../../metrics/metric.ts';
import {
  factsOf,
  metricsWith,
  RESOURCE_METRICS,
  SERVER_METRICS,
  WIRE_METRICS,
} from '../../../metrics/standard-metrics.ts';
import type { Counts } from '../../../protocol/control.ts';
import type { RunContext } from '../measure/run-context.ts';
import { gaugeMetrics } from './gauges.ts';
import { seriesOf } from './server-counts.ts';

const COUNTED_BY = {
  capture: 'Counted from a capture, which disturbs no process.',
  proxy: 'Counted by a proxy between clients and server.',
};

/** Nothing for a scenario of which the server counts nothing. */
function serverMetrics(
  { scenario, step, counts, countsMissing }: RunContext,
  lack: OnMissing,
): Record<string, CountMetric> {
  const { counted, expected } = scenario;
  if (counted.received.length + counted.sent.length === 0) return {};
  const wanted = expected(step.params, step.clients);
  const of = (name: keyof typeof SERVER_METRICS, series: (counts: Counts) => number[]): CountMetric => {
    const should = wanted[name] ?? null;
    if (counts !== null) return countMetric(SERVER_METRICS[name], series(counts), should);
    lack(name, countsMissing ?? 'the server was not asked');
    return { ...SERVER_METRICS[name], kind: 'count', total: null, expected: should, series: null };
  };
  return {
    receivedByServer: of('receivedByServer', (all) => seriesOf(all, counted.received, 'received')),
    sentByServer: of('sentByServer', (all) => seriesOf(all, counted.sent, 'sent')),
  };
}

/** Metrics of `--wire`. Without it the two that every record has are there, and null. */
function wireMetrics({ wire, otherPort }: RunContext, lack: OnMissing): Record<string, CountMetric> {
  const why = otherPort ?? wire?.lacking ?? 'counted only with --wire';
  const wanted = Object.entries(WIRE_METRICS).filter(([name]) => wire !== null || factsOf(name).inEveryRecord);
  return Object.fromEntries(
    wanted.map(([name, { about, ...spec }]): [string, CountMetric] => {
      const total = wire?.figures[name as WireMetric] ?? null;
      if (total === null) lack(name, why);
      const how = wire === null ? about : `${about} ${COUNTED_BY[wire.counted.by]}`;
      return [name, { ...spec, about: how, kind: 'count', total, expected: null, series: null }];
    }),
  );
}

/** Metrics of `--wire` between clients and a front; empty where there is none. */
function outsideMetrics({ wire }: RunContext, lack: OnMissing): Record<string, CountMetric> {
  const outside = wire?.outside;
  if (outside === undefined) return {};
  return Object.fromEntries(
    metricsWith('outside').map(({ name, entry: { unit, label, about, outside: counted } }): [string, CountMetric] => {
      const total = outside?.[counted as WireMetric] ?? null;
      if (total === null) lack(name, outside === null ? 'a proxy does not count it, a capture does' : wire!.lacking);
      return [name, { kind: 'count', unit, label, about, total, expected: null, series: null }];
    }),
  );
}

/** One sample for all slices together: the kernel counts CPU in ticks of 10 ms, of which an idle server has few. */
function idleMetrics({ slices, idle }: RunContext, lack: OnMissing): Record<string, GaugeMetric> {
  if (slices === null || slices.servers < 2) return {};
  const of = (name: 'idleServersCpu' | 'idleServersMemory', value: number | null): [string, GaugeMetric] => {
    if (value === null) lack(name, 'the other servers cannot be seen from this machine');
    const samples = value === null ? null : [Number(value.toFixed(3))];
    const intervalMs = value === null ? null : 1000;
    return [name, { ...RESOURCE_METRICS[name], kind: 'gauge', samples, intervalMs, median: null, max: null }];
  };
  return Object.fromEntries([
    of('idleServersCpu', idle && (100 * idle.cpuSeconds) / idle.seconds),
    of('idleServersMemory', idle && Math.round(idle.memoryBytes)),
  ]);
}

/** Metrics that the scenario derives from the others, once those are there. */
function derivedMetrics(
  { scenario, session, members }: RunContext,
  all: Record<string, Metric>,
  lack: OnMissing,
): Record<string, Metric> {
  const derived = Object.entries(scenario.derived ?? {}).map(([name, { from, ...spec }]): [string, GaugeMetric] => {
    const samples = from(all, { swarm: session.swarm, members });
    const known = typeof samples !== 'string';
    if (!known) lack(name, samples);
    const figures = { samples: known ? samples : null, intervalMs: known ? 1000 : null, median: null, max: null };
    return [name, { ...spec, ...figures }];
  });
  return Object.fromEntries(derived);
}

/** Reports of the clients, with the backend's and what followed from all logs: these alone say nothing of a run. */
function reportsOf({ outcome, backend, account }: RunContext): Pick<MemberReport, 'metrics'>[] {
  if (outcome.reports.length === 0) return outcome.reports;
  const known = Object.entries(account?.metrics ?? {}).filter(
    (entry): entry is [string, Measured] => typeof entry[1] !== 'string',
  );
  return [...outcome.reports, ...(backend === null ? [] : [backend]), { metrics: Object.fromEntries(known) }];
}

/**
 * @returns the metrics, all series of one length, and why what is null was not measured, by its path
 */
export function runMetrics(context: RunContext): {
  metrics: Record<string, Metric>;
  notMeasured: Record<string, string>;
} {
  const notMeasured: Record<string, string> = {};
  const lack: OnMissing = (name, reason) => {
    notMeasured[`metrics.${name}`] = reason.slice(0, 1000);
  };
  const { scenario, step, session, outcome } = context;
  const noReports = `no reports came back: ${outcome.error ?? 'unknown'}`;
  const apart = context.hosts.some(({ here }) => !here);
  const run = { params: step.params, clients: step.clients, swarm: session.swarm, apart };
  const measured = clientMetrics(scenario, run, reportsOf(context), noReports, lack);
  for (const [name, value] of Object.entries(context.account?.metrics ?? {})) {
    if (typeof value === 'string') lack(name, value);
  }
  const all: Record<string, Metric> = {
    ...judgeHops(measured, outcome.reports, lack),
    ...serverMetrics(context, lack),
    ...gaugeMetrics(context, lack),
    ...idleMetrics(context, lack),
    ...wireMetrics(context, lack),
    ...outsideMetrics(context, lack),
  };
  return { metrics: padMetrics({ ...all, ...derivedMetrics(context, all, lack) }), notMeasured };
}
