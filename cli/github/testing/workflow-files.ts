/** The YAML files that GitHub reads, as far as tests look at them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../../../system/root.ts';

export interface Step {
  name?: string;
  run?: string;
  uses?: string;
  with?: Record<string, string | number>;
  env?: Record<string, string>;
}

export interface Workflow {
  on: string | Record<string, unknown>;
  permissions: Record<string, string>;
  jobs: Record<string, { permissions?: Record<string, string>; 'timeout-minutes'?: number; steps: Step[] }>;
}

export interface Action {
  inputs: Record<string, { default?: string; required?: boolean }>;
  runs: { steps: Step[] };
}

const FOLDER = '.github/workflows';

export const WORKFLOWS: readonly string[] = [
  ...readdirSync(join(ROOT, FOLDER)).map((name) => `${FOLDER}/${name}`),
  'docs/ci-gate.yml',
];
export const FORMS: readonly string[] = readdirSync(join(ROOT, '.github/ISSUE_TEMPLATE'))
  .filter((name) => name !== 'config.yml')
  .map((name) => `.github/ISSUE_TEMPLATE/${name}`);

export const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
export const readYaml = <T>(file: string): T => parse(textOf(file)) as T;

export const stepsOf = (file: string): Step[] =>
  Object.values(readYaml<Workflow>(file).jobs).flatMap(({ steps }) => steps);

/** The arguments of each command line in `script` that calls Outcry, without what the shell keeps for itself. */
export function outcryCalls(script: string): string[][] {
  const lines = script.replaceAll('\\\n', ' ').split('\n');
  return lines.flatMap((line) => {
    const words = (line.match(/'[^']*'|"[^"]*"|\S+/g) ?? []).map((word) => word.replace(/^(['"])(.*)\1$/, '$2'));
    while (/^[A-Z]+=/.test(words[0] ?? '')) words.shift();
    if (!/(^|\/)outcry$/.test(words[0] ?? '')) return [];
    const redirected = words.indexOf('>');
    return [redirected < 0 ? words.slice(1) : words.slice(1, redirected)];
  });
}
