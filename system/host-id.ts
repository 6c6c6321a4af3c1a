/** Identifies the running kernel and its clock, which all processes on one host share, containers included. */
import { readFileSync, readlinkSync } from 'node:fs';

/**
 * Equal for two processes if and only if they read the same monotonic clock: of one boot of one kernel, in one time namespace
 * (time_namespaces(7)). Null where the system does not say, as outside of Linux.
 */
export function hostId(): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${timeNamespace()}`;
  } catch {
    return null;
  }
}

/** Kernels before 5.6 have but one. */
function timeNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/time');
  } catch {
    return 'time:[one]';
  }
}
