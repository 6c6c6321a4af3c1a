/** What must hold whatever was done to a session. Pure: what was found in, sentences out. */
import type { RunRecord } from '../../protocol/run-record.ts';
import type { Fault, Injected, Scene } from './fault.ts';
import type { KeptFiles } from './kept-files.ts';

/** Codes with which the command may end whatever is done to it: done, and failed. */
const ENDS: readonly (number | string)[] = [0, 4];

/** A test that began this long ago has begun everywhere; ms. */
const BEGUN_MS = 200;
/** What falls into the end of a test may find everything done; ms. */
const ENDING_MS = 400;

/** How a command ended. */
export interface Ended {
  end: number | string | null;
  /** Its stderr. */
  said: string;
}

/** What is wrong with how the command ended. */
export function judgeEnd({ end, said }: Ended, also: Fault['endsWith'] = []): string[] {
  const last = said.trim().split('\n').slice(-3).join(' | ');
  if (end === null) return [`it hangs; the last that it said: ${last}`];
  if (/this is a bug in Outcry/.test(said)) return [`it calls itself a bug: ${last}`];
  if (also.includes(end)) return [];
  if (!ENDS.includes(end)) return [`it ended with ${end}: ${last}`];
  return [];
}

/** A run without a fatal flag has every count as it must be, and no latency longer than itself. */
export function judgeRecord(record: RunRecord): string[] {
  if (record.validity.some(({ level }) => level === 'fatal')) return [];
  const { startedAt, finishedAt } = record.when;
  const lastedMs = Date.parse(finishedAt ?? '') - Date.parse(startedAt ?? '');
  const problems: string[] = [];
  for (const [name, metric] of Object.entries(record.metrics)) {
    if (metric.kind === 'count' && metric.expected !== null && metric.total !== metric.expected) {
      problems.push(`${record.id} is valid with ${metric.total} of ${metric.expected} ${name}`);
    }
    const most = metric.kind === 'trend' ? (metric.distribution?.max ?? 0) : 0;
    // A stepped clock of day does not tell how long the run lasted.
    if (metric.kind === 'trend' && metric.unit === 'ms' && lastedMs > 0 && most > lastedMs + 1_000) {
      problems.push(`${record.id} is valid with a ${name} of ${most} ms, and lasted ${lastedMs} ms`);
    }
  }
  return problems;
}

/** The run in whose test something began at `at` (ms since 1970), clearly in the middle of it; undefined when there is none. */
export function runAt(records: Iterable<RunRecord>, at: number): RunRecord | undefined {
  for (const record of records) {
    const from = Date.parse(record.when.startedAt ?? '');
    const planned = (record.plan.seconds ?? 0) * 1_000;
    if (at > from + BEGUN_MS && at < from + planned - ENDING_MS) return record;
  }
  return undefined;
}

/** Whether the run that was broken says so, and what is wrong when it does not; null: no run was, or it need not. */
export function judgeTold(
  fault: Pick<Fault, 'told' | 'toldIn'>,
  { when, told = fault.told }: Pick<Injected, 'when' | 'told'>,
  records: Iterable<RunRecord>,
  scene: Scene,
): { told: boolean; problems: string[] } | null {
  const hit = runAt(records, when.from);
  if (hit === undefined || told === undefined || fault.toldIn?.includes(scene) === false) return null;
  if (told(hit)) return { told: true, problems: [] };
  const codes = hit.validity.map(({ code }) => code).join(', ') || 'nothing';
  return { told: false, problems: [`${hit.id} does not say what happened; it says ${codes}`] };
}

/** A session that calls itself finished has all its runs, and who ended well has one. */
export function judgeFinished(
  end: Ended['end'],
  { sessions, records }: Pick<KeptFiles, 'sessions' | 'records'>,
  wanted: number,
): string[] {
  if (sessions.length === 0) {
    if (records.size > 0) return ['there are records of no session'];
    return end === 0 ? ['it ended with 0, and there is no session'] : [];
  }
  if (sessions.some(({ finished }) => !finished) || records.size === wanted) return [];
  return [`the session says that it is finished, and has ${records.size} records of ${wanted}`];
}

/** After it was resumed, a session has all its runs. */
export function judgeResumed({ end, said }: Ended, finished: boolean, records: number, wanted: number): string[] {
  const problems = judgeEnd({ end, said }).map((problem) => `resumed, ${problem}`);
  if (problems.length > 0) return problems;
  if (!finished) problems.push('resumed, it ended and is not finished');
  if (records !== wanted) problems.push(`resumed, it has ${records} records of ${wanted}`);
  return problems;
}
