/** The arguments of `docker create` for a server's container. Pure. */
import { CONTROL_TOKEN } from '../../../../protocol/control.ts';
import type { App } from '../../manifest/manifest.ts';
import type { Placement } from '../place.ts';
import { ownerLabel } from './abandoned.ts';
import { imageOf } from './image.ts';

/** The port of a server in its container, as in the Dockerfiles. */
export const PORT = 4000;

export interface CreateOptions {
  name: string;
  placement: Placement;
  /** Publish the port on all interfaces of the engine's machine; false: on its loopback. */
  everywhere: boolean;
  /** The server comes before the swarm on the CPU. */
  first: boolean;
  /** Variables besides. */
  env: Readonly<Record<string, string>>;
}

/** As many as an engine takes; a container has 1,024 by default. */
const MOST_SHARES = 262_144;

/**
 * No rights, nothing to write to but memory, a user that is not root (the images'), and no health check: it would start a process in the
 * container every few seconds, whose CPU would be the server's. The token's value is in the environment of the command, never in its words.
 */
export function createWords(app: App, { name, placement, everywhere, first, env }: CreateOptions): string[] {
  const { serverCpus, serverMemory } = placement;
  return [
    ...['create', '--name', name, '--label', ownerLabel(), '--pull', 'never'],
    ...['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--read-only'],
    // Libraries unpack native parts into /tmp and run them. The auction house, which no load uses, has its file in memory.
    ...['--tmpfs', '/tmp:exec', '--tmpfs', '/data', '--no-healthcheck'],
    ...['--env', 'HOST=0.0.0.0', '--env', `PORT=${PORT}`, '--env', 'DATABASE_URL=sqlite:/data/auction.sqlite'],
    ...['--env', 'NODE_ENV=production', '--env', CONTROL_TOKEN],
    ...Object.entries(env).flatMap(([variable, value]) => ['--env', `${variable}=${value}`]),
    ...['--publish', `${everywhere ? '0.0.0.0' : '127.0.0.1'}::${PORT}`],
    // Against other groups of the engine's machine, the swarm's own among them, where the engine runs here.
    ...(first ? ['--cpu-shares', String(MOST_SHARES)] : []),
    ...(serverCpus === undefined ? [] : ['--cpuset-cpus', serverCpus]),
    // With as much swap as memory, which is none besides: a server that wants more ends, and is not merely slow.
    ...(serverMemory === undefined ? [] : ['--memory', `${serverMemory}b`, '--memory-swap', `${serverMemory}b`]),
    imageOf(app),
    ...app.start,
  ];
}
