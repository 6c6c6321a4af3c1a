/** `./outcry verify [framework…]`: the conformance suite. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Command } from 'commander';
import type { PreparedConditions } from '../../loadtests/conditions/condition.ts';
import {
  conditionsAsked,
  endConditions,
  findConditions,
  ON_THIS_MACHINE,
  prepareConditions,
} from '../../loadtests/conditions/find.ts';
import { recordVerified } from '../../loadtests/verify/cache.ts';
import type { CheckResult } from '../../loadtests/verify/check-sequence.ts';
import { type VerifyResult, verifyApp } from '../../loadtests/verify/verify.ts';
import { checkLines, verifyTable } from '../../loadtests/verify/verify-table.ts';
import type { Transport } from '../../protocol/socket.ts';
import { makeReady } from '../../setup/apps/build/prepare-apps.ts';
import { contentHash } from '../../setup/apps/build/sources.ts';
import { findApps } from '../../setup/apps/manifest/elsewhere.ts';
import { type App, transportsOf } from '../../setup/apps/manifest/manifest.ts';
import { namesSome, selectApps } from '../../setup/apps/manifest/select-apps.ts';
import { nameOf } from '../../setup/apps/versions/app-versions.ts';
import { EXIT } from '../../system/errors.ts';
import { isEnding, onExit } from '../../system/processes.ts';
import { list, whole, withApps, withJson } from '../options/common-options.ts';
import { withConditions } from '../options/condition-options.ts';
import { makeOutput, type Output } from '../output/print.ts';

/** Those that the suite can be run under. */
const verifiable = async () => (await findConditions()).filter((condition) => condition.verifiable);

export async function addVerifyCommand(program: Command): Promise<void> {
  withConditions(withJson(withApps(program.command('verify'))), await verifiable())
    .description('check from outside that apps follow the protocol, over each of their transports')
    .argument('[frameworks...]', 'frameworks to verify (default: all that can run here)')
    .option('--transports <names>', 'only these transports, with commas between them', list)
    .option('--only <check>', 'only this check, by its full name (may be repeated)', (name, names: string[] = []) => [
      ...names,
      name,
    ])
    .option('--servers <n>', 'servers at once (default: what the free memory allows, at most 12)', whole(1))
    .option(
      '--short-lived',
      'start servers as tests do, with passwords hashed less and code compiled less: it takes less time',
    )
    .action(verify);
}

interface Options {
  apps?: string[];
  transports?: string[];
  only?: string[];
  servers?: number;
  shortLived?: boolean;
  json: boolean;
}

async function verify(frameworks: string[], options: Options): Promise<void> {
  const output = makeOutput(options.json);
  const before = { ...process.env };
  const all = await verifiable();
  const asked = await conditionsAsked(options, all);
  const conditions = await prepareConditions(all, asked, { ...ON_THIS_MACHINE, swarm: 'console' }, output.say);
  try {
    const wanted = Object.assign({}, ...[...conditions.values()].map(({ clientEnvironment }) => clientEnvironment));
    const isMine = Object.entries<string>(wanted).every(([name, value]) => before[name] === value);
    if (isMine) await verifyUnder(conditions, frameworks, options, output);
    else process.exitCode = await inEnvironment(wanted);
  } finally {
    await endConditions(conditions);
  }
}

/** This command once more: Node.js reads some of what clients need only when it starts. @returns its exit code */
async function inEnvironment(env: Record<string, string>): Promise<number> {
  const argv = [...process.execArgv, ...process.argv.slice(1)];
  const child = spawn(process.execPath, argv, { stdio: 'inherit', env: { ...process.env, ...env } });
  const forget = onExit(() => void child.kill('SIGTERM'));
  const [code] = (await once(child, 'exit')) as [number | null];
  forget();
  return code ?? EXIT.failed;
}

async function verifyUnder(
  conditions: PreparedConditions,
  frameworks: string[],
  options: Options,
  output: Output,
): Promise<void> {
  const named = frameworks.length > 0 && namesSome(frameworks);
  const asked = selectApps(findApps(options.apps), named ? frameworks : undefined);
  const apps = await makeReady(asked, named, output.say);
  const results: VerifyResult[] = [];
  for (const app of apps) {
    output.say(`verifying ${nameOf(app)}`);
    const over = options.transports as Transport[] | undefined;
    // Without names, an app that lacks the transport is skipped; a named app must have it.
    const transports = named ? over : over?.filter((transport) => transportsOf(app, 'console').includes(transport));
    if (transports?.length === 0) continue;
    const result = await verifyOne(app, transports, options, output, conditions);
    if (options.only === undefined && conditions.size === 0) {
      for (const transport of result.verified) recordVerified(app, contentHash(app), transport);
    }
    if (!options.json) console.log(`\n${verifyTable(result)}\n`);
    results.push(result);
  }
  const counts = count(results.flatMap((result) => result.results));
  output.result(
    () => countsText(counts),
    () => ({ ...counts, frameworks: results }),
  );
  if (results.some((result) => !result.ok)) process.exitCode = EXIT.failed;
}

/** Prints each result when it is known. After Ctrl-C it prints the sum so far. With `json` it prints failures only, to stderr. */
async function verifyOne(
  app: App,
  transports: Transport[] | undefined,
  { only, json, servers, shortLived = false }: Options,
  { say, result: print }: Output,
  conditions: PreparedConditions,
): Promise<VerifyResult> {
  const known: CheckResult[] = [];
  const forget = onExit(() => {
    const counts = count(known);
    print(
      () => `\n${nameOf(app)}: interrupted; so far ${countsText(counts)}`,
      () => ({ interrupted: nameOf(app), ...counts, results: known }),
    );
  });
  const onResult = (result: CheckResult): void => {
    // Checks fail when this process ends their server; they say nothing about the app.
    if (isEnding()) return;
    known.push(result);
    const isNews = json ? result.status === 'failed' : result.status !== 'skipped';
    if (isNews) for (const line of checkLines(result)) say(line);
  };
  try {
    return await verifyApp(app, {
      onResult,
      conditions,
      shortLived,
      ...(transports === undefined ? {} : { transports }),
      ...(only === undefined ? {} : { only }),
      ...(servers === undefined ? {} : { concurrency: servers }),
    });
  } finally {
    if (!isEnding()) forget();
  }
}

interface Counts {
  passed: number;
  failed: number;
  /** Checks that were skipped, because one that they need failed or the suite stopped. */
  notChecked: number;
}

function count(results: readonly CheckResult[]): Counts {
  const of = (status: CheckResult['status']): number => results.filter((result) => result.status === status).length;
  const [failed, notChecked] = [of('failed'), of('skipped')];
  return { passed: results.length - failed - notChecked, failed, notChecked };
}

const countsText = ({ passed, failed, notChecked }: Counts): string =>
  `${passed} passed, ${failed} failed${notChecked === 0 ? '' : `, ${notChecked} not checked`}`;
