/**
 * One round whose servers are up together: they start, connect and warm up side by side, and are loaded in turn, a slice at a time, in blocks
 * of random order.
 */
import pLimit from 'p-limit';
import type { Swarm } from '../../../client-launcher/swarm.ts';
import { mergeReports } from '../../../member/merge-reports.ts';
import type { Params, RunRecord, RunSlices } from '../../../protocol/run-record.ts';
import { ServersMeter } from '../../monitor/servers-meter.ts';
import type { Step } from '../../scenarios/scenario.ts';
import { OneRun, type RunEnvironment, type RunStep } from '../measure/run-one.ts';
import { beforeTest, type ReadyRun } from '../measure/stages.ts';
import { usualWarmUp } from '../measure/warm-up.ts';
import { lookAt } from '../measure/warm-up-stage.ts';
import type { Combination } from '../plan/session-plan.ts';
import { measureSlice, type Slice } from './slice.ts';
import { stageOf } from './stage-of.ts';
import { WarmUps } from './warm-ups.ts';

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
  /**
   * Called with figures from before there is a record: of one more piece of a server that has warmed up, before most others start, and of each
   * first slice.
   */
  onFirst?(figure: FirstFigure): void;
}

/** The result of a second or so of a server, which is little. */
export interface FirstFigure {
  combination: Combination;
  of: 'warm-up' | 'slice';
  /** Of the metric that rows are ranked by, in its unit: the median of the warm-up's piece, the mean of the slice. */
  value: number;
}

/** Facts that all runs of a round share. */
interface RoundFacts extends Pick<RunSlices, 'servers' | 'readyAfter'> {
  /** The start of its first slice. */
  from: Date;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** One run of the round, with the slices it has had. */
class SlicedRun {
  readonly run: OneRun;
  readonly #slices: Slice[] = [];
  #parts: Params[] = [];
  #others: ServersMeter | null = null;

  constructor(run: OneRun) {
    this.run = run;
  }

  /** The parts of its test; none where it is not ready for it. */
  get parts(): readonly Params[] {
    return this.#parts;
  }

  /** Warms up what has started, and cuts its test. */
  async warmUp(sliceSeconds: number): Promise<void> {
    await this.run.warmUp();
    const { ready } = this.run;
    if (ready === null || this.run.failed) return;
    const { scenario, step } = ready.run;
    this.#parts = scenario.slices?.(step.params, sliceSeconds) ?? [step.params];
  }

  /** The median of one more piece of warm-up; null: there is none. */
  async look(): Promise<number | null> {
    let median: number | null = null;
    const { ready } = this.run;
    if (ready !== null)
      await this.run.attempt(async () => {
        median = await lookAt(ready);
      });
    return median;
  }

  /** @param readyRuns of all runs that are ready */
  meet(readyRuns: readonly ReadyRun[]): void {
    const { ready } = this.run;
    const others = readyRuns.filter((one) => one !== ready);
    if (others.length > 0 && others[0]!.environment.monitor !== null)
      this.#others = ServersMeter.of(others.map(({ server }) => server));
  }

  /** @param place in its block, 1 is first */
  async slice(block: number, place: number): Promise<void> {
    const ready = this.run.ready!;
    const slices = this.#slices;
    const others = this.#others;
    const params = this.#parts[block]!;
    await this.run.attempt(async () => {
      if (block === 0) await beforeTest(ready);
      const goesOn = { first: block === 0, last: block === this.#parts.length - 1 };
      const slice = await measureSlice(ready, params, { place, goesOn, others });
      slices.push(slice);
      const { died, error } = slice.outcome;
      if (died.length > 0 || error !== null) throw new Error(error ?? `member ${died[0]!.member} died`);
    });
  }

  /** The mean of its first slice. */
  firstMean(): number | null {
    const reports = this.#slices[0]?.outcome.reports ?? [];
    const measured = mergeReports([...reports]);
    const trends = (this.run.ready?.run.ranked ?? []).map((name) => measured[name]);
    const trend = trends.find((one) => one?.kind === 'trend' && sum(one.count) > 0);
    return trend?.kind === 'trend' ? sum(trend.sum) / sum(trend.count) : null;
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

/** Servers that start, and have their clients connected, at once: each waits for disk and sockets in between. */
const STARTS_AT_ONCE = 4;
/** Where one is looked at, it starts beside the one that takes longest to warm up, so that neither core waits. */
const STARTS_FIRST = 2;

/** The indexes of `runs`, those first whose apps take longest to warm up: their time is over by when the others have levelled. */
function slowestFirst(runs: readonly RoundRun[]): number[] {
  const wanted = (index: number): number => runs[index]!.combination.app.warmupSeconds;
  return [...runs.keys()].sort((a, b) => wanted(b) - wanted(a));
}

/** The index of the first of those whose apps take least to warm up. */
function quickest(runs: readonly RoundRun[]): number {
  const wanted = runs.map(({ combination }) => combination.app.warmupSeconds);
  return wanted.indexOf(Math.min(...wanted));
}

/** Waits for all of them, whatever becomes of one. @throws what the first that failed threw */
async function allDone(doing: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(doing)).find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

interface Beginning {
  all: readonly SlicedRun[];
  /** Indexes of `all`. */
  order: readonly number[];
  warmUps: WarmUps;
  sliceSeconds: number;
  /** Looks at the first in order, when those that start with it have started, and before others do; null: none is looked at. */
  look: ((index: number) => Promise<void>) | null;
}

/** Starts all servers, and warms each up. @throws as {@link OneRun.start} */
async function warmUpAll({ all, order, warmUps, sliceSeconds, look }: Beginning): Promise<void> {
  const starts = pLimit(STARTS_AT_ONCE);
  const begin = (index: number, after: Promise<void>): { started: Promise<void>; warm: Promise<void> } => {
    const started = after.then(() => starts(() => all[index]!.run.start()));
    const warm = started.then(() => all[index]!.warmUp(sliceSeconds)).finally(() => warmUps.over(index));
    return { started, warm };
  };
  const beforeLook = look === null ? order.length : STARTS_FIRST;
  const early = order.slice(0, beforeLook).map((index) => begin(index, Promise.resolve()));
  const lookAtFirst = async (): Promise<void> => {
    await Promise.allSettled([...early.map(({ started }) => started), early[0]!.warm]);
    await look?.(order[0]!);
  };
  const looking = look === null ? Promise.resolve() : lookAtFirst();
  const looked = looking.catch(() => {});
  const late = order.slice(beforeLook).map((index) => begin(index, looked));
  await allDone([looking, ...[...early, ...late].map(({ warm }) => warm)]);
}

/**
 * Does a round.
 * @returns the records of `runs`, in their order
 * @throws OutcryError only for what no other run could do better (wrong use, something missing here)
 */
export async function runRound(
  environment: RunEnvironment,
  runs: readonly RoundRun[],
  { sliceSeconds, shuffled, onFirst }: RoundPlan,
): Promise<RunRecord[]> {
  const { warmupSeconds: exactly } = environment;
  const order = slowestFirst(runs);
  // It can be told of while most others have not even started.
  const first = onFirst === undefined ? null : quickest(runs);
  if (first !== null) order.unshift(...order.splice(order.indexOf(first), 1));
  const warmUps = new WarmUps(
    runs.map(({ combination: { app } }, index) =>
      index === first
        ? Number.POSITIVE_INFINITY
        : usualWarmUp({ wanted: app.warmupSeconds, exactly, taken: 'in turn' }),
    ),
  );
  const all = runs.map(({ combination, step, swarm, onStep }, index) => {
    const warmUpTurns = warmUps.turnsOf(index);
    return new SlicedRun(new OneRun({ ...environment, swarm, warmUpTurns }, combination, step, onStep));
  });
  let records: RunRecord[] = [];
  const begun = Date.now();
  let facts: RoundFacts = { from: new Date(begun), servers: 0, readyAfter: 0 };
  const tell = (one: SlicedRun, of: FirstFigure['of'], value: number | null): void => {
    if (value !== null) onFirst?.({ combination: runs[all.indexOf(one)]!.combination, of, value });
  };
  try {
    const look = async (index: number): Promise<void> => {
      tell(all[index]!, 'warm-up', await warmUps.alone(() => all[index]!.look()));
    };
    await warmUpAll({ all, order, warmUps, sliceSeconds, look: first === null ? null : look });
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
      for (const [index, one] of inBlock.entries()) {
        await one.slice(block, index + 1);
        if (block === 0) tell(one, 'slice', one.firstMean());
      }
    }
  } finally {
    records = await Promise.all(all.map((one) => one.end(facts)));
  }
  return records;
}
