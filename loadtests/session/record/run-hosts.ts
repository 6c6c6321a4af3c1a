/**
 * The machines of a run whose members are on machines elsewhere: what the record says of them, and what each one's own monitor saw, in the terms
 * that this machine's is judged in. Containers of one kernel are one machine. Pure.
 */
import type { HostReport } from '../../../client-launcher/swarm.ts';
import { commonClock } from '../../../member/clock-relation.ts';
import type { RunHost } from '../../../protocol/run-host.ts';
import type { SurroundingsSamples } from '../../../protocol/surroundings.ts';
import type { RunContext } from '../measure/run-context.ts';
import { during, type Window } from './gauges.ts';

/** Samples of one machine's monitor, and the window of the test by that machine's clock. */
export interface SeenMachine {
  /** Null: the runner's own, and there is no other. */
  name: string | null;
  /** True if it is the runner's own. */
  here: boolean;
  surroundings: SurroundingsSamples;
  window: Window;
  /** True if nothing of this Outcry runs there that its monitors do not know. */
  ownComplete: boolean;
}

/** Cores that members shared, and how busy they were: % of one core, one entry per sample. */
export interface HostCores {
  name: string;
  cores: number;
  cpuPercent: number[];
}

/** The name of the runner's own machine beside others. */
const RUNNERS_OWN = "the runner's machine";

const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;

/** Containers have names and limits of their own, and the kernel below them is one. */
const keyOf = ({ host: { id, name } }: HostReport): string => id ?? name;

/** The hosts by machine, in the order of members. */
function byMachine(hosts: readonly HostReport[]): HostReport[][] {
  const machines = new Map<string, HostReport[]>();
  for (const host of hosts) machines.set(keyOf(host), [...(machines.get(keyOf(host)) ?? []), host]);
  return [...machines.values()];
}

/**
 * The test's window by the clock of a host. The window is by the clock of this machine, which the host's is related to where the server runs
 * here too; when it is unknown, everything counts that was sampled, from just before the test until just after it.
 */
function windowOn({ clock, samples }: HostReport, { window, serverHost }: RunContext): Window {
  const { at } = samples!.machine;
  if (clock === null || window === null || serverHost === 'other') {
    return { from: Number.NEGATIVE_INFINITY, to: at.at(-1) ?? Number.POSITIVE_INFINITY };
  }
  return { from: window.from - clock.offsetMs, to: window.to - clock.offsetMs };
}

/** Samples of all monitors of one kernel: its own counters from the first, what is ours added up. The monitors began at the same time. */
function together(all: readonly SurroundingsSamples[]): SurroundingsSamples {
  const [first, ...more] = all as [SurroundingsSamples, ...SurroundingsSamples[]];
  if (more.length === 0) return first;
  const readings = first.readings.map((reading, index) => ({
    ...reading,
    ownSeconds: more.reduce(
      (sum, { readings }) => sum + (readings[index] ?? readings.at(-1))!.ownSeconds,
      reading.ownSeconds,
    ),
  }));
  // Each monitor takes the members of the others for other programs.
  return { readings, stopped: all.flatMap(({ stopped }) => stopped), others: [] };
}

const measured = (hosts: readonly HostReport[]): HostReport[] =>
  hosts.filter(({ samples }) => samples !== null && samples.surroundings.readings.length > 0);

/** Of slices the whole time of the readings counts: there is a little more of it than of the slices. */
function readTime(surroundings: SurroundingsSamples | undefined): Window | null {
  const readings = surroundings?.readings ?? [];
  return readings.length === 0 ? null : { from: readings[0]!.at, to: readings.at(-1)!.at };
}

/** Collects the samples of each machine's monitor, the runner's first. */
export function seenMachines(context: RunContext): SeenMachine[] {
  const { hosts, samples, otherProcess, serverHost } = context;
  const window = context.slices === null ? context.window : readTime(samples?.surroundings);
  const here = measured(hosts.filter((host) => host.here));
  const seen: SeenMachine[] = [];
  const server = samples?.elsewhere ?? null;
  if (samples !== null && window !== null) {
    seen.push({
      name: hosts.length === 0 && (server === null || server.here) ? null : RUNNERS_OWN,
      here: true,
      surroundings: together([
        samples.surroundings,
        ...here.map((host) => host.samples!.surroundings),
        ...(server?.here ? [server.surroundings] : []),
      ]),
      window,
      ownComplete:
        otherProcess === null &&
        serverHost !== 'hidden' &&
        here.length === hosts.filter((host) => host.here).length &&
        !here.some(({ membersUnknown }) => membersUnknown),
    });
  }
  const ofServer = (machine: readonly HostReport[]): SurroundingsSamples[] =>
    server !== null && keyOf(machine[0]!) === (server.host.id ?? server.host.name) ? [server.surroundings] : [];
  const apart = byMachine(hosts.filter((host) => !host.here));
  if (server !== null && !server.here && window !== null && apart.every((machine) => ofServer(machine).length === 0)) {
    seen.push({
      name: server.host.name,
      here: false,
      surroundings: server.surroundings,
      window,
      ownComplete: otherProcess === null,
    });
  }
  for (const machine of apart) {
    const [first, ...more] = measured(machine);
    if (first === undefined) continue;
    seen.push({
      name: first.host.name,
      here: false,
      surroundings: together([...[first, ...more].map((host) => host.samples!.surroundings), ...ofServer(machine)]),
      window: (context.slices && readTime(first.samples!.surroundings)) ?? windowOn(first, context),
      ownComplete: more.length + 1 === machine.length && !machine.some(({ membersUnknown }) => membersUnknown),
    });
  }
  return seen;
}

/** The machines elsewhere that members shared. */
export function hostCores(context: RunContext): HostCores[] {
  return byMachine(context.hosts.filter((host) => !host.here)).flatMap((machine) => {
    const [first] = measured(machine);
    if (first === undefined) return [];
    const { machine: sampled } = first.samples!;
    const cpuPercent = during(sampled, sampled.cpuPercent, windowOn(first, context));
    return [{ name: first.host.name, cores: first.host.cores, cpuPercent }];
  });
}

/** Tells whether a member ran on the runner's own machine. */
export const membersHere = ({ hosts }: Pick<RunContext, 'hosts'>): boolean =>
  hosts.length === 0 || hosts.some(({ here }) => here);

/** Mean over the test, % of one core; null: not measured. */
function meanCpu(host: HostReport, whose: 'machine' | 'members', context: RunContext): number | null {
  if (host.samples === null || (whose === 'members' && host.membersUnknown)) return null;
  const sampled = host.samples[whose];
  const inside = during(sampled, sampled.cpuPercent, windowOn(host, context));
  return inside.length === 0 ? null : Math.max(0, Number(mean(inside).toFixed(1)));
}

const toMicroseconds = (ms: number): number => Number(ms.toFixed(3));

function clockOf(machine: readonly HostReport[]): RunHost['clock'] {
  const clock = commonClock(machine.map((host) => host.clock));
  if (clock === null) return null;
  const { errorMs, driftMs = null } = clock;
  return { errorMs: toMicroseconds(errorMs), driftMs: driftMs === null ? null : toMicroseconds(driftMs) };
}

/** Makes the record's entry of each machine; none where all members were processes of the runner's own. */
export function runHosts(context: RunContext): RunHost[] {
  return byMachine(context.hosts).map((machine): RunHost => {
    const [first] = machine as [HostReport, ...HostReport[]];
    const { name, cpu, cores, memoryBytes, kernel, node } = first.host;
    const own = machine.map((host) => meanCpu(host, 'members', context));
    return {
      name,
      cpu,
      cores,
      memoryBytes,
      kernel,
      node,
      members: machine.reduce((sum, { members }) => sum + members, 0),
      cpuPercent: meanCpu(first, 'machine', context),
      membersCpuPercent: own.includes(null) ? null : Number(own.reduce((a, b) => a! + b!, 0)!.toFixed(1)),
      clock: clockOf(machine),
    };
  });
}
