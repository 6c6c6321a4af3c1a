/**
 * A lab's results: 10,000 made-up records in a folder, listed and merged by the web API and by `./outcry report`. Aim: any page of the
 * list, and a merge asked for again, within 100 ms.
 */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from 'simple-statistics';
import { makeRun } from '../../merge/testing/make-run.ts';
import { OutcryError } from '../../system/errors.ts';
import { onExit, spawnOwned } from '../../system/processes.ts';
import { ROOT } from '../../system/root.ts';
import { startApi } from './api-process.ts';

const SESSIONS = 100;
const FRAMEWORKS = 10;
const ROUNDS = 10;
const PAGE = 50;
const REPEATS = 9;
const AIM_MS = 100;

function writeRecords(results: string): void {
  // Older than a change could go unnoticed: as a lab's results are.
  const written = new Date(Date.now() - 3_600_000);
  const made = Array.from({ length: FRAMEWORKS * ROUNDS }, (_, index) =>
    makeRun({
      seed: index,
      identity: { framework: `made-up-${index % FRAMEWORKS}`, repetition: Math.floor(index / FRAMEWORKS) + 1 },
      startedAt: '2026-01-05T10:00:00.000Z',
    }),
  );
  for (let number = 0; number < SESSIONS; number++) {
    const session = `session-${String(number).padStart(3, '0')}`;
    mkdirSync(join(results, session), { recursive: true });
    for (const [index, run] of made.entries()) {
      const id = `${session}.${index}`;
      const file = join(results, session, `${id}.json`);
      writeFileSync(file, JSON.stringify({ ...run, id, session: { ...run.session, id: session } }));
      utimesSync(file, written, written);
    }
  }
}

async function repeated(ask: (index: number) => Promise<number>): Promise<{ median: number; max: number }> {
  const times: number[] = [];
  for (let index = 0; index < REPEATS; index++) times.push(await ask(index));
  return { median: median(times), max: Math.max(...times) };
}

async function timeReport(results: string, env: NodeJS.ProcessEnv): Promise<number> {
  const start = performance.now();
  const child = spawnOwned([join(ROOT, 'outcry'), 'report', '--session', 'all', '--results', results], {
    label: './outcry report',
    cwd: ROOT,
    stdio: 'ignore',
    env,
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new OutcryError(`./outcry report ended with ${code}`);
  return (performance.now() - start) / 1000;
}

async function run(say: (line: string) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-records-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  onExit(remove);
  const results = join(folder, 'results');
  const env = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: '0',
    RESULTS_DIR: results,
    XDG_CACHE_HOME: join(folder, 'cache'),
  };
  const records = SESSIONS * FRAMEWORKS * ROUNDS;
  say(`making up ${records} records`);
  writeRecords(results);
  const pageAt = (offset: number) => `/api/runs?limit=${PAGE}&offset=${offset}`;
  const first = await startApi(env);
  const firstEverMs = await first.timed(pageAt(0));
  await first.stop();
  const api = await startApi(env);
  const atStart = api.cpuMs();
  const newProcessMs = await api.timed(pageAt(0));
  const afterFirst = api.cpuMs();
  const page = await repeated((index) => api.timed(pageAt(Math.floor((index / REPEATS) * records))));
  const afterPages = api.cpuMs();
  const sessions = await repeated(() => api.timed('/api/sessions?limit=50'));
  const mergeMs = await api.timed('/api/merges');
  const again = await repeated(() => api.timed('/api/merges'));
  await api.stop();
  const reportSeconds = await timeReport(results, env);
  remove();
  return {
    records,
    /** The first page, and all files read for it: nobody has listed these records before. */
    firstEverMs,
    /** The first page that a new process gives once there is an index; and what it takes of processor time, to a tick of 10 ms. */
    newProcessMs,
    newProcessCpuMs: afterFirst - atStart,
    /** Median of pages from all over the list; and the mean of what they take of processor time. */
    pageMs: page.median,
    pageCpuMs: (afterPages - afterFirst) / REPEATS,
    slowestPageMs: page.max,
    pageAimMs: AIM_MS,
    /** Median of the part of the list of sessions that the chart page begins with. */
    sessionsMs: sessions.median,
    /** All merged; and the median of the same merges asked for again. */
    mergeMs,
    mergeAgainMs: again.median,
    mergeAgainAimMs: AIM_MS,
    /** `./outcry report` from its start to its end, with the index. */
    reportSeconds,
  };
}

export default { name: 'many-records', run };
