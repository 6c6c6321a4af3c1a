/** The check that the requested browsers fit into this machine's memory. */
import { freemem } from 'node:os';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { availableMemory } from '../../system/limits.ts';
import type { BrowserName } from './driver-process.ts';

const MiB = 1_048_576;

/**
 * The memory of one more browser with its driver. Measured as the sum of PSS over a driver's whole process tree: 30 headless Firefox ESR
 * 153 at once on Linux, two clients each. Results: 237 MiB after the launch, 270 after a run of 108,000 deliveries, 276 after a second one.
 * A browser alone shows 450, because it shares its code with no other. Chromium 156, six at once, the same way: 234 MiB after a second run.
 */
const PER_BROWSER: Record<BrowserName, number> = { firefox: 320 * MiB, chrome: 280 * MiB };

/** Left for the server, the monitor, the launcher, the browsers' shared code: a machine that swaps measures its disk. */
const RESERVE = 1_024 * MiB;

export function browsersThatFit(browser: BrowserName, available: number): number {
  return Math.max(0, Math.floor((available - RESERVE) / PER_BROWSER[browser]));
}

/** @throws OutcryError (missing) that says how many will fit when `wanted` more do not */
export function checkMemory(browser: BrowserName, wanted: number, available = availableMemory() ?? freemem()): void {
  const fit = browsersThatFit(browser, available);
  if (wanted <= fit) return;
  const size = (bytes: number): string => `${(bytes / (1_024 * MiB)).toFixed(1)} GiB`;
  const advice =
    fit === 0 ? 'free some memory, or use --swarm console' : `use --browsers ${fit}, free some memory, or use --grid`;
  throw new OutcryError(
    `${wanted} ${browser} browsers will not fit into memory, ${fit} will: ${size(available)} are available, each browser takes about ${size(PER_BROWSER[browser])}, and ${size(RESERVE)} stay free for the rest; ${advice}`,
    EXIT.missing,
  );
}
