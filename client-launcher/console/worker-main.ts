/** A worker process of the console swarm: one member, told what to do over the IPC channel. */

import { hostClock } from '../../member/clock.ts';
import { Member } from '../../member/member.ts';
import type { ScenarioClient } from '../../member/scenario-client.ts';
import type { Adapter } from '../../protocol/socket.ts';
import { monotonicMs } from '../../system/monotonic.ts';
import { LoopUse } from './event-loop-use.ts';
import type { Answer, Command, NumberedCommand, WorkerSays } from './ipc.ts';
import { connectFrom } from './source-address.ts';

/** The interval at which the swarm hears the number of connected clients while they connect. */
const CONNECTED_MS = 250;

const clock = hostClock(monotonicMs);
let member: Member | null = null;
/** `file:` URL of the client script of the test that is being prepared. */
let script = '';
let connected = 0;

function say(message: WorkerSays): void {
  if (process.connected) process.send?.(message);
}

function sayConnected(): void {
  const now = member?.connected ?? 0;
  if (now === connected) return;
  connected = now;
  say({ says: 'connected', connected });
}

async function connect(command: Command & { do: 'connect' }): Promise<void> {
  const { adapter: address, url, source, sharedClock, request } = command;
  await member?.disconnect();
  connectFrom(source);
  const { default: adapter } = (await import(address)) as { default: Adapter };
  const load = async () => ((await import(script)) as { default: ScenarioClient }).default;
  const own = { ...clock, shared: sharedClock };
  member = new Member({ adapter, url, clock: own, script: load, busy: new LoopUse(), onChange: sayConnected });
  const watching = setInterval(sayConnected, CONNECTED_MS);
  try {
    await member.connect(request);
  } finally {
    clearInterval(watching);
    sayConnected();
  }
}

async function obey(command: Command): Promise<Answer> {
  if (command.do === 'connect') {
    await connect(command);
  } else if (command.do === 'disconnect') {
    await member?.disconnect();
    sayConnected();
  } else if (member === null) {
    throw new Error('Nothing is connected yet.');
  } else if (command.do === 'prepare') {
    script = command.script;
    await member.prepare(command.test);
  } else if (command.do === 'begin') {
    member.begin();
  } else if (command.do === 'relate') {
    return { clock: await member.relateAgain() };
  } else {
    return { report: await member.report() };
  }
  return {};
}

process.on('message', async (command: NumberedCommand) => {
  const { number } = command;
  try {
    say({ says: 'done', number, error: null, ...(await obey(command)) });
  } catch (thrown) {
    say({ says: 'done', number, error: thrown instanceof Error ? thrown.message : String(thrown) });
  }
});

// The swarm has let go, or died: nothing may be left running.
process.on('disconnect', () => process.exit(0));

say({ says: 'ready' });
