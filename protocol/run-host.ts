/** A machine that held members of a run, where that was not the runner's own alone. */
import { amount, atLeastOne, count, exactly, number, orNull, type Schema, text } from './schema-parts.ts';

export interface RunHost {
  /** As it calls itself. */
  name: string;
  cpu: string;
  cores: number;
  memoryBytes: number;
  /** Kernel name and release. */
  kernel: string;
  /** Version of the Node.js that its members ran on. */
  node: string;
  /** Members on it; those of a Grid count where their node gives an address of the machine. */
  members: number;
  /** CPU of the whole machine, mean of the test, % of one core; null: not measured. So it is with that of its members. */
  cpuPercent: number | null;
  membersCpuPercent: number | null;
  /**
   * The error of its clock against the server's, ms: the largest of its members, drift included. Also the drift between the two in the test
   * (null: one clock, or not checked again). Null: it could not be related.
   */
  clock: { errorMs: number; driftMs: number | null } | null;
}

export const runHostSchema: Schema = exactly({
  name: { ...text, minLength: 1 },
  cpu: text,
  cores: atLeastOne,
  memoryBytes: amount,
  kernel: text,
  node: text,
  members: count,
  cpuPercent: orNull(amount),
  membersCpuPercent: orNull(amount),
  clock: orNull(exactly({ errorMs: amount, driftMs: orNull(number) })),
});
