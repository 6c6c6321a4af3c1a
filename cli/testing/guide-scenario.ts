/** The whole example of docs/adding-a-scenario.md, file by file. Its backend is left out: it belongs to another example. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../system/root.ts';

const guide = readFileSync(join(ROOT, 'docs', 'adding-a-scenario.md'), 'utf8');
const PARTS = ['scenario.ts', 'client.ts', 'judge.ts', 'charts.ts'];

/** The first code below the heading that is the file's name. */
function partOf(file: string): string {
  const [, section = ''] = guide.split(`\n## ${file}\n`);
  const text = /```ts\n([\s\S]*?)```/.exec(section)?.[1];
  if (text === undefined) throw new Error(`the guide has no ${file}`);
  return text;
}

export const GUIDE_SCENARIO: Readonly<Record<string, string>> = Object.fromEntries(
  PARTS.map((file) => [file, partOf(file)]),
);
