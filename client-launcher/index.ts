/** Makes the swarm that a session asks for. Code for browsers, and for other machines, is loaded when a session has them. */
import type { Log } from '../setup/tools/programs.ts';
import type { MachineSpec } from '../system/elsewhere/machine-spec.ts';
import type { RemoteMachine } from '../system/elsewhere/remote-machine.ts';
import type { BrowserName } from './browser/driver-process.ts';
import type { BrowserSwarmOptions } from './browser/member-browsers.ts';
import { ConsoleSwarm } from './console/swarm.ts';
import type { HostMonitor } from './member-host.ts';
import type { Swarm } from './swarm.ts';

/**
 * Installs what is missing for a browser of this machine.
 * @throws OutcryError (missing) when the browser or its driver cannot be had
 */
export async function readyBrowser(browser: BrowserName, log: Log): Promise<void> {
  const driver = await import('./browser/driver.ts');
  await driver.readyBrowser(browser, log);
}

export type SwarmRequest =
  | ({
      kind: 'browser';
      headful: boolean;
      /** Machines of a Grid's nodes, which are measured; default: none. */
      measured?: MeasuredMachines | null;
    } & Omit<BrowserSwarmOptions, 'headless' | 'gridMachines'>)
  | {
      kind: 'console';
      clients: number;
      clientsPerWorker: number | null;
      /** Folders with a folder for each scenario, whose `client.ts` workers run. */
      scenarioDirs: readonly string[];
      /** Workers on other machines; default: processes of this one. */
      elsewhere?: ElsewhereRequest | null;
    };

export interface MeasuredMachines {
  machines: readonly MachineSpec[];
  /** Starts the monitor of a machine; null where it cannot be monitored. */
  monitorOn(machine: RemoteMachine): Promise<HostMonitor | null>;
}

export interface ElsewhereRequest extends MeasuredMachines {
  /** This machine's name as workers reach its servers; null: loopback. */
  advertise: string | null;
}

export async function makeSwarm(request: SwarmRequest): Promise<Swarm> {
  if (request.kind === 'console') {
    const { clients, clientsPerWorker, scenarioDirs, elsewhere = null } = request;
    const of = { clients, scenarioDirs, ...(clientsPerWorker === null ? {} : { clientsPerWorker }) };
    if (elsewhere === null) return new ConsoleSwarm(of);
    const [{ Machines }, { RemoteWorkers }] = await Promise.all([
      import('./elsewhere/machines.ts'),
      import('./console/elsewhere/remote-workers.ts'),
    ]);
    const machines = new Machines(elsewhere.machines, elsewhere.monitorOn);
    const { workers } = machines;
    const { advertise } = elsewhere;
    return new ConsoleSwarm({ ...of, elsewhere: { source: () => new RemoteWorkers(machines), workers, advertise } });
  }
  const { BrowserSwarm } = await import('./browser/swarm.ts');
  const { kind: _, headful, measured = null, ...options } = request;
  if (measured === null) return new BrowserSwarm({ ...options, headless: !headful });
  const { Machines } = await import('./elsewhere/machines.ts');
  const gridMachines = new Machines(measured.machines, measured.monitorOn);
  return new BrowserSwarm({ ...options, headless: !headful, gridMachines });
}
