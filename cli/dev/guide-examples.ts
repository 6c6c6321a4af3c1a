/** The whole examples of the docs, file by file: tests run them, and `./outcry new` writes them under another name. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../system/root.ts';

export type Files = Readonly<Record<string, string>>;

const guide = (name: string): string => readFileSync(join(ROOT, 'docs', name), 'utf8');

/** The app `letterbox` of docs/adding-a-framework.md: the code below each line that is nothing but a file's name. */
export function guideApp(): Files {
  const [, section = ''] = guide('adding-a-framework.md').split('## Outside of this repository\n');
  const parts = section.matchAll(/^`([a-z][a-z.]*)`:\n\n```[a-z]+\n([\s\S]*?)```$/gm);
  return Object.fromEntries([...parts].map(([, file, text]) => [file!, text!]));
}

/** The scenario `murmur` of docs/adding-a-scenario.md, without the backend. */
export function guideScenario(): Files {
  const { 'backend.ts': _, ...files } = filesUnderHeadings(guide('adding-a-scenario.md'));
  return files;
}

/** The condition `rivals` of docs/adding-a-condition.md. */
export const guideCondition = (): Files => filesUnderHeadings(guide('adding-a-condition.md'));

/** The first code below each heading that is a file's name. */
function filesUnderHeadings(text: string): Files {
  const parts = text.matchAll(/^## ([a-z]+\.ts)\n[\s\S]*?```ts\n([\s\S]*?)```$/gm);
  return Object.fromEntries([...parts].map(([, file, code]) => [file!, code!]));
}
