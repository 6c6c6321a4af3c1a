/** A client in a process of its own, to be killed so that its connection dies without a goodbye. */
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { bundle } from '../../client-launcher/console/worker-bundle.ts';
import type { Transport } from '../../protocol/socket.ts';
import { spawnOwned } from '../../system/processes.ts';
import { CheckFailure, within } from './demand.ts';

/** The work of the client before it dies; handed to its process as JSON. */
export interface ClientTask {
  /** Its mark in its bodies. */
  from: string;
  /** The name it joins as; null: it does not join. */
  join: string | null;
  /** The number of bodies that it publishes, numbered from 0. */
  messages: number;
}

/** A connected client that has done its task, has everything back and only waits for more. */
export interface ClientToKill {
  /** SIGKILL: its operating system closes the connection, it says nothing more. */
  kill(): Promise<void>;
}

export interface ClientPlace {
  /** Absolute path of the adapter's bundle. */
  adapterPath: string;
  url: string;
  transport: Transport;
  deadlineMs: number;
}

let bundled: Promise<string> | null = null;

/** The path of its program, made once: a client that had a compiler load it would take a second to start, over every transport. */
function program(): Promise<string> {
  bundled ??= bundle(join(import.meta.dirname, 'killed-client-process.ts'), 'killed-client');
  return bundled;
}

/** Starts the process and resolves when its client has done its task. */
export async function startClientToKill(place: ClientPlace, task: ClientTask): Promise<ClientToKill> {
  const argument = JSON.stringify({ ...place, task });
  const child = spawnOwned([process.execPath, await program(), argument], {
    label: 'verify: a client to be killed',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr!.on('data', (chunk) => {
    errors = (errors + chunk).slice(-2_000);
  });
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await gone;
  };
  const quiet = new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      if (line === 'quiet') resolve();
    });
    const ended = (): void => reject(new CheckFailure(`the client in its own process ended early: ${errors.trim()}`));
    void gone.then(ended);
  });
  try {
    const seconds = place.deadlineMs / 1000;
    await within(
      quiet,
      place.deadlineMs,
      `the client in its own process had not had its bodies back within ${seconds} s`,
    );
  } catch (error) {
    await kill();
    throw error;
  }
  return { kill };
}
