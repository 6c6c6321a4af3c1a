/** A worker process of the console swarm: one group of clients, told what to do over the IPC channel. */

import { performance } from 'node:perf_hooks';
import { hostClock } from '../../member/clock.ts';
import { LoadGroup } from '../../member/group.ts';
import type { Adapter } from '../../protocol/socket.ts';
import type { Command, ConnectCommand, NumberedCommand, WorkerSays } from './ipc.ts';

const STATE_MS = 250;
const BUSY_MS = 1_000;

const clock = hostClock(() => Number(process.hrtime.bigint()) / 1e6);
let group: LoadGroup | null = null;
let handedIn: unknown = null;
let connected = 0;
let error: string | null = null;
let watchingLoop: NodeJS.Timeout | undefined;

function say(message: WorkerSays): void {
  if (process.connected) process.send?.(message);
}

/** Says how things stand, when they have changed. */
function sayState(): void {
  const state = group?.state() ?? { connected: 0, error: null };
  if (state.connected === connected && state.error === error) return;
  ({ connected, error } = state);
  say({ says: 'state', connected, error });
}

function onChange(): void {
  const dataset = group?.dataset ?? null;
  if (dataset !== null && dataset !== handedIn) {
    handedIn = dataset;
    say({ says: 'dataset', dataset });
  }
  sayState();
}

async function connect(command: ConnectCommand): Promise<void> {
  await group?.close();
  const { default: adapter } = (await import(command.adapter)) as { default: Adapter };
  group = new LoadGroup({ ...command, adapter, clock }, onChange);
  const watching = setInterval(sayState, STATE_MS);
  try {
    await group.connect();
  } finally {
    clearInterval(watching);
    sayState();
  }
}

/** Says once a second how busy the event loop was, until {@link unwatchLoop}. */
function watchLoop(): void {
  unwatchLoop();
  let before = performance.eventLoopUtilization();
  watchingLoop = setInterval(() => {
    const now = performance.eventLoopUtilization();
    say({ says: 'busy', share: performance.eventLoopUtilization(now, before).utilization });
    before = now;
  }, BUSY_MS);
}

function unwatchLoop(): void {
  clearInterval(watchingLoop);
}

async function obey(command: Command): Promise<void> {
  if (command.do === 'connect') return connect(command);
  if (command.do === 'disconnect') {
    const old = group;
    group = null;
    unwatchLoop();
    await old?.close();
    return sayState();
  }
  if (group === null) throw new Error('Nothing is connected yet.');
  if (command.do === 'prepare') {
    watchLoop();
    return group.prepare(command.plan);
  }
  return group.start(command.init);
}

process.on('message', async (command: NumberedCommand) => {
  const { number } = command;
  try {
    await obey(command);
    say({ says: 'done', number, error: null });
  } catch (thrown) {
    say({ says: 'done', number, error: thrown instanceof Error ? thrown.message : String(thrown) });
  }
});

// The swarm has let go, or died: nothing may be left running.
process.on('disconnect', () => process.exit(0));

say({ says: 'ready' });
