/** One slice: a short test of one server, while the other servers of the round wait. */
import type { HostReport, TestOutcome } from '../../../client-launcher/swarm.ts';
import type { TestRequest } from '../../../member/contract.ts';
import type { Counts } from '../../../protocol/control.ts';
import type { Params } from '../../../protocol/run-record.ts';
import type { ServerHost } from '../../../setup/apps/places/place.ts';
import { monotonicMs } from '../../../system/monotonic.ts';
import type { MonitorSamples } from '../../monitor/monitor-samples.ts';
import { SERVER_INTERVAL_MS } from '../../monitor/sampling.ts';
import { type ServersMeter, type ServersUse, useBetween } from '../../monitor/servers-meter.ts';
import { countsOf } from '../measure/counts-of.ts';
import { afterTest, beginOf, clocksAndHosts, type ReadyRun } from '../measure/stages.ts';
import { requestOf } from '../measure/test-request.ts';
import type { Window } from '../record/gauges.ts';
import { BUCKET_SECONDS } from '../record/make-record.ts';
import { windowOf } from '../record/test-window.ts';

export interface Slice {
  startedAt: Date;
  /** Whole buckets that the slice takes in the series of the run. */
  buckets: number;
  /** The place in its block: 1 is first. */
  place: number;
  outcome: TestOutcome;
  /** The machines elsewhere that members are on. */
  hosts: HostReport[];
  serverHost: ServerHost;
  counts: Counts | null;
  countsMissing: string | null;
  window: Window;
  samples: MonitorSamples | null;
  /** Every interval of the server's samples has the same share of its load. */
  isEven: boolean;
  /** Null: the idle servers cannot be seen here. */
  idle: ServersUse | null;
}

/** The place of a slice in its round. */
interface Among {
  /** In its block: 1 is first. */
  place: number;
  goesOn: TestRequest['goesOn'];
  /** The servers that are idle meanwhile; null: they cannot be seen here. */
  others: ServersMeter | null;
}

/**
 * @param params the slice's part of the test
 * @throws Error when a client cannot take part any more
 */
export async function measureSlice(ready: ReadyRun, params: Params, { place, goesOn, others }: Among): Promise<Slice> {
  const { environment, run, server, load, control } = ready;
  const { monitor, swarm, swarmCpus } = environment;
  const step = { ...run.step, params };
  const { request, limitMs } = requestOf(run, params, BUCKET_SECONDS * 1000);
  // The monitor reads some thousand threads before its first sample: pages get ready meanwhile.
  const sampling = monitor?.begin(server.meter, swarm.pids(), swarmCpus);
  try {
    await load.prepare({ ...request, goesOn }, step.clients);
    await control.begin(beginOf(run));
    await sampling;
    await swarm.hosts?.begin();
    // The work that servers have with pages that get ready is not of the slice.
    await monitor?.restart();
  } catch (error) {
    await sampling;
    await monitor?.end();
    throw error;
  }
  const before = others?.read() ?? null;
  const [startedAt, from] = [new Date(), monotonicMs()];
  let samples: MonitorSamples | null = null;
  let idle: ServersUse | null = null;
  let tested: Pick<Slice, 'outcome' | 'hosts' | 'counts' | 'countsMissing'>;
  try {
    const { outcome } = await load.run(limitMs, run.scenario.plannedSeconds(params, step.clients) * 1000);
    const ending = monitor?.end();
    const counted = await countsOf(run, control);
    // Of members here, and of browsers, nothing is known better after a slice than before it.
    const members = swarm.hosts === undefined ? { outcome, hosts: [] } : await clocksAndHosts(outcome, swarm);
    tested = { ...counted, ...members };
    samples = (await ending) ?? null;
  } catch (error) {
    await monitor?.end();
    throw error;
  }
  if (others !== null && before !== null) idle = useBetween(before, others.read());
  const window = windowOf({ ...run, step, ...tested, serverHost: server.host }, from);
  afterTest(ready, window);
  const buckets = Math.ceil(run.scenario.plannedSeconds(params, step.clients) / BUCKET_SECONDS);
  const isEven = run.scenario.isEven?.(params, step.clients, SERVER_INTERVAL_MS) ?? false;
  return { startedAt, buckets, place, ...tested, serverHost: server.host, window, samples, isEven, idle };
}
