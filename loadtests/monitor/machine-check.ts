/** A short look at a machine elsewhere before it is used: whether it can be reached, what it has, its clock, and who else is busy on it. */
import type { OtherProgram } from '../../protocol/surroundings.ts';
import type { MachineSpec } from '../../system/elsewhere/machine-spec.ts';
import type { AgentAbout } from '../../system/elsewhere/messages.ts';
import { RemoteMachine } from '../../system/elsewhere/remote-machine.ts';
import { Monitor } from './monitor.ts';
import { checkedSurroundings } from './samples-elsewhere.ts';

/** The time in which it must be reached while a person waits. A session waits longer: an engine may have to get an image first. */
const REACHED_MS = { ssh: 10_000, docker: 60_000, exec: 60_000 } as const;
const ROUND_TRIPS = 20;
const BUSY_SECONDS = 2;

/** The use of the machine by others. */
interface Busy {
  /** % of one core, mean. */
  percent: number;
  /** The programs that used the most, the most first. */
  programs: OtherProgram[];
}

export interface MachineCheck {
  /** As the user wrote it. */
  machine: string;
  /** Workers that it is asked for; null: a server. */
  workers: number | null;
  /** Why it cannot be used, and what to do; null: it can. */
  problem: string | null;
  about: AgentAbout | null;
  /** Median round trip of a message, and the error of its clock against this one: half of the quickest round trip. Both ms. */
  roundTripMs: number | null;
  clockErrorMs: number | null;
  /** Null where that machine cannot be monitored: it has no /proc. */
  busy: Busy | null;
}

/** A machine to check, and what it is for. */
export interface CheckedFor {
  spec: MachineSpec;
  /** Null: a server. */
  workers: number | null;
}

const NOTHING = { about: null, roundTripMs: null, clockErrorMs: null, busy: null };

async function busyOn(machine: RemoteMachine): Promise<Busy | null> {
  if (!machine.about.kernel.startsWith('Linux')) return null;
  const samples = await (await Monitor.startOn(machine)).preflight(BUSY_SECONDS);
  const { readings = [], others = [] } = checkedSurroundings(samples?.surroundings) ?? {};
  const [first, last] = [readings[0], readings.at(-1)];
  if (first === undefined || last === undefined || last.at <= first.at) return null;
  const seconds = last.taskSeconds - first.taskSeconds - (last.ownSeconds - first.ownSeconds);
  return { percent: Math.max(0, (seconds * 100_000) / (last.at - first.at)), programs: others };
}

async function lookAt(machine: RemoteMachine): Promise<Omit<MachineCheck, 'machine' | 'workers' | 'problem'>> {
  const trips: number[] = [];
  while (trips.length < ROUND_TRIPS) trips.push((await machine.clock()).roundTripMs);
  trips.sort((a, b) => a - b);
  const busy = await busyOn(machine);
  return { about: machine.about, roundTripMs: trips[ROUND_TRIPS / 2]!, clockErrorMs: trips[0]! / 2, busy };
}

/**
 * Checks one. Never rejects: what is wrong is its `problem`. A program of the user's own is started once.
 * @param patient waits as long for it as a session does
 */
export async function checkMachine({ spec, workers }: CheckedFor, { patient = false } = {}): Promise<MachineCheck> {
  const asked = { machine: spec.text, workers };
  let machine: RemoteMachine;
  try {
    machine = await RemoteMachine.open(spec, patient ? {} : { limitMs: REACHED_MS[spec.kind] });
  } catch (error) {
    return { ...asked, ...NOTHING, problem: (error as Error).message };
  }
  try {
    return { ...asked, problem: null, ...(await lookAt(machine)) };
  } catch (error) {
    return { ...asked, ...NOTHING, about: machine.about, problem: `${spec.text}: ${(error as Error).message}` };
  } finally {
    await machine.close();
  }
}
