/** Puts what the monitor sampled in each slice end to end. Pure. */
import type { MachineCounters, SurroundingsReading, SurroundingsSamples } from '../../../protocol/surroundings.ts';
import type { CpuWaitSamples } from '../../monitor/cpu-wait.ts';
import type { MonitorSamples, ServerSurroundings, TreeSamples } from '../../monitor/monitor-samples.ts';
import { SERVER_INTERVAL_MS } from '../../monitor/sampling.ts';
import type { Window } from '../record/gauges.ts';

/** The samples of one slice, the window of its test, and its start in the run; all ms. */
export interface SampledSlice {
  samples: MonitorSamples;
  window: Window;
  standsAt: number;
  lengthMs: number;
  /** Its load is the same in every interval of the server's samples; absent: it is not. */
  isEven?: boolean;
}

const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;

/** Samples of each slice, and where they go. */
export interface Placed<T> {
  samples: T;
  window: Window;
  standsAt: number;
  lengthMs: number;
}

/** The part of each slice, where every slice has it. */
function partOf<T>(slices: readonly SampledSlice[], of: (samples: MonitorSamples) => T | null): Placed<T>[] | null {
  const parts = slices.map(({ samples, ...at }) => ({ ...at, samples: of(samples) }));
  return parts.every((part): part is Placed<T> => part.samples !== null) ? parts : null;
}

/** The indexes of a slice's samples that were taken in its test. */
function inside({ samples: { at }, window, lengthMs }: Placed<{ at: number[] }>): number[] {
  return [...at.keys()].filter((index) => at[index]! > window.from && at[index]! <= window.from + lengthMs);
}

/**
 * The server's samples in a slice. Where load is even, the sample with the start of the slice is left out: the message that begins a slice goes to
 * each client, and a test without slices has one such message. An engine's samples are too few to lose one.
 */
function withoutStart({ samples, ...slice }: Placed<TreeSamples> & { isEven?: boolean }): Placed<TreeSamples> {
  const isAfter = (_: number, index: number): boolean => samples.at[index]! - samples.intervalMs >= slice.window.from;
  const { at, cpuPercent, memoryBytes, intervalMs } = samples;
  // A slice may be so short that no other sample is left.
  if (!slice.isEven || intervalMs > SERVER_INTERVAL_MS || !at.some(isAfter)) return { samples, ...slice };
  const [after, cpuAfter, memoryAfter] = [at, cpuPercent, memoryBytes].map((values) => values.filter(isAfter));
  return { ...slice, samples: { intervalMs, at: after!, cpuPercent: cpuAfter!, memoryBytes: memoryAfter! } };
}

export function treesEndToEnd<T extends Omit<TreeSamples, 'memoryBytes'>>(parts: Placed<T>[] | null): T | null {
  if (parts === null) return null;
  const all = parts.map((part) => ({ ...part, picked: inside(part) }));
  const each = (of: (samples: T) => number[]): number[] =>
    all.flatMap(({ samples, picked }) => picked.map((index) => of(samples)[index]!));
  const memory = (samples: T): number[] => (samples as Partial<TreeSamples>).memoryBytes ?? [];
  return {
    ...parts[0]!.samples,
    at: all.flatMap(({ samples, picked, standsAt, window }) =>
      picked.map((index) => samples.at[index]! - window.from + standsAt),
    ),
    cpuPercent: each(({ cpuPercent }) => cpuPercent),
    ...(memory(parts[0]!.samples).length > 0 ? { memoryBytes: each(memory) } : {}),
  };
}

/** Taken once a second, and once at the end: of a slice as a whole, so that all count. */
function seldomEndToEnd<T extends { at: number[] }>(parts: Placed<T>[], of: (samples: T) => number[]): number[] {
  return parts.flatMap(({ samples }) => of(samples));
}

export const placesOf = (parts: Placed<{ at: number[] }>[]): number[] =>
  parts.flatMap(({ samples: { at }, window, standsAt, lengthMs }) =>
    at.map((one) => standsAt + Math.min(lengthMs, Math.max(1, one - window.from))),
  );

function swarmEndToEnd(parts: Placed<TreeSamples>[] | null): TreeSamples | null {
  if (parts === null) return null;
  return {
    intervalMs: parts[0]!.samples.intervalMs,
    at: placesOf(parts),
    cpuPercent: seldomEndToEnd(parts, ({ cpuPercent }) => cpuPercent),
    memoryBytes: seldomEndToEnd(parts, ({ memoryBytes }) => memoryBytes),
  };
}

function waitsEndToEnd(parts: Placed<CpuWaitSamples>[] | null): CpuWaitSamples | null {
  if (parts === null) return null;
  const each = (of: (samples: CpuWaitSamples) => number[]): number[] => seldomEndToEnd(parts, of);
  return {
    intervalMs: parts[0]!.samples.intervalMs,
    at: placesOf(parts),
    busiestPercent: each(({ busiestPercent }) => busiestPercent),
    busiestPerTurnMs: each(({ busiestPerTurnMs }) => busiestPerTurnMs),
    mostRanPercent: mean(parts.map(({ samples }) => samples.mostRanPercent)),
    allPercent: each(({ allPercent }) => allPercent),
    allPerTurnMs: each(({ allPerTurnMs }) => allPerTurnMs),
  };
}

const COUNTERS = [
  'at',
  'ownSeconds',
  'taskSeconds',
  'stolenSeconds',
  'swappedPages',
  'stalledSeconds',
  'asleepSeconds',
  'throttledSeconds',
  'throttles',
  'sentSegments',
  'resentSegments',
  'resentBegins',
  'droppedBegins',
] as const satisfies (keyof SurroundingsReading)[];

/** Missing: it is no counter, and stays. */
type Level = Exclude<keyof MachineCounters, (typeof COUNTERS)[number]>;
const LEVELS = ['megahertz'] as const satisfies Level[];

/** `reading` as a slice would show it that began with `last`, and not with `first`. */
function moved(reading: SurroundingsReading, first: SurroundingsReading, last: SurroundingsReading) {
  const counters = COUNTERS.map((name) => {
    const [now, begin, before] = [reading[name], first[name], last[name]];
    return [name, now === null || begin === null || before === null ? null : now - begin + before];
  });
  const levels = LEVELS.map((name) => [name, reading[name]]);
  return Object.fromEntries([...counters, ...levels]) as unknown as SurroundingsReading;
}

/**
 * The counters go on from one slice to the next as if nothing had been between them. The end of each slice is the begin of the next; what the
 * machine did meanwhile belongs to other servers.
 */
export function surroundingsEndToEnd(slices: readonly SurroundingsSamples[]): SurroundingsSamples {
  const joined: SurroundingsSamples = { readings: [], stopped: [], others: [] };
  const others = new Map<string, number>();
  for (const { readings, stopped, others: programs } of slices) {
    for (const { name, cpuSeconds } of programs) others.set(name, (others.get(name) ?? 0) + cpuSeconds);
    const [first, ...rest] = readings;
    if (first === undefined) continue;
    const last = joined.readings.at(-1);
    const shift = (last ?? first).at - first.at;
    joined.stopped.push(...stopped.map((one) => ({ ...one, from: one.from + shift, to: one.to + shift })));
    if (last === undefined) joined.readings.push(first);
    joined.readings.push(...rest.map((reading) => moved(reading, first, last ?? first)));
  }
  const named = [...others].map(([name, cpuSeconds]) => ({ name, cpuSeconds }));
  return { ...joined, others: named.sort((a, b) => b.cpuSeconds - a.cpuSeconds) };
}

/** Of the machine of a server elsewhere; null where its monitor has said nothing of a slice. */
function elsewhereEndToEnd(all: readonly MonitorSamples[]): MonitorSamples['elsewhere'] {
  const known = all.flatMap(({ elsewhere }) => elsewhere ?? []);
  if (known.length < all.length) return null;
  const [{ host, here }] = known as [ServerSurroundings, ...ServerSurroundings[]];
  return { host, here, surroundings: surroundingsEndToEnd(known.map(({ surroundings }) => surroundings)) };
}

/** Null where the monitor has said nothing of a slice. */
export function samplesEndToEnd(
  slices: readonly (Omit<SampledSlice, 'samples'> & { samples: MonitorSamples | null })[],
): MonitorSamples | null {
  const known = slices.filter((slice): slice is SampledSlice => slice.samples !== null);
  const [first] = known;
  if (first === undefined || known.length < slices.length) return null;
  const all = known.map(({ samples }) => samples);
  const kept = partOf(known, ({ machine, swarmCpus }) =>
    swarmCpus === undefined ? null : { ...machine, cpuPercent: swarmCpus.cpuPercent },
  );
  return {
    server: treesEndToEnd(partOf(known, ({ server }) => server)?.map(withoutStart) ?? null),
    swarm: swarmEndToEnd(partOf(known, ({ swarm }) => swarm)),
    machine: treesEndToEnd(partOf(known, ({ machine }) => machine))!,
    ...(first.samples.byEngine ? { byEngine: true } : {}),
    ...('elsewhere' in first.samples ? { elsewhere: elsewhereEndToEnd(all) } : {}),
    ...(kept && {
      swarmCpus: { count: first.samples.swarmCpus!.count, cpuPercent: treesEndToEnd(kept)!.cpuPercent },
    }),
    serverWait: waitsEndToEnd(partOf(known, ({ serverWait }) => serverWait)),
    swarmWait: waitsEndToEnd(partOf(known, ({ swarmWait }) => swarmWait)),
    surroundings: surroundingsEndToEnd(all.map(({ surroundings }) => surroundings)),
    gaps: all.reduce((sum, { gaps }) => sum + gaps, 0),
    groups: all.every(({ groups }) => groups),
    ownCpuPercent: mean(all.map(({ ownCpuPercent }) => ownCpuPercent)),
  };
}
