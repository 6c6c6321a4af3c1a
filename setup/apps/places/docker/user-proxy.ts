/** The engine's own process that hands on what comes to a port published on loopback (`docker-proxy`; the daemon's `userland-proxy`). */
import { readFileSync } from 'node:fs';
import { allPids } from '../../../../system/process-tree.ts';
import { readOr } from '../../../../system/read-or.ts';

/** Pids of those that hand on what comes to `port` of this machine; none where the kernel does it. */
export function betweenPort(port: number): number[] {
  return allPids().filter((pid) => {
    const words = readOr(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'), '').split('\0');
    return words[0]!.endsWith('docker-proxy') && words[words.indexOf('-host-port') + 1] === String(port);
  });
}
