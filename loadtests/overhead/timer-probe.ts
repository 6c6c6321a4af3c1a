/** Looks at clock and timers, in a page as in a process. Imports nothing, since it is bundled for both. */

export interface TimerProbe {
  /** The least by which two readings of the clock differed, ms. */
  clockStep: number;
  /** The lateness of each timer, ms. */
  lateness: number[];
}

const TIMER_MS = 10;
/** A browser's coarse clock moves on within this many readings. */
const READINGS = 100_000;

function clockStep(): number {
  let least = Number.POSITIVE_INFINITY;
  let before = performance.now();
  for (let i = 0; i < READINGS; i++) {
    const now = performance.now();
    if (now > before) least = Math.min(least, now - before);
    before = now;
  }
  return least;
}

/** @param seconds for how long timers are watched */
export async function probeTimers(seconds: number): Promise<TimerProbe> {
  const lateness: number[] = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const due = performance.now() + TIMER_MS;
    await new Promise((resolve) => setTimeout(resolve, TIMER_MS));
    lateness.push(Math.max(0, performance.now() - due));
  }
  return { clockStep: clockStep(), lateness };
}
