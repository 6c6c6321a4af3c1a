/** Judges one claim of a study, with the study's own figures beside ours. Pure. */
import type { StudySize } from '../../protocol/study-session.ts';
import { runFigure } from '../statistics/means.ts';
import { ruleOf, withoutVerdict } from './claim-class.ts';
import { whyNotAlike } from './comparable-runs.ts';
import { ratioOfQuantities } from './compare-samples.ts';
import { judgeRule } from './judge-rule.ts';
import { comparisonsOf, ourUnits, type Published, partsIn, publishedIn, theirsOf } from './published-figures.ts';
import { isMissing, readFigure, sampleOf } from './quantity.ts';
import { plannedSize } from './size-text.ts';
import type { Rows } from './study-rows.ts';
import type { Claim, JudgedClaim, JudgedFigure, JudgedRule, Missing, PartSize, Rule, Study } from './types.ts';

export class ClaimJudge {
  readonly #published: Published;

  constructor(
    private readonly study: Study,
    private readonly size: StudySize,
    private readonly rows: Rows,
  ) {
    this.#published = publishedIn(study);
  }

  judge(claim: Claim): JudgedClaim {
    const { rule, factor, untestable, needsLoadMachine, size: needed, figures, ...said } = claim;
    const about = { ...said, figures: figures.map((figure) => this.#beside(figure)) };
    const without = (judged: JudgedRule): JudgedClaim => ({ ...about, ...judged, factor: null, runs: 0 });
    if (rule === undefined) return without(withoutVerdict(untestable ?? 'there is no rule for it', needsLoadMachine));
    if (needed === 'whole' && this.size === 'quick') {
      return without(withoutVerdict('the quick size has too few clients, or too little time, to say anything of it'));
    }
    const headline = this.#rule(claim, rule);
    const much = factor === undefined ? null : this.#factor(claim, factor);
    const runs = [...headline.evidence, ...(much?.evidence ?? [])].map((each) => each.runs);
    return { ...about, ...headline, factor: much, runs: Math.max(0, ...runs) };
  }

  #factor(claim: Claim, factor: NonNullable<Claim['factor']>): JudgedRule {
    return 'untestable' in factor ? withoutVerdict(factor.untestable) : this.#rule(claim, factor);
  }

  #rule(claim: Claim, rule: Rule): JudgedRule {
    const comparisons = comparisonsOf(rule);
    const evidence = judgeRule(rule, this.rows).map((each, index) => ({
      ...each,
      ...theirsOf(comparisons[index]!, this.#published),
      size: this.size,
    }));
    return ruleOf(claim, evidence);
  }

  /** The figure with what our runs give in its place: the mean of the runs, or the most extreme of them; a ratio as rules compare it. */
  #beside(figure: Claim['figures'][number]): JudgedFigure {
    const { ours, unit } = figure;
    const sample = ours === undefined || this.#isOtherTotal(figure) ? null : sampleOf(ours, this.rows);
    const isKnown = sample !== null && !isMissing(sample) && whyNotAlike(sample.origins) === null;
    const mean = isKnown ? runFigure(sample.values) : null;
    if (mean === null) return { ...figure, here: null };
    const { values } = sample as Exclude<typeof sample, null | Missing>;
    const name = typeof ours === 'string' ? readFigure(ours) : null;
    const extreme = name !== null && typeof name.figure === 'object' ? name.figure.extreme : null;
    const by = ourUnits(unit);
    if (typeof ours === 'object' && 'over' in ours && unit === 'times') {
      const ratio = ratioOfQuantities(ours.over, this.rows);
      if (ratio !== null) return { ...figure, here: { value: ratio.value, low: ratio.low, high: ratio.high } };
    }
    if (extreme !== null) {
      return {
        ...figure,
        here: { value: Math[extreme === 'lowest' ? 'min' : 'max'](...values) / by, low: null, high: null },
      };
    }
    const scaled = (value: number | null | undefined) => (value === null || value === undefined ? null : value / by);
    return { ...figure, here: { value: mean.mean / by, low: scaled(mean.low), high: scaled(mean.high) } };
  }

  /** Totals of another load say nothing beside the study's; ratios, times and levels do. */
  #isOtherTotal({ ours, unit }: Claim['figures'][number]): boolean {
    if (this.size === 'whole' || unit === 'times' || !TOTALS.includes(unit)) return false;
    return partsIn(ours!).some((id) => {
      const part = this.study.parts.find((one) => one.id === id)!;
      const planned = plannedSize(part, this.size);
      return typeof planned === 'string' || loadOf(planned) !== loadOf(part.whole);
    });
  }
}

/** Units of figures that grow with the number of clients and messages. */
const TOTALS = ['million bytes', 'bytes', 'requests', 'messages/s', 'requests/s'];

/** Clients and parameters, whatever the swarm. */
function loadOf({ clients, browsers = 0, clientsPerBrowser = 0, params = {} }: PartSize): string {
  return JSON.stringify([clients ?? browsers * clientsPerBrowser, params]);
}
