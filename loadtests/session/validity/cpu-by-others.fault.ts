/** A real run while a program that is none of ours takes a core. */
import { execFileSync } from 'node:child_process';
import type { RunRecord } from '../../../protocol/run-record.ts';
import { smallRun, twoApps } from '../../scenarios/testing/small-run.ts';

const NAME = 'made-up-other';
/** Ends by itself, should this test not live to end it. */
const MOST_MS = 60_000;

/** Starts it detached from this process, whose children count as ours. */
function startOther(): number {
  const burn = `process.title = '${NAME}'; const end = Date.now() + ${MOST_MS}; while (Date.now() < end);`;
  const shell = '"$0" -e "$1" < /dev/null > /dev/null 2>&1 & echo $!';
  return Number(execFileSync('setsid', ['sh', '-c', shell, process.execPath, burn], { encoding: 'utf8' }));
}

test('a run beside which another program took a core says so, how much it was, and who, and is done again', async () => {
  const [{ app, transport }] = twoApps(['echo']) as [ReturnType<typeof twoApps>[number]];
  const other = startOther();
  const attempts: RunRecord[] = [];
  try {
    const { when, discarded } = await smallRun({
      scenario: 'echo',
      params: { rate: 5, messages: 20 },
      app,
      transport,
      clients: 2,
      retries: 1,
      onDiscarded: (attempt) => {
        attempts.push(attempt);
        process.kill(other, 'SIGKILL');
      },
    });
    expect(attempts).toHaveLength(1);
    const [attempt] = attempts as [RunRecord];
    const finding = attempt.validity.find(({ code }) => code === 'cpu-by-others');
    expect(finding).toMatchObject({ level: 'warning', message: expect.stringContaining(NAME) });
    // On a machine that is busy besides it gets less than the core it wants.
    expect(Number(/used ([\d.]+)% of a core/.exec(finding!.message)![1])).toBeGreaterThan(10);
    // The attempt that counts is another run, and tells of this one.
    expect(discarded).toEqual([{ startedAt: attempt.when.startedAt, because: expect.arrayContaining([finding]) }]);
    expect(Date.parse(when.startedAt!)).toBeGreaterThan(Date.parse(attempt.when.finishedAt!));
  } finally {
    if (attempts.length === 0) process.kill(other, 'SIGKILL');
  }
});
