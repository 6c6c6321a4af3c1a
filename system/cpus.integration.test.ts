import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { allowedCpus, cpuList, cpusIn, keepTreeOn, onCpus } from './cpus.ts';

describe('a list of CPUs', () => {
  test('is read as the kernel writes it, and written so', () => {
    expect(cpusIn('0,2-4,3\n')).toEqual([0, 2, 3, 4]);
    expect(cpuList([0, 2, 3, 4])).toBe('0,2-4');
    expect(cpuList([])).toBe('');
  });

  test('that is none is not taken for one', () => {
    for (const text of ['', 'a', '1-', '3-1', '0,,1', '-1', '0-1:2', '99999']) expect(cpusIn(text)).toBeNull();
  });
});

test('CPUs of a process that has ended are not known', () => {
  expect(allowedCpus(2 ** 22 + 1)).toBeNull();
});

const SLEEP = ['sh', '-c', 'sleep 60 & echo $!; wait'];

/** Starts a shell with a child, and gives what both may run on. */
async function cpusOf(argv: string[], then: () => Promise<void> = async () => {}): Promise<string[]> {
  const shell = spawn(argv[0]!, argv.slice(1), { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
  try {
    const [child] = await once(shell.stdout!, 'data');
    await then();
    return [shell.pid!, Number(String(child))].map((pid) => cpuList(allowedCpus(pid)!));
  } finally {
    process.kill(-shell.pid!, 'SIGKILL');
  }
}

const all = cpuList(allowedCpus() ?? []);
const last = String(allowedCpus()?.at(-1));

describe('of the CPUs there are', () => {
  test('a command and what it starts run on those that it is given', async () => {
    expect(await cpusOf(onCpus(last, SLEEP))).toEqual([last, last]);
  });

  test('what runs already can be kept to some, with this process, and let go again', async () => {
    try {
      expect(await cpusOf(SLEEP, () => keepTreeOn(last))).toEqual([last, last]);
      expect(cpuList(allowedCpus()!)).toBe(last);
      expect(await cpusOf(SLEEP)).toEqual([last, last]);
    } finally {
      await keepTreeOn(all);
    }
    expect(cpuList(allowedCpus()!)).toBe(all);
  });
});
