import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Condition } from '../condition.ts';

/** Uses a core until the pipe from its parent closes. */
const WORK = "process.stdin.on('end', () => process.exit()).resume(); (function work() { setImmediate(work); })();";

function count(text: string): number {
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  throw new Error('expected a number of processes from 1 to 99');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, 'exit');
}

const condition: Condition<number> = {
  name: 'rivals',
  options: [{ flags: '--rivals <n>', about: 'measure beside N processes that use the CPU', parse: count }],
  async prepare(asked) {
    if (asked === null) return null;
    const processes = Array.from({ length: asked }, () =>
      spawn(process.execPath, ['-e', WORK], { stdio: ['pipe', 'ignore', 'ignore'] }),
    );
    const running = (): number =>
      processes.filter(({ exitCode, signalCode }) => (exitCode ?? signalCode) === null).length;
    return {
      identity: {
        value: asked,
        text: `${asked} processes that use the CPU`,
        mark: `beside ${asked} others`,
        otherwise: '0',
      },
      flags() {
        const message = `${running()} of ${asked} processes that use the CPU were still running`;
        return running() === asked ? [] : [{ code: 'lost-rivals', level: 'warning', message }];
      },
      async end() {
        await Promise.all(processes.map(end));
      },
    };
  },
};

export default condition;
