/** Reads the vectors of `protocol/vectors/` and plays them to a hub; their format is in the README there. */
import { readdirSync, readFileSync } from 'node:fs';
import type { HubDeadlines, HubState } from '../../../protocol/messages.ts';
import { Hub } from '../hub.ts';

const FOLDER = new URL('../../../protocol/vectors/', import.meta.url);

type Step = { at: number } & (
  | { connect: string }
  | { disconnect: string }
  | { tick: true }
  | { from: string; unreadable: true }
  | { from: string; event: string; data?: unknown }
);

/** What a hub says: to one connection, or to all that are open, in the order they were opened. */
export interface Output {
  at: number;
  to: string | string[];
  event: string;
  data: unknown;
}

export interface Vector {
  name: string;
  why: string;
  deadlines: HubDeadlines;
  steps: Step[];
  expect: Output[];
  state: HubState;
}

/** All vectors, by file name. */
export function readVectors(): [file: string, vector: Vector][] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => [file, parseVector(readFileSync(new URL(file, FOLDER), 'utf8'))]);
}

function parseVector(text: string): Vector {
  const { define = {} } = JSON.parse(text) as { define?: Record<string, object> };
  return JSON.parse(text, (_key, value) => {
    if (Array.isArray(value?.$repeat)) return repeat(value.$repeat[0], value.$repeat[1]);
    if (typeof value?.$use === 'string') return { ...define[value.$use], ...value.$with };
    return value;
  });
}

function repeat(what: string | unknown[], times: number): string | unknown[] {
  return typeof what === 'string' ? what.repeat(times) : Array.from({ length: times }, () => what).flat();
}

/** Plays `vector` to a hub of its own: what the hub said, and the state it is in afterwards. */
export function play(vector: Vector): { outputs: Output[]; state: HubState } {
  let at = 0;
  const open: string[] = [];
  const outputs: Output[] = [];
  const hub = new Hub<string>(
    {
      send: (to, event, data) => outputs.push({ at, to, event, data }),
      broadcast: (event, data) => outputs.push({ at, to: [...open], event, data }),
    },
    { now: () => at, deadlines: vector.deadlines },
  );
  for (const step of vector.steps) {
    at = step.at;
    if ('connect' in step) {
      open.push(step.connect);
      hub.connect(step.connect);
    } else if ('disconnect' in step) {
      open.splice(open.indexOf(step.disconnect), 1);
      hub.disconnect(step.disconnect);
    } else if ('tick' in step) hub.tick();
    else if ('unreadable' in step) hub.refuse(step.from, null, 'bad-json', 'not JSON');
    else hub.receive(step.from, step.event, step.data);
  }
  return { outputs, state: hub.state };
}
