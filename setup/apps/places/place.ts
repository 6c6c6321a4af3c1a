/** The places where servers under test run, as a run sees them. */
import type { MachineSpec } from '../../../system/elsewhere/machine-spec.ts';
import type { RemoteMachine } from '../../../system/elsewhere/remote-machine.ts';
import type { App } from '../manifest/manifest.ts';
import type { Server } from './server-process.ts';

/** The place that a session requested for its server, and the cores of each side. Part of a run's identity. */
export interface Placement {
  /** The form of the server: a process of this machine, a container of an engine, or a process of another machine. */
  server: 'process' | 'container' | 'elsewhere';
  /** The name of the engine's context, of a container. */
  context?: string;
  /** The other machine as the user named it, such as `ssh:lab-2`. */
  machine?: string;
  /** CPUs that the server could use, as the kernel lists them (cpuset(7), "List format"); absent: any of its machine. */
  serverCpus?: string;
  /** CPUs of this machine that the swarm and everything else of this Outcry could use; absent: any. */
  swarmCpus?: string;
  /** The memory limit of the server, bytes; absent: none. */
  serverMemory?: number;
  /** The swarm's workers were on machines that `--on` names; absent: they were processes of this machine, or there were browsers. */
  workers?: 'elsewhere';
}

/** An engine and the machine that its containers run on, as the engine reports them. */
export interface ServerEngine {
  version: string;
  cores: number;
  memoryBytes: number;
  /** Kernel name and release. */
  kernel: string;
}

/** CPU time and memory of something, as an engine says them. */
export interface EngineReading {
  /** The time at which it arrived, ms by this machine's monotonic clock. */
  at: number;
  /** CPU since the reading before, % of one core. */
  cpuPercent: number;
  memoryBytes: number;
}

/** The source of a server's CPU time and memory. */
export type ServerMeter =
  /** A process of this machine, and all below it. */
  | { by: 'tree'; pid: number }
  /**
   * The control group that a process of this machine is in, such as a container's. `between`: processes that carry what clients and server
   * say to each other and belong to neither.
   */
  | { by: 'group'; pid: number; between: number[] }
  /** A process of another machine, and all below it; a monitor there measures it. */
  | { by: 'machine'; pid: number; machine: RemoteMachine }
  /** An engine, which says it in a rhythm of its own. */
  | { by: 'engine'; intervalMs: number; begin(): Promise<EngineSampling> };

export interface EngineSampling {
  /** Ends it and gives what came since it began. */
  end(): EngineReading[];
}

/**
 * On which machine a server runs. `this`: on this one, and its processes can be seen here, so that it reads the clock that is read here;
 * `hidden`: on this one, where they cannot, such as in an engine's virtual machine; `other`: on another.
 */
export type ServerHost = 'this' | 'hidden' | 'other';

/** A server as a run knows it, whether it is a process or a container. */
export interface PlacedServer extends Omit<Server, 'pid'> {
  meter: ServerMeter;
  host: ServerHost;
  /** Something else hands on what clients and server say, so that segments on the wire are not the server's own. */
  handedOn: boolean;
  /** The engine that runs it; null if there is none. */
  engine: ServerEngine | null;
}

/** Starts servers, each fresh. */
export interface Place {
  /** The other machine that servers run on; absent: this one, or an engine's. */
  machine?: MachineSpec;
  /**
   * Gets ready what servers of a built app need here besides, such as an image.
   * @param log called with a line for each step
   * @throws OutcryError with what went wrong
   */
  prepare?(app: App, log: (line: string) => void): Promise<void>;
  /**
   * @param env variables that the server gets besides
   * @throws OutcryError with what the server said where it did not come up; (missing) where the place itself is not there
   */
  start(app: App, env?: Readonly<Record<string, string>>): Promise<PlacedServer>;
  /** Ends what it keeps between runs, such as a connection. */
  close?(): Promise<void>;
}
