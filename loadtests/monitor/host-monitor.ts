/** The monitor of a machine that has a member on it, and no server. */
import type { HostMonitor } from '../../client-launcher/member-host.ts';
import { Monitor, monitorUnavailable } from './monitor.ts';

/** Null where this machine cannot be monitored. Its process is started when it is first needed. */
export function hostMonitor(): HostMonitor | null {
  if (monitorUnavailable() !== null) return null;
  let monitor: Monitor | null = null;
  let begun = false;
  const end = async () => {
    const samples = begun ? await monitor!.end() : null;
    begun = false;
    // The member's tree is looked at as often as a server's is.
    if (!samples?.server) return null;
    const { intervalMs, at, cpuPercent } = samples.server;
    const stopped = samples.surroundings.stopped.map((one) => ({ ...one, part: 'swarm' as const }));
    const surroundings = { ...samples.surroundings, stopped };
    return { machine: samples.machine, member: { intervalMs, at, cpuPercent }, surroundings };
  };
  return {
    async begin(pid) {
      await end();
      monitor ??= await Monitor.start();
      await monitor.begin({ by: 'tree', pid }, []);
      begun = true;
    },
    end,
  };
}
