/** What a server must still be able to do after hostile inputs: the conformance suite's checks of all verbs, in the same process. */
import type { Transport } from '../../protocol/transports.ts';
import { verbsOf } from '../../setup/apps/manifest.ts';
import { contentChecks } from '../verify/checks/content.ts';
import { echoChecks } from '../verify/checks/echo.ts';
import { feedChecks } from '../verify/checks/feed.ts';
import { greetChecks } from '../verify/checks/greet.ts';
import { joinChecks } from '../verify/checks/join.ts';
import { publishChecks } from '../verify/checks/publish.ts';
import { refusalChecks } from '../verify/checks/refusals.ts';
import { requestChecks } from '../verify/checks/request.ts';
import { sinkChecks } from '../verify/checks/sink.ts';
import { type CheckResult, runLane } from '../verify/lane.ts';
import type { FuzzTarget } from './fuzz-transport.ts';

/** Those that kill a client or the server are left out, and so are those of a server as a whole. */
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
  const asked = CHECKS.filter((check) => check.scope === 'transport' && (check.needs?.(verbs) ?? true));
  await runLane(bench, transport, asked, (result) => results.push(result));
  const failed = results.filter(({ status }) => status === 'failed' || status === 'skipped');
  return {
    passed: results.length - failed.length,
    failed: failed.map(({ check, message }) => `${check}: ${message}`),
  };
}
