/** Gets ready what a run's disturbance acts on: the clients' own way to the server, and the server's process. */
import type { Swarm } from '../../../client-launcher/swarm.ts';
import type { Begin } from '../../../protocol/control.ts';
import type { Place, PlacedServer } from '../../../setup/apps/places/place.ts';
import type { Control } from '../../../setup/apps/places/server-process.ts';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import type { PathBefore } from '../../conditions/condition.ts';
import { serverEnvironment } from '../../conditions/find.ts';
import type { Monitor } from '../../monitor/monitor.ts';
import { ControlClient } from '../measure/control-client.ts';
import type { NetworkPath } from '../measure/network-path.ts';
import type { PlannedRun, SessionContext } from '../measure/run-context.ts';
import { disturbedPath } from './client-path.ts';
import { StoppableClients } from './client-processes.ts';
import { type DisturbanceParts, RestartedServer } from './disturbing.ts';
import { SlowPath } from './slow-path.ts';

/** The part of a run's environment that a disturbance needs. */
interface Around {
  place: Place;
  monitor: Monitor | null;
  swarm: Pick<Swarm, 'pids'>;
  session: Pick<SessionContext, 'conditions'>;
}

/**
 * @param parts with server and path; the clients' own way is put before the path, and a server that is started again takes the place of the first
 * @param begin what every process of the server is told before it counts
 * @returns null: nothing is disturbed
 * @throws OutcryError (wrong use) where the run cannot be disturbed
 */
export async function disturbanceOf(
  { place, monitor, swarm, session }: Around,
  run: PlannedRun,
  parts: { server: PlacedServer | null; path: NetworkPath | null },
  control: ControlClient,
  begin: Begin,
): Promise<DisturbanceParts | null> {
  const { disturbance: script } = run;
  if (script === undefined) return null;
  const { network, path } = await disturbedPath(parts.server!, parts.path!);
  parts.path = path;
  const client = script.slowClient?.(run.step.params) ?? null;
  const slow = client === null ? null : await slowPathOf(client, path);
  const reached = slow?.path ?? path;
  const env = environmentOf(run, session);
  const server = new RestartedServer(parts.server!, {
    async start(more) {
      await monitor?.starting();
      return place.start(run.app, { ...env, ...more });
    },
    counts: () => control.counts().catch(() => null),
    begin: async (started) => void (await new ControlClient(started.control).begin(begin)),
    async onServer(started) {
      parts.server = started;
      control.turnTo(started.control);
      if (started.meter.by === 'tree') await monitor?.follow(started.meter.pid);
    },
  });
  const clients = new StoppableClients(() => swarm.pids());
  const stop = async (): Promise<void> => {
    await clients.go();
    await server.stopNext();
    await reached.stop();
  };
  parts.path = { ...reached, stop };
  const next = script.switches?.(run.step.params) ? server.next(nextOf(path).pointAt) : null;
  return { script, network, clients, slow: slow?.own ?? null, next, run, server };
}

/** The environment that every process of the run's server is started with. */
export const environmentOf = (
  { disturbance, step }: PlannedRun,
  { conditions }: Pick<SessionContext, 'conditions'>,
): Record<string, string> => ({
  ...serverEnvironment(conditions),
  ...disturbance?.serverEnvironment?.(step.params),
});

/** The address and token with which a backend hands over its feed: to the server, or to whichever server a front points at. */
export function feedControl(
  { control }: PlacedServer,
  disturbance: DisturbanceParts | null,
  path: NetworkPath,
): Control {
  return disturbance?.next ? { ...control, url: `http://127.0.0.1:${nextOf(path).feedPort}` } : control;
}

/** The station before the server that can point at another. @throws OutcryError (wrong use) where there is none */
export function nextOf({ between }: NetworkPath): NonNullable<PathBefore['next']> {
  const found = [...between.values()].find(({ next }) => next !== undefined)?.next;
  if (found === undefined) throw new OutcryError(NO_FRONT, EXIT.usage);
  return found;
}

/** The sentence where nothing before the server can point at another. */
export const NO_FRONT = 'a server is switched behind a front that can point at another: add --front haproxy';

/** Puts a way of its own before a path, for one client. */
async function slowPathOf(client: number, path: NetworkPath) {
  const url = new URL(path.url);
  const own = await SlowPath.to(Number(url.port));
  url.port = String(own.port);
  const stop = async (): Promise<void> => {
    await own.stop();
    await path.stop();
  };
  return { own: { client, url: url.origin, path: own }, path: { ...path, stop } };
}
