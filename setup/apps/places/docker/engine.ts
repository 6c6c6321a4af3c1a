/** A Docker engine: found by its context, asked who it is. */
import { cpusIn } from '../../../../system/cpus.ts';
import { EXIT, OutcryError } from '../../../../system/errors.ts';
import type { ServerEngine } from '../place.ts';
import { Docker, DockerError } from './docker.ts';

/** The name of the engine that DOCKER_HOST names: no context names it. */
const BY_VARIABLE = 'DOCKER_HOST';

export interface Engine {
  context: string;
  /** True if it is reached by a socket of this machine. */
  local: boolean;
  is: ServerEngine;
  docker: Docker;
  /** @returns `list`; @throws OutcryError (wrong use) when its machine has not all of these CPUs */
  demandCpus(list: string): string;
}

interface Info {
  ServerVersion?: string;
  NCPU?: number;
  MemTotal?: number;
  KernelVersion?: string;
  OSType?: string;
  ServerErrors?: string[];
}

/**
 * The engine of a context.
 * @param asked null: the one that docker would use by itself
 * @throws OutcryError (missing) where docker or the engine cannot be reached, (wrong use) for a context there is not
 */
export async function findEngine(asked: string | null): Promise<Engine> {
  const byVariable = process.env.DOCKER_HOST !== undefined && (asked === null || asked === BY_VARIABLE);
  const { name, host } = byVariable
    ? { name: BY_VARIABLE, host: process.env.DOCKER_HOST! }
    : await contextNamed(asked === BY_VARIABLE ? null : asked);
  const docker = new Docker(byVariable ? null : name);
  const info = await infoOf(docker, name, host);
  const is = {
    version: info.ServerVersion!,
    cores: info.NCPU ?? 1,
    memoryBytes: info.MemTotal ?? 0,
    kernel: `${info.OSType === 'linux' ? 'Linux' : (info.OSType ?? 'unknown')} ${info.KernelVersion ?? ''}`.trim(),
  };
  return {
    context: name,
    local: /^(unix|npipe):/.test(host),
    is,
    docker,
    demandCpus(list) {
      if ((cpusIn(list) ?? []).every((cpu) => cpu < is.cores)) return list;
      throw new OutcryError(
        `--server-cpus ${list}: the engine's machine has CPUs 0-${is.cores - 1} (context ${name})`,
        EXIT.usage,
      );
    },
  };
}

async function contextNamed(asked: string | null): Promise<{ name: string; host: string }> {
  const docker = new Docker(null);
  try {
    const [context] = JSON.parse(await docker.ask(['context', 'inspect', ...(asked === null ? [] : [asked])])) as {
      Name: string;
      Endpoints?: { docker?: { Host?: string } };
    }[];
    return { name: context!.Name, host: context!.Endpoints?.docker?.Host ?? '' };
  } catch (error) {
    if (!(error instanceof DockerError) || asked === null) throw error;
    throw new OutcryError(`docker has no context "${asked}"; see docker context ls (${error.message})`, EXIT.usage);
  }
}

async function infoOf(docker: Docker, name: string, host: string): Promise<Info> {
  let why: string;
  try {
    const info = JSON.parse(await docker.ask(['info', '--format', '{{json .}}'])) as Info;
    if (info.ServerVersion) return info;
    why = info.ServerErrors?.join('; ') ?? 'it did not say what it is';
  } catch (error) {
    if (!(error instanceof DockerError)) throw error;
    why = error.message;
  }
  throw new OutcryError(
    `the Docker engine at ${host || 'its usual place'} (context ${name}) cannot be reached: ${why}\nStart it, name another with --server docker:CONTEXT, or run without --server docker.`,
    EXIT.missing,
  );
}
