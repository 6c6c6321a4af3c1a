/** The runtime Deno, for the kit. */
import type { Runtime } from '../../kits/node/server.ts';

/** Linux's number of the clock, and where C libraries have the function that reads it. */
const CLOCK_MONOTONIC = 1;
const LIBRARIES = ['libc.so.6', 'libc.so'];

/** The part of the runtime that the app uses. */
declare const Deno: {
  version: { deno: string };
  dlopen<Name extends string>(
    library: string,
    symbols: Record<Name, { parameters: readonly string[]; result: string }>,
  ): { symbols: Record<Name, (...values: unknown[]) => number> };
};

/** Returns a reader of the host's monotonic clock, ms: Deno's own clocks begin with the process. */
function hostClock(): () => number {
  const { clock_gettime } = openLibrary();
  const time = new BigInt64Array(2);
  return () => {
    clock_gettime(CLOCK_MONOTONIC, time);
    return Number(time[0]) * 1e3 + Number(time[1]) / 1e6;
  };
}

function openLibrary() {
  const clock_gettime = { parameters: ['i32', 'buffer'], result: 'i32' };
  for (const library of LIBRARIES) {
    try {
      return Deno.dlopen(library, { clock_gettime }).symbols;
    } catch {
      // The next one; glibc and musl have names of their own.
    }
  }
  throw new Error(`the clock of this machine cannot be read: there is neither of ${LIBRARIES.join(', ')}`);
}

export const deno: Runtime = { version: `deno ${Deno.version.deno}`, hostNow: hostClock() };
