/** Asks a toolchain's own program about packages. */
import { execa } from 'execa';
import { toolEnvironment } from '../../setup/tools/environment.ts';
import type { Asked } from './packages.ts';

/** In a line of output that says why a program failed. */
const FAULT = /\berror\b|^go: /i;

/**
 * Runs the first of `commands` that does not fail: a build has fetched what most of them need, and another may fetch the rest.
 * @param label the program's name for people
 * @returns what it printed on stdout
 * @throws Error, a sentence, when all fail
 */
export async function askTool(
  label: string,
  { dir, requires }: Pick<Asked, 'dir' | 'requires'>,
  commands: readonly string[][],
  input = '',
): Promise<string> {
  const env = await toolEnvironment(requires);
  let said = '';
  for (const [program = '', ...words] of commands) {
    const asked = await execa(program, words, { cwd: dir, env, reject: false, input });
    if (!asked.failed) return String(asked.stdout ?? '');
    const lines = `${asked.stderr ?? ''}\n${asked.stdout ?? ''}`.split('\n').filter((line) => line.trim() !== '');
    said = lines.find((line) => FAULT.test(line)) ?? lines.at(-1) ?? asked.shortMessage ?? 'it did not say why';
  }
  throw new Error(`${label} could not list the packages of ${dir}: ${said.trim()}`);
}
