import { EXIT } from '../../../system/errors.ts';
import { type Cores, demandShares, shareOut } from './cores.ts';

/** A machine whose cores have `threads` CPUs each, next to each other. */
const machine = (cpus: number, threads = 1): Cores => ({
  allowed: Array.from({ length: cpus }, (_, cpu) => cpu),
  siblings: (cpu) => Array.from({ length: threads }, (_, thread) => cpu - (cpu % threads) + thread),
  unavailable: null,
});

describe('cores are shared out', () => {
  test('by halves, and the odd one is the swarm’s', () => {
    expect(shareOut(undefined, machine(2))).toEqual({ serverCpus: '1', swarmCpus: '0' });
    expect(shareOut(undefined, machine(5))).toEqual({ serverCpus: '3-4', swarmCpus: '0-2' });
  });

  test('so that no two threads of one core are on different sides', () => {
    expect(shareOut(undefined, machine(8, 2))).toEqual({ serverCpus: '4-7', swarmCpus: '0-3' });
    const apart = { ...machine(4), siblings: (cpu: number) => [cpu % 2, (cpu % 2) + 2] };
    expect(shareOut(undefined, apart)).toEqual({ serverCpus: '1,3', swarmCpus: '0,2' });
  });

  test('of those alone that this process may use', () => {
    expect(shareOut(undefined, { ...machine(8), allowed: [2, 5, 6] })).toEqual({ serverCpus: '6', swarmCpus: '2,5' });
  });

  test('as they were asked for: the rest is the swarm’s', () => {
    expect(shareOut('0,2-3', machine(6))).toEqual({ serverCpus: '0,2-3', swarmCpus: '1,4-5' });
    expect(shareOut('1', machine(2, 2))).toEqual({ serverCpus: '1', swarmCpus: '0' });
  });
});

/** The sentence and the exit code of what is refused. */
function refusal(work: () => unknown): [string, number] {
  try {
    work();
  } catch (error) {
    const { message, exitCode } = error as Error & { exitCode: number };
    return [message, exitCode];
  }
  throw new Error('nothing was refused');
}

describe('what cannot be shared out is refused with what to do', () => {
  test('one core, and one core with two threads', () => {
    expect(refusal(() => shareOut(undefined, machine(1)))).toEqual([
      '--pin needs two cores, and this Outcry may use CPU 0, which is one; run without --pin, or on a machine with more',
      EXIT.missing,
    ]);
    expect(refusal(() => shareOut(undefined, machine(2, 2)))[0]).toContain('say with --server-cpus which');
  });

  test('a machine that has no program for it', () => {
    const [message, code] = refusal(() =>
      shareOut('0', { ...machine(2), unavailable: 'the program taskset is missing' }),
    );
    expect([message, code]).toEqual(['--pin cannot be had here: the program taskset is missing', EXIT.missing]);
  });

  test('CPUs that there are not, and CPUs that leave none', () => {
    expect(refusal(() => shareOut('1-2', machine(2)))).toEqual([
      '--server-cpus 1-2: this Outcry may use CPUs 0-1 and no other',
      EXIT.usage,
    ]);
    expect(refusal(() => shareOut('0-1', machine(2)))[1]).toBe(EXIT.usage);
    expect(refusal(() => shareOut('1-0', machine(2)))[1]).toBe(EXIT.usage);
  });

  test('a session that began on CPUs which are not there now', () => {
    const shares = { serverCpus: '2', swarmCpus: '0-1' };
    demandShares(shares, machine(3));
    const [message, code] = refusal(() => demandShares(shares, machine(2)));
    expect(message).toContain('resume it where it began');
    expect(code).toBe(EXIT.missing);
  });
});
