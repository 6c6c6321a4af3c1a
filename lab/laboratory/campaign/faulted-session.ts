/** One session with a fault in it, and everything that must hold afterwards. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../../protocol/random.ts';
import { namesIn } from '../../../system/read-or.ts';
import { ROOT } from '../../../system/root.ts';
import type { Fault, Injected, Kind, Place, Prepared } from './fault.ts';
import {
  changedRecords,
  judgeEnd,
  judgeFinished,
  judgeRecord,
  judgeReported,
  judgeResumed,
  readLedger,
} from './ledger.ts';
import { type Planned, RUNS, WARM_SECONDS } from './plan.ts';
import { SessionCommand, type Surroundings, stillRunning } from './session-command.ts';

/** The longest time until a process that was told to end must be gone. */
const GONE_MS = 15_000;

export interface Outcome {
  planned: Planned;
  /** The target that was hit; null: the session had ended, or nothing of the kind was there. */
  hit: string | null;
  /** Exit code or signal of the command; null: it hung. */
  end: number | string | null;
  /** The run in whose test the fault was done reports it; null: it was done elsewhere, or need not be reported. */
  reported: boolean | null;
  /** It had to be resumed to be finished. */
  resumed: boolean;
  /** Expectations that did not hold, a sentence each. */
  problems: string[];
}

/** The folder of the TypeScript loader's compiled files: shared, so that a session does not begin by compiling Outcry. */
const LOADER_CACHE = `tsx-${process.getuid?.() ?? 0}`;

const MESSAGES = '--rate 10 --messages 20';
const IN_WORKERS = '--swarm console --clients 4 --clients-per-worker 2';

/** Every session's test takes two seconds. Of a feed bodies are always due: a backend that is stopped while none is due is late with none. */
export const LOADS: Record<Kind, string> = {
  plain: `${IN_WORKERS} ${MESSAGES} --no-live`,
  brokered: `${IN_WORKERS} ${MESSAGES} --no-live`,
  charts: `${IN_WORKERS} ${MESSAGES}`,
  captured: `${IN_WORKERS} ${MESSAGES} --no-live --wire`,
  proxied: `${IN_WORKERS} ${MESSAGES} --no-live --wire`,
  fed: `${IN_WORKERS} --no-live --scenario fan-out --before 0 --interval 5 --messages 400`,
  browser: `--swarm browser --browsers 1 --clients-per-browser 2 ${MESSAGES} --no-live`,
};

function wordsFor({ kind, framework, transport, warm }: Planned, { results }: Place): string[] {
  const what = ['run', '--frameworks', framework, '--transports', transport, '--results', results];
  const small = ['--preflight', '0', '--runs', String(RUNS), '--warmup', String(warm ? WARM_SECONDS : 0)];
  return [...what, ...small, ...LOADS[kind].split(' ')];
}

/** A folder whose `tcpdump` may not capture, so that a proxy counts. */
function refusingTcpdump(folder: string): Record<string, string> {
  mkdirSync(folder);
  writeFileSync(join(folder, 'tcpdump'), '#!/bin/sh\necho "not in this session" >&2\nexit 1\n', { mode: 0o755 });
  return { PATH: [folder, process.env.PATH ?? ''].join(delimiter) };
}

/** Files and folders of commands that have ended, among what Outcry keeps for itself. */
function ownLeftovers(pids: readonly number[]): string[] {
  return ['tmp', 'processes', 'leftovers', 'build', 'verified', 'locks'].flatMap((folder) => {
    const mine = namesIn(join(ROOT, '.outcry', folder)).filter((name) =>
      pids.some((pid) => name === `${pid}` || name.startsWith(`${pid}-`) || name.split('.').includes(`${pid}`)),
    );
    return mine.map((name) => `.outcry/${folder}/${name}`);
  });
}

/** Waits until `find` finds nothing, since a reaper works for a moment after its command has ended; what there is after all. */
async function goneOr<T>(find: () => T[]): Promise<T[]> {
  for (const giveUp = Date.now() + GONE_MS; Date.now() < giveUp; await sleep(50)) {
    if (find().length === 0) return [];
  }
  return find();
}

async function inject(fault: Fault, session: SessionCommand, { seed }: Planned): Promise<Injected | null> {
  try {
    return await fault.inject(session, seededRandom(seed, 0));
  } catch (error) {
    // The process that was found has ended before it was hit. Anything else is an error of the campaign itself.
    if (session.hasEnded || (error as NodeJS.ErrnoException).code === 'ESRCH') return null;
    throw error;
  }
}

/** The clock and the network are as ever when a session is resumed; where its results are has not changed. */
const withoutFault = ({ env: { PATH } = {} }: Prepared): Prepared => (PATH === undefined ? {} : { env: { PATH } });

async function disturb(planned: Planned, fault: Fault, around: Surroundings): Promise<Outcome> {
  const { place, mark } = around;
  const session = new SessionCommand(wordsFor(planned, place), around);
  const problems: string[] = [];
  let injected: Injected | null = null;
  let before = readLedger(place.results);
  if (await session.reached(planned.moment)) {
    before = readLedger(place.results);
    injected = await inject(fault, session, planned);
  }
  const ended = await session.ended();
  problems.push(...judgeEnd(ended, fault.endsWith));
  const pids = [session.pid];
  const noneRunning = async (when: string): Promise<void> => {
    const running = await goneOr(() => stillRunning(mark, place));
    problems.push(...running.map((pid) => `process ${pid} was left running${when}`));
  };
  // A killed command's reaper ends its processes. Its files wait for the next start, below.
  await noneRunning('');
  await injected?.repair?.();
  const after = readLedger(place.results);
  problems.push(...changedRecords(before, after));
  const judged = injected && judgeReported(injected, after.records.values());
  problems.push(...(judged?.problems ?? []));

  const open = after.sessions.find(({ finished }) => !finished);
  if (open !== undefined && ended.end !== null) {
    const words = ['run', '--resume', open.id, '--results', place.results, '--preflight', '0', '--no-live'];
    const resumed = new SessionCommand(words, { ...around, prepared: withoutFault(around.prepared) });
    pids.push(resumed.pid);
    const again = await resumed.ended();
    const now = readLedger(place.results);
    problems.push(...changedRecords(after, now), ...judgeResumed(again, now, RUNS));
  } else problems.push(...judgeFinished(ended.end, after, RUNS));

  const last = readLedger(place.results);
  problems.push(...last.problems, ...[...last.records.values()].flatMap(judgeRecord));
  await noneRunning(' after the next start');
  const temporary = readdirSync(place.temporary).filter((name) => name !== LOADER_CACHE);
  const files = [...temporary.map((name) => `temporary ${name}`), ...(await goneOr(() => ownLeftovers(pids)))];
  problems.push(...files.map((name) => `${name} was left behind`));
  return {
    planned,
    hit: injected?.to ?? null,
    end: ended.end,
    reported: judged?.reported ?? null,
    resumed: open !== undefined,
    problems: [...new Set(problems)],
  };
}

/** Runs the session and does the fault to it. Broken promises are in the outcome; an error is one of the campaign itself. */
export async function faultedSession(planned: Planned, fault: Fault): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-campaign-'));
  const place: Place = { results: join(folder, 'results'), temporary: join(folder, 'tmp') };
  mkdirSync(place.temporary);
  mkdirSync(join(tmpdir(), LOADER_CACHE), { recursive: true });
  symlinkSync(join(tmpdir(), LOADER_CACHE), join(place.temporary, LOADER_CACHE));
  const mark = `${process.pid}-${planned.number}`;
  const prepared: Prepared = fault.prepare?.(place) ?? {};
  if (planned.kind === 'proxied') prepared.env = { ...prepared.env, ...refusingTcpdump(join(folder, 'bin')) };
  try {
    return await disturb(planned, fault, { kind: planned.kind, place, prepared, mark });
  } finally {
    for (const pid of stillRunning(mark, place)) process.kill(pid, 'SIGKILL');
    prepared.remove?.();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
