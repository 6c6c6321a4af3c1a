/**
 * Waits of users who read: the start of a command, and 3,000 interleaved records, copies of the example session's under other names, by
 * `./outcry report` and by the web API. Aims: 2 s of CPU for a report that was made before, 0.3 s for `--version`, 0.5 s for `--help`.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from 'simple-statistics';
import type { RunRecord } from '../../protocol/run-record.ts';
import { PACKED, readPacked, recordsIn } from '../../records/packed-session.ts';
import { formatRecord } from '../../records/record-text.ts';
import { OutcryError } from '../../system/errors.ts';
import { onExit, spawnOwned } from '../../system/processes.ts';
import { ROOT } from '../../system/root.ts';
import { startApi } from './api-process.ts';

const RECORDS = 3000;
const EXAMPLE = join(ROOT, 'results', 'example');
const STARTS = 9;
const REPEATS = 3;

/** The cost of a command from its start to its end, all its processes together. */
interface Cost {
  seconds: number;
  cpuSeconds: number;
}

export interface ReadingResult {
  records: number;
  sessions: number;
  /** Nobody has read these records before. */
  reportFirst: Cost;
  /** Medians of the same report made again. */
  reportAgain: Cost;
  reportAgainAimCpuSeconds: number;
  /** After a session was added. */
  reportOfOneMore: Cost;
  /** The merges of one session by a new web API, and by another one. ms. */
  sessionMs: number;
  sessionAgainMs: number;
  /** The merges of all, by a new web API, after the report. ms. */
  allAgainMs: number;
  /** Medians. */
  version: Cost;
  versionAimSeconds: number;
  help: Cost;
  helpAimSeconds: number;
  /** A press of the key behind `./outcry r`, and behind `./outcry run --fr`. */
  completeCommand: Cost;
  completeOption: Cost;
}

function exampleRecords(): RunRecord[] {
  const [session] = readdirSync(EXAMPLE);
  return recordsIn(readPacked(join(EXAMPLE, session!, PACKED))).map(([, text]) => JSON.parse(text) as RunRecord);
}

/** Writes copies of `records` as a session of its own, older than a change could go unnoticed. */
function writeSession(results: string, name: string, records: readonly RunRecord[]): void {
  const written = new Date(Date.now() - 3_600_000);
  mkdirSync(join(results, name), { recursive: true });
  for (const record of records) {
    const id = record.id.replace(record.session.id, name);
    const file = join(results, name, `${id}.json`);
    writeFileSync(file, formatRecord({ ...record, id, session: { ...record.session, id: name } }));
    utimesSync(file, written, written);
  }
}

/** @param words of the command line */
async function cost(words: readonly string[], env: NodeJS.ProcessEnv): Promise<Cost> {
  const script = 'LC_ALL=C TIMEFORMAT="%R %U %S"; time "$0" "$@" >/dev/null 2>&1';
  const child = spawnOwned(['bash', '-c', script, join(ROOT, 'outcry'), ...words], {
    label: `./outcry ${words.join(' ')}`,
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
    env,
  });
  let text = '';
  child.stderr!.on('data', (data) => {
    text += data;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new OutcryError(`./outcry ${words.join(' ')} ended with ${code}`);
  const [seconds, user, system] = text.trim().split(/\s+/).map(Number) as [number, number, number];
  return { seconds, cpuSeconds: user + system };
}

/** The medians of `times` costs. */
async function usualCost(times: number, words: readonly string[], env: NodeJS.ProcessEnv): Promise<Cost> {
  const all: Cost[] = [];
  for (let time = 0; time < times; time++) all.push(await cost(words, env));
  return { seconds: median(all.map((one) => one.seconds)), cpuSeconds: median(all.map((one) => one.cpuSeconds)) };
}

/** The time that a new web API takes for `path`, ms. */
async function asked(path: string, env: NodeJS.ProcessEnv): Promise<number> {
  const api = await startApi(env);
  try {
    return await api.timed(path);
  } finally {
    await api.stop();
  }
}

async function run(say: (line: string) => void): Promise<ReadingResult> {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-reading-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  onExit(remove);
  const results = join(folder, 'results');
  const cache = join(folder, 'cache');
  const env = { ...process.env, HOST: '127.0.0.1', PORT: '0', RESULTS_DIR: results, XDG_CACHE_HOME: cache };
  const example = exampleRecords();
  const sessions = Math.ceil(RECORDS / example.length);
  say(`copying ${RECORDS} records`);
  for (let index = 0; index < sessions; index++) {
    writeSession(results, `session-${index}`, example.slice(0, RECORDS - index * example.length));
  }
  const report = ['report', '--session', 'all', '--results', results];
  const reportFirst = await cost(report, env);
  const reportAgain = await usualCost(REPEATS, report, env);
  const allAgainMs = await asked('/api/merges', env);
  const sessionMs = await asked('/api/merges?session=session-0', env);
  const sessionAgainMs = await asked('/api/merges?session=session-0', env);
  writeSession(results, 'session-more', example);
  const reportOfOneMore = await cost(report, env);
  remove();
  return {
    records: RECORDS,
    sessions,
    reportFirst,
    reportAgain,
    reportAgainAimCpuSeconds: 2,
    reportOfOneMore,
    sessionMs,
    sessionAgainMs,
    allAgainMs,
    version: await usualCost(STARTS, ['--version'], env),
    versionAimSeconds: 0.3,
    help: await usualCost(STARTS, ['--help'], env),
    helpAimSeconds: 0.5,
    completeCommand: await usualCost(STARTS, ['complete', '--', 'r'], env),
    completeOption: await usualCost(STARTS, ['complete', '--', 'run', '--fr'], env),
  };
}

export default { name: 'reading', run };
