/** Identifies the running kernel and its clock, which all processes on one host share, containers included. */
import { readFileSync, readlinkSync } from 'node:fs';
import { readOr } from './read-or.ts';

/**
 * Equal for two processes if and only if they read the same monotonic clock: of one boot of one kernel, in one time namespace
 * (time_namespaces(7)). Null where the system does not say, as outside of Linux.
 */
export function hostId(): string | null {
  const boot = readOr(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(), null);
  // Kernels before 5.6 have but one time namespace.
  return boot === null ? null : `${boot} ${readOr(() => readlinkSync('/proc/self/ns/time'), 'time:[one]')}`;
}
