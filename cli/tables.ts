/** The tables that commands print. A figure that was not measured is a dash. */

import { serverFigures } from '../loadtests/runner/figures.ts';
import { notRankedBecause } from '../merge/compare.ts';
import type { Merge, RunFigure } from '../merge/types.ts';
import type { RunRecord } from '../protocol/run-record.ts';
import { printable, table } from './output.ts';

const NONE = '–';

/** Three significant figures from 0.001 to 1000, whole numbers above. */
export function figure(value: number | null | undefined): string {
  if (value === null || value === undefined) return NONE;
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 ? 2 : 3;
  return value.toFixed(digits);
}

const megabytes = (bytes: number | null | undefined): string => figure(bytes == null ? null : bytes / 1_000_000);

/** `12.3 (11.8–12.9)`: a mean over runs with its 95% interval. */
function withInterval(value: RunFigure | null | undefined): string {
  if (!value) return NONE;
  return value.low === null || value.high === null
    ? figure(value.mean)
    : `${figure(value.mean)} (${figure(value.low)}–${figure(value.high)})`;
}

function delivered(received: number | null, expected: number | null): string {
  return received === null || expected === null ? NONE : `${received} of ${expected}`;
}

export const LEGEND =
  "Latency in ms from sending to receipt of a client's own messages; the mean is over runs, with its 95% interval where there are two or more. CPU in % of one core (median), memory in MB (maximum), of the server.";

/** One row per merge. */
export function mergeTable(merges: Merge[]): string {
  const rows = merges.map((merge) => {
    const latency = merge.latency.fromSent;
    return [
      merge.combination.frameworkLabel,
      merge.combination.transport,
      `${merge.combination.clients} ${merge.combination.swarm}`,
      String(merge.runs),
      withInterval(latency?.mean),
      figure(merge.window?.average),
      figure(latency?.distribution?.p50),
      figure(latency?.distribution?.p99),
      figure(latency?.distribution?.max),
      delivered(merge.totals.receivedByClients, merge.totals.expectedDeliveries),
      figure(merge.resources.server?.cpuPercent?.mean),
      megabytes(merge.resources.server?.memoryBytes?.mean),
      [
        ...merge.flags.map((flag) => flag.code),
        ...(merge.excluded.length > 0 ? [`${merge.excluded.length} left out`] : []),
      ].join(', '),
    ];
  });
  const head = [
    'framework',
    'transport',
    'clients',
    'runs',
    'mean',
    '5..14 s',
    'p50',
    'p99',
    'max',
    'delivered',
    'CPU',
    'memory',
    'flags',
  ];
  return [table(head, rows), ...reservations(merges), LEGEND].join('\n');
}

/** What must be said with the figures of a framework that was not run as it is: a line for each such sentence. */
function reservations(merges: Merge[]): string[] {
  const lines = merges.flatMap((merge) => {
    const why = notRankedBecause(merge);
    return why === null ? [] : [`${merge.combination.frameworkLabel}: ${why}`];
  });
  return [...new Set(lines)].map(printable);
}

/** What `run --json` gives for each run. */
export function runSummary(record: RunRecord): Record<string, unknown> {
  const { identity, totals, latency } = record;
  const plain = (name: keyof typeof latency): Record<string, number> | null => {
    const distribution = latency[name];
    if (distribution === null) return null;
    const { hdr: _, ...figures } = distribution;
    return figures;
  };
  return {
    id: record.id,
    framework: identity.framework,
    transport: identity.transport,
    swarm: identity.swarm,
    clients: identity.clients,
    repetition: identity.repetition,
    standIn: identity.standIn,
    sentByClients: totals.sentByClients,
    receivedByServer: totals.receivedByServer,
    sentByServer: totals.sentByServer,
    deliveredToClients: totals.receivedByClients,
    expectedDeliveries: totals.expectedDeliveries,
    latencyMs: {
      fromSent: plain('fromSent'),
      fromDue: plain('fromDue'),
      delivery: plain('delivery'),
      lateness: plain('lateness'),
    },
    server: serverFigures(record),
    validity: record.validity,
    valid: !record.validity.some((finding) => finding.level === 'fatal'),
  };
}
