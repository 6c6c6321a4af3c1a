/** A machine (or a container of it) that members run on: its description, and its own measurements during a test. */
import type { SurroundingsSamples } from '../protocol/surroundings.ts';
import type { MachineAbout } from '../system/elsewhere/messages.ts';

export type HostAbout = MachineAbout;

/** Samples `intervalMs` apart, one entry each. */
interface Sampled {
  intervalMs: number;
  /** The times of the samples, ms by the machine's own monotonic clock. */
  at: number[];
  /** % of one core, since the sample before. */
  cpuPercent: number[];
}

/** The samples of a host's monitor for one test. */
export interface HostSamples {
  machine: Sampled;
  /** The members' processes there and what they started. */
  members: Sampled;
  /** The counters of the rest of the machine since it was started, as the monitor reads them. */
  surroundings: SurroundingsSamples;
}

/** Measures a machine elsewhere. */
export interface HostMonitor {
  /** @param pids of the members there */
  begin(pids: number[]): Promise<void>;
  /** Null when it has measured nothing. Rejects with why it ended when it has. */
  end(): Promise<HostSamples | null>;
}
