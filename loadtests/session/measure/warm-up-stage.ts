/** The stage of a run in which it warms up. */
import { setTimeout as wait } from 'node:timers/promises';
import { mergeReports } from '../../../member/merge-reports.ts';
import type { Params } from '../../../protocol/run-record.ts';
import { monotonicMs } from '../../../system/monotonic.ts';
import { ServersMeter, useBetween } from '../../monitor/servers-meter.ts';
import { moreMembers, overloaded } from './client-distribution.ts';
import { countsOf } from './counts-of.ts';
import { type Measured, NO_WARM_UP, type WarmedUpRun } from './run-context.ts';
import { beginOf, connect, firstMembersOf, membersOf, type ReadyRun, type Stages } from './stages.ts';
import { requestOf } from './test-request.ts';
import { type Piece, warmUp } from './warm-up.ts';
import { pieceOf, WARM_UP_BUCKET_MS } from './warm-up-piece.ts';

/** Between warm-up and measurement: what the warm-up left in sockets and queues runs out. */
const SETTLE_MS = 1_000;

/**
 * Warms up, again with more members where those there were did not keep up.
 * @throws Error with why the warm-up failed
 */
export async function* warmUpRun(ready: ReadyRun): Stages {
  const { swarm, distribution } = ready.environment;
  const { step } = ready.run;
  const known = distribution.known(ready.run, step);
  for (let members = membersOf(ready, firstMembersOf(ready)); ; ) {
    const { wereOverloaded, ...warm } = await warmUpWith(ready);
    yield warm;
    const { error } = warm.warmedUp;
    const more = known === null && wereOverloaded && error === null ? moreMembers(swarm, members, step.clients) : null;
    if (more === null) {
      distribution.note(ready.run, step, members);
      if (error !== null) throw new Error(`the warm-up failed: ${error}`);
      return;
    }
    await swarm.disconnect();
    yield* connect(ready, more);
    members = more;
  }
}

type Warm = WarmedUpRun & Pick<Partial<Measured>, 'backend'> & { wereOverloaded: boolean };

/** A piece with what it said of its clients and of the backend. */
interface PieceRun {
  piece: Piece;
  wereOverloaded: boolean;
  backendError: string | null;
}

/** @param meter of the server; null: its CPU is not wanted, or cannot be seen */
async function runPiece(
  ready: ReadyRun,
  params: Params,
  seconds: number,
  meter: ServersMeter | null,
): Promise<PieceRun> {
  const { environment, run, load, control } = ready;
  const { scenario, step } = run;
  const turns = environment.warmUpTurns;
  const { request, limitMs } = requestOf(run, params, WARM_UP_BUCKET_MS);
  // Clocks are related before each piece, as before the first slice, and counts are read after it, as after each slice: a server that met these
  // requests cold alone, or never, would have its compiler throw code away in the slices.
  const inTurn = turns === undefined ? {} : { goesOn: { first: true, last: false } };
  await load.prepare({ ...request, ...inTurn }, step.clients);
  // As before the measurement: a server's compiler throws code away at the first request of a kind it has not seen while hot.
  await control.begin(beginOf(run));
  const planned = scenario.plannedSeconds(params, step.clients);
  const from = meter?.read();
  const { outcome, backend } = await load.run(limitMs, turns === undefined ? 0 : planned * 1000);
  if (turns !== undefined) await countsOf(run, control);
  const cpu = meter && from ? (100 * useBetween(from, meter.read()).cpuSeconds) / seconds : null;
  // A lost member changes the load, so the run stops here.
  const [dead] = outcome.died;
  const death = dead === undefined ? null : `member ${dead.member} died (${dead.reason})`;
  const backendError = backend?.error ?? null;
  const error = death ?? outcome.error ?? backendError;
  const piece = { ...pieceOf(scenario.metrics, run, mergeReports(outcome.reports), planned, error), cpu };
  return { piece, wereOverloaded: overloaded(outcome.reports), backendError };
}

/** The same load as the run, not measured. */
async function warmUpWith(ready: ReadyRun): Promise<Warm> {
  const { environment, run, server, onStep } = ready;
  const { warmupSeconds, warmUpTurns: turns } = environment;
  const { scenario, step, app } = run;
  const paramsFor = (seconds: number): Params | null => scenario.warmUp(step.params, seconds);
  if (paramsFor(1) === null) return { warmedUp: NO_WARM_UP, wereOverloaded: false };
  if (warmupSeconds !== 0) onStep('warming-up');
  // The last two pieces: what happens once, such as code being compiled, is over before the run. A warm-up of one piece has it alone.
  let [before, last] = [false, warmupSeconds !== null];
  let backendError: string | null = null;
  const meter = ServersMeter.of([server]);
  const next = async (seconds: number): Promise<Piece> => {
    const done = await runPiece(ready, paramsFor(seconds)!, seconds, meter);
    [before, last] = [last, done.wereOverloaded];
    backendError = done.backendError;
    return done.piece;
  };
  const warmedUp = await warmUp(
    { wanted: app.warmupSeconds, exactly: warmupSeconds, taken: turns === undefined ? 'alone' : 'in turn' },
    turns === undefined ? next : (seconds) => turns.take(() => next(seconds)),
    () => monotonicMs() / 1000,
    turns,
  ).finally(() => meter?.close());
  if (warmedUp.error === null && warmedUp.seconds > 0) await wait(SETTLE_MS);
  const wereOverloaded = before && last;
  const failed = backendError === null ? {} : { backend: { metrics: {}, error: backendError } };
  return { warmedUp, wereOverloaded, ...failed };
}

/**
 * One more piece of a server that has warmed up.
 * @returns the median of the scenario's latency, ms; null: nothing is warmed up, or nothing came back
 * @throws Error with why it failed
 */
export async function lookAt(ready: ReadyRun): Promise<number | null> {
  const params = ready.environment.warmupSeconds === 0 ? null : ready.run.scenario.warmUp(ready.run.step.params, 1);
  if (params === null) return null;
  const { piece } = await runPiece(ready, params, 1, null);
  if (piece.error !== null) throw new Error(`the warm-up failed: ${piece.error}`);
  return piece.latency;
}
