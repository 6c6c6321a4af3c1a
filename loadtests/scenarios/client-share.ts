/** The clients' own work in a latency: what belongs to the load and not to the framework's server or network. Pure. */
import type { Metric } from '../../metrics/metric.ts';
import { FOLLOWING_METRICS } from '../../metrics/standard-metrics.ts';
import type { Derived } from '../../protocol/derived-metric.ts';
import { cpuTime } from './cpu-per-thousand.ts';

const totalOf = (metric: Metric | undefined): number | null => (metric?.kind === 'count' ? metric.total : null);

/**
 * The clients of a worker share a thread, which handles the copies of a message one after the other. A message has *n* copies in a worker,
 * each takes it *w* of CPU time, and the sender's own is any of them: on average (*n* - 1) / 2 others are handled before it, and then itself,
 * (*n* + 1) / 2 · *w* in all. That is the most that it can be. It is less where copies come further apart than *w*, since the worker waits
 * for them then; and *w* has the sending of messages in it, one for all of their copies.
 */
export const clientShare: Derived = {
  ...FOLLOWING_METRICS.clientShare,
  kind: 'gauge',
  from({ swarmCpu, receivedByClients, receivedByServer, fromSent }, { swarm, members }) {
    if (swarm !== 'console') return 'only the clients of a console swarm share a thread';
    const busyMs = cpuTime(swarmCpu);
    if (busyMs === null) return 'CPU of the swarm was not measured';
    const [delivered, messages] = [totalOf(receivedByClients), totalOf(receivedByServer)];
    if (!delivered || !messages) return 'no message was delivered, or the server could not be asked';
    const mean = fromSent?.kind === 'trend' ? fromSent.distribution?.mean : undefined;
    if (!mean) return 'the latency from sent was not measured';
    const copies = delivered / messages / members;
    if (copies < 2) return 'a message has one copy in a worker, which waits for no other';
    const workMs = busyMs / delivered;
    return [Math.min(100, (100 * ((copies + 1) / 2) * workMs) / mean)];
  },
};
