/** The vendor's server as a process that ends with this one, even when this one is killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { PrivateFolder } from './folder.ts';
import type { Environment } from './settings.ts';

export interface ServerProcess {
  /** Everything it has written to stdout and stderr since it started, the newest lines. */
  log(): string;
  /** The last lines of that, or of its log file when it writes to that alone. */
  lastLines(): string;
  /** Resolves with how it ended ("exit code 1"), when it and its folder are gone. */
  ended: Promise<string>;
  /** Sends SIGTERM, and SIGKILL after 3 s; resolves when the server and its folder are gone. */
  stop(): Promise<void>;
}

/**
 * A shell script. It reads its input until the end, which comes when Node.js ends, even by SIGKILL; then it ends the server and removes
 * the folder. It writes nothing itself, so the end of the output is the end of the server.
 */
const WATCHDOG = `
"$1" run </dev/null &
server=$!
exec >/dev/null 2>&1
while read -r line; do :; done
kill -TERM "$server"
tenths=0
while kill -0 "$server" && [ "$tenths" -lt 30 ]; do
  sleep 0.1
  tenths=$((tenths + 1))
done
kill -KILL "$server"
wait "$server"
status=$?
rm -rf -- "$2"
exit "$status"
`;

const KEPT_LINES = 400;
const QUOTED_LINES = 15;
/** The watchdog's own 3 s, and some for a machine that is busy. */
const STOP_MS = 4_500;

/** Starts `launcher` (LS.sh) with the configuration in `folder`. */
export function runServer(launcher: string, folder: PrivateFolder, env: Environment): ServerProcess {
  // The server does not get the app's secrets: the database's password and the token.
  const { DATABASE_URL: _url, CONTROL_TOKEN: _token, ...rest } = env;
  const child = spawn('/bin/sh', ['-c', WATCHDOG, 'outcry-lightstreamer', launcher, folder.path], {
    cwd: folder.path,
    // In a group of its own it can be ended as a whole, and Ctrl-C reaches the app alone.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...rest, LS_CONFIG: folder.conf },
  });
  const lines: string[] = [];
  const outputs = [child.stdout, child.stderr].map(async (output) => {
    const reader = createInterface({ input: output });
    reader.on('line', (line) => {
      lines.push(line);
      if (lines.length > KEPT_LINES) lines.shift();
    });
    await once(reader, 'close');
  });
  child.stdin.on('error', () => {}); // the watchdog is gone, as "exit" reports
  const tail = (text: string): string => text.trimEnd().split('\n').slice(-QUOTED_LINES).join('\n');
  let fileTail = '';
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : signal));
  });
  const ended = Promise.all(outputs).then(async () => {
    fileTail = tail(readLog(folder.log)); // before the watchdog removes it
    child.stdin.end();
    const how = await exited;
    rmSync(folder.path, { recursive: true, force: true });
    return how;
  });
  return {
    log: () => lines.join('\n'),
    lastLines: () => fileTail || tail(lines.join('\n')),
    ended,
    stop: async () => {
      child.stdin.end();
      const late = setTimeout(() => killGroup(child.pid), STOP_MS);
      await ended;
      clearTimeout(late);
    },
  };
}

function readLog(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // not written yet, or its log configuration names another file
  }
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
