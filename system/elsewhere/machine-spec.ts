/** Reads `--on`: the machines that a session uses, and how each is reached. Pure. */
import { EXIT, OutcryError } from '../errors.ts';

/** One machine, or several of a kind where each process has a container or pod of its own (`exec`). */
export interface MachineSpec {
  kind: 'ssh' | 'docker' | 'exec';
  /** The host as `ssh` knows it, the engine's context, or the program with its arguments; `{n}` in it is a number from 1. */
  target: string;
  /** The image that an engine runs; null: the usual one. */
  image: string | null;
  /** The number of workers there, 1 or more. */
  count: number;
  /** As the user wrote it, without the count. */
  text: string;
}

const MOST_WORKERS = 500;

const HOW =
  "expected ssh:HOST*4, docker:CONTEXT*8, docker:CONTEXT=IMAGE*8 or exec:'PROGRAM ARGUMENTS'*16, with commas between machines";

function mistake(what: string): OutcryError {
  return new OutcryError(`--on: ${what}; ${HOW}`, EXIT.usage);
}

/** The parts of a list, cut at commas that are not in quotes. */
function partsOf(text: string): string[] {
  const parts = [''];
  let quote = '';
  for (const sign of text) {
    if (quote === '' && sign === ',') {
      parts.push('');
      continue;
    }
    if (sign === quote) quote = '';
    else if (quote === '' && (sign === "'" || sign === '"')) quote = sign;
    parts[parts.length - 1] += sign;
  }
  if (quote !== '') throw mistake(`a quote ${quote} is not closed`);
  return parts.map((part) => part.trim());
}

/** A program in quotes that enclose all of it is what is in them. */
const unquoted = (text: string): string => /^(['"])(.*)\1$/s.exec(text)?.[2] ?? text;

/** A name that starts with a dash would be an option to the program that gets it. */
function demandName(name: string, what: string): string {
  if (!/^[^\s-]\S*$/.test(name)) throw mistake(`"${name}" is no ${what}`);
  return name;
}

function readMachine(part: string): MachineSpec {
  const [, kind, rest, number = '1'] = /^(ssh|docker|exec):(.+?)(?:\*(\d+))?$/s.exec(part) ?? [];
  if (kind === undefined || rest === undefined) throw mistake(`"${part}" names no machine`);
  const count = Number(number);
  if (count < 1 || count > MOST_WORKERS) throw mistake(`"${part}" must have 1 to ${MOST_WORKERS} workers`);
  const text = `${kind}:${rest}`;
  if (kind === 'exec') return { kind, target: unquoted(rest), image: null, count, text };
  if (kind === 'ssh') return { kind, target: demandName(rest, 'host'), image: null, count, text };
  const [context, image] = rest.split(/=(.*)/s) as [string, string?];
  return {
    kind: 'docker',
    target: demandName(context, 'context of Docker'),
    image: image === undefined ? null : demandName(image, 'image'),
    count,
    text,
  };
}

/**
 * Reads a list of machines.
 * @throws OutcryError (wrong use) that says what is wrong with it and what is expected
 */
export function readMachines(text: string): MachineSpec[] {
  const machines = partsOf(text).map(readMachine);
  const workers = machines.reduce((sum, { count }) => sum + count, 0);
  if (workers > MOST_WORKERS) throw mistake(`${workers} workers are more than ${MOST_WORKERS}`);
  return machines;
}

/** Writes machines as `--on` reads them. */
export const machinesText = (machines: readonly MachineSpec[]): string =>
  machines.map(({ text, count }) => (count === 1 ? text : `${text}*${count}`)).join(',');
