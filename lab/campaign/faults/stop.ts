/** SIGSTOP and, up to three seconds later, SIGCONT: what a busy hypervisor or a laptop's lid does. */
import { setTimeout as sleep } from 'node:timers/promises';
import { pick } from '../../reliability/seeded-random.ts';
import type { Fault, Part, Span } from '../fault.ts';
import { VICTIMS, type Victim } from '../session-parts.ts';

const LEAST_MS = 200;
const MOST_MS = 3_000;

const COMMAND: Victim = {
  name: 'command',
  scenes: ['plain', 'fed', 'charts', 'browser'],
  find: ({ pid }) => [{ label: './outcry', pid }],
};

async function stopFor({ pid }: Part, ms: number): Promise<Span> {
  process.kill(pid, 'SIGSTOP');
  const from = Date.now();
  await sleep(ms);
  try {
    process.kill(pid, 'SIGCONT');
  } catch {
    // Somebody gave it up meanwhile and killed it, as he may.
  }
  return { from, until: Date.now() };
}

export default [...VICTIMS, COMMAND].map(
  ({ name, scenes, find, stopped }): Fault => ({
    name: `${name} stopped`,
    about: `SIGSTOP of the ${name}, and SIGCONT 0.2 to 3 s later`,
    scenes,
    async inject(target, random) {
      const ms = Math.round(LEAST_MS + random() * (MOST_MS - LEAST_MS));
      const victim = await target.until(() => pick(find(target), random));
      if (victim === null) return null;
      const when = await stopFor(victim, ms);
      const told = stopped !== undefined && ms >= stopped.leastMs ? { told: stopped.told } : {};
      return { to: `${victim.label}, for ${ms} ms`, when, ...told };
    },
  }),
);
