/** The tables' figures as one CSV file: every number in full, units in the heading. */
import type { Entry } from './rows.ts';

export function tableRows(entries: Entry[]): (string | number | null | undefined)[][] {
  const heading = [
    ...['framework', 'transport', 'scenario', 'swarm', 'kind', 'clients', 'runs', 'excluded', 'sessions'],
    ...['window high (ms)', 'window low (ms)', 'window average (ms)'],
    ...['mean (ms)', 'mean 95 % low (ms)', 'mean 95 % high (ms)', 'p50 (ms)', 'p90 (ms)', 'p99 (ms)', 'max (ms)'],
    ...['mean from due (ms)', 'p50 from due (ms)', 'p99 from due (ms)'],
    ...[
      'delivered',
      'expected',
      'server CPU (% of one core)',
      'server memory (bytes)',
      'wire (bytes per run)',
      'flags',
      'stand-in',
    ],
  ];
  return [
    heading,
    ...entries.map(({ merge }) => {
      const { combination, latency, window, totals, resources } = merge;
      const sent = latency.fromSent;
      const due = latency.fromDue;
      return [
        combination.framework,
        combination.transport,
        combination.scenario,
        combination.swarm,
        merge.kind,
        combination.clients,
        merge.runs,
        merge.excluded.length,
        merge.sessions.join(' '),
        window?.high,
        window?.low,
        window?.average,
        sent?.mean.mean,
        sent?.mean.low,
        sent?.mean.high,
        sent?.distribution?.p50,
        sent?.distribution?.p90,
        sent?.distribution?.p99,
        sent?.distribution?.max,
        due?.mean.mean,
        due?.distribution?.p50,
        due?.distribution?.p99,
        totals.receivedByClients,
        totals.expectedDeliveries,
        resources.server?.cpuPercent?.mean,
        resources.server?.memoryBytes?.mean,
        merge.wire.bytes?.mean,
        merge.flags.map(({ code }) => code).join(' '),
        combination.standIn,
      ];
    }),
  ];
}
