import type { RemoteMachine } from '../../system/elsewhere/remote-machine.ts';
import type { HostAbout, HostMonitor } from '../member-host.ts';

/** A machine elsewhere that a session uses. */
export interface OpenMachine {
  machine: RemoteMachine;
  /** By the name that the session calls it. */
  host: HostAbout;
  /** True if it is this machine, and so has its clock. */
  here: boolean;
  /** Null where it cannot be monitored. */
  monitor: HostMonitor | null;
}
