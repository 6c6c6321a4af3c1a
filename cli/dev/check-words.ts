/** Looks through the checkout for private words; part of `./outcry test check`. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { ROOT } from '../../system/root.ts';
import { privateWords, useText } from './private-words.ts';

/** Files that people write and read. */
const READ = /(\.(ts|mjs|js|java|cs|css|html|md|ya?ml|sh|py|conf)|Dockerfile|^outcry)$/;

/** Text that is not ours, or made from the claims of studies; and the list of private words itself. */
const NOT_OURS = /^results\/|^docs\/findings(?:\.md$|\/)|^cli\/dev\/private-words/;

/** Private words in tracked and new files, a sentence each. @throws Error outside of a git checkout */
export async function findPrivateWords(): Promise<string[]> {
  const argv = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await execa('git', argv, { cwd: ROOT });
  const files = stdout.split('\0').filter((file) => READ.test(file) && !NOT_OURS.test(file));
  return files
    .filter((file) => existsSync(join(ROOT, file)))
    .flatMap((file) => privateWords(readFileSync(join(ROOT, file), 'utf8'), file).map((use) => useText(file, use)));
}
