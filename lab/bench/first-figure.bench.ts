/**
 * Measures the wait of a new user: from a fresh clone of the last commit, in an empty folder and with an empty home
 * (no packages, no browser driver, nothing built), until `./outcry run` shows its first table.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { execa } from 'execa';
import { findTool } from '../../setup/tools/find.ts';
import { killTree, onExit, spawnOwned } from '../../system/processes.ts';
import { ROOT } from '../../system/root.ts';

const AIM_SECONDS = 180;

async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-first-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  onExit(remove);
  const home = join(folder, 'home');
  const clone = join(folder, 'outcry');
  mkdirSync(home);
  await execa('git', ['clone', '--quiet', ROOT, clone]);
  const result = {
    /** A browser is installed for the whole machine: where it was there before, its installation is no part of the times. */
    browserWasThere: (await findTool('firefox')).found,
    /** Seconds from the start of `./outcry run`; null: it ended before. */
    liveChartsSeconds: null as number | null,
    firstFigureSeconds: null as number | null,
    aimSeconds: AIM_SECONDS,
    /** Its output until then, each line with the second it came in. */
    said: [] as string[],
  };
  const { XDG_CACHE_HOME: _, GECKODRIVER: __, ...env } = process.env;
  const start = performance.now();
  const child = spawnOwned([join(clone, 'outcry'), 'run'], {
    label: 'a first ./outcry run',
    cwd: clone,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...env, HOME: home },
  });
  const lines = createInterface({ input: child.stderr! });
  for await (const line of lines) {
    const seconds = Math.round((performance.now() - start) / 100) / 10;
    result.said.push(`${seconds} ${line}`);
    if (line.startsWith('Live charts: ')) result.liveChartsSeconds = seconds;
    if (!/: first slice, mean | #1: (mean|delivered) /.test(line)) continue;
    result.firstFigureSeconds = seconds;
    break;
  }
  await killTree(child.pid!);
  remove();
  return result;
}

export default { name: 'first-figure', run };
