/** Reads the vectors of `protocol/vectors/` and plays them to a room; their format is in the README there. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Counts } from '../../../protocol/control.ts';
import { FILLING } from '../../../protocol/verbs.ts';
import { Fault } from '../fault.ts';
import { Room } from '../room.ts';

const FOLDER = new URL('../../../protocol/vectors/', import.meta.url);

type Step = { at: number } & (
  | { connect: string }
  | { disconnect: string }
  | { from: string; event: string; data?: unknown }
  | { from: string; request: string; data?: unknown }
  | { from: string; unreadable: true }
  | { begin: unknown }
  | { feed: string; to?: string }
);

/** What a room says: to one connection, or to all that are open, in the order they were opened; or to who controls it. */
export type Said = { at: number } & (
  | { to: string | string[]; event: string; data: unknown }
  | { to: string; reply: string; data: unknown }
  | { control: { code: string } }
);

export interface Vector {
  verb: string;
  name: string;
  why: string;
  steps: Step[];
  expect: Said[];
  counts: Omit<Counts, 'clock'>;
}

/** All vectors, by file name. */
export function readVectors(): [file: string, vector: Vector][] {
  return readdirSync(FOLDER)
    .sort()
    .map((file) => [file, JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'), spellOut)]);
}

/** A value with its abbreviation spelled out; `$any` stays for the comparison. */
// biome-ignore lint/suspicious/noExplicitAny: any JSON
function spellOut(_key: string, value: any): unknown {
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

/** Plays `vector` to a room of its own: what was said, and what was counted. */
export function play(vector: Vector): { said: Said[]; counts: Vector['counts'] } {
  let at = 0;
  const open: string[] = [];
  const said: Said[] = [];
  const room = new Room<string>(
    {
      send: (to, event, data) => said.push({ at, to, event, data }),
      broadcast: (event, data) => open.length > 0 && said.push({ at, to: [...open], event, data }),
    },
    () => at,
  );
  const asController = (ask: () => void) => {
    try {
      ask();
    } catch (error) {
      said.push({ at, control: { code: Fault.of(error).code } });
    }
  };
  for (const step of vector.steps) {
    at = step.at;
    if ('connect' in step) {
      open.push(step.connect);
      room.connect(step.connect);
    } else if ('disconnect' in step) {
      if (open.includes(step.disconnect)) open.splice(open.indexOf(step.disconnect), 1);
      room.disconnect(step.disconnect);
    } else if ('event' in step) room.receive(step.from, step.event, step.data);
    else if ('request' in step) {
      const reply = room.request(step.from, step.request, step.data);
      if (reply !== null) said.push({ at, to: step.from, reply: step.request, data: reply });
    } else if ('unreadable' in step) room.unreadable(step.from);
    else if ('begin' in step) asController(() => room.begin(step.begin));
    else asController(() => room.feed(step.feed, step.to ?? null));
  }
  const { clock, verbs, ...counts } = room.counts;
  const counted = Object.entries(verbs).filter(([, { received }]) => received.length > 0);
  return { said, counts: { ...counts, verbs: Object.fromEntries(counted) as Counts['verbs'] } };
}
