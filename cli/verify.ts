/** `./outcry verify [framework…]`: the conformance suite. */
import type { Command } from 'commander';
import { recordVerified } from '../loadtests/verify/cache.ts';
import type { CheckResult } from '../loadtests/verify/lane.ts';
import { checkLines, verifyTable } from '../loadtests/verify/table.ts';
import { isBad, type VerifyResult, verifyApp } from '../loadtests/verify/verify.ts';
import type { Transport } from '../protocol/socket.ts';
import { findApps } from '../setup/apps/elsewhere.ts';
import { type App, transportsOf } from '../setup/apps/manifest.ts';
import { makeReady } from '../setup/apps/ready.ts';
import { selectApps } from '../setup/apps/select.ts';
import { contentHash } from '../setup/apps/sources.ts';
import { nameOf } from '../setup/apps/versions.ts';
import { EXIT } from '../system/errors.ts';
import { isEnding, onExit } from '../system/processes.ts';
import { list, withApps, withJson } from './options.ts';
import { makeOutput, type Output } from './output.ts';

export function addVerifyCommand(program: Command): void {
  withJson(withApps(program.command('verify')))
    .description('check from outside that apps keep the rules, over each of their transports')
    .argument('[frameworks...]', 'which (default: all that can run here)')
    .option('--transports <names>', 'only these transports, with commas between them', list)
    .option('--only <check>', 'only this check, by its full name (may be repeated)', (name, names: string[] = []) => [
      ...names,
      name,
    ])
    .action(verify);
}

interface Options {
  apps?: string[];
  transports?: string[];
  only?: string[];
  json: boolean;
}

async function verify(frameworks: string[], options: Options): Promise<void> {
  const output = makeOutput(options.json);
  const named = frameworks.length > 0;
  const asked = selectApps(findApps(options.apps), named ? frameworks : undefined);
  const apps = await makeReady(asked, named, output.say);
  const results: VerifyResult[] = [];
  for (const app of apps) {
    output.say(`verifying ${nameOf(app)}`);
    const over = options.transports as Transport[] | undefined;
    // Over all apps, one that lacks a transport is passed over; an app that was named must have it.
    const transports = named ? over : over?.filter((transport) => transportsOf(app, 'console').includes(transport));
    if (transports?.length === 0) continue;
    const result = await verifyOne(app, transports, options, output);
    if (options.only === undefined) {
      for (const transport of result.verified) recordVerified(app, contentHash(app), transport);
    }
    if (!options.json) console.log(`\n${verifyTable(result)}\n`);
    results.push(result);
  }
  const { passed, failed } = count(results.flatMap((result) => result.results));
  output.result(
    () => `${passed} passed, ${failed} failed`,
    () => ({ passed, failed, frameworks: results }),
  );
  if (failed > 0 || results.some((result) => !result.ok)) process.exitCode = EXIT.failed;
}

/** Prints each result as it comes; after Ctrl-C, what is known. With `json`, failures alone are printed, to stderr. */
async function verifyOne(
  app: App,
  transports: Transport[] | undefined,
  { only, json }: Options,
  { say, result: print }: Output,
): Promise<VerifyResult> {
  const known: CheckResult[] = [];
  const forget = onExit(() => {
    const { passed, failed } = count(known);
    print(
      () => `\n${nameOf(app)}: interrupted; so far ${passed} passed, ${failed} failed`,
      () => ({ interrupted: nameOf(app), passed, failed, results: known }),
    );
  });
  const onResult = (result: CheckResult): void => {
    // What this process ends fails for that alone.
    if (isEnding()) return;
    known.push(result);
    const isNews = json ? result.status === 'failed' : result.status !== 'skipped';
    if (isNews) for (const line of checkLines(result)) say(line);
  };
  try {
    return await verifyApp(app, {
      onResult,
      ...(transports === undefined ? {} : { transports }),
      ...(only === undefined ? {} : { only }),
    });
  } finally {
    if (!isEnding()) forget();
  }
}

function count(results: readonly CheckResult[]): { passed: number; failed: number } {
  const failed = results.filter(isBad).length;
  return { passed: results.length - failed, failed };
}
