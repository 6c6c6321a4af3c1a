/** What the trials with twins share: their options, their folders, and a session. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { readApps } from '../setup/apps/manifest/manifest.ts';
import { EXIT, OutcryError } from '../system/errors.ts';
import { ownerEnvironment } from '../system/processes.ts';
import { ROOT } from '../system/root.ts';
import { wholeNumber } from './reliability/whole-number.ts';
import { TWINS } from './twins.ts';

/**
 * What the command line of a trial says; null: help is wanted.
 * @param load options of `./outcry run`, and `numbers` those of the trial that are whole numbers, with their defaults
 * @throws OutcryError (wrong use)
 */
export function readTrialArguments<Name extends string>(load: string, numbers: Record<Name, string>) {
  const names = Object.keys(numbers) as Name[];
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      log: { type: 'string' },
      app: { type: 'string' },
      help: { type: 'boolean', default: false },
      ...Object.fromEntries(names.map((name) => [name, { type: 'string' as const, default: numbers[name] }])),
    },
  });
  if (values.help) return null;
  if (values.log === undefined) throw new OutcryError('--log FILE is missing: it keeps what has been done', EXIT.usage);
  const given = values as Record<Name, string>;
  return {
    log: values.log,
    app: values.app ?? readApps()[0]!.id,
    load: positionals.length > 0 ? positionals : load.split(' '),
    numbers: Object.fromEntries(names.map((name) => [name, wholeNumber(name, given[name])])) as Record<Name, number>,
  };
}

/** Where the equal twins of a trial are, and those of which one has a delay: they stay, so that they are built and verified once. */
export const twinFolders = (trial: string) => ({
  equal: join(ROOT, '.outcry', trial, 'equal'),
  delayed: join(ROOT, '.outcry', trial, 'delayed'),
});

/** A share of a latency as the delay of a twin. */
export const delayOf = (latencyMs: number, percent: number): number => Math.round(latencyMs * 10 * percent);

/** What the command printed; `all` is both, in order. */
export type Printed = Record<'stdout' | 'stderr' | 'all', string>;

/**
 * One session: `./outcry run` with the twins below `apps`.
 * @param words more options of the command
 * @param read what the session came to, from what the command printed and the folder of its results
 */
export async function twinSession<T extends object>(
  apps: string,
  words: readonly string[],
  read: (printed: Printed, results: string) => T | Promise<T>,
): Promise<T & { seconds: number }> {
  const results = mkdtempSync(join(tmpdir(), 'outcry-trial-'));
  const own = ['--apps', apps, '--frameworks', TWINS.join(','), '--preflight', '0', '--no-live', '--results', results];
  const begun = performance.now();
  const printed = await execa(join(ROOT, 'outcry'), ['run', ...own, ...words], {
    env: ownerEnvironment(),
    reject: false,
    all: true,
  });
  const seconds = Math.round((performance.now() - begun) / 1000);
  const session = await read(printed, results);
  // Only now: the runs of a session that cannot be read are needed to find out why.
  rmSync(results, { recursive: true, force: true });
  return { seconds, ...session };
}
