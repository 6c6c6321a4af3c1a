/** A dataset as the load page shows it. Pure. */

import { sum } from '../../member/histogram.ts';
import type { Dataset, Report } from '../../protocol/messages.ts';

export interface LatencyRow {
  label: string;
  count: string;
  mean: string;
  p50: string;
  p99: string;
  max: string;
}

export interface Results {
  /** One sentence: did everything arrive, exactly once? */
  verdict: string;
  good: boolean;
  /** What stood in for a part of the framework; null: nothing. */
  standIn: string | null;
  latencies: LatencyRow[];
  counts: { label: string; value: string }[];
}

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const ms = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const total = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

function latencyRow(label: string, encoded: string[]): LatencyRow {
  const histogram = sum(encoded);
  const count = histogram.totalCount;
  const figure = (us: number) => (count === 0 ? '–' : ms.format(us / 1000));
  return {
    label,
    count: whole.format(count),
    mean: figure(histogram.mean),
    p50: figure(histogram.getValueAtPercentile(50)),
    p99: figure(histogram.getValueAtPercentile(99)),
    max: figure(histogram.maxValue),
  };
}

function verdictOf(dataset: Dataset): { verdict: string; good: boolean } {
  const add = (field: (report: Report) => number) => total(dataset.reports.map(field));
  const takingPart = add((report) => total(report.receivedByClients)) + add((report) => report.missing);
  // What a client that was lost did not get is missing in nobody's report.
  const strays = dataset.vanished.length === 0 ? total(dataset.server.sentByServer) - takingPart : 0;
  const faults = [
    [add((report) => report.missing), 'missing'],
    [add((report) => report.duplicates), 'delivered twice'],
    [add((report) => report.outOfOrder), 'out of order'],
    [add((report) => report.negative), 'with a latency below zero'],
    [dataset.server.refused, 'refused by the server'],
    [strays, 'sent to clients that took no part'],
    [dataset.vanished.length, dataset.vanished.length === 1 ? 'client lost' : 'clients lost'],
  ] as const;
  const found = faults.filter(([count]) => count > 0).map(([count, what]) => `${whole.format(count)} ${what}`);
  if (found.length === 0) return { verdict: 'Every message arrived exactly once, in order.', good: true };
  return { verdict: `Not all went well: ${found.join(', ')}.`, good: false };
}

/** The figures of one test, latencies in ms. */
export function resultsOf(dataset: Dataset, standIn: string | null): Results {
  const { reports, server } = dataset;
  const all = (field: (report: Report) => string) => reports.map(field);
  const buckets = (field: (report: Report) => number[]) => whole.format(total(reports.flatMap(field)));
  return {
    ...verdictOf(dataset),
    standIn,
    latencies: [
      latencyRow(
        'From sending',
        all((report) => report.fromSent),
      ),
      latencyRow(
        'From when it was due',
        all((report) => report.fromDue),
      ),
      latencyRow(
        'How late it was sent',
        all((report) => report.lateness),
      ),
    ],
    counts: [
      { label: 'Sent by clients', value: buckets((report) => report.sentByClients) },
      { label: 'Received by the server', value: whole.format(total(server.receivedByServer)) },
      { label: 'Sent by the server', value: whole.format(total(server.sentByServer)) },
      { label: 'Delivered to clients', value: buckets((report) => report.receivedByClients) },
    ],
  };
}
