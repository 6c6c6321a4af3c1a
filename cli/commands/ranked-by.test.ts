import { join } from 'node:path';
import { findScenarios, rankedByIn, scenarioAbouts } from '../../loadtests/scenarios/find.ts';
import { stepDone } from '../../loadtests/session/session-runner.ts';
import { chartsOf } from '../../merge/charts.ts';
import { rankedNames } from '../../merge/compare/ranked.ts';
import { gateOf } from '../../merge/gate/baseline.ts';
import { parseCondition } from '../../merge/gate/condition.ts';
import { mergeRuns } from '../../merge/index.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import { ROOT } from '../../system/root.ts';
import { recordsAt } from '../options/runs-named.ts';
import { answerFields } from '../output/answer-text.ts';

/** Finds the metric by which each place ranks rows of these records. */
async function everywhere(records: RunRecord[]) {
  const found = await findScenarios();
  const [scenarios, merges] = [scenarioAbouts(found), mergeRuns(records)];
  const { framework, scenario, params, repetition } = records[0]!.identity;
  const gate = gateOf(records, { name: framework, framework }, [parseCondition('p99 > 2 x baseline')], scenarios);
  const step = stepDone({ scenario, params, clients: 20, repetition }, records[0]!, found);
  const charts = chartsOf(scenario, scenarios, merges);
  return {
    answers: [...new Set(answerFields(merges, scenarios).map((answer) => (answer as { rankedBy: string }).rankedBy))],
    gate: [...new Set(gate.conditions.map(({ condition }) => condition.figure))],
    ratio: gate.ratios[0]!.figure,
    charts: [charts.compare.metric, charts.columns[0]!.metric, charts.graphs[0]!.metrics[0]],
    step: rankedNames(rankedByIn(found, scenario)).find((name) => step.figure(`${name}.p99`) === step.figure('p99')),
  };
}

/** @param figure of the metric that is compared */
const places = (metric: string, figure: 'mean' | 'p50' = 'mean') => ({
  answers: [figure === 'mean' ? metric : `${metric}.${figure}`],
  gate: [`${metric}.p99`],
  ratio: `${metric}.${figure}`,
  charts: [metric, metric, metric],
  step: metric,
});

/** Enough of it for a comparison: three runs of two frameworks. */
const whole = recordsAt(join(ROOT, 'results', 'example'), () => {});
const two = [...new Set(whole.map(({ identity }) => identity.framework))].slice(0, 2);
const example = whole.filter(({ identity }) => two.includes(identity.framework) && identity.repetition! <= 3);

test('the example session is ranked by one metric and its median everywhere', async () => {
  expect(await everywhere(example)).toEqual(places('fromDue', 'p50'));
});

test.each([
  ['fromSent', ['fromDue']],
  ['fromSent', ['delivery', 'fromDue']],
])('rows that have no more are ranked by %s everywhere', async (metric, without) => {
  const records = example.map((record) => ({
    ...record,
    metrics: Object.fromEntries(Object.entries(record.metrics).filter(([name]) => !without.includes(name))),
  }));
  expect(await everywhere(records)).toEqual(places(metric));
});

test.each([
  ['broadcast', ['delivery', 'fromDue', 'fromSent']],
  ['chat', ['delivery', 'fromDue', 'fromSent']],
  ['echo', ['fromDue', 'fromSent']],
  ['study-a', ['delivery', 'fromDue', 'fromSent']],
])('%s is ranked as docs/method.md says', async (name, metrics) => {
  expect(rankedNames(rankedByIn(await findScenarios(), name))).toEqual(metrics);
});
