/** The clock of day jumps, for the session alone: libfaketime stands between its processes and the kernel. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pick } from '../../reliability/seeded-random.ts';
import { type Fault, justNow, type Place } from '../fault.ts';

const SECONDS = [-86_400, -3_600, -5, 5, 3_600, 86_400];

/** Where Debian and others put it. */
function library(): string | null {
  const roots = [
    '/usr/lib',
    '/usr/local/lib',
    ...(existsSync('/usr/lib') ? readdirSync('/usr/lib').map((dir) => `/usr/lib/${dir}`) : []),
  ];
  return roots.map((root) => join(root, 'faketime', 'libfaketime.so.1')).find((path) => existsSync(path)) ?? null;
}

const clockFile = ({ temporary }: Place): string => join(temporary, '..', 'clock');

const fault: Fault = {
  name: 'clock stepped',
  about: "the clock of day jumps by 5 s, an hour or a day, forth or back; the machine's own clock is not touched",
  scenes: ['plain', 'fed'],
  missing: () => (library() === null ? 'libfaketime is not here (Debian: apt-get install faketime)' : null),
  // Redis of Debian brings an allocator (jemalloc) that asks for the time before libfaketime can answer, and hangs.
  underneath: true,
  prepare(place) {
    writeFileSync(clockFile(place), '+0\n');
    return {
      env: {
        LD_PRELOAD: library()!,
        FAKETIME_TIMESTAMP_FILE: clockFile(place),
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        NO_FAKE_STAT: '1',
      },
    };
  },
  async inject(target, random) {
    const seconds = pick(SECONDS, random)!;
    writeFileSync(clockFile(target), `${seconds > 0 ? '+' : ''}${seconds}\n`);
    return { to: `by ${seconds} s`, when: justNow() };
  },
};

export default [fault];
