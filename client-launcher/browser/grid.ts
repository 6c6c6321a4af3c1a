/** The properties of a Selenium Grid that a swarm needs. */
import { EXIT, OutcryError } from '../../system/errors.ts';
import type { BrowserName } from './driver-process.ts';

interface GridStatus {
  value?: {
    nodes?: {
      availability?: string;
      maxSessions?: number;
      slots?: { session?: unknown; stereotype?: { browserName?: string } }[];
    }[];
  };
}

/** Sessions of `browser` the Grid could open now: free slots, at most as many per node as its `maxSessions` leaves. */
export function roomOnGrid(status: GridStatus, browser: BrowserName): number {
  let room = 0;
  for (const node of status.value?.nodes ?? []) {
    if (node.availability !== 'UP') continue;
    const slots = node.slots ?? [];
    const busy = slots.filter((slot) => slot.session).length;
    const free = slots.filter((slot) => !slot.session && slot.stereotype?.browserName === browser).length;
    room += Math.max(0, Math.min(free, (node.maxSessions ?? slots.length) - busy));
  }
  return room;
}

/** @throws OutcryError (missing) when there is no Grid at `grid`, or it has no room for `wanted` browsers */
export async function checkGrid(grid: string, browser: BrowserName, wanted: number): Promise<void> {
  let status: GridStatus;
  try {
    const response = await fetch(`${grid.replace(/\/$/, '')}/status`, { signal: AbortSignal.timeout(10_000) });
    status = (await response.json()) as GridStatus;
  } catch (error) {
    const { cause, message } = error as Error;
    throw new OutcryError(
      `there is no Selenium Grid at ${grid}: ${cause instanceof Error ? cause.message : message}`,
      EXIT.missing,
    );
  }
  const room = roomOnGrid(status, browser);
  if (room < wanted) {
    const fewer = room > 0 ? `use --browsers ${room}, or ` : '';
    throw new OutcryError(
      `the Grid at ${grid} has room for ${room} ${browser} browsers, not for ${wanted}; ${fewer}start its nodes with more sessions`,
      EXIT.missing,
    );
  }
}
