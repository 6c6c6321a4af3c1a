/** What a server must still be able to do after hostile inputs: the conformance suite's checks of all verbs, in the same process. */

import { type CheckResult, runLane } from '../../loadtests/verify/check-sequence.ts';
import { contentChecks } from '../../loadtests/verify/checks/content.ts';
import { echoChecks } from '../../loadtests/verify/checks/echo.ts';
import { feedChecks } from '../../loadtests/verify/checks/feed.ts';
import { greetChecks } from '../../loadtests/verify/checks/greet.ts';
import { joinChecks } from '../../loadtests/verify/checks/join.ts';
import { publishChecks } from '../../loadtests/verify/checks/publish.ts';
import { refusalChecks } from '../../loadtests/verify/checks/refusals.ts';
import { requestChecks } from '../../loadtests/verify/checks/request.ts';
import { sinkChecks } from '../../loadtests/verify/checks/sink.ts';
import type { Transport } from '../../metrics/transports.ts';
import { verbsOf } from '../../setup/apps/manifest/manifest.ts';
import type { FuzzTarget } from './fuzz-transport.ts';

/** Checks that kill a client or the server are skipped, and so are checks of a whole server. */
const CHECKS = [
  ...[...echoChecks, ...publishChecks, ...sinkChecks, ...requestChecks, ...joinChecks, ...greetChecks, ...feedChecks],
  ...[...contentChecks, ...refusalChecks],
];

/** Connections of hostile clients that have fallen silent end by the framework's own time, which may be a minute. */
const DEADLINE_MS = 90_000;

/** How many checks the server passed over `transport`, and what is wrong where it did not. */
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
    startDoomedClient: () => Promise.reject(new Error('none of these checks kills a client')),
  };
  const asked = CHECKS.filter((check) => check.scope === 'transport' && (check.needs?.(verbs, app) ?? true));
  await runLane(bench, transport, asked, (result) => results.push(result));
  const failed = results.filter(({ status }) => status === 'failed' || status === 'skipped');
  return {
    passed: results.length - failed.length,
    failed: failed.map(({ check, message }) => `${check}: ${message}`),
  };
}
