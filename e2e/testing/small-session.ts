/** Small sessions for tests: console swarms, the quickest real thing, each in a place of its own of which nothing is left. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunRecord } from '../../protocol/run-record.ts';
import { readApps } from '../../setup/apps/manifest/manifest.ts';
import { leftRunning, type Outcry, outcry } from './outcry-process.ts';

/** The results folder of a test, and the trace that identifies all that it starts. */
export interface Place {
  results: string;
  trace: string;
}

let count = 0;

/** Runs `act` in a place of its own and removes the place afterwards. */
export const inPlace = (act: (place: Place) => Promise<void>) => async (): Promise<void> => {
  count += 1;
  const place = { results: mkdtempSync(join(tmpdir(), 'outcry-session-')), trace: `${process.pid}-session-${count}` };
  try {
    await act(place);
  } finally {
    for (const { pid } of leftRunning(place.trace)) process.kill(pid, 'SIGKILL');
    rmSync(place.results, { recursive: true, force: true });
  }
};

/** The first app that needs Node.js alone; nothing that such a test looks at depends on which. */
export const FRAMEWORK = readApps().find(({ requires }) => requires.every((tool) => tool.startsWith('node')))!.id;

/** Options that make one run as short as it can be. */
export const SHORT = '--runs 1 --warmup 0 --preflight 0 --no-live'.split(' ');

/** 4 clients, each of whose 20 messages goes to all of them. */
const SMALL = '--swarm console --clients 4 --rate 10 --messages 20 --warmup 0 --preflight 0 --no-live'.split(' ');

/** `./outcry run` of one app with a small swarm. @param more options; of one that is there twice the later counts */
export const smallSession = (
  { results, trace }: Place,
  more: string[] = [],
  env: Record<string, string> = {},
): Outcry => outcry(['run', '--frameworks', FRAMEWORK, '--results', results, ...SMALL, ...more], trace, env);

/** The records in the results, as paths in their folder, in the order of their names. */
export const recordsIn = ({ results }: Place): string[] =>
  readdirSync(results, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json') && !file.includes('.session'))
    .sort();

/** Reads one of {@link recordsIn}. */
export const readRecord = ({ results }: Place, file: string): RunRecord =>
  JSON.parse(readFileSync(join(results, file), 'utf8'));
