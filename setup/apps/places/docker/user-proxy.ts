/** The engine's own process that hands on what comes to a port published on loopback (`docker-proxy`; the daemon's `userland-proxy`). */
import { readdirSync, readFileSync } from 'node:fs';

/** Pids of those that hand on what comes to `port` of this machine; none where the kernel does it. */
export function betweenPort(port: number): number[] {
  return readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    try {
      const words = readFileSync(`/proc/${entry}/cmdline`, 'utf8').split('\0');
      const handsOn = words[0]!.endsWith('docker-proxy') && words[words.indexOf('-host-port') + 1] === String(port);
      return handsOn ? [Number(entry)] : [];
    } catch {
      return []; // it has ended meanwhile
    }
  });
}
