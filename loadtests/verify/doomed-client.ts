/** A client in a process of its own, to be killed so that its connection dies without a goodbye. */

import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { InitTest } from '../../protocol/messages.ts';
import type { Transport } from '../../protocol/socket.ts';
import { spawnOwned } from '../../system/processes.ts';
import { CheckFailure } from './check.ts';
import { within } from './test-client.ts';

/** What the client does before it dies; handed to its process as JSON. */
export interface DoomedTask {
  /** Asks for this test as soon as it is connected: it is the master. */
  init?: InitTest;
  /** When a test begins it sends `messages` messages as `clientId`. */
  clientId: number;
  messages: number;
}

export interface DoomedClient {
  /** Resolves once it is connected, or has sent its messages, has them back and only waits for more. */
  until(what: 'connected' | 'quiet'): Promise<void>;
  /** SIGKILL: its operating system closes the connection, it says nothing more. */
  kill(): Promise<void>;
}

export interface DoomedPlace {
  /** Absolute path of the adapter's bundle. */
  adapterPath: string;
  url: string;
  transport: Transport;
  deadlineMs: number;
}

const PROGRAM = fileURLToPath(new URL('./doomed-client-main.ts', import.meta.url));

/** Starts the process and resolves when its client is connected. */
export async function startDoomedClient(place: DoomedPlace, task: DoomedTask): Promise<DoomedClient> {
  const argument = JSON.stringify({ ...place, task });
  const child = spawnOwned([process.execPath, '--import', 'tsx', PROGRAM, argument], {
    label: 'verify: a client to be killed',
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: fileURLToPath(new URL('.', import.meta.url)),
  });
  const said = new Set<string>();
  const waiting = new Map<string, () => void>();
  createInterface({ input: child.stdout! }).on('line', (line) => {
    said.add(line);
    waiting.get(line)?.();
  });
  let errors = '';
  child.stderr!.on('data', (chunk) => {
    errors = (errors + chunk).slice(-2_000);
  });
  let failed: (error: Error) => void = () => {};
  const ended = new Promise<never>((_, reject) => {
    failed = reject;
  });
  ended.catch(() => {}); // it is meant to end; only who waits for a word of it minds
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  child.once('error', (error) => failed(error));
  child.once('exit', () => failed(new CheckFailure(`the client in its own process ended early: ${errors.trim()}`)));
  const doomed: DoomedClient = {
    until: (what) => {
      const word = new Promise<void>((resolve) => {
        if (said.has(what)) resolve();
        else waiting.set(what, resolve);
      });
      const sentence = `the client in its own process was not ${what} within ${place.deadlineMs / 1000} s`;
      return within(Promise.race([word, ended]), place.deadlineMs, sentence);
    },
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
  try {
    await doomed.until('connected');
  } catch (error) {
    await doomed.kill();
    throw error;
  }
  return doomed;
}
