/** The monitor of a machine elsewhere that has members on it. */
import type { HostMonitor } from '../../client-launcher/member-host.ts';
import type { RemoteMachine } from '../../system/elsewhere/remote-machine.ts';
import { Monitor } from './monitor.ts';

/** Starts it. Null where that machine cannot be monitored: it has no /proc. */
export async function hostMonitorOn(machine: RemoteMachine): Promise<HostMonitor | null> {
  if (!machine.about.kernel.startsWith('Linux')) return null;
  const monitor = await Monitor.startOn(machine);
  return {
    begin: (pids) => monitor.begin(null, pids),
    async end() {
      const samples = await monitor.end();
      if (samples === null) throw new Error(monitor.died);
      const { machine: all, swarm, surroundings } = samples;
      // It was told of no member, such as a browser of a Grid.
      const { intervalMs, at, cpuPercent } = swarm ?? { intervalMs: all.intervalMs, at: [], cpuPercent: [] };
      return { machine: all, members: { intervalMs, at, cpuPercent }, surroundings };
    },
  };
}
