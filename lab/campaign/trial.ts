/** One trial: a session, a fault in it, and everything that must hold afterwards. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../protocol/random.ts';
import { ROOT } from '../../system/root.ts';
import { RUNS, type Trial, WARM_SECONDS } from './campaign-plan.ts';
import type { Fault, Injected, Place, Prepared, Scene } from './fault.ts';
import { judgeEnd, judgeFinished, judgeRecord, judgeResumed, judgeTold } from './judge.ts';
import { changedRecords, type KeptFiles, keptFiles } from './kept-files.ts';
import { ownFlags } from './own-flags.ts';
import { SessionCommand, stillRunning } from './session-command.ts';
import { fedScenario } from './usable-transports.ts';

/** A session takes some seconds; one that takes this long does not end any more. */
const HANGS_MS = 300_000;
/** What was told to end may take this long to be gone. */
const GONE_MS = 15_000;

export interface Outcome {
  trial: Trial;
  /** What it was done to; null: the session had ended, or nothing of the kind was there. */
  hit: string | null;
  /** Exit code or signal of the command; null: it hung. */
  end: number | string | null;
  /** Whether the run in whose test it was done says so; null: it was done elsewhere, or need not be said. */
  told: boolean | null;
  /** What the run that was hit says and not every other one: {@link ownFlags}. */
  findings: string[];
  /** It had to be resumed to be finished. */
  resumed: boolean;
  /** What did not hold, a sentence each. */
  problems: string[];
}

/** Where the TypeScript loader keeps what it has compiled: shared, so that a trial does not begin by compiling Outcry. */
const LOADER_CACHE = `tsx-${process.getuid?.() ?? 0}`;

const SMALL = ['--preflight', '0', '--runs', String(RUNS)];
const IN_WORKERS = ['--swarm', 'console', '--clients', '4', '--clients-per-worker', '2', ...SMALL];
const MESSAGES = ['--rate', '10', '--messages', '20'];

async function wordsFor({ scene, framework, transport, warm }: Trial, { results }: Place): Promise<string[]> {
  const load: Record<Scene, () => Promise<string[]> | string[]> = {
    plain: () => [...IN_WORKERS, ...MESSAGES],
    brokered: () => [...IN_WORKERS, ...MESSAGES],
    charts: () => [...IN_WORKERS, ...MESSAGES],
    captured: () => [...IN_WORKERS, ...MESSAGES, '--wire'],
    proxied: () => [...IN_WORKERS, ...MESSAGES, '--wire'],
    fed: async () => [...IN_WORKERS, ...(await fedWords())],
    browser: () => ['--swarm', 'browser', '--browsers', '1', '--clients-per-browser', '2', ...SMALL, ...MESSAGES],
  };
  const what = ['run', '--frameworks', framework, '--transports', transport, '--results', results];
  const warmUp = ['--warmup', String(warm ? WARM_SECONDS : 0)];
  return [...what, ...warmUp, ...(await load[scene]()), ...(scene === 'charts' ? [] : ['--no-live'])];
}

async function fedWords(): Promise<string[]> {
  const fed = await fedScenario();
  if (fed === null) return [];
  const asked = Object.entries(fed.params).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return ['--scenario', fed.found.scenario.name, ...asked];
}

/** A folder whose `tcpdump` may not capture, so that a proxy counts. */
function refusingTcpdump(folder: string): Record<string, string> {
  const program = join(folder, 'tcpdump');
  mkdirSync(folder);
  writeFileSync(program, '#!/bin/sh\necho "not in this trial" >&2\nexit 1\n');
  chmodSync(program, 0o755);
  return { PATH: [folder, process.env.PATH ?? ''].join(delimiter) };
}

/** Waits until none of the trial's processes runs; those that do after all. */
async function leftRunning(mark: string, place: Place): Promise<number[]> {
  for (const giveUp = Date.now() + GONE_MS; Date.now() < giveUp; await sleep(50)) {
    if (stillRunning(mark, place).length === 0) return [];
  }
  return stillRunning(mark, place);
}

/** Files and folders of a command that has ended, among what Outcry keeps for itself. */
function ownLeftovers(pids: readonly number[]): string[] {
  return ['tmp', 'processes', 'leftovers', 'build', 'verified', 'locks'].flatMap((folder) => {
    const path = join(ROOT, '.outcry', folder);
    const names = existsSync(path) ? readdirSync(path) : [];
    const mine = names.filter((name) =>
      pids.some((pid) => name === `${pid}` || name.startsWith(`${pid}-`) || name.split('.').includes(`${pid}`)),
    );
    return mine.map((name) => `.outcry/${folder}/${name} was left behind`);
  });
}

/** Waits until none of them is there, since a reaper works for a moment after its command has ended; those that are there after all. */
async function leftovers(pids: readonly number[]): Promise<string[]> {
  for (const giveUp = Date.now() + GONE_MS; Date.now() < giveUp; await sleep(50)) {
    if (ownLeftovers(pids).length === 0) return [];
  }
  return ownLeftovers(pids);
}

async function inject(fault: Fault, session: SessionCommand, { seed }: Trial): Promise<Injected | null> {
  try {
    return await fault.inject(session, seededRandom(seed, 0));
  } catch (error) {
    // What was found has ended before it was hit; whatever else went wrong is the campaign's own fault.
    if (session.hasEnded || (error as NodeJS.ErrnoException).code === 'ESRCH') return null;
    throw error;
  }
}

/** Does one trial. What does not hold is in the outcome; an error is one of the campaign itself. */
export async function runTrial(trial: Trial, fault: Fault): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-campaign-'));
  const place: Place = { results: join(folder, 'results'), temporary: join(folder, 'tmp') };
  mkdirSync(place.temporary);
  mkdirSync(join(tmpdir(), LOADER_CACHE), { recursive: true });
  symlinkSync(join(tmpdir(), LOADER_CACHE), join(place.temporary, LOADER_CACHE));
  const mark = `${process.pid}-${trial.number}`;
  const prepared: Prepared = fault.prepare?.(place) ?? {};
  if (trial.scene === 'proxied') prepared.env = { ...prepared.env, ...refusingTcpdump(join(folder, 'bin')) };
  try {
    return await tryOut(trial, fault, place, prepared, mark);
  } finally {
    for (const pid of stillRunning(mark, place)) process.kill(pid, 'SIGKILL');
    prepared.remove?.();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

async function tryOut(trial: Trial, fault: Fault, place: Place, prepared: Prepared, mark: string): Promise<Outcome> {
  const session = new SessionCommand({ words: await wordsFor(trial, place), place, prepared, mark });
  let injected: Injected | null = null;
  let before: KeptFiles | null = null;
  if (await session.reached(trial.moment)) {
    before = keptFiles(place.results);
    injected = await inject(fault, session, trial);
  }
  const end = await session.ended(HANGS_MS);
  const problems = judgeEnd({ end, said: session.said }, fault.endsWith);
  // Who is killed cannot end what he has started, which notices it; files wait for the next start, below.
  problems.push(...(await leftRunning(mark, place)).map((pid) => `process ${pid} was left running`));
  await injected?.repair?.();
  const after = keptFiles(place.results);
  if (before !== null) problems.push(...changedRecords(before, after));
  const asked = injected && judgeTold(fault, injected, after.records.values(), trial.scene);
  problems.push(...(asked?.problems ?? []));

  const [open] = after.sessions.filter(({ finished }) => !finished);
  const pids = [session.pid];
  if (open !== undefined && end !== null) {
    const words = ['run', '--resume', open.id, '--results', place.results, '--preflight', '0', '--no-live'];
    const resumed = new SessionCommand({ words, place, prepared: withoutFault(prepared), mark });
    pids.push(resumed.pid);
    const ended = { end: await resumed.ended(HANGS_MS), said: resumed.said };
    const now = keptFiles(place.results);
    problems.push(...changedRecords(after, now));
    problems.push(
      ...judgeResumed(
        ended,
        now.sessions.every(({ finished }) => finished),
        now.records.size,
        RUNS,
      ),
    );
  } else problems.push(...judgeFinished(end, after, RUNS));

  const last = keptFiles(place.results);
  problems.push(...last.problems, ...[...last.records.values()].flatMap(judgeRecord));
  problems.push(
    ...(await leftRunning(mark, place)).map((pid) => `process ${pid} was left running after the next start`),
  );
  const temporary = readdirSync(place.temporary).filter((name) => name !== LOADER_CACHE);
  problems.push(...temporary.map((name) => `${name} was left behind among the temporary files`));
  problems.push(...(await leftovers(pids)));
  return {
    trial,
    hit: injected?.to ?? null,
    end,
    told: asked?.told ?? null,
    findings: injected === null ? [] : ownFlags([...last.records.values()], injected.when),
    resumed: open !== undefined,
    problems: [...new Set(problems)],
  };
}

/** The clock and the network are as ever when a session is resumed; where its results are has not changed. */
const withoutFault = ({ env: { PATH } = {} }: Prepared): Prepared => (PATH === undefined ? {} : { env: { PATH } });
