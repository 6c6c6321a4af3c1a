/** The harness overhead, for `doctor --measure` and for sessions. */

import type { HarnessOverhead } from '../../protocol/harness-overhead.ts';
import { outcryVersion, thisMachine } from '../session/record/machine.ts';
import { measureOverhead, priorityNow } from './measure-overhead.ts';
import { keepOverhead, OVERHEAD_FILE, recentOverhead } from './overhead-file.ts';

/** With a shorter preflight check there is no time to measure the overhead either. */
const LEAST_PREFLIGHT_SECONDS = 1;

/** How the overhead is measured, and the file that keeps it. */
interface OverheadSource {
  measure?: typeof measureOverhead;
  file?: string;
}

/** Measures the overhead and keeps it for later sessions, unless something disturbed it. */
export async function freshOverhead(
  page: boolean,
  say: (line: string) => void,
  { measure = measureOverhead, file = OVERHEAD_FILE }: OverheadSource = {},
): Promise<HarnessOverhead> {
  const overhead = await measure({ page }, say);
  keepOverhead(overhead, thisMachine(), file);
  return overhead;
}

/**
 * The overhead for a session: one of the last day on this machine with these versions, or a fresh one without the browser's part.
 * @param preflightSeconds length of the session's preflight check
 * @returns null when the preflight check is too short and there is no recent one, or when measuring fails, which is printed
 */
export async function sessionOverhead(
  preflightSeconds: number,
  say: (line: string) => void,
  source: OverheadSource = {},
): Promise<HarnessOverhead | null> {
  const of = { machine: thisMachine(), outcry: await outcryVersion(), node: process.version, ...priorityNow() };
  const recent = recentOverhead(of, new Date(), source.file ?? OVERHEAD_FILE);
  if (recent !== null || preflightSeconds < LEAST_PREFLIGHT_SECONDS) return recent;
  say('measuring the harness overhead; the figures hold for a day, unless something disturbs them');
  try {
    return await freshOverhead(false, say, source);
  } catch (error) {
    say(`the harness overhead could not be measured: ${(error as Error).message}`);
    return null;
  }
}
