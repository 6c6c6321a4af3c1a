/** Puts what machines elsewhere measured in each slice end to end. Pure. */
import type { HostReport } from '../../../client-launcher/swarm.ts';
import { commonClock } from '../../../member/clock-relation.ts';
import { type Placed, placesOf, surroundingsEndToEnd, treesEndToEnd } from './samples.ts';
import type { Slice } from './slice.ts';

type PlacedSlice = Omit<Placed<unknown>, 'samples'> & Pick<Slice, 'hosts' | 'serverHost'>;
type Part = Placed<NonNullable<HostReport['samples']>>;

/**
 * Samples of a machine in one slice, by its own clock. Where that clock is not related to this machine's, all of them count.
 * @param offsetMs by which its clock was behind in the first slice: the run has one
 */
function partOf(host: HostReport, slice: PlacedSlice, offsetMs: number): Part | null {
  const { samples, clock } = host;
  if (samples === null) return null;
  const standsAt = slice.standsAt - offsetMs;
  if (clock === null || slice.serverHost === 'other') {
    const from = (samples.machine.at[0] ?? 0) - 1;
    return { samples, window: { from, to: Number.POSITIVE_INFINITY }, standsAt, lengthMs: Number.POSITIVE_INFINITY };
  }
  const { from, to } = slice.window;
  const window = { from: from - clock.offsetMs, to: to - clock.offsetMs };
  return { samples, window, standsAt, lengthMs: slice.lengthMs };
}

const placed = <T>(parts: readonly Part[], of: (samples: Part['samples']) => T): Placed<T>[] =>
  parts.map((part) => ({ ...part, samples: of(part.samples) }));

/** @param all the reports of one machine, one for each slice that it took part in */
function hostEndToEnd(all: readonly { host: HostReport; slice: PlacedSlice }[]): HostReport {
  const { host } = all[0]!;
  const clock = commonClock(all.map((one) => one.host.clock));
  const parts = all.flatMap((one) => partOf(one.host, one.slice, clock?.offsetMs ?? 0) ?? []);
  if (parts.length < all.length) {
    return { ...host, clock, samples: null, missing: all.find((one) => one.host.samples === null)!.host.missing };
  }
  const members = placed(parts, (samples) => samples.members);
  return {
    ...host,
    clock,
    samples: {
      machine: treesEndToEnd(placed(parts, ({ machine }) => machine))!,
      members: {
        intervalMs: host.samples!.members.intervalMs,
        at: placesOf(members),
        cpuPercent: members.flatMap(({ samples }) => samples.cpuPercent),
      },
      surroundings: surroundingsEndToEnd(parts.map(({ samples }) => samples.surroundings)),
    },
  };
}

/** @param slices in their order */
export function hostsEndToEnd(slices: readonly PlacedSlice[]): HostReport[] {
  const machines = new Map<string, { host: HostReport; slice: PlacedSlice }[]>();
  for (const slice of slices) {
    // Programs of one name are containers of one machine, each with members of its own.
    for (const [index, host] of slice.hosts.entries()) {
      const key = `${index} ${host.host.name}`;
      machines.set(key, [...(machines.get(key) ?? []), { host, slice }]);
    }
  }
  return [...machines.values()].map(hostEndToEnd);
}
