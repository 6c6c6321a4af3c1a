/** The driver host's process: starts drivers in its own session, and reports what they print at first and how they end. */
import { spawn } from 'node:child_process';
import { finished } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { HostSays, StartRequest } from './driver-host.ts';

/** A driver says its port in its first lines. Browsers print through it for as long as they run. */
const MOST_PRINTED = 10_000;
/** The pipes of a driver that has ended stay open for as long as its browser holds them. */
const LAST_WORDS_MS = 100;

function say(message: HostSays): void {
  if (process.connected) process.send?.(message);
}

process.on('message', ({ number, argv, cwd, env }: StartRequest) => {
  const child = spawn(argv[0]!, argv.slice(1), {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Only Linux shares out CPU time by sessions. Elsewhere a process group is the means to end what a driver has started.
    detached: process.platform !== 'linux',
  });
  let printed = 0;
  // A pipe that fills up would stop the browser, so reading goes on.
  const read = (chunk: Buffer): void => {
    if (printed < MOST_PRINTED) say({ number, says: 'printed', text: String(chunk) });
    printed += chunk.length;
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  child.once('error', (error) => say({ number, says: 'ended', how: error.message }));
  const allRead = Promise.allSettled([finished(child.stdout), finished(child.stderr)]);
  child.once('exit', async (code, signal) => {
    await Promise.race([allRead, pause(LAST_WORDS_MS)]);
    say({ number, says: 'ended', how: signal ?? String(code) });
  });
  if (child.pid !== undefined) say({ number, says: 'started', pid: child.pid });
});

// The launcher closed the channel, or died: all drivers end with this process's group.
process.on('disconnect', () => process.kill(0, 'SIGKILL'));
