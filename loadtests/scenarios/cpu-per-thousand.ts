/**
 * What messages cost a server in the time of a core. A server of one thread, of many, and one of several processes stand side by side in
 * it: CPU in % of a core says of each only how many cores it kept busy.
 */
import type { Metric } from '../../metrics/metric.ts';
import type { Derived } from './scenario.ts';

/** CPU of the server over the whole test, over a count. CPU in % of a core is 10 ms a second for each percent. */
function over(name: string, none: string): Derived['from'] {
  return ({ serverCpu, [name]: count }: Record<string, Metric>) => {
    if (serverCpu?.kind !== 'gauge' || !serverCpu.samples?.length || serverCpu.intervalMs === null) {
      return 'CPU of the server was not measured';
    }
    const total = count?.kind === 'count' ? count.total : null;
    if (!total) return none;
    const percentMs = serverCpu.samples.reduce((sum, percent) => sum + percent, 0) * serverCpu.intervalMs;
    return [((percentMs / 100) * 1000) / total];
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

/** What a delivery takes on the wire, over what arrived at clients. */
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
