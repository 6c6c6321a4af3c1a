/** `./outcry verify [framework…]`: the conformance suite. */
import type { Command } from 'commander';
import { recordVerified } from '../loadtests/verify/cache.ts';
import { verifyTable } from '../loadtests/verify/table.ts';
import { type VerifyResult, verifyApp } from '../loadtests/verify/verify.ts';
import type { Transport } from '../protocol/socket.ts';
import { findApps } from '../setup/apps/elsewhere.ts';
import { transportsOf } from '../setup/apps/manifest.ts';
import { makeReady } from '../setup/apps/ready.ts';
import { selectApps } from '../setup/apps/select.ts';
import { contentHash } from '../setup/apps/sources.ts';
import { nameOf } from '../setup/apps/versions.ts';
import { EXIT } from '../system/errors.ts';
import { list, withApps, withJson } from './options.ts';
import { makeOutput } from './output.ts';

export function addVerifyCommand(program: Command): void {
  withJson(withApps(program.command('verify')))
    .description('check from outside that apps keep the rules, over each of their transports')
    .argument('[frameworks...]', 'which (default: all that can run here)')
    .option('--transports <names>', 'only these transports, with commas between them', list)
    .action(verify);
}

interface Options {
  apps?: string[];
  transports?: string[];
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
    const result = await verifyApp(app, transports === undefined ? {} : { transports });
    for (const transport of result.verified) recordVerified(app, contentHash(app), transport);
    if (!options.json) console.log(`${verifyTable(result)}\n`);
    results.push(result);
  }
  const failed = results
    .flatMap((result) => result.results)
    .filter(({ status }) => status === 'failed' || status === 'skipped');
  const passed = results.flatMap((result) => result.results).length - failed.length;
  output.result(
    () => `${passed} passed, ${failed.length} failed`,
    () => ({ passed, failed: failed.length, frameworks: results }),
  );
  if (failed.length > 0 || results.some((result) => !result.ok)) process.exitCode = EXIT.failed;
}
