/** `./outcry github apps`: verifies and measures the apps that a pull request touches, and leaves what came out as a text. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kitsOf, readKits } from '../../setup/apps/manifest/kits.ts';
import { type App, readApps } from '../../setup/apps/manifest/manifest.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { ROOT } from '../../system/root.ts';
import { foreignText } from './comment-body.ts';
import { addToSummary } from './gate.ts';
import { runOutcry } from './run-outcry.ts';
import { touchedApps } from './touched-apps.ts';

/** The file in the folder of `--out`. */
export const REPORT = 'report.txt';

/** Paths that differ between `base` and the present commit, whatever characters they have. */
function changedPaths(base: string): string[] {
  try {
    const argv = ['diff', '--name-only', '--no-renames', '-z', '--end-of-options', base, 'HEAD', '--'];
    const found = execFileSync('git', argv, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    return found.split('\0').filter((path) => path !== '');
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    throw new OutcryError(`--base ${base}: git cannot compare it with HEAD: ${stderr.trim()}`, EXIT.usage);
  }
}

/** The commands for the apps called `ids`, of which each needs the one before. @param reference measured beside them */
export function commandsFor(ids: readonly string[], reference: string): string[][] {
  const beside = [...new Set([reference, ...ids])].join(',');
  const load = ['--swarm', 'console', '--clients', '20', '--runs', '5', '--no-live'];
  return [
    ['setup', '--frameworks', beside, '--browser', 'none'],
    ['verify', ...ids],
    ['run', '--frameworks', beside, '--transports', 'all', ...load, '--against', reference, '--fail-if', 'lost > 0'],
  ];
}

/** The ids of `apps` that differ from `base`. */
function touchedSince(base: string, apps: readonly App[]): string[] {
  const kits = readKits();
  const parts = apps.map((app) => ({
    id: app.id,
    kits: kitsOf(app, kits).map(({ id }) => id),
    imports: app.imports ?? [],
  }));
  return touchedApps(changedPaths(base), parts);
}

/** @param out a folder for {@link REPORT} */
export async function checkApps(base: string, out: string): Promise<void> {
  const apps = readApps();
  const ids = touchedSince(base, apps);
  const parts = [ids.length === 0 ? 'No app is touched.' : `Apps touched: ${ids.join(', ')}`];
  mkdirSync(out, { recursive: true });
  if (ids.length > 0) {
    const reference = apps.find(({ reference: isOne }) => isOne)!.id;
    for (const argv of commandsFor(ids, reference)) {
      const { code, stdout } = await runOutcry(argv);
      const shown = [
        `$ ./outcry ${argv.map((word) => (word.includes(' ') ? `'${word}'` : word)).join(' ')}`,
        stdout.trim(),
      ];
      if (code !== 0) shown.push(`Exit code ${code}; the job's log shows more.`);
      parts.push(shown.filter((text) => text !== '').join('\n'));
      process.exitCode = code;
      if (code !== 0) break;
    }
  }
  const report = parts.join('\n\n');
  writeFileSync(join(out, REPORT), `${report}\n`);
  addToSummary(foreignText('Touched apps', report));
}
