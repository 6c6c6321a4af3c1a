/** The rules that look at every run by itself: what it counted, and what it says against itself. */
import { recordFigure } from '../record-figures.ts';
import { digits } from './bounds.ts';
import { cannot } from './evidence.ts';
import { readFigure } from './quantity.ts';
import type { Row, Rows } from './rows.ts';
import type { Evidence, Rule } from './types.ts';

type Of<K extends Rule['kind']> = Extract<Rule, { kind: K }>;

/** `part/framework/transport/metric`: a run without the figure says nothing, and is told. */
export function everyRunRule({ of, equals }: Of<'every-run'>, rows: Rows): Evidence[] {
  const wanted = equals === 'expected' ? 'in every run what the run expects' : `${digits(equals)} in every run`;
  const name = readFigure(of);
  const row = name === null ? { missing: `"${of}" is no figure of a row` } : rows.find(name.row);
  if ('missing' in row) return [cannot(row.missing, wanted)];
  const { metric, figure } = name!;
  const path = typeof figure === 'string' && figure !== '' ? `${metric}.${figure}` : metric;
  const given = row.valid.flatMap((record) => {
    const value = recordFigure(record, path);
    const spec = record.metrics[metric];
    const right = equals === 'expected' ? (spec?.kind === 'count' ? spec.expected : null) : equals;
    return value === null || right === null ? [] : [{ value, good: value === right, label: spec?.label ?? metric }];
  });
  if (given.length === 0) return [cannot(`no run of ${row.label} counted ${metric}`, wanted)];
  const bad = given.filter(({ good }) => !good);
  return [
    {
      ...cannot('', wanted),
      verdict: bad.length === 0 ? 'holds' : 'does not hold',
      what: `${given[0]!.label} of ${row.label}: runs with what it must be, of ${given.length}`,
      value: given.length - bad.length,
      unit: 'runs',
      runs: given.length,
      reason: bad.length === 0 ? null : `one run gave ${digits(bad[0]!.value)}`,
      remarks: row.remarks,
    },
  ];
}

/** Rows whose every run is invalid are looked at here too: that is what these rules ask for. */
function runsWith(codes: readonly string[], row: Row): { count: number; message: string | null } {
  const findings = row.all.map(({ validity }) => validity.find(({ code }) => codes.includes(code)));
  const found = findings.filter((finding) => finding !== undefined);
  return { count: found.length, message: found[0]?.message ?? null };
}

function judgeFindings(name: string, codes: readonly string[], rows: Rows, wants: 'none' | 'some'): Evidence {
  const listed = codes.join(' or ');
  const wanted = wants === 'none' ? `no run with ${listed}` : `a run with ${listed}`;
  const row = rows.findAny(name);
  if ('missing' in row) return cannot(row.missing, wanted);
  const { count, message } = runsWith(codes, row);
  return {
    ...cannot('', wanted),
    verdict: (count === 0) === (wants === 'none') ? 'holds' : 'does not hold',
    what: `runs of ${row.label} with ${listed}, of ${row.all.length}`,
    value: count,
    unit: 'runs',
    runs: row.all.length,
    reason: message,
  };
}

export const noFindingRule = ({ rows: names, codes }: Of<'no-finding'>, rows: Rows): Evidence[] =>
  names.map((name) => judgeFindings(name, codes, rows, 'none'));

export const findingRule = ({ rows: names, codes }: Of<'finding'>, rows: Rows): Evidence[] =>
  names.map((name) => judgeFindings(name, codes, rows, 'some'));
