/** The results of hostile inputs, as a table with a row per framework. Pure. */
import { sharedFacts } from '../shared-facts.ts';
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
  'growth at the end, B per input',
  'longest wait for /healthz, ms',
];
const MADE = COLUMNS.indexOf('made');

/** Before the facts of `made` that all rows share. */
const SHARED = 'All rows: ';

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

type Row = readonly string[];

function rowOf(result: Fuzzed, where: string): Row {
  const { label, seed, seconds, counts, memory, longestWaitMs, checks, problems } = result;
  const all = Object.values(counts);
  const cells = [
    label,
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
  return cells.map(cell);
}

const withMade = (row: Row, made: string): Row => row.with(MADE, made);

const lineOf = (cells: Row): string => `| ${cells.join(' | ')} |`;

function tableOf(rows: readonly Row[]): string {
  const { shared, own } = sharedFacts(rows.map((row) => row[MADE]!));
  return [
    ...(shared === '' ? [] : [`${SHARED}${shared}.`, '']),
    lineOf(COLUMNS),
    `|${'---|'.repeat(COLUMNS.length)}`,
    ...rows.map((row, index) => lineOf(withMade(row, own[index]!))),
  ].join('\n');
}

/** The rows of a table that `tableOf` wrote; none of another text. */
function rowsIn(table: string): Row[] {
  const lines = table.split('\n');
  const shared = lines.find((line) => line.startsWith(SHARED))?.slice(SHARED.length, -1);
  return lines
    .filter((line) => line.startsWith('| ') && line !== lineOf(COLUMNS))
    .map((line) => line.slice(2, -2).split(' | '))
    .map((row) => (shared === undefined ? row : withMade(row, `${shared}, ${row[MADE]}`)));
}

export function fuzzTable(results: readonly Fuzzed[], where: string): string {
  return tableOf(results.map((result) => rowOf(result, where)));
}

/** The table `now` with the rows of `results` in the place of those of the same frameworks; rows in the order of their labels. */
export function withRows(now: string, results: readonly Fuzzed[], where: string): string {
  const rows = results.map((result) => rowOf(result, where));
  const replaced = new Set(rows.map(([label]) => label));
  const kept = rowsIn(now).filter(([label]) => !replaced.has(label));
  return tableOf([...kept, ...rows].sort(([a], [b]) => a!.localeCompare(b!, 'en')));
}
