/**
 * The core time that messages cost a server. A server of one thread, of many, and one of several processes stand side by side in
 * it: CPU in % of a core says of each only how many cores it kept busy.
 */
import type { Metric } from '../../metrics/metric.ts';
import type { Derived } from '../../protocol/derived-metric.ts';

/** The CPU time in a gauge of % of a core, ms: 10 a second for each percent. Null where nothing was sampled. */
export function cpuTime(gauge: Metric | undefined): number | null {
  if (gauge?.kind !== 'gauge' || !gauge.samples?.length || gauge.intervalMs === null) return null;
  return (gauge.samples.reduce((sum, percent) => sum + percent, 0) / 100) * gauge.intervalMs;
}

/** CPU of the server over the whole test, over a count. */
function over(name: string, none: string): Derived['from'] {
  return ({ serverCpu, [name]: count }: Record<string, Metric>) => {
    const busyMs = cpuTime(serverCpu);
    if (busyMs === null) return 'CPU of the server was not measured';
    const total = count?.kind === 'count' ? count.total : null;
    return total ? [(busyMs * 1000) / total] : none;
  };
}

/** Over what the server received. */
export const cpuPerMessages: Derived = {
  kind: 'gauge',
  unit: 'ms per 1,000',
  label: 'CPU per 1,000 messages',
  about: 'Time of a core that the server took for 1,000 messages, all else that it did in the test included.',
  from: over('receivedByServer', 'the server received nothing, or could not be asked'),
};

/** Over what arrived at clients. */
export const cpuPerDeliveries: Derived = {
  kind: 'gauge',
  unit: 'ms per 1,000',
  label: 'CPU per 1,000 deliveries',
  about: 'Time of a core that the server took for 1,000 deliveries, all else that it did in the test included.',
  from: over('receivedByClients', 'nothing was delivered'),
};

/** The bytes of a delivery on the wire, over what arrived at clients. */
export const bytesPerDelivery: Derived = {
  kind: 'gauge',
  unit: 'bytes',
  label: 'bytes per delivery',
  about:
    'TCP payload both ways between clients and server for each delivery, all else that went over the wire in the test included.',
  from({ wireBytes, receivedByClients }) {
    if (wireBytes?.kind !== 'count' || wireBytes.total === null) return 'bytes are counted only with --wire';
    const delivered = receivedByClients?.kind === 'count' ? receivedByClients.total : null;
    return delivered ? [wireBytes.total / delivered] : 'nothing was delivered';
  },
};
