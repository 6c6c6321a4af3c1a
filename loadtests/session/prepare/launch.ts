/** Launches what all runs of a session share: the swarm and the monitor. */
import type { EventEmitter } from 'node:events';
import type { Swarm } from '../../../client-launcher/swarm.ts';
import type { HarnessOverhead } from '../../../protocol/harness-overhead.ts';
import type { PreflightCheck } from '../../../protocol/preflight-check.ts';
import type { Place } from '../../../setup/apps/places/place.ts';
import { onExit } from '../../../system/processes.ts';
import type { PreparedConditions } from '../../conditions/condition.ts';
import { Monitor, monitorUnavailable } from '../../monitor/monitor.ts';
import type { FoundScenario } from '../../scenarios/find.ts';
import { captureUnavailable } from '../../wire/capture/capture.ts';
import type { ClientDistribution } from '../measure/client-distribution.ts';
import type { RunEnvironment } from '../measure/run-one.ts';
import type { CountedBy } from '../measure/wire-count.ts';
import type { SessionPlan } from '../plan/session-plan.ts';
import { outcryVersion, thisMachine } from '../record/machine.ts';
import type { SessionEvents } from '../session-events.ts';
import { preflightCheckOf } from './preflight.ts';

const PROGRESS_MS = 500;

/** The parts of a session that its launch needs. */
export interface LaunchParts {
  plan: SessionPlan;
  scenarios: readonly FoundScenario[];
  swarm: Swarm;
  place: Place;
  conditions: PreparedConditions;
  events: EventEmitter<SessionEvents>;
  /** Gives the harness overhead; null: unknown. */
  overhead(): Promise<HarnessOverhead | null>;
}

export interface Launched {
  environment: RunEnvironment;
  close(): Promise<void>;
}

/** Watches the machine before anything of the session runs on it; null when not asked for, or impossible here. */
async function preflightCheck(
  monitor: Monitor | null,
  seconds: number,
  events: EventEmitter<SessionEvents>,
): Promise<PreflightCheck | null> {
  if (monitor === null || seconds === 0) return null;
  events.emit('checking', seconds);
  const at = new Date();
  const samples = await monitor.preflight(seconds);
  if (samples === null) {
    events.emit('notChecked', monitor.died);
    return null;
  }
  const check = preflightCheckOf(samples, at);
  events.emit('checked', check);
  return check;
}

export async function launch(
  { plan, swarm, scenarios, conditions, place, events, overhead }: LaunchParts,
  distribution: ClientDistribution,
): Promise<Launched> {
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
    const preflight = await preflightCheck(monitor, plan.preflightSeconds, events);
    const harnessOverhead = await overhead();
    for (const condition of conditions.values()) await condition.beforeSwarm?.();
    await swarm.launch();
    const { id, look, note, profile, search, until, asked, warmupSeconds, host } = plan;
    const environment: RunEnvironment = {
      session: {
        ...{ id, look, profile, note, search, asked, preflight, harnessOverhead, conditions },
        until: until?.decided ? { percent: until.percent } : null,
        swarm: plan.swarm.kind,
        browser: swarm.browser,
        members: swarm.members,
        machine: thisMachine(),
        swarmVersions: swarm.versions,
        outcry: await outcryVersion(),
      },
      ...{ scenarios, swarm, monitor, monitorMissing, place, warmupSeconds, distribution, host },
      swarmCpus: [...conditions.values()].flatMap(({ swarmCpus = [] }) => swarmCpus),
      wire: plan.wire ? countedBy(swarm) : null,
    };
    return { environment, close };
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
