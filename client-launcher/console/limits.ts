/** What this machine allows: open files, ports and memory, checked before thousands of connections run into them. */
import { readFileSync } from 'node:fs';
import type { Transport } from '../../protocol/socket.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';

/** What the machine allows; null where it does not say (no /proc). */
export interface Limits {
  openFiles: number | null;
  ports: number | null;
  memoryBytes: number | null;
}

/** Files a process has open besides its connections. */
const OWN_FILES = 200;
const MB = 1_000_000;
/** Measured with 250 clients per worker and rounded up; see docs/benchmarks.md. */
const WORKER_BYTES = 60 * MB;
const CLIENT_BYTES = 0.2 * MB;
/** What a connection costs the server, which lives on the same machine, and what the machine needs besides. */
const SERVER_CLIENT_BYTES = 0.1 * MB;
const SPARE_BYTES = 500 * MB;

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

export function readLimits(): Limits {
  const files = /^Max open files\s+(\S+)/m.exec(read('/proc/self/limits'))?.[1];
  const [low, high] = read('/proc/sys/net/ipv4/ip_local_port_range').trim().split(/\s+/).map(Number);
  const available = /^MemAvailable:\s+(\d+) kB/m.exec(read('/proc/meminfo'))?.[1];
  return {
    openFiles: files === undefined ? null : files === 'unlimited' ? Number.POSITIVE_INFINITY : Number(files),
    ports: low && high ? high - low + 1 : null,
    memoryBytes: available === undefined ? null : Number(available) * 1024,
  };
}

/** Connections one client may hold at once: over HTTP, one to receive on and one to send on. */
export function connectionsPerClient(transport: Transport): number {
  return transport === 'websocket' ? 1 : 2;
}

/**
 * Checks that `clients` with `perClient` connections each, in `workers` processes, fit into `limits`.
 * @throws OutcryError (missing) that says how many would fit, and how to raise the limit
 */
export function checkFit(limits: Limits, clients: number, workers: number, perClient: number): void {
  const connections = clients * perClient;
  const refuse = (message: string) => {
    throw new OutcryError(message, EXIT.missing);
  };
  const files = connections + OWN_FILES;
  if (limits.openFiles !== null && files > limits.openFiles) {
    const fit = Math.max(0, Math.floor((limits.openFiles - OWN_FILES) / perClient));
    refuse(
      `${clients} clients need about ${files} open files in the server's process, and ${limits.openFiles} are allowed; ` +
        `use at most ${fit} clients, or raise the limit with "ulimit -n ${files}" in this shell ` +
        '(as root, or after raising the hard limit in /etc/security/limits.conf)',
    );
  }
  // Ports of connections that ended stay taken for a minute, so not all of them can be counted on.
  if (limits.ports !== null && connections > limits.ports * 0.9) {
    const fit = Math.floor((limits.ports * 0.9) / perClient);
    refuse(
      `${clients} clients need about ${connections} local ports to one address, and this machine has ${limits.ports}; ` +
        `use at most ${fit} clients, or widen the range with "sysctl -w net.ipv4.ip_local_port_range='1024 65535'"`,
    );
  }
  const bytes = workers * WORKER_BYTES + clients * (CLIENT_BYTES + SERVER_CLIENT_BYTES) + SPARE_BYTES;
  if (limits.memoryBytes !== null && bytes > limits.memoryBytes) {
    const perOne = (bytes - SPARE_BYTES) / clients;
    const fit = Math.max(0, Math.floor((limits.memoryBytes - SPARE_BYTES) / perOne));
    refuse(
      `${clients} clients in ${workers} workers need about ${Math.ceil(bytes / MB)} MB of memory, and ` +
        `${Math.floor(limits.memoryBytes / MB)} MB are free; use at most ${fit} clients, or more clients per worker`,
    );
  }
}
