/** What a session launches once there is something to run: the swarm and the monitor. */
import type { EventEmitter } from 'node:events';
import type { Swarm } from '../../../client-launcher/swarm.ts';
import type { PreflightCheck } from '../../../protocol/preflight-check.ts';
import { processes } from '../../../setup/apps/places/processes.ts';
import { onExit } from '../../../system/processes.ts';
import { Monitor, monitorUnavailable } from '../../monitor/monitor.ts';
import { captureUnavailable } from '../../wire/capture/capture.ts';
import type { ClientDistribution } from '../measure/client-distribution.ts';
import type { Bench } from '../measure/run-one.ts';
import type { CountedBy } from '../measure/wire-count.ts';
import { outcryVersion, thisMachine } from '../record/machine.ts';
import type { SessionEvents, SessionOptions } from '../session-events.ts';
import { preflightCheckOf } from './preflight.ts';

const PROGRESS_MS = 500;

/** The swarm and the monitor, once there is something to run. */
export interface Running {
  bench: Bench;
  close(): Promise<void>;
}

/** Looks at the machine before anything of the session runs on it; null when not asked for, or impossible here. */
async function checkMachine(
  monitor: Monitor | null,
  seconds: number,
  events: EventEmitter<SessionEvents>,
): Promise<PreflightCheck | null> {
  if (monitor === null || seconds === 0) return null;
  events.emit('checking', seconds);
  const at = new Date();
  const samples = await monitor.look(seconds);
  if (samples === null) {
    events.emit('notChecked', monitor.died);
    return null;
  }
  const look = preflightCheckOf(samples, at);
  events.emit('checked', look);
  return look;
}

export async function launch(
  options: SessionOptions,
  distribution: ClientDistribution,
  events: EventEmitter<SessionEvents>,
): Promise<Running> {
  const { plan, swarm } = options;
  const monitorMissing = monitorUnavailable();
  const monitor = monitorMissing === null ? await Monitor.start() : null;
  const closeBoth = async (): Promise<void> => {
    await Promise.all([swarm.close(), monitor?.stop()]);
  };
  const forget = onExit(closeBoth);
  const ticker = setInterval(() => events.emit('swarm', swarm.progress()), PROGRESS_MS);
  const close = async (): Promise<void> => {
    clearInterval(ticker);
    forget();
    await closeBoth();
  };
  try {
    const look = await checkMachine(monitor, options.preflightSeconds ?? 0, events);
    const floor = (await options.floor?.()) ?? null;
    const { scenarios, host, conditions = new Map(), place = processes({ host }) } = options;
    for (const condition of conditions.values()) await condition.beforeSwarm?.();
    await swarm.launch();
    const session: Bench['session'] = {
      id: options.id,
      profile: plan.profile,
      note: options.note,
      search: plan.search,
      until: plan.until,
      asked: plan.asked,
      swarm: plan.swarm,
      browser: swarm.browser,
      members: swarm.members,
      machine: thisMachine(),
      look,
      floor,
      conditions,
      swarmVersions: swarm.versions,
      outcry: await outcryVersion(),
    };
    const wire = options.wire ? countedBy(swarm) : null;
    const { warmupSeconds } = plan;
    const path = { host, wire };
    const where = { place, swarmCpus: [...conditions.values()].flatMap(({ swarmCpus = [] }) => swarmCpus) };
    const watched = { swarm, monitor, monitorMissing };
    return { bench: { session, scenarios, ...watched, ...where, warmupSeconds, distribution, ...path }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A capture slows no connection. It sees the clients on this machine, if the system allows it. */
function countedBy(swarm: Swarm): CountedBy {
  const because = swarm.pids().length > 0 ? captureUnavailable() : 'the clients are not on this machine';
  return because === null ? { by: 'capture' } : { by: 'proxy', because };
}
