/** The engine's state of a container: whether it runs, on which machine, and how it ended. */
import { readFileSync } from 'node:fs';
import { allPids } from '../../../../system/process-tree.ts';
import { readOr } from '../../../../system/read-or.ts';
import type { ServerHost } from '../place.ts';
import { type Docker, DockerError } from './docker.ts';

interface State {
  Running: boolean;
  /** Of its first process, by the machine that it runs on; 0 when it does not run. */
  Pid: number;
  ExitCode: number;
  OOMKilled: boolean;
}

/** @throws DockerError when the engine does not say */
export async function stateOf(docker: Docker, name: string): Promise<State> {
  return JSON.parse(await docker.ask(['inspect', '--format', '{{json .State}}', name])) as State;
}

/** Returns the end of a container whose output has ended; the text continues "ended with". */
export async function howEnded(docker: Docker, name: string): Promise<number | string> {
  try {
    const { Running, ExitCode, OOMKilled } = await stateOf(docker, name);
    if (Running) return 'its connection to the engine';
    return OOMKilled ? `${ExitCode}, killed for more memory than it may have,` : ExitCode;
  } catch (error) {
    if (error instanceof DockerError && error.unreachable)
      return `its engine, which does not answer (${error.message}),`;
    return 'its container, which the engine does not know any more,';
  }
}

/**
 * On which machine a container runs.
 * @param local true if its engine is reached by a socket of this machine
 * @param id its id
 * @param pid of its first process, by the engine
 */
export function hostOf(local: boolean, id: string, pid: number): ServerHost {
  if (!local) return 'other';
  // A process of that number may be somebody else's, where the engine is in a virtual machine. Its group has the container's name.
  return readOr(() => readFileSync(`/proc/${pid}/cgroup`, 'utf8'), '').includes(id) ? 'this' : 'hidden';
}

/**
 * Pids of the engine's own processes that hand on what comes to `port`, published on loopback (`docker-proxy`; the daemon's `userland-proxy`);
 * none where the kernel does it.
 */
export function betweenPort(port: number): number[] {
  return allPids().filter((pid) => {
    const words = readOr(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'), '').split('\0');
    return words[0]!.endsWith('docker-proxy') && words[words.indexOf('-host-port') + 1] === String(port);
  });
}
