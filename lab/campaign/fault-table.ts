/** What a campaign came to: a row per fault, and everything that was found. Pure. */

import type { Lane } from './campaign-plan.ts';
import type { Fault } from './fault.ts';
import type { Outcome } from './trial.ts';

export interface Row {
  fault: string;
  about: string;
  /** Why it could not be done here; null: it could. */
  missing: string | null;
  /** Frameworks whose servers do not come up on it. */
  notWith: string[];
  /** Sessions it was meant for, and those in which there was something to do it to. */
  sessions: number;
  hit: number;
  /** Sessions whose run was asked whether it says what happened to it, and those in which it does. */
  asked: number;
  told: number;
  /** Sessions whose run that was hit says something that not all of their runs do, and what: `own-flags.ts`. */
  flagged: number;
  findings: string[];
  /** Sessions that had to be resumed to be finished. */
  resumed: number;
  /** Sessions in which something did not hold. */
  failed: number;
}

export function summarize(
  faults: readonly Fault[],
  outcomes: readonly Outcome[],
  lanes: readonly Pick<Lane, 'framework' | 'cannot'>[],
): Row[] {
  return faults.map((fault) => {
    const without = lanes.filter(({ cannot }) => cannot.includes(fault.name)).map(({ framework }) => framework);
    const mine = outcomes.filter(({ trial }) => trial.fault === fault.name);
    const hit = mine.filter((outcome) => outcome.hit !== null);
    const codes = new Set(hit.flatMap(({ findings }) => findings));
    return {
      fault: fault.name,
      about: fault.about,
      missing: fault.missing?.() ?? null,
      notWith: [...new Set(without)],
      sessions: mine.length,
      hit: hit.length,
      asked: hit.filter(({ told }) => told !== null).length,
      told: hit.filter(({ told }) => told === true).length,
      flagged: hit.filter(({ findings }) => findings.length > 0).length,
      findings: [...codes].sort(),
      resumed: hit.filter(({ resumed }) => resumed).length,
      failed: mine.filter(({ problems }) => problems.length > 0).length,
    };
  });
}

/** A trial's outcome in one line. */
export function outcomeLine({ trial, hit, end, problems }: Outcome): string {
  const { number, fault, framework, transport, scene, moment, warm } = trial;
  const when = `${moment.ms} ms after ${moment.after}${moment.after === 'begun' ? '' : ` run ${moment.run}`}`;
  const what = `${number}: ${fault} (${framework} ${transport}, ${scene}${warm ? ', warmed up' : ''}, ${when})`;
  const came = hit === null ? 'nothing there to hit' : hit;
  return [`${what}: ${came}; ended with ${end ?? 'nothing: it hung'}`, ...problems.map((text) => `    ${text}`)].join(
    '\n',
  );
}

/** Nothing where nobody was asked. */
const toldOf = (told: number, asked: number): string => (asked === 0 ? '' : `${told} of ${asked}`);

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** The rows as a Markdown table, and below it what could not be done and what did not hold. */
export function markdownOf(rows: readonly Row[], outcomes: readonly Outcome[]): string {
  const done = rows.filter(({ sessions }) => sessions > 0);
  const sum = (of: (row: Row) => number): number => done.reduce((total, row) => total + of(row), 0);
  const line = (cells: (string | number)[]): string => `| ${cells.map((text) => cell(String(text))).join(' | ')} |`;
  const table = [
    line(['fault', 'what is done', 'sessions', 'hit', 'reported', 'with flags', 'which', 'resumed', 'failed']),
    '|---|---|---|---|---|---|---|---|---|',
    ...done.map((row) =>
      line([
        row.fault,
        row.about,
        row.sessions,
        row.hit,
        toldOf(row.told, row.asked),
        row.flagged,
        row.findings.join(', '),
        row.resumed,
        row.failed,
      ]),
    ),
    line([
      'all',
      '',
      sum((r) => r.sessions),
      sum((r) => r.hit),
      toldOf(
        sum((r) => r.told),
        sum((r) => r.asked),
      ),
      sum((r) => r.flagged),
      '',
      sum((r) => r.resumed),
      sum((r) => r.failed),
    ]),
  ];
  const missing = rows
    .filter((row) => row.missing !== null)
    .map(({ fault, missing: why }) => `- Not here: *${fault}*, as ${why}.`);
  const notWith = rows.flatMap(({ fault, notWith: frameworks }) =>
    frameworks.map((id) => `- Not done to ${id}: *${fault}*, as its server does not come up on it.`),
  );
  const failed = outcomes
    .filter(({ problems }) => problems.length > 0)
    .map(({ trial: { number, fault }, problems }) => `- Session ${number}, *${fault}*: ${problems.join('; ')}.`);
  const lists = [...missing, ...notWith, ...failed];
  return [...table, ...(lists.length > 0 ? ['', ...lists] : [])].join('\n');
}
