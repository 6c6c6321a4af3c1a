/** Checks that the clients fit on this machine, and says what to do if not. Pure. */
import { EXIT, OutcryError } from '../../system/errors.ts';
import type { Limits } from './machine-limits.ts';

/** The resources that clients and their server connections need. */
export interface Need {
  clients: number;
  /** Processes that hold the clients. */
  workers: number;
  perClient: number;
  /** Processes between clients and server, each with both ends of every connection: a shaped network, a counting proxy. Default 0. */
  between?: number;
  /** True if the workers are on other machines: then this one has the server and the proxies only. */
  elsewhere?: boolean;
  /** Memory of the server, and of a client in its worker; default: more than any framework has needed yet. */
  memory?: { serverBytes: number; serverBytesPerClient: number; clientBytes: number };
}

/** Files a process has open besides its connections. */
const OWN_FILES = 200;
const MB = 1_000_000;
/** Memory of a worker without clients, measured and rounded up; see docs/benchmarks.md. */
const WORKER_BYTES = 60 * MB;
const DEFAULT_MEMORY = { serverBytes: 0, serverBytesPerClient: 0.1 * MB, clientBytes: 0.2 * MB };
/** Memory of a proxy per connection. */
const BETWEEN_BYTES = 0.1 * MB;
const SPARE_BYTES = 500 * MB;
/** Ports of connections that ended stay taken for a minute, so not all of them can be counted on. */
const PORTS_SHARE = 0.9;

/** Files that the process needs that has most of them open. */
export function filesNeeded({ clients, perClient, between = 0 }: Need): number {
  return clients * perClient * (between > 0 ? 2 : 1) + OWN_FILES;
}

/** With this many free ports, connections are not short of them wherever they come from. */
export const plentyOfPorts = ({ clients, perClient }: Need): number =>
  Math.ceil((clients * perClient) / PORTS_SHARE) + 1;

/** Tells whether connections of all workers from one address would run out of ports. */
export function needsAddresses({ ports }: Limits, { clients, perClient, elsewhere }: Need): boolean {
  return ports !== null && !elsewhere && clients * perClient > ports * PORTS_SHARE;
}

/**
 * The address that a worker's connections come from where one has too few ports: all of 127.0.0.0/8 is this machine.
 * @param worker from 0
 */
export const sourceAddress = (worker: number): string => `127.0.${1 + Math.floor(worker / 250)}.${1 + (worker % 250)}`;

/**
 * Checks that the needs fit into `limits`.
 * @param who framework and transport, for the message; none: unknown
 * @throws OutcryError (missing) that says how many clients would fit, and what to do
 */
export function checkFit(limits: Limits, need: Need, who?: string): void {
  const short = filesShort(limits, need) ?? portsShort(limits, need) ?? memoryShort(limits, need);
  if (short !== null) throw new OutcryError(who === undefined ? short : `${who}: ${short}`, EXIT.missing);
}

function filesShort({ openFiles }: Limits, need: Need): string | null {
  const files = filesNeeded(need);
  if (openFiles === null || files <= openFiles) return null;
  const perClient = (files - OWN_FILES) / need.clients;
  const fit = Math.max(0, Math.floor((openFiles - OWN_FILES) / perClient));
  const whose = need.between ? 'process between them and the server' : "server's process";
  return (
    `${need.clients} clients need about ${files} open files in the ${whose}, and ${openFiles} are allowed; ` +
    `use at most ${fit} clients, or raise the limit with "ulimit -n ${files}" in this shell ` +
    '(as root, or after raising the hard limit in /etc/security/limits.conf)'
  );
}

function portsShort(limits: Limits, { clients, workers, perClient, between = 0, elsewhere }: Need): string | null {
  if (limits.ports === null) return null;
  const usable = Math.floor(limits.ports * PORTS_SHARE);
  const wider = `or widen the range with "sysctl -w net.ipv4.ip_local_port_range='1024 65535'"`;
  const connections = clients * perClient;
  if (between > 0 && connections > usable) {
    return (
      `${clients} clients need about ${connections} local ports for what stands between them and the server, which has one ` +
      `address, and this machine has ${limits.ports} free; use at most ${Math.floor(usable / perClient)} clients, ${wider}, ` +
      'or do without --network, and without --wire where it needs a proxy'
    );
  }
  if (elsewhere) return null;
  // Each worker has an address of its own where one would not do.
  const perWorker = Math.ceil(clients / workers) * perClient;
  if (perWorker <= usable) return null;
  return (
    `${Math.ceil(clients / workers)} clients in one worker need about ${perWorker} local ports, and this machine has ` +
    `${limits.ports} free; use at most ${Math.floor(usable / perClient)} with --clients-per-worker, ${wider}`
  );
}

function memoryShort(
  { memoryBytes }: Limits,
  { clients, workers, between = 0, elsewhere = false, memory = DEFAULT_MEMORY }: Need,
): string | null {
  const { serverBytes, serverBytesPerClient, clientBytes } = memory;
  const perClient = (elsewhere ? 0 : clientBytes) + serverBytesPerClient + between * BETWEEN_BYTES;
  const fixed = serverBytes + SPARE_BYTES;
  const bytes = (elsewhere ? 0 : workers * WORKER_BYTES) + clients * perClient + fixed;
  if (memoryBytes === null || bytes <= memoryBytes) return null;
  const fit = Math.max(0, Math.floor((memoryBytes - fixed) / ((bytes - fixed) / clients)));
  if (elsewhere) {
    return (
      `a server with ${clients} clients needs about ${Math.ceil(bytes / MB)} MB of memory, and ` +
      `${Math.floor(memoryBytes / MB)} MB are free; use at most ${fit} clients`
    );
  }
  return (
    `${clients} clients in ${workers} workers need about ${Math.ceil(bytes / MB)} MB of memory, ` +
    `${Math.ceil((serverBytes + clients * serverBytesPerClient) / MB)} MB of it for the server, and ` +
    `${Math.floor(memoryBytes / MB)} MB are free; use at most ${fit} clients, or more clients per worker`
  );
}
