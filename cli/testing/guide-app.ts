/** The whole example of docs/adding-a-framework.md, file by file: a guide whose example does not work is worse than none. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../system/root.ts';

const guide = readFileSync(join(ROOT, 'docs', 'adding-a-framework.md'), 'utf8');
const [, section = ''] = guide.split('## Outside of this repository\n');

/** The code below each line that is nothing but a file's name. */
export const GUIDE_APP: Readonly<Record<string, string>> = Object.fromEntries(
  [...section.matchAll(/^`([a-z][a-z.]*)`:\n\n```[a-z]+\n([\s\S]*?)```$/gm)].map(([, file, text]) => [file!, text!]),
);
