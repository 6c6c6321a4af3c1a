/** Applies a rule to the runs. Pure: nothing but rule and runs goes in. */
import { levelRule, orderRule, ratioRule } from './compare-samples.ts';
import { everyRunRule, findingRule, noFindingRule } from './run-rules.ts';
import { breaksFirstRule, breaksRule } from './search-rules.ts';
import type { Rows } from './study-rows.ts';
import type { Breaking, Evidence, Rule } from './types.ts';

/** All that a rule may look at. */
export interface Material {
  rows: Rows;
  breakings: readonly Breaking[];
}

/** Every comparison that the rule makes; `verdictOf` says what follows from them. */
export function judgeRule(rule: Rule, material: Material): Evidence[] {
  switch (rule.kind) {
    case 'ratio':
      return ratioRule(rule, material.rows);
    case 'level':
      return levelRule(rule, material.rows);
    case 'order':
      return orderRule(rule, material.rows);
    case 'every-run':
      return everyRunRule(rule, material.rows);
    case 'no-finding':
      return noFindingRule(rule, material.rows);
    case 'finding':
      return findingRule(rule, material.rows);
    case 'breaks':
      return breaksRule(rule, material.breakings);
    case 'breaks-first':
      return breaksFirstRule(rule, material.breakings);
    case 'all':
      return rule.of.flatMap((each) => judgeRule(each, material));
  }
}
