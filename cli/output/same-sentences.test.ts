/** Terminal and page say the same of one session, whatever is missing or flagged in it. */

import type { Session, Source } from '../../chart-merger/page/model/data-source.ts';
import { readSelection } from '../../chart-merger/page/model/selection.ts';
import { ChartsPage } from '../../chart-merger/page/view/charts-page.ts';
import { MADE_UP_SCENARIO } from '../../chart-merger/testing/made-up-scenario.ts';
import { mergeRuns } from '../../merge/index.ts';
import { makeRandom, makeRun } from '../../merge/testing/make-run.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import { answerLines } from './answer-text.ts';
import { summaryOf } from './end-of-run.ts';

const FINDINGS = ['cpu-by-others', 'swarm-saturated', 'messages-lost', 'server-waited', 'overtime'] as const;
const SESSION = 's1';

interface Made {
  rows: number;
  rounds: number;
  /** Shares of runs that are missing, and that have a flag. */
  missing: number;
  flagged: number;
  mixed: boolean;
  search: boolean;
}

/** A session of random runs, the same for the same seed. */
function sessionOf({ rows, rounds, missing, flagged, mixed, search }: Made, seed: number): RunRecord[] {
  const random = makeRandom(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
  return Array.from({ length: rows }, (_, row) => {
    const swarm = mixed && row % 2 === 1 ? ({ swarm: 'console', browser: null } as const) : {};
    const latencyMs = 5 + 10 * random();
    const framework = `framework-${row}`;
    return Array.from({ length: rounds }, (_, index) => index + 1)
      .filter((round) => (row === 0 && round === 1) || random() >= missing)
      .map((repetition) =>
        makeRun({
          ...{ session: SESSION, seed: seed * 100 + row * 10 + repetition, latencyMs },
          ...(search ? { search: { name: 'ramp', params: {} } } : {}),
          findings: random() < flagged ? [pick(FINDINGS)] : [],
          identity: {
            ...{ framework, frameworkLabel: `Framework ${row}`, repetition, ...swarm },
            ...(search ? { params: { rate: 2 * repetition, messages: 30, payload: 64, phase: 'together' } } : {}),
          },
        }),
      );
  }).flat();
}

const plain = (text: string): string => text.replaceAll('\u00a0', ' ').replaceAll('×', 'x').replace(/\s+/g, ' ').trim();

async function onPage(records: RunRecord[]): Promise<{ answers: string[]; labels: string[] }> {
  const source: Source = {
    report: null,
    sessions: async () => ({
      total: 1,
      sessions: [{ id: SESSION, rankable: 0, frameworks: [] } as Partial<Session> as Session],
    }),
    named: async () => [],
    merges: async () => mergeRuns(records),
    problems: async () => [],
    scenarios: async () => [MADE_UP_SCENARIO],
  };
  const page = new ChartsPage(source, readSelection(''));
  await page.load();
  const answers = page.comparing.texts().map(({ first, second }) => plain(`${first} ${second}`));
  return { answers, labels: page.entries().map(({ label }) => label) };
}

/** Of one load the first paragraph of the summary; of several null. */
function inSummary(records: RunRecord[]): string | null {
  const summary = summaryOf({
    ...{ records, scenarios: [MADE_UP_SCENARIO], session: SESSION, results: '/r', percent: 10, roundSeconds: 60 },
  });
  return summary === null ? null : plain(summary.split('\n\n')[0]!);
}

/** The first sentences of each answer in a report, as many as the page's has letters. */
const inReport = (records: RunRecord[]): string[] =>
  answerLines(mergeRuns(records), [MADE_UP_SCENARIO]).split('\n\n').map(plain);

const KINDS: [string, Made][] = [
  ['whole', { rows: 3, rounds: 4, missing: 0, flagged: 0, mixed: false, search: false }],
  ['missing rounds', { rows: 4, rounds: 5, missing: 0.4, flagged: 0, mixed: false, search: false }],
  ['flags', { rows: 3, rounds: 4, missing: 0, flagged: 0.5, mixed: false, search: false }],
  ['flags and missing rounds', { rows: 3, rounds: 5, missing: 0.3, flagged: 0.6, mixed: false, search: false }],
  ['one row', { rows: 1, rounds: 4, missing: 0, flagged: 0.3, mixed: false, search: false }],
  ['one row of too few rounds', { rows: 1, rounds: 2, missing: 0, flagged: 0.3, mixed: false, search: false }],
  ['one run', { rows: 1, rounds: 1, missing: 0, flagged: 0.5, mixed: false, search: false }],
  ['two rows', { rows: 2, rounds: 3, missing: 0.2, flagged: 0.2, mixed: false, search: false }],
  ['mixed swarms', { rows: 4, rounds: 4, missing: 0.2, flagged: 0.2, mixed: true, search: false }],
  ['a search', { rows: 2, rounds: 3, missing: 0, flagged: 0.2, mixed: false, search: true }],
];

describe.each(KINDS)('%s', (_, made) => {
  test.each([1, 2, 3])('made-up session %i', async (seed) => {
    const records = sessionOf(made, seed);
    const { answers } = await onPage(records);
    const summary = inSummary(records);
    if (summary !== null) expect(answers).toEqual([summary]);
    // The report has whole names where page and summary have short ones, so what it says is compared by its form.
    const form = (text: string): string =>
      text.replaceAll(/(Framework \d)( websocket)?(, \d+\/s)?(, (browser|console) swarm)?/g, '$1');
    const reports = inReport(records).map(form);
    for (const answer of answers) expect(reports.some((report) => report.startsWith(form(answer)))).toBe(true);
  });
});
