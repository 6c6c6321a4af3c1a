/** `./outcry github gate`: measures and compares as a gate does, and leaves the comparison as Markdown. */
import { appendFileSync, writeFileSync } from 'node:fs';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { runOutcry } from './run-outcry.ts';

/** Inputs of an action are texts; an input that was not given is empty. */
export interface GateInputs {
  apps: string;
  frameworks: string;
  against: string;
  results: string;
  /** A condition on each line. */
  failIf: string;
  /** An option on each line, with its value after a space: `--clients 60`. */
  options: string;
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** @throws OutcryError (wrong use) for a line that is no option */
function optionOf(line: string): string[] {
  const [, name, value] = /^(--[a-z][a-z0-9-]*)(?:\s+(.*))?$/.exec(line) ?? [];
  if (name === undefined) throw new OutcryError(`options: "${line}" does not begin with an option`, EXIT.usage);
  return value === undefined ? [name] : [name, value];
}

/** The arguments of `./outcry` for a gate. */
export function gateArguments({ failIf, options, ...given }: GateInputs): string[] {
  const named = Object.entries(given).filter(([, value]) => value.trim() !== '');
  return [
    'run',
    '--no-live',
    '--markdown',
    ...named.flatMap(([name, value]) => [`--${name}`, value.trim()]),
    ...linesOf(failIf).flatMap((condition) => ['--fail-if', condition]),
    ...linesOf(options).flatMap(optionOf),
  ];
}

/** @param file for the Markdown; the job's summary gets it too */
export async function runGate(inputs: GateInputs, file: string): Promise<void> {
  const { code, stdout } = await runOutcry(gateArguments(inputs));
  const nothing = `### Outcry\n\nNo comparison: the command ended with exit code ${code}. The job's log says why.\n`;
  const markdown = stdout.trim() === '' ? nothing : stdout;
  writeFileSync(file, markdown);
  addToSummary(markdown);
  process.exitCode = code;
}

/** Adds to what GitHub shows of the job, where there is such a file. */
export function addToSummary(markdown: string): void {
  const summary = process.env.GITHUB_STEP_SUMMARY;
  if (summary) appendFileSync(summary, `${markdown}\n`);
}
