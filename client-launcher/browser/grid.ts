/** A Selenium Grid: the room that it has, and the wait for browsers that it starts nodes for. */
import { setMaxListeners } from 'node:events';
import { EXIT, OutcryError } from '../../system/errors.ts';
import type { BrowserName } from './driver-process.ts';
import { inLanes } from './limited-parallel.ts';

interface GridStatus {
  value?: {
    nodes?: {
      availability?: string;
      maxSessions?: number;
      slots?: { session?: unknown; stereotype?: { browserName?: string } }[];
    }[];
  };
}

/** As long as a Grid keeps a request in its queue, unless it is started with another `--session-request-timeout`. */
export const GRID_PATIENCE_MS = 300_000;

/** A Grid ends sessions without commands, after 300 s unless it is started with another `--session-timeout`. */
const KEEP_ALIVE_MS = 60_000;

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

/** The answer of the Grid at `grid` to the question how it is. */
export async function statusOf<Status>(grid: string): Promise<Status> {
  const response = await fetch(`${grid.replace(/\/$/, '')}/status`, { signal: AbortSignal.timeout(10_000) });
  return (await response.json()) as Status;
}

/**
 * Asks the Grid at `grid` for its room. Less than `wanted` is said and no error: a Grid may start nodes for requests in its queue.
 * @throws OutcryError (missing) when there is no Grid at `grid`
 */
export async function checkGrid(
  grid: string,
  browser: BrowserName,
  wanted: number,
  say: (line: string) => void,
): Promise<void> {
  let status: GridStatus;
  try {
    status = await statusOf<GridStatus>(grid);
  } catch (error) {
    const { cause, message } = error as Error;
    throw new OutcryError(
      `there is no Selenium Grid at ${grid}: ${cause instanceof Error ? cause.message : message}`,
      EXIT.missing,
    );
  }
  const room = roomOnGrid(status, browser);
  if (room < wanted) {
    say(
      `the Grid at ${grid} has room for ${room} of ${wanted} ${browser} browsers now; requesting all, and waiting for nodes that it starts`,
    );
  }
}

interface GridLaunch {
  grid: string;
  browser: BrowserName;
  /** The time that it may take for the first browser and from one to the next, ms. */
  patienceMs: number;
  /** Aborted when nobody needs the browsers any more. */
  closing: AbortSignal;
  /** Called once a minute: gives a command to the browsers that have come. */
  keepAlive(): void;
}

/**
 * Requests browsers `numbers` all at once, since a Grid may start as many nodes as requests are in its queue, and waits for them.
 * @param launch opens one; `signal` gives up on it
 * @throws OutcryError (missing) with how many came
 */
export async function launchOnGrid(
  numbers: readonly number[],
  { grid, browser, patienceMs, closing, keepAlive }: GridLaunch,
  launch: (number: number, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const gaveUp = new AbortController();
  let came = 0;
  const patience = setTimeout(() => {
    const since = came === 0 ? 'the requests' : 'the last one';
    gaveUp.abort(new Error(`no browser came within ${patienceMs / 1000} s after ${since}`));
  }, patienceMs);
  const keepingAlive = setInterval(keepAlive, KEEP_ALIVE_MS);
  const signal = AbortSignal.any([closing, gaveUp.signal]);
  setMaxListeners(0, signal); // one for each browser
  try {
    await inLanes(numbers, numbers.length, async (number) => {
      await launch(number, signal);
      came += 1;
      patience.refresh();
    });
  } catch (error) {
    if (closing.aborted) throw error;
    const fewer = came > 0 ? `use --browsers ${came}, or ` : '';
    throw new OutcryError(
      `${came} of ${numbers.length} ${browser} browsers came up on the Grid at ${grid}; ${fewer}give its nodes room for more sessions (${(error as Error).message})`,
      EXIT.missing,
      { cause: error },
    );
  } finally {
    clearTimeout(patience);
    clearInterval(keepingAlive);
  }
}
