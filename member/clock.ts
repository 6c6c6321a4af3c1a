/** The time and the timers that members run on: injected, so that it knows neither page nor process. */

export type Timer = unknown;

export interface Clock {
  /** Milliseconds with fractions, never going backwards. */
  now(): number;
  /** True if every client of the swarm reads this same clock. Then a time stamped by one can be subtracted from a time read by another. */
  readonly shared: boolean;
  /** Calls `run` once, `ms` from now or later, never earlier. */
  setTimer(run: () => void, ms: number): Timer;
  clearTimer(timer: Timer): void;
}

/** Timers take whole milliseconds and drop the rest, which would wake a client before its message is due. */
function setTimer(run: () => void, ms: number): Timer {
  return setTimeout(run, Math.max(1, Math.ceil(ms)));
}

function clearTimer(timer: Timer): void {
  clearTimeout(timer as ReturnType<typeof setTimeout>);
}

/** A page's clock. Other browsers, and even other pages of this one, have another. */
export function pageClock(): Clock {
  const origin = performance.timeOrigin;
  return { now: () => origin + performance.now(), shared: false, setTimer, clearTimer };
}

/**
 * A Node process's clock: the host's monotonic one, which all processes on the host share.
 * @param hostNow the host's monotonic clock in ms, such as `() => Number(process.hrtime.bigint()) / 1e6`; it is read
 *   only here, because `performance.now()` runs at the same pace and allocates nothing
 */
export function hostClock(hostNow: () => number): Clock {
  let offset = 0;
  let narrowest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 20; i++) {
    const before = performance.now();
    const host = hostNow();
    const after = performance.now();
    if (after - before < narrowest) {
      narrowest = after - before;
      offset = host - (before + after) / 2;
    }
  }
  return { now: () => offset + performance.now(), shared: true, setTimer, clearTimer };
}
