/** Applies a rule to the runs. Pure: nothing but rule and runs goes in. */
import { levelRule, orderRule, ratioRule } from './compare-samples.ts';
import { everyRunRule, findingRule, noFindingRule } from './run-rules.ts';
import type { Rows } from './study-rows.ts';
import type { Evidence, Rule } from './types.ts';

/** Every comparison that the rule makes; `verdictOf` says what follows from them. */
export function judgeRule(rule: Rule, rows: Rows): Evidence[] {
  switch (rule.kind) {
    case 'ratio':
      return ratioRule(rule, rows);
    case 'level':
      return levelRule(rule, rows);
    case 'order':
      return orderRule(rule, rows);
    case 'every-run':
      return everyRunRule(rule, rows);
    case 'no-finding':
      return noFindingRule(rule, rows);
    case 'finding':
      return findingRule(rule, rows);
    case 'all':
      return rule.of.flatMap((each) => judgeRule(each, rows));
  }
}
