/** The samples of a monitor, of one test. */
import type { SurroundingsSamples } from '../../protocol/surroundings.ts';
import type { AgentAbout } from '../../system/elsewhere/messages.ts';
import type { CpuWaitSamples } from './cpu-wait.ts';

/** Arrays have one entry per sample. */
export interface TreeSamples {
  intervalMs: number;
  /** The times of the samples, ms by the host's monotonic clock, which servers on it have too. */
  at: number[];
  /** % of one core, since the sample before. */
  cpuPercent: number[];
  /** Resident set sizes added up, bytes. */
  memoryBytes: number[];
}

export interface MonitorSamples {
  /** Null when what answers for a server elsewhere said nothing. */
  server: TreeSamples | null;
  /** Null when the swarm does not run on this machine. */
  swarm: TreeSamples | null;
  machine: Omit<TreeSamples, 'memoryBytes'>;
  /** The server's are an engine's, and not read from the kernel of its machine. Absent: they are. */
  byEngine?: true;
  /** The machine of a server elsewhere, by its own monitor; null: that gave nothing. Absent: the server runs here. */
  elsewhere?: ServerSurroundings | null;
  /** The CPUs that the swarm was kept to, used by any process, % of one core; samples as of the machine. Absent: it was kept to none. */
  swarmCpus?: { count: number; cpuPercent: number[] };
  /** The wait of the server's threads for a CPU, once a second; null: it cannot be read here. */
  serverWait: CpuWaitSamples | null;
  /** Samples of the processes before the server, and of their threads' wait for a CPU; absent: there were none. */
  front?: TreeSamples;
  frontWait?: CpuWaitSamples | null;
  /** The same of the swarm, over the whole test: one sample. */
  swarmWait: CpuWaitSamples | null;
  /** Other work of the machine, and the programs that did it. */
  surroundings: SurroundingsSamples;
  /** Samples that should have been taken and were not, here and on the machine of a server elsewhere. */
  gaps: number;
  /** True if CPU was read from control groups; false if it was read process by process. */
  groups: boolean;
  /** The CPU that the monitor itself took, % of one core. */
  ownCpuPercent: number;
}

/** A machine that a server runs on, and what it did besides. */
export interface ServerSurroundings {
  /** The machine as it calls itself, and what stands for its kernel; null: the system does not say. */
  host: Pick<AgentAbout, 'name' | 'id'>;
  /** It is this machine, as with a host of ssh that leads back. */
  here: boolean;
  surroundings: SurroundingsSamples;
}
