/** Measures the harness overhead: the smallest server over the swarm's own path, timers, the monitor, the counting proxy. */
import { join } from 'node:path';
import { ConsoleSwarm } from '../../client-launcher/console/swarm.ts';
import { bundle } from '../../client-launcher/console/worker-bundle.ts';
import { distributionOf } from '../../member/distribution.ts';
import type { HarnessOverhead, TimerFigures } from '../../protocol/harness-overhead.ts';
import type { Spread } from '../../protocol/preflight-check.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { currentPriority } from '../../system/priority/current.ts';
import { HelperProcess } from '../helper-process.ts';
import { Monitor, monitorUnavailable } from '../monitor/monitor.ts';
import type { MonitorSamples } from '../monitor/monitor-samples.ts';
import { runTest } from '../session/measure/run-test.ts';
import { outcryVersion } from '../session/record/machine.ts';
import { disturbances } from '../session/validity/disturbance.ts';
import { WireProxy } from '../wire/proxy/counting-proxy.ts';
import { spreadOf } from './median-and-tail.ts';
import type { TimerProbe } from './timer-probe.ts';

/** A light load, so that no message waits for another: 200 a second in all. */
const CLIENTS = 10;
const LOAD = { rate: 20, payload: 64, phase: 'spread' };
const MESSAGES = { warmUp: 10, measured: 20 };
const TIMER_SECONDS = 2;

/** Starts a script of this folder as a process; `first` is its first message. */
async function startScript<T>(name: string, args: string[] = []): Promise<{ first: T; helper: HelperProcess }> {
  const label = `harness overhead: ${name}`;
  const script = join(import.meta.dirname, `${name}.ts`);
  const helper = await HelperProcess.start(script, `floor-${name}`, { label, role: 'server', args });
  const first = await helper.message<T>();
  if (first === null)
    throw new OutcryError(`the ${name} of the harness overhead ended before its first message`, EXIT.failed);
  return { first, helper };
}

/** The priority that processes are started with now, as the overhead names it. */
export function priorityNow(): Pick<HarnessOverhead, 'priority'> {
  const mechanism = currentPriority();
  return mechanism === null ? {} : { priority: mechanism.name };
}

const figuresOf = ({ clockStep, lateness }: TimerProbe): TimerFigures => ({
  clockStep: Number(clockStep.toPrecision(3)),
  lateness: spreadOf(lateness),
});

/** Round trips of echoes to the server at `url`, after a few that are thrown away. */
async function roundTrips(swarm: ConsoleSwarm, url: string, messages: typeof MESSAGES): Promise<Spread> {
  const adapter = await bundle(join(import.meta.dirname, 'line-adapter.ts'), 'floor-adapter');
  await swarm.connect({ framework: 'floor', adapter, url, transport: 'websocket', clients: CLIENTS });
  try {
    await runTest(swarm, { ...LOAD, messages: messages.warmUp });
    const { latency, error } = await runTest(swarm, { ...LOAD, messages: messages.measured });
    const figures = latency?.kind === 'trend' && latency.hdr !== null ? distributionOf(latency.hdr) : null;
    if (figures === null)
      throw new OutcryError(`the harness overhead could not be measured: ${error ?? 'no echo came back'}`, EXIT.failed);
    return { p50: figures.p50, p99: figures.p99, max: figures.max };
  } finally {
    await swarm.disconnect();
  }
}

/** The result of {@link monitored} work, and what the monitor found meanwhile; null where there is none. */
interface Monitored<T> {
  result: T;
  samples: MonitorSamples | null;
}

async function monitored<T>(serverPid: number, swarm: ConsoleSwarm, work: () => Promise<T>): Promise<Monitored<T>> {
  if (monitorUnavailable() !== null) return { result: await work(), samples: null };
  const monitor = await Monitor.start();
  try {
    await monitor.begin({ by: 'tree', pid: serverPid }, swarm.pids());
    const result = await work();
    return { result, samples: await monitor.end() };
  } finally {
    await monitor.stop();
  }
}

/** The monitor's own CPU use and the disturbances of the machine. */
export function monitorFigures(
  samples: Pick<MonitorSamples, 'ownCpuPercent' | 'surroundings'> | null,
): Pick<HarnessOverhead, 'monitorCpuPercent' | 'disturbances'> {
  if (samples === null) return { monitorCpuPercent: null };
  const { ownCpuPercent, surroundings } = samples;
  const window = { from: surroundings.readings[0]?.at ?? 0, to: surroundings.readings.at(-1)?.at ?? 0 };
  return {
    monitorCpuPercent: Number(ownCpuPercent.toFixed(2)),
    disturbances: disturbances(surroundings, window).map(({ message }) => message),
  };
}

/**
 * @param page true if a browser is opened for its clock and timers; `messages`: of each client, thrown away and measured
 * @throws OutcryError (missing) without a browser that is asked for, (failed) when something does not work
 */
export async function measureOverhead(
  { page, messages = MESSAGES }: { page: boolean; messages?: typeof MESSAGES },
  say: (line: string) => void,
): Promise<HarnessOverhead> {
  const at = new Date().toISOString();
  const server = await startScript<{ port: number }>('line-server');
  const swarm = new ConsoleSwarm({ clients: CLIENTS });
  let proxy: WireProxy | undefined;
  try {
    await swarm.launch();
    const { port } = server.first;
    const url = `http://127.0.0.1:${port}`;
    // The monitor stands beside all of them, as it does in a run: what the proxy adds is what the two round trips differ by.
    const { result, samples } = await monitored(server.helper.pid, swarm, async () => {
      const roundTrip = await roundTrips(swarm, url, messages);
      proxy = await WireProxy.start({ port, url }, '127.0.0.1');
      const throughProxy = await roundTrips(swarm, proxy.url, messages);
      const timers = await startScript<TimerProbe>('timer-probe-process', [String(TIMER_SECONDS)]);
      return { roundTrip, throughProxy, worker: figuresOf(timers.first) };
    });
    // Loaded only here: the code that drives browsers takes a while to load.
    const inPage = page ? await (await import('./page-timers.ts')).probePage(TIMER_SECONDS, say) : null;
    return {
      at,
      outcry: await outcryVersion(),
      ...priorityNow(),
      node: process.version,
      ...result,
      page: inPage && { ...figuresOf(inPage), browser: inPage.browser },
      ...monitorFigures(samples),
    };
  } finally {
    await Promise.all([swarm.close(), proxy?.stop(), server.helper.stop()]);
  }
}
