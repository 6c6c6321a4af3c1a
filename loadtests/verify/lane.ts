/** Runs checks one after the other against one server. */
import type { Transport } from '../../protocol/socket.ts';
import type { Server } from '../../setup/apps/server-process.ts';
import { OutcryError } from '../../system/errors.ts';
import type { Bench } from './bench.ts';
import type { Check } from './check.ts';
import { Context } from './context.ts';
import { CheckFailure } from './demand.ts';

/**
 * `ok`: the rule is kept. `noted`: it is kept, and `message` says something about how. `failed`: it is not, and
 * `message` says what was expected and what came. `skipped`: not looked at; `message` says why.
 */
export type CheckStatus = 'ok' | 'noted' | 'failed' | 'skipped';

export interface CheckResult {
  check: string;
  rule: string;
  /** Null: the check is about the app, whatever the transport. */
  transport: Transport | null;
  status: CheckStatus;
  message: string | null;
}

/** Runs `checks` over `transport` against a server of their own; `report` gets each result as it comes. */
export async function runLane(
  bench: Bench,
  transport: Transport,
  checks: readonly Check[],
  report: (result: CheckResult) => void,
): Promise<void> {
  const crashes: string[] = [];
  let server: Server | null = null;
  let blocked: string | null = null;
  for (const check of checks) {
    const about = { check: check.name, rule: check.rule, transport: check.scope === 'app' ? null : transport };
    if (blocked !== null) {
      report({ ...about, status: 'skipped', message: blocked });
      continue;
    }
    let started = false;
    try {
      server ??= await bench.startServer();
      started = true;
      const note = await runOne(check, new Context(bench, transport, server, crashes));
      if (!check.endsServer && !server.running()) {
        throw new CheckFailure(`the server ended with ${await server.exited} during this check`);
      }
      report({ ...about, status: note === undefined ? 'ok' : 'noted', message: note ?? null });
    } catch (error) {
      report({ ...about, status: 'failed', message: sentenceOf(error) });
      if (!started) blocked = 'not looked at, because the server could not be started';
      else if (check.essential) blocked = `not looked at, because "${check.name}" failed`;
      if (server?.running() === false) crashes.push(`"${check.name}"`);
      // Whatever is left of a failed check must not make the next one fail.
      await server?.stop();
      server = null;
    }
  }
  await server?.stop();
}

async function runOne(check: Check, context: Context): Promise<string | undefined> {
  try {
    return await check.run(context);
  } finally {
    await context.close();
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof CheckFailure || error instanceof OutcryError) return error.message;
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
