/** The activity of a whole machine during a test, as the monitor on it reads it. It shows whether others may have disturbed the run. */
import { array, exactly, MAX_BUCKETS, number, orNull, type Schema } from './schema-parts.ts';

/** All of it but the frequency has grown since the machine was started. */
export interface MachineCounters {
  /** CPU time that processes and the kernel's threads were charged with, all cores added, seconds; interrupts are not in it. */
  taskSeconds: number;
  /** CPU time that the hypervisor gave to other machines while this one had work, seconds. */
  stolenSeconds: number;
  /** Pages read from and written to swap. */
  swappedPages: number | null;
  /** Time in which somebody waited for a disk; where the kernel does not say, in which the busiest disk worked. Seconds. */
  stalledSeconds: number | null;
  /** Time in which the machine was suspended, seconds, from some moment on. */
  asleepSeconds: number | null;
  /** Time in which a CPU quota held processes of our control groups back, all cores added, seconds. */
  throttledSeconds: number | null;
  /** The number of times that cores were slowed down for their heat. */
  throttles: number | null;
  /** Segments that TCP has sent, those of them that it had sent before, and those among the latter that begin a connection. */
  sentSegments: number | null;
  resentSegments: number | null;
  resentBegins: number | null;
  /** Connections that listeners have not taken when they began, as too many waited. */
  droppedBegins: number | null;
  /** Mean clock frequency of the cores at this moment. */
  megahertz: number | null;
}

export interface SurroundingsReading extends MachineCounters {
  /** The time of the reading, ms by the host's monotonic clock. */
  at: number;
  /** CPU time of server, swarm and everything else of this Outcry since the first reading, seconds. */
  ownSeconds: number;
}

export interface OtherProgram {
  name: string;
  cpuSeconds: number;
}

/** A time in which processes of a test were stopped whenever the monitor looked. */
export interface Stopped {
  part: 'server' | 'swarm' | 'bench';
  /** The first look and the last, ms by the host's monotonic clock. */
  from: number;
  to: number;
}

export interface SurroundingsSamples {
  /** One a second, one at the begin and one at the end. */
  readings: SurroundingsReading[];
  /** Oldest first, by part. */
  stopped: Stopped[];
  /** The other programs that used the most CPU time between begin and end. */
  others: OtherProgram[];
}

const reading: Record<keyof SurroundingsReading, Schema> = {
  at: number,
  ownSeconds: number,
  taskSeconds: number,
  stolenSeconds: number,
  swappedPages: orNull(number),
  stalledSeconds: orNull(number),
  asleepSeconds: orNull(number),
  throttledSeconds: orNull(number),
  throttles: orNull(number),
  sentSegments: orNull(number),
  resentSegments: orNull(number),
  resentBegins: orNull(number),
  droppedBegins: orNull(number),
  megahertz: orNull(number),
};
const stopped: Record<keyof Stopped, Schema> = {
  part: { enum: ['server', 'swarm', 'bench'] satisfies Stopped['part'][] },
  from: number,
  to: number,
};
const other: Record<keyof OtherProgram, Schema> = { name: { type: 'string', maxLength: 100 }, cpuSeconds: number };

export const surroundingsSchema: Schema = exactly({
  readings: array(exactly(reading), MAX_BUCKETS),
  stopped: array(exactly(stopped), MAX_BUCKETS),
  others: array(exactly(other), 100),
});
