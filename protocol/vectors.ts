/** Reads the recorded conversations of `vectors/`. `README.md` beside this file describes their format. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Counts } from './control.ts';
import { FILLING } from './verbs.ts';

const FOLDER = new URL('vectors/', import.meta.url);

export type Step = { at: number } & (
  | { connect: string }
  | { disconnect: string }
  | { from: string; event: string; data?: unknown }
  | { from: string; request: string; data?: unknown }
  | { from: string; unreadable: true }
  | { begin: unknown }
  | { feed: string; to?: string }
);

/** An event or a reply of a server, to one connection or to all in the order they were opened; or its answer to its controller. */
export type Said = { at: number } & (
  | { to: string | string[]; event: string; data: unknown }
  | { to: string; reply: string; data: unknown }
  | { control: { code: string } }
);

export interface Vector {
  verb: string;
  name: string;
  why: string;
  /** It has a step that not every framework's client can take: only kits play it. */
  kits?: true;
  steps: Step[];
  expect: Said[];
  counts: Omit<Counts, 'clock' | 'verbs'> & { verbs: Partial<Counts['verbs']> };
}

/** All vectors, by file name. `$any` in `expect` stays for the comparison; the other abbreviations are written out. */
export function readVectors(): [file: string, vector: Vector][] {
  return readdirSync(FOLDER)
    .sort()
    .map((file) => [file, JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'), writeOut)]);
}

// biome-ignore lint/suspicious/noExplicitAny: any JSON
function writeOut(_key: string, value: any): unknown {
  if (Array.isArray(value?.$repeat)) return repeat(value.$repeat[0], value.$repeat[1]);
  if (typeof value?.$bytes === 'number') return repeat(FILLING, 30_000).slice(0, value.$bytes);
  if (typeof value?.$nested === 'number') return nested(value.$nested);
  return value;
}

function repeat(what: string | unknown[], times: number): string | unknown[] {
  return typeof what === 'string' ? what.repeat(times) : Array.from({ length: times }, () => what).flat();
}

function nested(levels: number): unknown[] {
  return levels === 1 ? [] : [nested(levels - 1)];
}
