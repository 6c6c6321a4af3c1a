/** Tests that are commands: they pass where they end with 0. */
import { atMost } from '../../system/at-most.ts';
import { spawnOwned } from '../../system/processes.ts';
import type { Counts } from './jest-suite.ts';

interface Folder {
  dir: string;
  /** Run in it, one after the other. */
  commands: readonly string[][];
}

/** Runs the commands of `folders`, so many folders at once, and counts them for each. */
export function runCommands(folders: readonly Folder[], atOnce: number): Promise<Counts[]> {
  const running = folders.map(({ dir, commands }) => async () => {
    const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
    for (const argv of commands) {
      if (await succeeds(argv, dir)) counts.passed += 1;
      else counts.failed += 1;
    }
    return counts;
  });
  return atMost(atOnce, running);
}

/** Tells whether a command succeeded. Its output is shown in one piece at the end, since others run at the same time. */
async function succeeds(argv: string[], cwd: string): Promise<boolean> {
  const child = spawnOwned(argv, { label: argv.slice(0, 2).join(' '), cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const succeeded = await new Promise<boolean>((resolve) => {
    child.once('error', ({ message }) => {
      output += `${message}\n`;
      resolve(false);
    });
    child.once('close', (code) => resolve(code === 0));
  });
  process.stderr.write(output);
  return succeeded;
}
