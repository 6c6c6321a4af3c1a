/** The rules that look at every run by itself: its counts and its flags. */

import { digitsOrCount as digits } from '../../metrics/numbers.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import { recordFigure } from '../record-figures.ts';
import { ENOUGH_RUNS } from '../run-facts.ts';
import { cannot, compared } from './evidence.ts';
import { readFigure } from './quantity.ts';
import { notRun, type Row, type Rows } from './study-rows.ts';
import type { Evidence, Missing, Rule } from './types.ts';

type Of<K extends Rule['kind']> = Extract<Rule, { kind: K }>;

/** Flags of a run that a count may have gone wrong in: such a run is fatal, and speaks of the count all the same. */
const COUNTED_WRONG = ['messages-lost', 'duplicates', 'counts-disagree'];

const speaksOfCounts = ({ validity }: RunRecord): boolean =>
  validity.every(({ level, code }) => level !== 'fatal' || COUNTED_WRONG.includes(code));

/** The row with all its runs, or why it cannot be judged. @param has as {@link Rows.findAny} takes it */
const rowFor = (text: string, rows: Rows, has?: (record: RunRecord) => boolean): Row | Missing =>
  rows.limit(text, 'counts') ?? rows.findAny(text, has);

const tooFew = (row: Row, runs: number): Missing | null =>
  runs >= ENOUGH_RUNS
    ? null
    : notRun(`${row.label} has ${runs} runs that can tell; a verdict wants ${ENOUGH_RUNS} or more`);

const WANTED = { expected: 'in every run what the run expects', measured: 'a figure in every run' };

/**
 * `part/framework/transport/metric`: a run without the figure says nothing, and is told. With `measured` it is the sign that what was timed never
 * happened, such as the return of a client.
 */
export function everyRunRule({ of, equals }: Of<'every-run'>, rows: Rows): Evidence[] {
  const wanted = typeof equals === 'string' ? WANTED[equals] : `${digits(equals)} in every run`;
  const name = readFigure(of);
  if (name === null) return [cannot(notRun(`"${of}" is no figure of a row`), wanted)];
  const { metric, figure } = name;
  const path = typeof figure === 'string' && figure !== '' ? `${metric}.${figure}` : metric;
  const read = (record: RunRecord): number | null => recordFigure(record, path);
  const row = rowFor(name.row, rows, equals === 'measured' ? undefined : (record) => read(record) !== null);
  if ('missing' in row) return [cannot(row, wanted)];
  const label = row.all.find((record) => record.metrics[metric] !== undefined)?.metrics[metric]?.label ?? metric;
  const given = rows.telling(row.all.filter(speaksOfCounts), metric).flatMap((record) => {
    const value = read(record);
    if (equals === 'measured') return [{ value, good: value !== null }];
    const spec = record.metrics[metric];
    const right = equals === 'expected' ? (spec?.kind === 'count' ? spec.expected : null) : equals;
    return value === null || right === null ? [] : [{ value, good: value === right }];
  });
  if (given.length === 0) return [cannot(notRun(`no run of ${row.label} counted ${metric}`), wanted)];
  const few = tooFew(row, given.length);
  if (few !== null) return [cannot(few, wanted)];
  const bad = given.filter(({ good }) => !good);
  const [first] = bad;
  return [
    compared({
      verdict: first === undefined ? 'holds' : 'does not hold',
      what: `${label} of ${row.label}: runs as wanted, of ${given.length}`,
      value: given.length - bad.length,
      unit: 'runs',
      wanted,
      runs: given.length,
      reason: first === undefined ? null : `one run gave ${first.value === null ? 'none' : digits(first.value)}`,
      remarks: row.remarks,
    }),
  ];
}

/** The losses that a server may cause its clients, and a machine that is short of CPU as well. */
const LOSSES = ['connections-failed', 'messages-lost', 'overtime', 'client-died'];
const SHORT_OF_CPU = ['swarm-saturated', 'cpu-by-others', 'cpu-stolen'];

const has = ({ validity }: RunRecord, codes: readonly string[]): boolean =>
  validity.some(({ code }) => codes.includes(code));

/** These rules look at invalid runs too. `unclear`: all that was found is a loss, in runs that were short of CPU. */
function runsWith(codes: readonly string[], { all, asPlanned }: Row) {
  const short = SHORT_OF_CPU.filter((code) => !asPlanned.includes(code));
  const others = codes.filter((code) => !LOSSES.includes(code));
  const found = all.filter((run) => has(run, codes));
  const unclear = found.every((run) => has(run, short) && !has(run, others)) ? found.length : 0;
  const message = found[0]?.validity.find(({ code }) => codes.includes(code))?.message ?? null;
  return { count: found.length, unclear, message };
}

function judgeFindings(name: string, codes: readonly string[], rows: Rows, wants: 'none' | 'some'): Evidence {
  const listed = codes.join(' or ');
  const wanted = wants === 'none' ? `no run with ${listed}` : `a run with ${listed}`;
  const row = rowFor(name, rows);
  if ('missing' in row) return cannot(row, wanted);
  const few = tooFew(row, row.all.length);
  if (few !== null) return cannot(few, wanted);
  const { count, unclear, message } = runsWith(codes, row);
  const verdict =
    unclear > 0 ? 'cannot be tested here' : (count === 0) === (wants === 'none') ? 'holds' : 'does not hold';
  const doubt = `${row.label}: ${unclear} runs with ${listed} were short of CPU, which may be the cause`;
  return compared({
    verdict,
    what: `runs of ${row.label} with ${listed}, of ${row.all.length}`,
    value: count,
    unit: 'runs',
    wanted,
    runs: row.all.length,
    reason: unclear > 0 ? doubt : message,
    ...(unclear > 0 ? { open: 'needs a bigger load machine' } : {}),
  });
}

export const noFindingRule = ({ rows: names, codes }: Of<'no-finding'>, rows: Rows): Evidence[] =>
  names.map((name) => judgeFindings(name, codes, rows, 'none'));

export const findingRule = ({ rows: names, codes }: Of<'finding'>, rows: Rows): Evidence[] =>
  names.map((name) => judgeFindings(name, codes, rows, 'some'));
