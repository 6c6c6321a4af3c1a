/** docker-compose.yml as a test starts it: beside a stack of the user's, on ports of its own, with results of its own. Pure. */
import { resolve } from 'node:path';

/** As much of a service as is looked at here. */
export interface StackService {
  build?: { context: string; dockerfile: string };
  image?: string;
  depends_on?: Record<string, object>;
  healthcheck?: object;
  network_mode?: string;
  ports?: string[];
  profiles?: string[];
  read_only?: boolean;
  tmpfs?: string[];
  volumes?: string[];
}

export interface Stack {
  services: Record<string, StackService>;
  volumes: Record<string, unknown>;
}

/**
 * The images that a Dockerfile is built on, each once.
 * @param text of the Dockerfile
 */
export function baseImages(text: string): string[] {
  const stages = new Set<string>();
  const images = new Set<string>();
  for (const [, image, stage] of text.matchAll(/^FROM (?:--\S+ )?(\S+)(?: AS (\S+))?$/gim)) {
    if (!stages.has(image!)) images.add(image!);
    if (stage !== undefined) stages.add(stage);
  }
  return [...images];
}

/** The images that each service needs from elsewhere. @param read the text of a Dockerfile, by its path from the root */
export function imagesOf({ services }: Stack, read: (dockerfile: string) => string): Map<string, string[]> {
  return new Map(
    Object.entries(services).map(([name, { build, image }]) => [
      name,
      build === undefined ? [image!] : baseImages(read(build.dockerfile)),
    ]),
  );
}

/** Which other services `service` cannot be without. */
function needs(name: string, { services }: Stack): string[] {
  const { depends_on = {}, network_mode } = services[name]!;
  const shares = (mode: string | undefined) => mode?.match(/^service:(.+)$/)?.[1];
  // Who shares a network namespace is one thing in two parts.
  const partners = Object.keys(services).filter((other) => shares(services[other]!.network_mode) === name);
  const shared = shares(network_mode);
  return [...Object.keys(depends_on), ...partners, ...(shared === undefined ? [] : [shared])];
}

/**
 * The services that cannot be started, with why, in words.
 * @param first those of which it is known already, with why; to them come those that cannot be without them
 */
export function leftOut(stack: Stack, first: ReadonlyMap<string, string>): Map<string, string> {
  const out = new Map(first);
  for (let before = -1; before !== out.size; ) {
    before = out.size;
    for (const name of Object.keys(stack.services)) {
      const other = out.has(name) ? undefined : needs(name, stack).find((one) => out.has(one));
      if (other !== undefined) out.set(name, `it needs ${other}`);
    }
  }
  return out;
}

/**
 * The stack to start.
 * @param root where relative paths begin, absolute
 * @param results the folder that takes the place of the checkout's own results
 * @param without services that are not started
 */
export function trialStack(stack: Stack, root: string, results: string, without: ReadonlySet<string>): Stack {
  const place = (volume: string): string => {
    const [source, ...rest] = volume.split(':');
    if (source === './results') return [results, ...rest].join(':');
    return source!.startsWith('.') ? [resolve(root, source!), ...rest].join(':') : volume;
  };
  const services = Object.entries(stack.services).filter(([name]) => !without.has(name));
  return {
    ...stack,
    services: Object.fromEntries(
      services.map(([name, service]) => {
        const { build, ports, volumes } = service;
        const changed = {
          ...service,
          ...(build === undefined ? {} : { build: { ...build, context: resolve(root, build.context) } }),
          // Any free port of loopback: those of the file may be taken, by a stack that is in use.
          ...(ports === undefined ? {} : { ports: ports.map((port) => `127.0.0.1::${port.split(':').at(-1)}`) }),
          ...(volumes === undefined ? {} : { volumes: volumes.map(place) }),
        };
        return [name, changed];
      }),
    ),
  };
}

/** Where a service of the stack may write, by what it says itself; sorted. */
export function namedPlaces({ tmpfs = [], volumes = [] }: StackService): string[] {
  const kept = volumes.map((volume) => volume.split(':')).filter(([, , mode]) => mode !== 'ro');
  return [...tmpfs.map((entry) => entry.split(':')[0]!), ...kept.map(([, path]) => path!)].sort();
}
