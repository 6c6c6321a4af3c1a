import { join } from 'node:path';
import { findScenarios } from '../../loadtests/scenarios/find.ts';
import { verdictOf } from '../../merge/claims/evidence.ts';
import { judgeRule } from '../../merge/claims/judge-rule.ts';
import { comparisonsOf, publishedIn, theirsOf } from '../../merge/claims/published-figures.ts';
import { Rows } from '../../merge/claims/study-rows.ts';
import { agreeing, contradicting, type Wanted } from '../../merge/claims/testing/rule-runs.ts';
import type { Rule, Study } from '../../merge/claims/types.ts';
import { metricsOf } from '../../metrics/standard-metrics.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import { readStudies } from '../../records/study-files.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'results', 'reference', 'studies');
const { studies, problems } = await readStudies(FOLDER);
const scenarios = new Map((await findScenarios()).map(({ scenario }) => [scenario.name, scenario]));

const specsOf = (study: Study) => (id: string) => {
  const { scenario, params } = study.parts.find((part) => part.id === id)!;
  return metricsOf(scenarios.get(scenario === 'ramp' ? String(params!.of) : scenario)!);
};
const wanted = (study: Study, runs: number, starts = 3): Wanted => ({ study, specs: specsOf(study), runs, starts });
const verdict = (rule: Rule, records: RunRecord[]) => verdictOf(judgeRule(rule, new Rows(records)));

/** Claims that fail against the figures of their own study, with the number of comparisons that do. */
const CONTRADICTS_ITSELF: Record<string, number> = { 'A-q-resources-rise': 1, 'C-q-near-factors': 1 };

const rules = studies.flatMap((study) =>
  study.claims.flatMap(({ id, rule, factor }): [string, Rule, Study][] => [
    ...(rule ? [[id, rule, study] as [string, Rule, Study]] : []),
    ...(factor && 'kind' in factor ? [[`${id}, factor`, factor, study] as [string, Rule, Study]] : []),
  ]),
);

test('the studies are read without a fault, and have rules', () => {
  expect(problems).toEqual([]);
  expect(rules.length).toBeGreaterThan(0);
});

describe('a rule that cannot fail is refused', () => {
  const of = 'waiting/bare/long-polling/serverCpu';
  const three = wanted(studies.find(({ id }) => id === 'B')!, 3);

  test('when what should contradict it holds', () => {
    const rule: Rule = { kind: 'level', why: 'Made up.', of, unit: '%', least: 0 };
    expect(verdict(rule, contradicting(rule, three))).toBe('holds');
  });

  test('when no runs can agree with it', () => {
    expect(() => agreeing({ kind: 'order', rising: [of, of] }, three)).toThrow('no numbers agree');
  });

  test('when its scenario has no such metric', () => {
    const rule: Rule = { kind: 'order', rising: [of, 'waiting/bare/long-polling/luck'] };
    expect(() => agreeing(rule, three)).toThrow('its scenario has no metric "luck"');
  });
});

describe('every rule of every study', () => {
  test.each(rules)('%s holds where runs agree with it', (_, rule, study) => {
    expect(verdict(rule, agreeing(rule, wanted(study, 3)))).toBe('holds');
  });

  test.each(rules)('%s does not hold where runs contradict any one comparison', (_, rule, study) => {
    const verdicts = comparisonsOf(rule).map((one) => [one, verdict(rule, contradicting(one, wanted(study, 3)))]);
    expect(verdicts.filter(([, found]) => found !== 'does not hold')).toEqual([]);
  });

  test.each(rules)('%s cannot be told from two runs, whatever they say', (_, rule, study) => {
    const few = wanted(study, 2, 1);
    const found = [agreeing(rule, few), ...comparisonsOf(rule).map((one) => contradicting(one, few))];
    expect(new Set(found.map((records) => verdict(rule, records)))).toEqual(new Set(['cannot be tested here']));
  });

  test.each(rules)("%s agrees with the study's own figures, or is known to contradict them", (id, rule, study) => {
    const published = publishedIn(study);
    const against = comparisonsOf(rule).filter((one) => theirsOf(one, published).studyAgrees === false);
    expect([id, against.length]).toEqual([id, CONTRADICTS_ITSELF[id] ?? 0]);
  });
});
