/** The runtime Bun, for the kit, and what it takes from the C library because Bun does not have it. */
import { dlopen, ptr } from 'bun:ffi';
import { readdirSync } from 'node:fs';
import { BACKLOG, type Runtime } from '../../kits/node/server.ts';

/** Linux's numbers. */
const CLOCK_MONOTONIC = 1;
const SOL_SOCKET = 1;
const SO_ACCEPTCONN = 30;
/** glibc's and musl's. */
const LIBRARIES = ['libc.so.6', 'libc.so'];

const libc = openLibrary();

function openLibrary() {
  const symbols = {
    clock_gettime: { args: ['i32', 'ptr'], returns: 'i32' },
    getsockopt: { args: ['i32', 'i32', 'i32', 'ptr', 'ptr'], returns: 'i32' },
    listen: { args: ['i32', 'i32'], returns: 'i32' },
  } as const;
  for (const library of LIBRARIES) {
    try {
      return dlopen(library, symbols).symbols;
    } catch {
      // The next one.
    }
  }
  throw new Error(`the clock of this machine cannot be read: there is neither of ${LIBRARIES.join(', ')}`);
}

/** Returns a reader of the host's monotonic clock, ms: Bun's own clocks begin with the process. */
function hostClock(): () => number {
  const time = new BigInt64Array(2);
  const address = ptr(time);
  return () => {
    libc.clock_gettime(CLOCK_MONOTONIC, address);
    return Number(time[0]) * 1e3 + Number(time[1]) / 1e6;
  };
}

export const bun: Runtime = { version: `bun ${process.versions.bun}`, hostNow: hostClock() };

/** Lets as many connections wait for the server as all servers do: Bun lets 512 and ignores the option. */
export function deepenBacklog(): void {
  for (const descriptor of readdirSync('/proc/self/fd').map(Number)) {
    if (isListening(descriptor)) libc.listen(descriptor, BACKLOG);
  }
}

function isListening(descriptor: number): boolean {
  const value = new Int32Array(1);
  const size = new Int32Array([value.byteLength]);
  const failed = libc.getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, ptr(value), ptr(size));
  return failed === 0 && value[0] === 1;
}
