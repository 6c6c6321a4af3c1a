/** docker-compose.yml as a test starts it: beside a user's stack, with separate ports and results. Pure. */
import { resolve } from 'node:path';

/** The fields of a service that are read here. */
export interface StackService {
  build?: { context: string; dockerfile: string };
  image?: string;
  depends_on?: Record<string, object>;
  healthcheck?: object;
  network_mode?: string;
  ports?: string[];
  read_only?: boolean;
  tmpfs?: string[];
  volumes?: string[];
}

export interface Stack {
  services: Record<string, StackService>;
  volumes: Record<string, unknown>;
}

/** The base images of a Dockerfile, each once. @param text of the Dockerfile */
export function baseImages(text: string): string[] {
  const stages = new Set<string>();
  const images = new Set<string>();
  for (const [, image, stage] of text.matchAll(/^FROM (?:--\S+ )?(\S+)(?: AS (\S+))?$/gim)) {
    if (!stages.has(image!)) images.add(image!);
    if (stage !== undefined) stages.add(stage);
  }
  return [...images];
}

/** The external images of each service. @param read returns the text of a Dockerfile by its path from the root */
export function imagesOf({ services }: Stack, read: (dockerfile: string) => string): Map<string, string[]> {
  return new Map(
    Object.entries(services).map(([name, { build, image }]) => [
      name,
      build === undefined ? [image!] : baseImages(read(build.dockerfile)),
    ]),
  );
}

function needs(name: string, { services }: Stack): string[] {
  const { depends_on = {}, network_mode } = services[name]!;
  const shares = (mode: string | undefined) => mode?.match(/^service:(.+)$/)?.[1];
  // Services that share a network namespace need each other.
  const partners = Object.keys(services).filter((other) => shares(services[other]!.network_mode) === name);
  const shared = shares(network_mode);
  return [...Object.keys(depends_on), ...partners, ...(shared === undefined ? [] : [shared])];
}

/**
 * The services that cannot start, each with its reason.
 * @param first services that are known not to start, with reasons; services that need them are added
 */
export function skippedServices(stack: Stack, first: ReadonlyMap<string, string>): Map<string, string> {
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
 * @param root base of relative paths, absolute
 * @param results folder that replaces the checkout's results
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
          // Any free loopback port: a running stack may use those of the file.
          ...(ports === undefined ? {} : { ports: ports.map((port) => `127.0.0.1::${port.split(':').at(-1)}`) }),
          ...(volumes === undefined ? {} : { volumes: volumes.map(place) }),
        };
        return [name, changed];
      }),
    ),
  };
}

/** Paths that a service may write by its own settings; sorted. */
export function namedPlaces({ tmpfs = [], volumes = [] }: StackService): string[] {
  const kept = volumes.map((volume) => volume.split(':')).filter(([, , mode]) => mode !== 'ro');
  return [...tmpfs.map((entry) => entry.split(':')[0]!), ...kept.map(([, path]) => path!)].sort();
}
