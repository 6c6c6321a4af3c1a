/** The results of hostile inputs, as a table with a row per framework. Pure. */
import type { Fuzzed } from './fuzz-app.ts';

const COLUMNS = [
  'framework',
  'inputs',
  'ended or not answered',
  'minutes',
  'memory before, middle, after, MB',
  'checks afterwards',
  'what did not hold',
  'made',
  // At the end, where a row that is older than the column has nothing.
  'growth at the end, B per input',
  'longest wait for /healthz, ms',
];
const HEAD = [`| ${COLUMNS.join(' | ')} |`, `|${'---|'.repeat(COLUMNS.length)}`];

const n = (value: number): string => value.toLocaleString('en-US');
const megabytes = (bytes: number): string => n(Math.round(bytes / 1e6));
const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ');

/** A million inputs are to take no longer, s. */
const MOST_SECONDS = 30 * 60;

/**
 * A sentence for people when it took too long, by the number of inputs where that is more than a million; null when it did not. It says
 * nothing against the server.
 */
export function tookTooLong({ seconds, counts }: Pick<Fuzzed, 'seconds' | 'counts'>): string | null {
  const inputs = Object.values(counts).reduce((sum, count) => sum + count.inputs, 0);
  // Servers get some inputs more than were asked for.
  const millions = Math.max(1, Math.round(inputs / 100_000) / 10);
  return seconds > MOST_SECONDS * millions ? 'took longer than half an hour for a million inputs' : null;
}

function rowOf(result: Fuzzed, where: string): string {
  const { label, framework, seed, seconds, counts, memory, longestWaitMs, checks, problems } = result;
  const all = Object.values(counts);
  const cells = [
    `${label} (\`${framework}\`)`,
    n(all.reduce((sum, { inputs }) => sum + inputs, 0)),
    n(all.reduce((sum, { ended }) => sum + ended, 0)),
    [(seconds / 60).toFixed(1), tookTooLong(result) ?? []].flat().join(', '),
    memory === null ? 'not judged' : [memory.before, memory.middle, memory.after].map(megabytes).join(', '),
    n(checks),
    problems.length === 0 ? 'nothing' : problems.join('; ').slice(0, 500),
    `seed ${seed}, ${where}`,
    memory?.growth == null ? 'not judged' : String(Math.round(memory.growth.slope)),
    n(Math.round(longestWaitMs)),
  ];
  return `| ${cells.map(cell).join(' | ')} |`;
}

export function fuzzTable(results: readonly Fuzzed[], where: string): string {
  return [...HEAD, ...results.map((result) => rowOf(result, where))].join('\n');
}

/** The table `now` with the rows of `results` in the place of those of the same frameworks; rows in the order of their labels. */
export function withRows(now: string, results: readonly Fuzzed[], where: string): string {
  const rows = results.map((result) => rowOf(result, where));
  const first = (row: string): string => row.split(' | ')[0]!;
  const replaced = new Set(rows.map(first));
  const kept = now
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith(`| ${COLUMNS[0]} |`) && !replaced.has(first(line)));
  return [...HEAD, ...[...kept, ...rows].sort()].join('\n');
}
