/** The clock that suite and server share. With another one, every check that looks at times would fail, for this one reason. */
import { monotonicMs as now } from '../../system/monotonic.ts';
import type { ControlClient } from './control-client.ts';

/** Both round. */
const TOLERANCE_MS = 1;

/** The check that says it; the others are skipped then. */
export const CLOCK_CHECK = 'control, clock';

/** Says that the server's clock is not this machine's; null: it is, or the server does not say. */
export async function otherClock(control: ControlClient): Promise<string | null> {
  const before = now();
  const clock = await control.clock().catch(() => null);
  const after = now();
  if (clock === null || (before - TOLERANCE_MS <= clock && clock <= after + TOLERANCE_MS)) return null;
  return `the server's clock must be this machine's monotonic one (CLOCK_MONOTONIC on Linux), which read ${before.toFixed(3)} ms when it read ${clock}: it is another clock, or has another zero`;
}
