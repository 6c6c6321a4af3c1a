import { specsOf } from '../../../merge/charts.ts';
import { answersOf } from '../../../merge/compare/answers.ts';
import { mergeRuns } from '../../../merge/index.ts';
import { withSubstitute } from '../../../merge/testing/made-conditions.ts';
import { type MadeRun, makeRuns } from '../../../merge/testing/make-run.ts';
import { shownUnit } from '../../../metrics/units.ts';
import { MADE_UP_SCENARIO } from '../../testing/made-up-scenario.ts';
import { boardOf } from './scoreboard.ts';

const row = (framework: string, latencyMs: number, more: MadeRun = {}) =>
  makeRuns(4, { latencyMs, seed: framework.length, ...more, identity: { framework, ...more.identity } });

const { compare, roles = {} } = MADE_UP_SCENARIO.charts;

function board(...runs: ReturnType<typeof row>[]) {
  const [answer] = answersOf(mergeRuns(runs.flat()), { ...compare, detectPercent: 10 });
  return boardOf(answer!, roles, {});
}

test('has the CPU that the scenario names, where not the whole test is the load', () => {
  const runs = [...row('slow', 40), ...row('fast', 8)].map((run) => ({
    ...run,
    metrics: { ...run.metrics, cpuDuring: { ...run.metrics.serverCpu, label: 'CPU during' } },
  }));
  const merges = mergeRuns(runs);
  const [answer] = answersOf(merges, { ...compare, detectPercent: 10 });
  const { heads } = boardOf(answer!, { ...roles, cpu: 'cpuDuring' }, specsOf(merges));
  expect(heads.map(({ head }) => head)).toContain('CPU during');
  expect(heads.map(({ head }) => head)).not.toContain('Server CPU');
});

const names = ({ rows }: ReturnType<typeof board>) => rows.map(({ merge }) => merge.combination.framework);

test('has rows in the order of the answer, those that cannot be ranked last, whatever their figures', () => {
  const substitute = row('substitute', 1, { identity: withSubstitute('not it') });
  const all = board(row('slow', 40), substitute, row('fast', 8));
  expect(names(all)).toEqual(['fast', 'slow', 'substitute']);
});

test('a row that cannot be ranked has figures, but no colour and no ratio, and is not the best of any column', () => {
  const { rows } = board(row('slow', 40), row('substitute', 1, { identity: withSubstitute('not it') }), row('fast', 8));
  const [fast, slow, substitute] = rows;
  expect(substitute!.cells.every(({ heat, ratio, text }) => heat === null && ratio === '' && text !== '')).toBe(true);
  expect(fast!.cells[0]).toMatchObject({ heat: 0, ratio: '' });
  expect(slow!.cells[0]).toMatchObject({ heat: 6, ratio: expect.stringMatching(/^[45]\.\d ×$/) });
});

test('has the figures of what rows are ranked by, of the scenario’s roles, and of what it costs', () => {
  const { heads } = board(row('slow', 40), row('fast', 8));
  expect(heads.map(({ head, unit }) => `${head}: ${unit}`)).toEqual([
    'Mean: ms',
    'Median: ms',
    'p99: ms',
    'Latency from due: mean, ms',
    'Delivered: of all',
    'Server CPU: % of one core',
    'Server memory: maximum, MB',
  ]);
  expect(heads.map(({ main }) => main)).toEqual([true, ...heads.slice(1).map(() => false)]);
});

test.each(['serverCpu', 'serverMemory', 'fromSent', 'fromDue', 'receivedByClients', 'rate'])(
  'every column has the unit of its own metric where rows are ranked by %s',
  (metric) => {
    const runs = [...row('slow', 40), ...row('fast', 8)].map((run) => ({
      ...run,
      metrics: { ...run.metrics, rate: { ...run.metrics.serverCpu, label: 'replies', unit: 'replies/s' } },
    }));
    const merges = mergeRuns(runs);
    const specs = specsOf(merges);
    const [answer] = answersOf(merges, { ...compare, metric, otherwise: [], detectPercent: 10 });
    const { heads } = boardOf(answer!, roles, specs);
    const [first, ...others] = heads;
    expect(first!.unit).toBe(shownUnit(specs[metric]!).unit);
    const ofMetrics = Object.values(specs).map((spec) => [spec.label.toLowerCase(), shownUnit(spec).unit] as const);
    for (const { head, unit } of others.filter(({ unit }) => unit !== 'of all')) {
      const own = ofMetrics.find(([label]) => label === head.toLowerCase())?.[1] ?? first!.unit;
      expect(`${head}: ${unit.replace(/^(mean|maximum), /, '')}`).toBe(`${head}: ${own}`);
    }
  },
);

test('where no row can be ranked, none has a colour', () => {
  const few = (framework: string) => makeRuns(2, { identity: { framework } });
  const { rows } = board(few('one'), few('other'));
  expect(rows.flatMap(({ cells }) => cells.map(({ heat }) => heat)).every((heat) => heat === null)).toBe(true);
});
