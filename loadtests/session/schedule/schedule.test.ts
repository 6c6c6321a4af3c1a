import type { RunRecord } from '../../../protocol/run-record.ts';
import { madeUpApp } from '../../../setup/apps/manifest/testing/made-up-app.ts';
import { rounds } from '../../plans/rounds.ts';
import type { Step, StepDone } from '../../scenarios/scenario.ts';
import { type DueRun, type NeededRun, type Runner, runSchedule, type Schedule, shuffled } from './schedule.ts';

const RUN_MS = 30_000;

const combinations = ['alpha', 'beta'].map((id) => ({ app: madeUpApp(id), transport: 'websocket' as const }));
const step: Omit<Step, 'repetition'> = { scenario: 'made-up', params: {}, clients: 2 };

const idOf = ({ combination, step: { repetition } }: NeededRun): string => `${combination.app.id} ${repetition}`;

/** A record of a run that began and ended at these times, with flags of these codes. */
const recordOf = (id: string, from: number, to: number, codes: string[] = []): RunRecord =>
  ({
    id,
    identity: { repetition: Number(id.split(' ')[1]) },
    when: { startedAt: new Date(from).toISOString(), finishedAt: new Date(to).toISOString() },
    validity: codes.map((code) => ({ code, level: 'warning', message: `found: ${code}` })),
  }) as unknown as RunRecord;

/** Measures nothing: a run takes half a minute of a clock that nobody waits for. */
class MockRunner implements Runner {
  now = 0;
  /** Ids of runs in the order in which they were made; those that were made at once in one entry. */
  readonly made: string[] = [];
  readonly numbers: number[] = [];
  readonly discarded: RunRecord[] = [];
  readonly had: string[] = [];
  readonly asked: string[] = [];
  /** The flags of each attempt, by the run's id. */
  readonly flags: Record<string, string[][]> = {};
  readonly earlier: Record<string, RunRecord[]> = {};
  readonly unready: string[] = [];
  launchMs = 0;

  async launch() {
    this.now += this.launchMs;
    this.launchMs = 0;
  }
  async kept(run: NeededRun) {
    return this.had.includes(idOf(run)) ? recordOf(idOf(run), 0, RUN_MS) : null;
  }
  async ready({ app }: NeededRun['combination']) {
    this.asked.push(app.id);
    return !this.unready.includes(app.id);
  }
  async make(runs: readonly DueRun[]) {
    const from = this.now;
    this.now += RUN_MS;
    this.made.push(runs.map(idOf).join(', '));
    this.numbers.push(...runs.map(({ number }) => number));
    return runs.map((run) => recordOf(idOf(run), from, this.now, this.flags[idOf(run)]?.shift()));
  }
  async discardedOf(run: NeededRun) {
    return this.earlier[idOf(run)] ?? [];
  }
  async discard(attempt: RunRecord) {
    this.discarded.push(attempt);
  }
  async keep() {}
  outcomeOf(done: Step, { id }: RunRecord) {
    return { ...done, id } as unknown as StepDone;
  }
}

/** Two frameworks in rounds of one run each, until something ends them. */
async function scheduled(change: Partial<Schedule> = {}, prepare: (runner: MockRunner) => void = () => {}) {
  const runner = new MockRunner();
  prepare(runner);
  const steps = rounds([step], 2);
  const schedule = { session: 's1', combinations, steps, together: 1, retries: 0, until: null, ...change };
  const { records, rows } = await runSchedule(schedule, runner, () => runner.now);
  return { runner, records, rows, ids: records.map(({ id }) => id) };
}

describe('rounds', () => {
  test('have a run of each combination', async () => {
    const { runner, ids } = await scheduled();
    expect(ids.slice(0, 2).sort()).toEqual(['alpha 1', 'beta 1']);
    expect(ids.slice(2).sort()).toEqual(['alpha 2', 'beta 2']);
    expect(runner.made).toEqual(ids);
    expect(runner.numbers).toEqual([1, 2, 3, 4]);
  });

  test('have a random order that follows from session and round', () => {
    const order = (session: string) => (_: unknown, round: number) =>
      shuffled(['a', 'b', 'c'], session, round).join('');
    const orders = Array.from({ length: 200 }, order('s1'));
    expect(new Set(orders).size).toBe(6);
    expect(Array.from({ length: 200 }, order('s1'))).toEqual(orders);
    expect(Array.from({ length: 200 }, order('s2'))).not.toEqual(orders);
  });

  test.each([
    [1, ['alpha 1', 'beta 1']],
    [10, ['alpha 1, beta 1', 'beta 1, alpha 1']],
  ])('have a random order from the first on, with %d servers up together', async (together, starts) => {
    const firsts = Array.from({ length: 20 }, async (_, index) => {
      const one = await scheduled({ together, session: `s${index}` });
      return one.runner.made[0];
    });
    expect(new Set(await Promise.all(firsts))).toEqual(new Set(starts));
  });

  test('whose servers are up together are made at once', async () => {
    const { runner } = await scheduled({ together: 10 });
    expect(runner.made).toHaveLength(2);
    expect(runner.numbers).toEqual([1, 2, 3, 4]);
  });

  test('have groups of servers that are up together, where there are more than may be', async () => {
    const many = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ ...combinations[0]!, app: { ...combinations[0]!.app, id } }));
    const { runner } = await scheduled({ together: 2, combinations: many, steps: rounds([step], 1) });
    expect(runner.made.map((group) => group.split(', ').length).sort()).toEqual([1, 2, 2]);
    expect(runner.made.join(', ').split(', ').sort()).toEqual(['a 1', 'b 1', 'c 1', 'd 1', 'e 1']);
  });

  test('make no run that was kept, and get ready only what has a run to make', async () => {
    const { runner, ids } = await scheduled({}, ({ had }) => had.push('alpha 1', 'alpha 2', 'beta 1'));
    expect(runner.made).toEqual(['beta 2']);
    expect(runner.asked).toEqual(['beta']);
    expect([...ids].sort()).toEqual(['alpha 1', 'alpha 2', 'beta 1', 'beta 2']);
  });

  test('go on without a combination that cannot be measured', async () => {
    const { ids, runner } = await scheduled({}, ({ unready }) => unready.push('beta'));
    expect(ids).toEqual(['alpha 1', 'alpha 2']);
    expect(runner.asked.filter((id) => id === 'beta')).toHaveLength(1);
  });

  test('end for each combination as its own runs decide', async () => {
    const steps = {
      ...{ most: 3, mostClients: 2 },
      next: (done: readonly StepDone[]) =>
        done.length === 3 || (done[0] as unknown as RunRecord | undefined)?.id === 'beta 1'
          ? null
          : { ...step, repetition: done.length + 1 },
    };
    const { rows } = await scheduled({ steps });
    expect(rows.map(({ combination, done }) => [combination.app.id, done.length])).toEqual([
      ['alpha', 3],
      ['beta', 1],
    ]);
  });
});

describe('rounds without a number', () => {
  const steps = rounds([step], 1_000);

  test('end when the order is decided, which is asked after each whole round from the fourth on', async () => {
    const asked: number[] = [];
    const isDecided = (records: readonly RunRecord[]): boolean => asked.push(records.length) === 2;
    const { records } = await scheduled({ steps, until: { seconds: Infinity, isDecided } });
    expect(asked).toEqual([8, 10]);
    expect(records).toHaveLength(10);
  });

  test('have all of the time, whatever the launch takes', async () => {
    const until = { seconds: (12 * RUN_MS) / 1000, isDecided: () => false };
    const { records } = await scheduled({ steps, until }, (runner) => {
      runner.launchMs = 20 * RUN_MS;
    });
    expect(records).toHaveLength(12);
  });

  test('end as near to the time as whole rounds can, and there are four at least', async () => {
    const made = async (runs: number) =>
      (await scheduled({ steps, until: { seconds: (runs * RUN_MS) / 1000, isDecided: () => false } })).records.length;
    expect(await made(12)).toBe(12);
    expect(await made(12.9)).toBe(12);
    expect(await made(13.1)).toBe(14);
    expect(await made(0)).toBe(8);
  });
});

describe('a run that something else disturbed', () => {
  const only = { combinations: combinations.slice(0, 1), steps: rounds([step], 1) };
  const disturbed = (retries: number, flags: string[][], earlier: RunRecord[] = []) =>
    scheduled({ ...only, retries }, (runner) => {
      runner.flags['alpha 1'] = flags;
      runner.earlier['alpha 1'] = earlier;
    });
  const codes = ({ validity }: Pick<RunRecord, 'validity'>) => validity.map(({ code }) => code);
  const causes = ({ discarded = [] }: RunRecord) => discarded.map(({ because }) => because.map(({ code }) => code));

  test('is retried until nothing disturbs it, and tells of the attempts before', async () => {
    const { runner, records } = await disturbed(3, [['cpu-stolen'], ['swapped', 'few-runs'], ['few-runs'], []]);
    expect(runner.made).toHaveLength(3);
    expect(runner.discarded.map(codes)).toEqual([['cpu-stolen'], ['swapped', 'few-runs']]);
    expect(codes(records[0]!)).toEqual(['few-runs']);
    expect(causes(records[0]!)).toEqual([['cpu-stolen'], ['swapped']]);
    expect(records[0]!.discarded!.map(({ startedAt }) => Date.parse(startedAt))).toEqual([0, RUN_MS]);
    expect(records).toHaveLength(1);
  });

  test('counts when there are no retries left, and says itself that it was disturbed', async () => {
    const { runner, records } = await disturbed(1, [['cpu-by-others'], ['cpu-by-others'], []]);
    expect(runner.made).toHaveLength(2);
    expect(codes(records[0]!)).toEqual(['cpu-by-others']);
    expect(causes(records[0]!)).toHaveLength(1);
  });

  test('counts the attempts from before the session was interrupted', async () => {
    const before = [recordOf('alpha 1', 0, RUN_MS, ['cpu-stolen'])];
    const { runner, records } = await disturbed(2, [['swapped'], ['swapped'], []], before);
    expect(runner.made).toHaveLength(2);
    expect(causes(records[0]!)).toEqual([['cpu-stolen'], ['swapped']]);
  });

  test('is not retried for what it did wrong itself, and tells of no attempts where there were none', async () => {
    const { runner, records } = await disturbed(5, [['messages-lost', 'swarm-saturated'], []]);
    expect(runner.made).toHaveLength(1);
    expect(records[0]).not.toHaveProperty('discarded');
  });
});
