/** Checks that a server must still pass after hostile inputs: the conformance suite's checks of all verbs, in the same process. */

import { type CheckResult, runLane } from '../../loadtests/verify/check-sequence.ts';
import { VERB_CHECKS } from '../../loadtests/verify/checks/lanes.ts';
import type { Transport } from '../../metrics/transports.ts';
import { verbsOf } from '../../setup/apps/manifest/manifest.ts';
import type { FuzzTarget } from './fuzz-transport.ts';

/** Connections of hostile clients that have fallen silent end by the framework's own time, which may be two heartbeats of a minute. */
const DEADLINE_MS = 150_000;

/** Counts the checks that the server passed over `transport`, and says what is wrong where it did not. */
export async function checksAfterwards(
  { app, adapter, server }: FuzzTarget,
  transport: Transport,
): Promise<{ passed: number; failed: string[] }> {
  const results: CheckResult[] = [];
  const verbs = verbsOf(app, transport);
  // It is to stay what it is, whatever a check says of it.
  const same = { ...server, stop: async () => {} };
  const bench = {
    app,
    adapter,
    limits: () => ({ answerMs: DEADLINE_MS, timeoutMs: DEADLINE_MS, sessionMs: DEADLINE_MS }),
    startServer: async () => same,
    startClientToKill: () => Promise.reject(new Error('none of these checks kills a client')),
    tapBefore: () => Promise.reject(new Error('none of these checks opens a tap')),
    waitingConnections: () => Promise.reject(new Error('none of these checks counts who waits')),
  };
  // Checks that kill a client or the server, or stand between them, are not among these.
  const asked = VERB_CHECKS.filter((check) => check.needs?.(verbs, app, transport) ?? true);
  await runLane(bench, transport, asked, (result) => results.push(result));
  const failed = results.filter(({ status }) => status === 'failed' || status === 'skipped');
  return {
    passed: results.length - failed.length,
    failed: failed.map(({ check, message }) => `${check}: ${message}`),
  };
}
