/** The ledger of a session: the records and sessions that its results folder must hold, whatever was done to it. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { RunRecord } from '../../../protocol/run-record.ts';
import { checkRecord } from '../../../records/check-record.ts';
import { namesIn } from '../../../system/read-or.ts';
import type { Fault, Injected } from './fault.ts';

const SESSION_FILE = '.session.json';

export interface Ledger {
  /** Those that are whole and keep the schema, by their ids. */
  records: Map<string, RunRecord>;
  /** SHA-256 of each record's file, by its path below the folder. */
  hashes: Map<string, string>;
  sessions: { id: string; finished: boolean }[];
  /** Problems, a sentence each. */
  problems: string[];
}

/** Names of the sessions' folders below `results` that have begun. */
export function sessionsIn(results: string): string[] {
  return namesIn(results).filter((name) => existsSync(join(results, name, SESSION_FILE)));
}

function addFile(ledger: Ledger, file: string, text: string): void {
  const name = basename(file);
  if (name === SESSION_FILE) {
    const { id, finished } = JSON.parse(text) as { id: string; finished: boolean };
    ledger.sessions.push({ id, finished });
  } else if (name.startsWith('.') || !name.endsWith('.json')) {
    ledger.problems.push(`${file} was left behind`);
  } else {
    const record = checkRecord(JSON.parse(text)) as RunRecord;
    if (`${record.id}.json` !== name) ledger.problems.push(`${file} has the id ${record.id}`);
    ledger.records.set(record.id, record);
    ledger.hashes.set(file, createHash('sha256').update(text).digest('hex'));
  }
}

/** Reads everything below `results`. */
export function readLedger(results: string): Ledger {
  const ledger: Ledger = { records: new Map(), hashes: new Map(), sessions: [], problems: [] };
  const all = existsSync(results) ? readdirSync(results, { recursive: true, withFileTypes: true }) : [];
  for (const entry of all.filter((one) => !one.isDirectory())) {
    const path = join(entry.parentPath, entry.name);
    const file = path.slice(results.length + 1);
    try {
      addFile(ledger, file, readFileSync(path, 'utf8'));
    } catch (error) {
      ledger.problems.push(`${file} is not whole: ${(error as Error).message}`);
    }
  }
  return ledger;
}

/** Records of `before` that are gone or another in `after`. */
export function changedRecords(before: Pick<Ledger, 'hashes'>, after: Pick<Ledger, 'hashes'>): string[] {
  return [...before.hashes]
    .filter(([file, hash]) => after.hashes.get(file) !== hash)
    .map(([file]) => `${file} was finished, and is ${after.hashes.has(file) ? 'another' : 'gone'} now`);
}

/** Exit codes with which the command may end whatever is done to it: done, and failed. */
const ENDS: readonly (number | string)[] = [0, 4];

/** The end of a command: exit code, signal or, when it hung, null; and its stderr. */
export interface Ended {
  end: number | string | null;
  stderr: string;
}

/** Lists what is wrong with the end of the command. */
export function judgeEnd({ end, stderr }: Ended, also: Fault['endsWith'] = []): string[] {
  const last = stderr.trim().split('\n').slice(-3).join(' | ');
  if (end === null) return [`it hangs; its last lines: ${last}`];
  if (/this is a bug in Outcry/.test(stderr)) return [`it calls itself a bug: ${last}`];
  return also.includes(end) || ENDS.includes(end) ? [] : [`it ended with ${end}: ${last}`];
}

/** Lists what is wrong with the counts and latencies of a run without a fatal flag. */
export function judgeRecord({ id, validity, when, metrics }: RunRecord): string[] {
  if (validity.some(({ level }) => level === 'fatal')) return [];
  const lastedMs = Date.parse(when.finishedAt ?? '') - Date.parse(when.startedAt ?? '');
  const problems: string[] = [];
  for (const [name, metric] of Object.entries(metrics)) {
    if (metric.kind === 'count' && metric.expected !== null && metric.total !== metric.expected) {
      problems.push(`${id} is valid with ${metric.total} of ${metric.expected} ${name}`);
    }
    const most = metric.kind === 'trend' && metric.unit === 'ms' ? (metric.distribution?.max ?? 0) : 0;
    // A clock of day that is stepped back does not tell how long the run lasted.
    if (lastedMs > 0 && most > lastedMs + 1_000) {
      problems.push(`${id} is valid with a ${name} of ${most} ms, and lasted ${lastedMs} ms`);
    }
  }
  return problems;
}

/** A test that began this long ago has begun everywhere; what falls into its end may find everything done. ms. */
const BEGUN_MS = 200;
const ENDING_MS = 400;

/** The run in whose test something began at `at` (ms since 1970), clearly in the middle of it. */
export function runAt(records: Iterable<RunRecord>, at: number): RunRecord | undefined {
  return [...records].find(({ when, plan }) => {
    const from = Date.parse(when.startedAt ?? '');
    return at > from + BEGUN_MS && at < from + (plan.seconds ?? 0) * 1_000 - ENDING_MS;
  });
}

/** Judges whether the damaged run reports its damage, and says what is wrong when it does not. Null: no run was damaged, or it need not report. */
export function judgeReported(
  { when, reported }: Pick<Injected, 'when' | 'reported'>,
  records: Iterable<RunRecord>,
): { reported: boolean; problems: string[] } | null {
  const hit = runAt(records, when.from);
  if (hit === undefined || reported === undefined) return null;
  if (reported(hit)) return { reported: true, problems: [] };
  const codes = hit.validity.map(({ code }) => code).join(', ') || 'nothing';
  return { reported: false, problems: [`${hit.id} does not report what happened; it reports ${codes}`] };
}

type Counted = Pick<Ledger, 'sessions' | 'records'>;

/** Lists what is wrong with a session that calls itself finished, or with a command that ended well. */
export function judgeFinished(end: Ended['end'], { sessions, records }: Counted, wanted: number): string[] {
  if (sessions.length === 0 && records.size > 0) return ['there are records of no session'];
  if (sessions.length === 0) return end === 0 ? ['it ended with 0, and there is no session'] : [];
  if (sessions.some(({ finished }) => !finished) || records.size === wanted) return [];
  return [`the session says that it is finished, and has ${records.size} records of ${wanted}`];
}

/** Lists what is wrong after a session was resumed: it must be finished and have all its runs. */
export function judgeResumed(ended: Ended, { sessions, records }: Counted, wanted: number): string[] {
  const problems = judgeEnd(ended).map((problem) => `resumed, ${problem}`);
  if (problems.length > 0) return problems;
  if (sessions.some(({ finished }) => !finished)) problems.push('resumed, it ended and is not finished');
  if (records.size !== wanted) problems.push(`resumed, it has ${records.size} records of ${wanted}`);
  return problems;
}
