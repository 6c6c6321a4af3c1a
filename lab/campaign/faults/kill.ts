/** `kill -9`: of each part of a session, of the command itself, and of the command in the moment in which it keeps a record. */
import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { pick } from '../../reliability/seeded-random.ts';
import { type Fault, justNow, type Span } from '../fault.ts';
import { sessionsIn } from '../kept-files.ts';
import { VICTIMS } from '../session-parts.ts';

/** What a file is called that is only there while a record is being written. */
const BEING_WRITTEN = /\.(tmp|claim)$/;

/** Kills the command as soon as there is such a file in one of `folders`; resolves with its name and the moment. */
function killAtWriting(
  pid: number,
  folders: readonly string[],
): {
  killed: Promise<{ file: string; when: Span }>;
  stop(): void;
} {
  const watchers: FSWatcher[] = [];
  const killed = new Promise<{ file: string; when: Span }>((resolve) => {
    for (const folder of folders) {
      const seen = (_: string, name: string | null): void => {
        if (name === null || !BEING_WRITTEN.test(name)) return;
        process.kill(pid, 'SIGKILL');
        resolve({ file: name, when: justNow() });
      };
      watchers.push(watch(folder, seen).on('error', () => {}));
    }
  });
  return { killed, stop: () => watchers.forEach((watcher) => void watcher.close()) };
}

const parts = VICTIMS.map(
  ({ name, scenes, find, told }): Fault => ({
    name: `${name} killed`,
    about: `kill -9 of the ${name}`,
    scenes,
    ...(told ? { told } : {}),
    async inject(target, random) {
      const victim = await target.until(() => pick(find(target), random));
      if (victim === null) return null;
      process.kill(victim.pid, 'SIGKILL');
      return { to: victim.label, when: justNow() };
    },
  }),
);

const command: Fault = {
  name: 'command killed',
  about: 'kill -9 of ./outcry itself',
  scenes: ['plain', 'fed', 'captured', 'charts', 'browser'],
  endsWith: ['SIGKILL'],
  async inject({ pid }) {
    process.kill(pid, 'SIGKILL');
    return { to: './outcry', when: justNow() };
  },
};

const whileKeeping: Fault = {
  name: 'command killed while it writes',
  about: 'kill -9 of ./outcry in the moment in which a record is being written',
  scenes: ['plain'],
  endsWith: ['SIGKILL'],
  async inject(target) {
    const session = await target.until(() => sessionsIn(target.results)[0] ?? null);
    if (session === null) return null;
    const { killed, stop } = killAtWriting(target.pid, [target.results, join(target.results, session)]);
    const done = await Promise.race([killed, target.until(() => null)]);
    stop();
    return done === null ? null : { to: `./outcry, when ${done.file} came`, when: done.when };
  },
};

export default [...parts, command, whileKeeping];
