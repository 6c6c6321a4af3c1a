/** Rows of the tables: figures as text, each missing one with its reason. */
import type { Merge } from '../../merge/types.ts';
import { explain } from './flags.ts';
import { figure, MEBIBYTE, NONE, share, whole, withInterval } from './format.ts';
import { type RowStyle, signOf } from './palette.ts';
import type { LatencyChoice, Order } from './selection.ts';

/** A merge as it is shown. */
export interface Entry {
  /** Unique among the entries: the merge's key, with the session where sessions are kept apart. */
  id: string;
  label: string;
  merge: Merge;
  style: RowStyle;
}

export interface Cell {
  text: string;
  /** Why there is no figure, or what the figure is of; undefined when nothing needs saying. */
  why: string | undefined;
}

/** The figure that `entry` is sorted by; null for none, and when rows are sorted by name. */
export function sortFigure({ merge }: Entry, order: Order, latency: LatencyChoice): number | null {
  const chosen = merge.latency[latency];
  if (order === 'name') return null;
  if (order === 'average') return (merge.window ?? merge.wholeTest)?.average ?? null;
  return (order === 'mean' ? chosen?.mean.mean : chosen?.distribution?.[order]) ?? null;
}

const cell = (text: string, why?: string): Cell => ({ text, why: why || undefined });

/** The names, figures and flags of one row of the latency table. */
export function latencyRow(entry: Entry, latency: LatencyChoice) {
  const { merge } = entry;
  const { notMeasured, totals } = merge;
  const chosen = merge.latency[latency];
  const distribution = chosen?.distribution ?? null;
  const noLatency = notMeasured[`latency.${latency}`];
  const noDistribution = notMeasured[`latency.${latency}.distribution`] ?? noLatency;
  const shortTest = merge.window === null && merge.wholeTest !== null;
  const window = merge.window ?? merge.wholeTest;
  const ofWindow = (value: number | undefined) =>
    cell(
      value === undefined ? NONE : `${figure(value)}${shortTest ? '†' : ''}`,
      shortTest && window
        ? `whole test, seconds ${window.fromSecond}..${window.toSecond}: ${notMeasured.window}`
        : notMeasured.window,
    );
  return {
    ...nameOf(entry),
    runs: cell(String(merge.runs), merge.runIds.join('\n')),
    high: ofWindow(window?.high),
    low: ofWindow(window?.low),
    average: ofWindow(window?.average),
    shortTest,
    mean: cell(
      withInterval(chosen?.mean ?? null),
      chosen ? `means of ${chosen.mean.n} runs: ${chosen.runMeans.map(figure).join(', ')} ms` : noLatency,
    ),
    p50: cell(figure(distribution?.p50), noDistribution),
    p99: cell(figure(distribution?.p99), noDistribution),
    max: cell(figure(distribution?.max), noDistribution),
    delivered: cell(
      share(totals.receivedByClients, totals.expectedDeliveries),
      totals.receivedByClients === null
        ? notMeasured['totals.receivedByClients']
        : `${whole(totals.receivedByClients)} of ${whole(totals.expectedDeliveries)}`,
    ),
  };
}

function nameOf({ id, label, merge, style }: Entry) {
  return {
    id,
    label,
    sign: signOf(style),
    standIn: merge.combination.standIn,
    flags: merge.flags.map(({ code, level, count, message }) => ({
      text: code === 'few-runs' || count === merge.runs ? code : `${code} ${count}/${merge.runs}`,
      level,
      title: `${explain(code)} ${message}`,
    })),
    excluded: merge.excluded.length === 0 ? null : `${merge.excluded.length} left out`,
  };
}

/** One row of the table of messages: per run, as means of the sums. */
export function messageRow(entry: Entry) {
  const { totals, runs, notMeasured } = entry.merge;
  const perRun = (name: keyof typeof totals) =>
    cell(totals[name] === null ? NONE : whole(totals[name] / runs), notMeasured[`totals.${name}`]);
  return {
    ...nameOf(entry),
    sentByClients: perRun('sentByClients'),
    receivedByServer: perRun('receivedByServer'),
    sentByServer: perRun('sentByServer'),
    receivedByClients: perRun('receivedByClients'),
    expected: perRun('expectedDeliveries'),
  };
}

/** One row of the table of CPU, memory and bytes. */
export function resourceRow(entry: Entry) {
  const { resources, wire, notMeasured } = entry.merge;
  return {
    ...nameOf(entry),
    cpu: cell(withInterval(resources.server?.cpuPercent ?? null), notMeasured['resources.server']),
    memory: cell(withInterval(resources.server?.memoryBytes ?? null, MEBIBYTE), notMeasured['resources.server']),
    swarmCpu: cell(withInterval(resources.swarm?.cpuPercent ?? null), notMeasured['resources.swarm']),
    machineCpu: cell(withInterval(resources.machineCpuPercent), notMeasured['resources.machineCpuPercent']),
    bytes: cell(withInterval(wire.bytes, MEBIBYTE), notMeasured['wire.bytes']),
    requests: cell(withInterval(wire.httpRequests), notMeasured['wire.httpRequests']),
  };
}

/** All there is to say about a row besides its figures. Null when there is nothing. */
export function notesOf(entry: Entry) {
  const { merge } = entry;
  const { combination, machines, versions } = merge;
  const facts = [
    `${combination.scenario}, ${combination.testType}; ${combination.clients} clients in ${combination.members} ${combination.swarm === 'browser' ? (combination.browser ?? 'browser') : 'worker'} ${combination.members === 1 ? 'instance' : 'instances'}, ${combination.rate} messages/s each, ${combination.messages} messages of ${combination.payloadBytes} B, ${combination.phase}`,
    `sessions: ${merge.sessions.join(', ') || 'none'}; ${merge.kind}${merge.when.first ? `, ${merge.when.first.slice(0, 16).replace('T', ' ')} UTC` : ''}`,
    versions.framework.length > 0 ? `framework ${versions.framework.join(', ')}` : null,
    versions.client.length > 0 ? `client library ${versions.client.join(', ')}` : null,
    versions.runtime.length > 0 ? `server on ${versions.runtime.join(', ')}` : null,
    machines.length > 0 ? machines.join('; ') : null,
  ].filter((fact) => fact !== null);
  return {
    ...nameOf(entry),
    facts: facts.join(' · '),
    findings: merge.flags.map(({ code, level, count, message }) => ({
      code,
      level,
      text: `${code === 'few-runs' ? '' : `in ${count} of ${merge.runs} runs. `}${explain(code)} ${message}`,
    })),
    excludedRuns: merge.excluded.map(({ id, codes }) => ({
      id,
      text: `left out for ${codes.join(', ')}: ${codes.map(explain).join(' ')}`,
    })),
    remarks: merge.remarks,
    missing: Object.entries(merge.notMeasured).map(([path, reason]) => `${path}: ${reason}`),
  };
}
