/** One round whose servers are up together: each is warmed up, then all are loaded in turn, a slice at a time, in blocks of random order. */
import type { Swarm } from '../../../client-launcher/swarm.ts';
import type { Params, RunRecord, RunSlices } from '../../../protocol/run-record.ts';
import type { Step } from '../../scenarios/scenario.ts';
import { OneRun, type RunEnvironment, type RunStep } from '../measure/run-one.ts';
import { beforeTest, type ReadyRun } from '../measure/stages.ts';
import type { Combination } from '../plan/session-plan.ts';
import { IdleServers } from './idle-servers.ts';
import { measureSlice, type Slice } from './slice.ts';
import { stageOf } from './stage-of.ts';

export interface RoundRun {
  combination: Combination;
  step: Step;
  /** Its own: clients of all runs are connected at the same time. */
  swarm: Swarm;
  onStep(step: RunStep): void;
}

export interface RoundPlan {
  sliceSeconds: number;
  /** Gives runs the order of a block. */
  shuffled<T>(runs: readonly T[], block: number): T[];
}

/** What all runs of a round share. */
interface RoundFacts extends Pick<RunSlices, 'servers' | 'readyAfter'> {
  /** When its first slice began. */
  from: Date;
}

/** One run of the round, with the slices it has had. */
class SlicedRun {
  readonly run: OneRun;
  readonly #slices: Slice[] = [];
  #parts: Params[] = [];
  #others: IdleServers | null = null;

  constructor(run: OneRun) {
    this.run = run;
  }

  /** The parts of its test; none where it is not ready for it. */
  get parts(): readonly Params[] {
    return this.#parts;
  }

  /** Its server is up, its clients are connected, and it is warmed up. */
  async begin(sliceSeconds: number): Promise<void> {
    await this.run.begin();
    const { ready } = this.run;
    if (ready === null) return;
    const { scenario, step } = ready.run;
    this.#parts = scenario.slices?.(step.params, sliceSeconds) ?? [step.params];
  }

  /** @param readyRuns of all runs that are ready */
  meet(readyRuns: readonly ReadyRun[]): void {
    const { ready } = this.run;
    const others = readyRuns.filter((one) => one !== ready);
    if (others.length > 0 && others[0]!.environment.monitor !== null)
      this.#others = IdleServers.of(others.map(({ server }) => server));
  }

  /** @param place in its block, 1 is first */
  async slice(block: number, place: number): Promise<void> {
    const ready = this.run.ready!;
    const slices = this.#slices;
    const others = this.#others;
    const params = this.#parts[block]!;
    await this.run.attempt(async () => {
      if (block === 0) await beforeTest(ready);
      const slice = await measureSlice(ready, params, place, others);
      slices.push(slice);
      const { died, error } = slice.outcome;
      if (died.length > 0 || error !== null) throw new Error(error ?? `member ${died[0]!.member} died`);
    });
  }

  /** Puts its slices together. @param round when its first slice began, and what all of its runs share */
  async end({ from, ...shared }: RoundFacts): Promise<RunRecord> {
    this.#others?.close();
    const slices = this.#slices;
    const [first] = slices;
    if (first === undefined) return this.run.end();
    const facts: RunSlices = {
      ...shared,
      seconds: first.buckets,
      at: slices.map(({ startedAt }) => (startedAt.getTime() - from.getTime()) / 1000),
      place: slices.map(({ place }) => place),
    };
    this.run.note(stageOf(slices, facts, this.run.ready!.run.ranked));
    return this.run.end();
  }
}

/**
 * Does a round.
 * @returns the records of `runs`, in their order
 * @throws OutcryError only for what no other run could do better (wrong use, something missing here)
 */
export async function runRound(
  environment: RunEnvironment,
  runs: readonly RoundRun[],
  { sliceSeconds, shuffled }: RoundPlan,
): Promise<RunRecord[]> {
  const all = runs.map(
    ({ combination, step, swarm, onStep }) =>
      new SlicedRun(new OneRun({ ...environment, swarm }, combination, step, onStep)),
  );
  let records: RunRecord[] = [];
  const begun = Date.now();
  let facts: RoundFacts = { from: new Date(begun), servers: 0, readyAfter: 0 };
  try {
    for (const one of all) await one.begin(sliceSeconds);
    const readyRuns = all.flatMap(({ run }) => run.ready ?? []);
    for (const one of all) one.meet(readyRuns);
    const from = new Date();
    facts = { from, servers: readyRuns.length, readyAfter: (from.getTime() - begun) / 1000 };
    const blocks = Math.max(0, ...all.map(({ parts }) => parts.length));
    for (let block = 0; block < blocks; block++) {
      const inBlock = shuffled(
        all.filter(({ run, parts }) => !run.failed && block < parts.length),
        block,
      );
      for (const [index, one] of inBlock.entries()) await one.slice(block, index + 1);
    }
  } finally {
    records = await Promise.all(all.map((one) => one.end(facts)));
  }
  return records;
}
